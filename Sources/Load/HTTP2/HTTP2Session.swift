import CNGHTTP2

/// One connection's end of HTTP/2, from requests to bytes and from bytes to responses; used on the worker's queue
/// only.
///
/// Streams are identified by the number of their lane. Their ends are noted in `endings`, for the owner to take
/// after each read or write.
final class HTTP2Session {
    /// State that the library's callbacks write to; without references, so that responses cost no reference counts.
    struct Notes {
        let lanes: UnsafeMutablePointer<Lane>
        /// Streams that have ended, in that order.
        var endings: [Ending] = []
        /// Lanes with new bytes of event streams; a lane may be there more than once.
        var eventLanes: [Int] = []
        /// Whether the peer sent its settings since the owner looked.
        var hasNewSettings = false
        /// The last GOAWAY; `nil` for none.
        var goAway: GoAway?
        /// The stream of the last RST_STREAM, and its code.
        var reset: (stream: Int32, code: UInt32) = (0, 0)
        /// Bytes of the head that is being read.
        var headBytes = 0
        /// The last stream looked up, and its lane: most consecutive events concern the same stream.
        var last: (stream: Int32, lane: Int) = (0, -1)

        init(_ lanes: UnsafeMutablePointer<Lane>) {
            self.lanes = lanes
        }

        mutating func note(eventsOn lane: Int) {
            if eventLanes.last != lane { eventLanes.append(lane) }
        }
    }

    /// How the stream of a lane ended.
    struct Ending {
        enum Kind: UInt8 {
            case answered
            /// Refused before the server processed the request.
            case refused
            /// Refused by a GOAWAY.
            case refusedByGoAway
            case reset
            /// The response violates HTTP.
            case malformed
        }

        let lane: Int
        let kind: Kind
        /// Of RST_STREAM.
        let code: UInt32
    }

    /// The peer's reason for taking no more requests.
    struct GoAway {
        let code: UInt32
        /// Its first bytes, usually a text.
        let debugData: [UInt8]

        static let longestData = 200
    }

    private let raw: OpaquePointer
    /// Owned.
    let notes: UnsafeMutablePointer<Notes>
    /// Bytes to write, from `written` on.
    var output = ByteBuffer(capacity: 16 * 1024)
    var written = 0
    /// Lanes whose requests are not written completely.
    var unwritten: [Int] = []

    /// Bytes waiting for the socket beyond which frames stay in the library, which counts them.
    private static let longestOutput = 256 * 1024
    private static let window: Int32 = (1 << 30) - 1

    /// Begins a session, with the preface and the settings in `output`.
    ///
    /// - Parameter lanes: The worker's lanes; they must outlive the session.
    init(_ lanes: UnsafeMutablePointer<Lane>) {
        notes = .allocate(capacity: 1)
        notes.initialize(to: Notes(lanes))
        var session: OpaquePointer?
        var option: OpaquePointer?
        nghttp2_option_new(&option)
        defer { nghttp2_option_del(option) }
        // As curl does: a server with blanks around a value is read, not rejected.
        nghttp2_option_set_no_rfc9113_leading_and_trailing_ws_validation(option, 1)
        // Fails only when memory is exhausted.
        let status = nghttp2_session_client_new2(&session, Self.callbacks, notes, option)
        guard status == 0, let session else { preconditionFailure("nghttp2: \(status)") }
        raw = session
        var settings = [
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_ENABLE_PUSH.rawValue),
                value: 0
            ),
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE.rawValue),
                value: UInt32(Self.window)
            ),
        ]
        nghttp2_submit_settings(raw, 0, &settings, settings.count)
        nghttp2_session_set_local_window_size(raw, 0, 0, Self.window)
        _ = pull()
    }

    deinit {
        nghttp2_session_del(raw)
        notes.deinitialize(count: 1)
        notes.deallocate()
    }

    /// Number of concurrent requests that the peer accepts.
    var streamLimit: UInt32 {
        nghttp2_session_get_remote_settings(raw, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS)
    }

    /// Begins the request of a lane, and puts its frames into `output`.
    ///
    /// - Parameters:
    ///   - lane: Its number; the lane holds the body.
    ///   - fields: Pseudo-header fields first; read before this returns.
    ///   - hasBody: Whether the request has a body, even an empty one.
    /// - Returns: The stream; `nil` when the connection takes no more.
    func submit(
        _ lane: Int,
        _ fields: UnsafeBufferPointer<nghttp2_nv>,
        hasBody: Bool
    ) -> Int32? {
        let number = UnsafeMutableRawPointer(bitPattern: lane + 1)
        var provider = nghttp2_data_provider()
        provider.source.ptr = number
        provider.read_callback = Self.readBody
        let stream = withUnsafePointer(to: provider) { provider in
            nghttp2_submit_request(
                raw,
                nil,
                fields.baseAddress,
                fields.count,
                hasBody ? provider : nil,
                number
            )
        }
        return stream > 0 && pull(upTo: .max) ? stream : nil
    }

    /// Cancels a stream whose request has ended for the worker.
    func cancel(_ stream: Int32) {
        nghttp2_submit_rst_stream(raw, 0, stream, NGHTTP2_CANCEL.rawValue)
    }

    /// Handles received bytes.
    ///
    /// - Returns: Whether the connection can go on.
    func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        return nghttp2_session_mem_recv(raw, start, bytes.count) == bytes.count
    }

    /// Whether either side can still send frames.
    var isAlive: Bool {
        nghttp2_session_want_read(raw) != 0 || nghttp2_session_want_write(raw) != 0
    }

    /// Moves frames to `output`, while that holds fewer bytes than `limit`.
    ///
    /// - Returns: Whether the connection can go on.
    func pull(upTo limit: Int = longestOutput) -> Bool {
        while output.count - written < limit {
            var bytes: UnsafePointer<UInt8>?
            let count = nghttp2_session_mem_send(raw, &bytes)
            guard count > 0 else { return count == 0 }
            // Valid until the next call, and copied here.
            output.append(UnsafeRawBufferPointer(start: bytes, count: count))
        }
        return true
    }
}
