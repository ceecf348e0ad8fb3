import CNGHTTP2
import HTTP

/// HTTP/2 on one connection, from bytes to bytes; used by the server's thread only.
final class HTTP2ServerSession {
    /// The end of the connection once all bytes are sent.
    enum Ending {
        case closes
        case resets
    }

    /// An incoming request, and its outgoing response.
    struct Stream {
        var method = ""
        var path = ""
        var authority = ""
        var fields = HTTPFields()
        var body: [UInt8] = []
        /// Whether the request was counted, and whether it is complete.
        var isCounted = false
        var isWhole = false
        var response: HTTP2Server.Response?
        /// The number of bytes sent of the response's body.
        var sent = 0
    }

    let connection: Int
    let behaviour: HTTP2Server.Behaviour
    unowned let worker: HTTP2ServerWorker
    /// An `nghttp2_session`, owned; `nil` once the connection is over.
    private(set) var raw: OpaquePointer?
    var streams: [Int32: Stream] = [:]
    var requestCount = 0
    /// A GOAWAY that follows the response to a PING.
    var announced: HTTP2Server.GoAway?
    private(set) var ending: Ending?
    private var output: [UInt8] = []
    /// The received bytes not processed yet, and the number of them that belong to the current frame.
    private var input: [UInt8] = []
    private var frameRest = 24
    /// Whether sending has not begun yet, or never begins.
    private var isHeldBack: Bool
    /// Whether the session neither reads nor sends any more.
    private var isMute = false
    private var rawBytes: [UInt8] = []
    private var rawTimes = 0

    private static let outputLimit = 256 * 1024

    init(
        connection: Int,
        _ behaviour: HTTP2Server.Behaviour,
        _ worker: HTTP2ServerWorker
    ) {
        self.connection = connection
        self.behaviour = behaviour
        self.worker = worker
        isHeldBack = if case .atOnce = behaviour.greeting { false } else { true }
        raw = Self.makeSession(behaviour, owner: Unmanaged.passUnretained(self).toOpaque())
        if case .after(let delay) = behaviour.greeting {
            worker.after(delay) { [weak self] in self?.isHeldBack = false }
        }
        submitSettings()
        sendRawBytes(at: .accepted, stream: 1)
    }

    /// Whether `takeOutput()` has output.
    var hasMore: Bool {
        if !output.isEmpty || rawTimes > 0 { return true }
        guard let raw, !isMute, !isHeldBack else { return false }
        return nghttp2_session_want_write(raw) != 0
    }

    /// Processes received bytes frame by frame, so that a GOAWAY names the stream after which it was requested.
    func receive(_ bytes: [UInt8]) {
        guard !isMute else { return }
        input += bytes
        var start = 0
        while !isMute, ending == nil, start < input.count {
            if frameRest == 0 {
                guard input.count - start >= 9 else { break }
                frameRest = 9 + input[start..<start + 3].reduce(0) { $0 << 8 | Int($1) }
            }
            let count = min(frameRest, input.count - start)
            feed(input[start..<start + count])
            start += count
            frameRest -= count
        }
        input.removeFirst(start)
    }

    /// The bytes to send, a few hundred kilobytes at most unless a behaviour has more in one piece.
    func takeOutput() -> [UInt8] {
        pull()
        if rawTimes > 0 {
            rawTimes -= 1
            output += rawBytes
        }
        if let raw, !isMute, ending == nil, nghttp2_session_want_read(raw) == 0,
            nghttp2_session_want_write(raw) == 0
        {
            ending = .closes
        }
        defer { output = [] }
        return output
    }

    /// Frees the session when its connection is over.
    func end() {
        guard let raw else { return }
        self.raw = nil
        nghttp2_session_del(raw)
        worker.record { $0.connections[connection].isOver = true }
    }

    func setLimit(_ limit: UInt32) {
        guard let raw else { return }
        let id = Int32(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue)
        var entry = nghttp2_settings_entry(settings_id: id, value: limit)
        nghttp2_submit_settings(raw, 0, &entry, 1)
    }

    func send(_ goAway: HTTP2Server.GoAway) {
        guard let raw else { return }
        switch goAway.ending {
        case .drained: submit(goAway, last: nghttp2_session_get_last_proc_stream_id(raw))
        case .announced:
            announced = goAway
            nghttp2_submit_shutdown_notice(raw)
            nghttp2_submit_ping(raw, 0, nil)
        case .abrupt(let last):
            submit(goAway, last: last)
            pull()
            finish(.closes)
        }
    }

    func submit(_ goAway: HTTP2Server.GoAway, last: Int32) {
        let data = Array(goAway.debugData.utf8)
        nghttp2_submit_goaway(raw, 0, last, goAway.code.rawValue, data, data.count)
    }

    /// Sends the behaviour's raw bytes at the planned moment.
    func sendRawBytes(at moment: HTTP2Server.RawBytes.Moment, stream: Int32) {
        guard let plan = behaviour.rawBytes, plan.moment == moment else { return }
        if moment != .accepted { pull() }
        rawBytes = plan.bytes(stream)
        rawTimes = plan.times
        switch plan.ending {
        case .goesOn: break
        case .staysSilent: isMute = true
        case .closes: finish(.closes)
        case .resets: finish(.resets)
        }
    }

    private func finish(_ ending: Ending) {
        isMute = true
        self.ending = ending
    }

    private func feed(_ bytes: ArraySlice<UInt8>) {
        guard let raw else { return }
        let count = bytes.withUnsafeBufferPointer {
            nghttp2_session_mem_recv(raw, $0.baseAddress, $0.count)
        }
        if count < 0 {
            worker.record { $0.invalidFrames += 1 }
            finish(.closes)
        }
        pull()
    }

    private func pull() {
        guard let raw, !isMute, !isHeldBack else { return }
        while output.count < Self.outputLimit {
            var data: UnsafePointer<UInt8>?
            let count = nghttp2_session_mem_send(raw, &data)
            if count < 0 { return finish(.closes) }
            guard count > 0 else { break }
            output.append(contentsOf: UnsafeBufferPointer(start: data, count: count))
        }
    }

    private func submitSettings() {
        var entries: [nghttp2_settings_entry] = []
        let values = [
            (NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, behaviour.maxConcurrentStreams),
            (NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, behaviour.streamWindow),
        ]
        for (id, value) in values {
            guard let value else { continue }
            entries.append(nghttp2_settings_entry(settings_id: Int32(id.rawValue), value: value))
        }
        nghttp2_submit_settings(raw, 0, entries, entries.count)
        if let window = behaviour.connectionWindow {
            nghttp2_session_set_local_window_size(raw, 0, 0, window)
        }
    }

    private static func makeSession(
        _ behaviour: HTTP2Server.Behaviour,
        owner: UnsafeMutableRawPointer
    ) -> OpaquePointer? {
        var option: OpaquePointer?
        var callbacks: OpaquePointer?
        var session: OpaquePointer?
        nghttp2_option_new(&option)
        nghttp2_session_callbacks_new(&callbacks)
        defer {
            nghttp2_option_del(option)
            nghttp2_session_callbacks_del(callbacks)
        }
        if case .automatic = behaviour.windowUpdates {
        } else {
            nghttp2_option_set_no_auto_window_update(option, 1)
        }
        // A client whose requests all time out is not an attacker here.
        nghttp2_option_set_stream_reset_rate_limit(option, 1_000_000, 1_000_000)
        setCallbacks(callbacks)
        let status = nghttp2_session_server_new2(&session, callbacks, owner, option)
        precondition(status == 0, "nghttp2_session_server_new2: error \(status)")
        return session
    }
}
