import CNGHTTP2

/// HTTP/2 on one connection, from bytes to bytes; used by the thread of its connection only.
///
/// nghttp2 handles frames, fields and windows, and protocol errors.
final class HTTP2Session: MessageSession {
    /// Receives requests.
    private unowned let owner: ServerConnection
    /// An `nghttp2_session`, owned; `nil` after the end of the connection.
    private(set) var raw: OpaquePointer?
    /// Exchanges by slot; nghttp2 refers to them by address.
    private var exchanges: [ServedExchange] = []
    private var free: [Int] = []
    /// The exchange whose fields are being read.
    private var current: ServedExchange?
    private(set) var openCount = 0
    /// The last stream that gets a response after GOAWAY.
    private var goAwayLast: Int32?
    private let bodyLimit: Int
    /// Fields of the current response, with nghttp2's view of them in `vectors`.
    private var responseHead = ServedExchange.FieldBytes()
    private var vectors: [nghttp2_nv] = []
    /// Whether writing has ended.
    private(set) var hasFailed = false

    private static let outputLimit = 256 * 1_024
    private static let connectionWindow: Int32 = 4 << 20

    init(_ owner: ServerConnection, streamLimit: UInt32, bodyLimit: Int) {
        self.owner = owner
        self.bodyLimit = bodyLimit
        raw = Self.makeSession(owner: Unmanaged.passUnretained(self).toOpaque())
        let limit = nghttp2_settings_entry(
            settings_id: Int32(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue),
            value: streamLimit
        )
        nghttp2_submit_settings(raw, 0, [limit], 1)
        nghttp2_session_set_local_window_size(raw, 0, 0, Self.connectionWindow)
    }

    deinit { end() }

    func end() {
        guard let raw else { return }
        self.raw = nil
        nghttp2_session_del(raw)
    }

    func receive(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let raw, !hasFailed else { return }
        if nghttp2_session_mem_recv(raw, bytes.baseAddress, bytes.count) < 0 { hasFailed = true }
    }

    var hasOutput: Bool {
        guard let raw, !hasFailed else { return false }
        return nghttp2_session_want_write(raw) != 0
    }

    /// Windows and the limit of streams bound the pending bytes of a client; nghttp2 bounds the rest.
    var takesInput: Bool { true }

    var isDone: Bool {
        guard let raw, !hasFailed else { return true }
        return nghttp2_session_want_read(raw) == 0 && nghttp2_session_want_write(raw) == 0
    }

    func takeOutput(_ output: inout [UInt8]) {
        guard let raw, !hasFailed else { return }
        while output.count < Self.outputLimit {
            var data: UnsafePointer<UInt8>?
            let count = nghttp2_session_mem_send(raw, &data)
            if count < 0 { hasFailed = true }
            guard count > 0 else { return }
            output.append(contentsOf: UnsafeBufferPointer(start: data, count: count))
        }
    }

    /// Nothing to do: requests are parsed while responses are pending.
    func resume() {}

    func limitStreams(to limit: UInt32) {
        guard let raw else { return }
        let entry = nghttp2_settings_entry(
            settings_id: Int32(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue),
            value: limit
        )
        nghttp2_submit_settings(raw, 0, [entry], 1)
    }

    func goAway(_ data: [UInt8]) {
        guard let raw else { return }
        let last = nghttp2_session_get_last_proc_stream_id(raw)
        goAwayLast = last
        nghttp2_submit_goaway(raw, 0, last, NGHTTP2_NO_ERROR.rawValue, data, data.count)
    }

    // Events of streams.

    func begin(_ stream: Int32) {
        let slot = free.popLast() ?? exchanges.count
        if slot == exchanges.count {
            exchanges.append(ServedExchange(slot: slot, bodyLimit: bodyLimit))
        }
        let exchange = exchanges[slot]
        exchange.begin(stream: stream)
        current = exchange
        openCount += 1
        let address = Unmanaged.passUnretained(exchange).toOpaque()
        nghttp2_session_set_stream_user_data(raw, stream, address)
    }

    func add(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        current?.add(name, value)
    }

    func endFields() { current = nil }

    func addBody(_ bytes: UnsafeBufferPointer<UInt8>, to stream: Int32) {
        exchange(of: stream)?.addBody(bytes)
    }

