extension HTTP2Server {
    /// Bytes that a conforming server would not send.
    package struct RawBytes: Sendable {
        package enum Moment: Sendable, Hashable {
            /// Before any other bytes, and without waiting for the client.
            case accepted
            /// After this number of requests on the connection.
            case request(Int)
        }

        package enum Ending: Sendable {
            /// Continues normally.
            case goesOn
            /// Neither responds nor closes afterwards.
            case staysSilent
            case closes
            /// Aborts the connection, so that the client gets ECONNRESET.
            case resets
        }

        package var moment: Moment
        /// Called with the stream of the last request, or 1 before the first.
        package var bytes: @Sendable (_ stream: Int32) -> [UInt8]
        /// The number of times they are sent.
        package var times: Int
        package var ending: Ending

        package init(
            at moment: Moment,
            times: Int = 1,
            then ending: Ending,
            _ bytes: @escaping @Sendable (_ stream: Int32) -> [UInt8]
        ) {
            self.moment = moment
            self.bytes = bytes
            self.times = times
            self.ending = ending
        }
    }
}

extension HTTP2Server.RawBytes {
    /// Closes the connection instead of responding.
    package static func closing(afterRequests count: Int, resets: Bool = false) -> Self {
        Self(at: .request(count), then: resets ? .resets : .closes) { _ in [] }
    }

    /// Speaks HTTP/1.1, like a server that supports no other version.
    package static let http1 = Self(at: .accepted, then: .closes) { _ in
        Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
    }

    /// A frame longer than any client allows.
    package static let hugeFrame = Self(at: .request(1), then: .staysSilent) {
        [0xFF, 0xFF, 0xFF, 0, 0] + HTTP2Frame.bytes(of: $0)
    }

    /// SETTINGS with a length that is not a multiple of six (RFC 9113 §6.5).
    package static let brokenSettings = Self(at: .request(1), then: .staysSilent) { _ in
        HTTP2Frame.bytes(.settings, payload: [0, 3, 0, 0, 0])
    }

    /// A header block with an index that is not in any table (RFC 7541 §2.3.3).
    package static let brokenHeaderBlock = Self(at: .request(1), then: .staysSilent) {
        HTTP2Frame.bytes(.headers, flags: HTTP2Frame.endHeaders, stream: $0, payload: [0x80])
    }

    /// Endless SETTINGS.
    package static let settingsFlood = Self(at: .request(1), times: .max, then: .staysSilent) { _ in
        repeated(HTTP2Frame.bytes(.settings, payload: [0, 3, 0, 0, 0, 100]))
    }

    /// Endless PING, while requests get responses.
    package static let pingFlood = Self(at: .request(1), times: .max, then: .goesOn) { _ in
        repeated(HTTP2Frame.bytes(.ping, payload: [UInt8](repeating: 1, count: 8)))
    }

    /// Endless RST_STREAM for the same stream.
    package static let resetFlood = Self(at: .request(1), times: .max, then: .staysSilent) {
        repeated(HTTP2Frame.bytes(.resetStream, stream: $0, payload: [0, 0, 0, 2]))
    }

    /// A response whose fields take `size` bytes, in as many frames as needed.
    package static func headerBlock(size: Int) -> Self {
        Self(at: .request(1), then: .goesOn) { stream in
            // `:status: 200` is entry 8 of the static table (RFC 7541 appendix A).
            var bytes = HTTP2Frame.bytes(.headers, flags: 0, stream: stream, payload: [0x88])
            // Without indexing, with a name of one letter and a value of 127 + 0x3D91 letters (§5.1, §6.2.2).
            let field: [UInt8] = [0, 1, UInt8(ascii: "x"), 0x7F, 0x91, 0x7B]
            let value = [UInt8](repeating: UInt8(ascii: "y"), count: 127 + 0x3D91)
            let block = HTTP2Frame.bytes(.continuation, stream: stream, payload: field + value)
            for _ in 0..<size / block.count { bytes += block }
            let end = HTTP2Frame.endHeaders
            return bytes + HTTP2Frame.bytes(.continuation, flags: end, stream: stream)
        }
    }

    /// Enough frames for some kilobytes.
    private static func repeated(_ frame: [UInt8]) -> [UInt8] {
        Array([[UInt8]](repeating: frame, count: 1_000).joined())
    }
}

/// Frames written by hand (RFC 9113 §4.1).
package enum HTTP2Frame {
    package enum Kind: UInt8 {
        case data = 0
        case headers = 1
        case resetStream = 3
        case settings = 4
        case ping = 6
        case goAway = 7
        case continuation = 9
    }

    package static let endStream: UInt8 = 1
    package static let acknowledgement: UInt8 = 1
    package static let endHeaders: UInt8 = 4

    package static func bytes(
        _ kind: Kind,
        flags: UInt8 = 0,
        stream: Int32 = 0,
        payload: [UInt8] = []
    ) -> [UInt8] {
        let length = UInt32(payload.count)
        return bytes(of: length).dropFirst() + [kind.rawValue, flags]
            + bytes(of: UInt32(bitPattern: stream)) + payload
    }

    static func bytes(of stream: Int32) -> [UInt8] { bytes(of: UInt32(bitPattern: stream)) }

    private static func bytes(of number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
