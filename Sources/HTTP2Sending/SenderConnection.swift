import CNGHTTP2
import Glibc
import HTTP
import Transport

/// A connection of a sender: from requests to bytes, and from bytes to responses.
///
/// Used on the thread of its sender only.
final class SenderConnection {
    /// A request in progress.
    struct Stream {
        let pending: PendingRequest
        let deadline: ContinuousClock.Instant
        /// Number of bytes of the body read by the library.
        var sent = 0
        var status = 0
        var fields = HTTPFields()
        var body: [UInt8] = []
        var isAnswered = false
    }

    private let opened: OpenedConnection
    private let options: HTTP2SenderOptions
    /// Owned; `nil` after its end.
    private var raw: OpaquePointer?
    var streams: [Int32: Stream] = [:]
    /// Ended requests that were not reported yet.
    var ended: [(PendingRequest, HTTP2Sender.Outcome)] = []
    /// Whether the peer accepts no more requests.
    var isDraining = false
    var hasSettings = false
    /// Whether a request got a response with status 200.
    var isProved = false
    private var hasWritten = false
    /// Whether writing has failed.
    private var isBroken = false
    private(set) var awaitsRoom = false
    private var output: [UInt8] = []
    private var written = 0
    private var input = [UInt8](repeating: 0, count: 65_536)

    private static let longestOutput = 256 * 1_024

    /// Takes ownership of the connection and begins HTTP/2 on it.
    init(_ opened: OpenedConnection, _ options: HTTP2SenderOptions) {
        self.opened = opened
        self.options = options
        // Not retained: it owns the session, which calls back with it.
        raw = Self.makeSession(Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { close() }

    var descriptor: Int32 { opened.descriptor }

    var isOver: Bool { raw == nil }

    var takesRequests: Bool { raw != nil && !isDraining }

    /// Whether no response is pending.
    var isIdle: Bool { streams.isEmpty }

    /// Whether it may carry as many requests as the peer allows.
    var isReady: Bool { hasSettings && (isProved || !options.provesFirst) }

    /// Number of requests that it can take now.
    var room: Int {
        guard takesRequests, !isBroken, let raw else { return 0 }
        let allowed = nghttp2_session_get_remote_settings(
            raw,
            NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS
        )
        let limit = min(isReady ? options.streams : 1, Int(allowed))
        return max(limit - streams.count, 0)
    }

    /// Begins a request; its frames are written by `write()`.
    func submit(_ pending: PendingRequest) {
        guard let raw else { return pending.finish(.failed(.reset)) }
        var provider = nghttp2_data_provider()
        provider.read_callback = Self.readBody
        let scheme = opened.stream == nil ? "http" : "https"
        let stream = RequestFields(pending.request, options.origin, scheme).withFields { fields in
            withUnsafePointer(to: provider) { provider in
                nghttp2_submit_request(
                    raw,
                    nil,
                    fields.baseAddress,
                    fields.count,
                    pending.request.body == nil ? nil : provider,
                    nil
                )
            }
        }
        guard stream > 0 else {
            // No more numbers of streams, or no memory.
            isDraining = true
            return pending.finish(.refused)
        }
        let deadline = ContinuousClock.now + options.patience
        streams[stream] = Stream(pending: pending, deadline: deadline)
    }

    /// Ends requests that timed out.
    func expire(_ now: ContinuousClock.Instant) {
        guard let raw else { return }
        for (id, stream) in streams where stream.deadline <= now {
            streams[id] = nil
            nghttp2_submit_rst_stream(raw, 0, id, NGHTTP2_CANCEL.rawValue)
            ended.append((stream.pending, .failed(.timeout)))
        }
        tell()
    }

    /// Ends all requests in progress with `reset`, and closes.
    func close() {
        guard let raw else { return }
        nghttp2_session_del(raw)
        self.raw = nil
        opened.close()
        for stream in streams.values { ended.append((stream.pending, .failed(.reset))) }
        streams = [:]
        tell()
    }

    private func tell() {
        let finished = ended
        ended.removeAll(keepingCapacity: true)
        for (pending, outcome) in finished { pending.finish(outcome) }
    }
}

// MARK: - Reading and writing

extension SenderConnection {
    /// Reads available bytes.
    func read() {
        while raw != nil {
            switch receive() {
            case .bytes(let count):
                let taken = nghttp2_session_mem_recv(raw, input, count)
                guard taken == count else { return close() }
                tell()
                // The next poll reports the rest of a plain socket.
                if opened.stream == nil, count < input.count, !isBroken { return endIfDone() }
            case .wait: return isBroken ? close() : endIfDone()
            case .end, .cut, .failed: return close()
            }
        }
    }

    /// Writes pending frames until the socket is full.
    func write() {
        while let raw {
            if written == output.count {
                output.removeAll(keepingCapacity: true)
                written = 0
                guard pull(raw) else { return close() }
                awaitsRoom = false
                if output.isEmpty { return endIfDone() }
            }
            switch send() {
            case .bytes(let count): written += count
            case .wait:
                awaitsRoom = true
                return
            case .end, .cut, .failed:
                // The peer stopped reading; earlier responses may still be in the socket.
                isBroken = true
                return read()
            }
            if !hasWritten {
                hasWritten = true
                if let stream = opened.stream, !stream.speaksHTTP2 { return close() }
            }
        }
    }

    private func endIfDone() {
        guard let raw else { return }
        let isAlive = nghttp2_session_want_read(raw) != 0 || nghttp2_session_want_write(raw) != 0
        if !isAlive || isDraining && streams.isEmpty && written == output.count { close() }
    }

    /// Moves frames to `output`; whether the connection can go on.
    private func pull(_ raw: OpaquePointer) -> Bool {
        while output.count < Self.longestOutput {
            var bytes: UnsafePointer<UInt8>?
            let count = nghttp2_session_mem_send(raw, &bytes)
            guard count > 0 else { return count == 0 }
            // Good until the next call.
            output.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
        }
        return true
    }

    private func receive() -> TLSStream.Step {
        input.withUnsafeMutableBytes { input in
            if let stream = opened.stream { return stream.receive(into: input) }
            let count = recv(opened.descriptor, input.baseAddress, input.count, 0)
            return Self.step(count, end: .end)
        }
    }

    private func send() -> TLSStream.Step {
        output.withUnsafeBytes { output in
            let rest = UnsafeRawBufferPointer(rebasing: output[written...])
            if let stream = opened.stream { return stream.send(rest) }
            let flags = Int32(MSG_NOSIGNAL)
            let count = Glibc.send(opened.descriptor, rest.baseAddress, rest.count, flags)
            return Self.step(count, end: .wait)
        }
    }

    private static func step(_ count: Int, end: TLSStream.Step) -> TLSStream.Step {
        if count > 0 { return .bytes(count) }
        if count == 0 { return end }
        return errno == EAGAIN || errno == EINTR ? .wait : .failed(errno)
    }
}