    func finish(_ stream: Int32) {
        guard let exchange = exchange(of: stream), !exchange.isWhole else { return }
        exchange.isWhole = true
        if exchange.authority.isEmpty, let host = exchange.value(of: "host") {
            exchange.authority = Array(host)
        }
        // GOAWAY told the client that later streams, such as this one, are not processed.
        if let goAwayLast, exchange.stream > goAwayLast { return }
        owner.answer(exchange)
    }

    func close(_ stream: Int32) {
        guard let exchange = exchange(of: stream) else { return }
        if current === exchange { current = nil }
        exchange.stream = 0
        free.append(exchange.slot)
        openCount -= 1
    }

    private func exchange(of stream: Int32) -> ServedExchange? {
        nghttp2_session_get_stream_user_data(raw, stream).map {
            Unmanaged<ServedExchange>.fromOpaque($0).takeUnretainedValue()
        }
    }

    func exchange(slot: Int, generation: UInt32) -> ServedExchange? {
        guard slot < exchanges.count else { return nil }
        let exchange = exchanges[slot]
        return exchange.generation == generation && exchange.stream != 0 ? exchange : nil
    }

    // Responses.

    func send(_ exchange: ServedExchange) {
        guard let raw, exchange.stream != 0 else { return }
        responseHead.removeAll()
        responseHead.append(":status".utf8, String(exchange.status).utf8)
        for index in 0..<exchange.responseFields.count {
            responseHead.append(
                exchange.responseFields.name(index),
                exchange.responseFields.value(index)
            )
        }
        var body = nghttp2_data_provider()
        body.source.ptr = Unmanaged.passUnretained(exchange).toOpaque()
        body.read_callback = Self.readBody
        let (stream, hasBody) = (exchange.stream, exchange.hasResponseBody)
        let status = withVectors { vectors, count in
            if hasBody {
                nghttp2_submit_response(raw, stream, vectors, count, &body)
            } else {
                nghttp2_submit_response(raw, stream, vectors, count, nil)
            }
        }
        if status != 0 { hasFailed = true }
    }

    /// Lays the fields of `responseHead` out for nghttp2, which copies them before this returns.
    private func withVectors(
        _ body: (UnsafePointer<nghttp2_nv>?, Int) -> Int32
    ) -> Int32 {
        responseHead.bytes.withUnsafeBufferPointer { bytes in
            vectors.removeAll(keepingCapacity: true)
            for index in 0..<responseHead.count {
                let field = responseHead.fields[index]
                let start = responseHead.start(of: index)
                // Never changed, despite the type of the pointer.
                let address = UnsafeMutablePointer(mutating: bytes.baseAddress)
                vectors.append(
                    nghttp2_nv(
                        name: address.map { $0 + start },
                        value: address.map { $0 + field.nameEnd },
                        namelen: field.nameEnd - start,
                        valuelen: field.valueEnd - field.nameEnd,
                        flags: 0
                    )
                )
            }
            return vectors.withUnsafeBufferPointer { body($0.baseAddress, $0.count) }
        }
    }

    /// Fills a frame with the next part of a response's body; the source is its exchange, which lives as long as
    /// the session.
    private static let readBody: nghttp2_data_source_read_callback = {
        _,
        _,
        buffer,
        length,
        flags,
        source,
        _ in
        guard let address = source?.pointee.ptr, let buffer else { return 0 }
        let exchange = Unmanaged<ServedExchange>.fromOpaque(address).takeUnretainedValue()
        let part = exchange.responseBody[exchange.sent...].prefix(length)
        _ = UnsafeMutableBufferPointer(start: buffer, count: length).update(fromContentsOf: part)
        exchange.sent += part.count
        if exchange.sent == exchange.responseBody.count {
            flags?.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
        }
        return part.count
    }

    private static func makeSession(owner: UnsafeMutableRawPointer) -> OpaquePointer? {
        var option: OpaquePointer?
        var callbacks: OpaquePointer?
        var session: OpaquePointer?
        nghttp2_option_new(&option)
        nghttp2_session_callbacks_new(&callbacks)
        defer {
            nghttp2_option_del(option)
            nghttp2_session_callbacks_del(callbacks)
        }
        // A client whose requests all time out is not an attack here.
        nghttp2_option_set_stream_reset_rate_limit(option, 1_000_000, 1_000_000)
        nghttp2_option_set_no_closed_streams(option, 1)
        setCallbacks(callbacks)
        let status = nghttp2_session_server_new2(&session, callbacks, owner, option)
        precondition(status == 0, "nghttp2_session_server_new2: error \(status)")
        return session
    }
}
