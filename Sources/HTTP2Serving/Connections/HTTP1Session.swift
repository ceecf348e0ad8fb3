import Base

/// HTTP/1.1 on one connection, from bytes to bytes: one request after the other.
///
/// For clients that speak nothing else. Invalid requests get status 400, then the connection ends.
///
/// Source: RFC 9112.
final class HTTP1Session: MessageSession {
    private enum Phase {
        case head
        /// Number of bytes of the body that are still to come.
        case body(Int)
        case chunkSize
        case chunk(Int)
        case trailers
        /// The response is not ready yet.
        case answering
        /// A CONNECT was accepted: the following bytes are not for this session.
        case tunnel
        /// Reading has ended.
        case over
    }

    private unowned let owner: ServerConnection
    private let exchange: ServedExchange
    private var phase = Phase.head
    /// Unread bytes begin at `start`.
    private var input: [UInt8] = []
    private var start = 0
    /// Up to where no line ends.
    private var searched = 0
    private var output: [UInt8] = []
    /// Of the trailers of this body.
    private var trailerBytes = 0
    private var endsAfterResponse = false
    private var isHTTP10 = false

    private static let headLimit = 64 * 1_024
    /// The longest line of a body in chunks, extensions included.
    private static let lineLimit = 16 * 1_024
    /// Bytes waiting to be sent or parsed beyond which reading pauses.
    private static let waitingLimit = 256 * 1_024

    init(_ owner: ServerConnection, bodyLimit: Int) {
        self.owner = owner
        exchange = ServedExchange(slot: 0, bodyLimit: bodyLimit)
    }

    var hasOutput: Bool { !output.isEmpty }

    var isDone: Bool {
        if case .over = phase { output.isEmpty } else { false }
    }

    var takesInput: Bool {
        output.count < Self.waitingLimit && input.count - start < Self.waitingLimit
    }

    var openCount: Int {
        if case .answering = phase { 1 } else { 0 }
    }

    func end() {}

    func limitStreams(to limit: UInt32) {}

    func goAway(_ data: [UInt8]) {
        endsAfterResponse = true
        if case .head = phase { phase = .over }
    }

    func exchange(slot: Int, generation: UInt32) -> ServedExchange? {
        guard case .answering = phase, exchange.generation == generation else { return nil }
        return exchange
    }

    func takeOutput(_ output: inout [UInt8]) {
        output += self.output
        self.output = []
    }

    func receive(_ bytes: UnsafeBufferPointer<UInt8>) {
        input.append(contentsOf: bytes)
        goOn()
    }

    private func goOn() {
        while output.count < Self.waitingLimit, step() {}
        // Bytes after the last request are ignored.
        if case .over = phase { start = input.count }
        input.removeFirst(start)
        searched = max(searched - start, 0)
        start = 0
    }

    /// Performs the next step; `false` when more bytes are needed first.
    private func step() -> Bool {
        switch phase {
        case .head: return readHead()
        case .body(let rest):
            let count = takeBody(rest)
            phase = .body(rest - count)
            if rest == count { finish() }
            return count > 0 || rest == 0
        case .chunkSize: return readChunkSize()
        case .chunk(let rest):
            let count = takeBody(rest)
            if rest > count {
                phase = .chunk(rest - count)
                return count > 0
            }
            guard let end = line() else {
                phase = .chunk(0)
                return isLineTooLong ? refuse() : false
            }
            phase = .chunkSize
            return end.isEmpty || refuse()
        case .trailers:
            guard let line = line() else { return isLineTooLong ? refuse() : false }
            trailerBytes += line.count + 2
            guard trailerBytes <= Self.headLimit else { return refuse() }
            if line.isEmpty { finish() }
            return true
        case .answering, .tunnel, .over: return false
        }
    }

    private func takeBody(_ rest: Int) -> Int {
        let count = min(rest, input.count - start)
        exchange.addBody(input[start..<start + count])
        start += count
        return count
    }

    /// Consumes the next line, without its end; `nil` for an incomplete one.
    private func line() -> ArraySlice<UInt8>? {
        let from = max(start, searched)
        guard let end = input[from...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = input.count
            return nil
        }
        defer { start = end + 1 }
        let line = input[start..<end]
        return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }

    private var isLineTooLong: Bool { input.count - start > Self.lineLimit }

    private func readHead() -> Bool {
        guard let end = endOfHead() else {
            return input.count - start > Self.headLimit ? refuse() : false
        }
        exchange.begin(stream: 1)
        guard let first = line(), readRequestLine(first) else { return refuse() }
        while start < end {
            guard let field = line(), !field.isEmpty else { break }
            guard addField(field) else { return refuse() }
        }
        start = end
        return hasHost() ? beginBody() : refuse()
    }

    /// Whether there is exactly one Host field, required except in HTTP/1.0 (RFC 9112 §3.2).
    private func hasHost() -> Bool {
        if isHTTP10 { return true }
        return (0..<exchange.fieldCount).count { exchange.name($0).elementsEqual("host".utf8) } == 1
    }

    /// Where the body begins; `nil` for an incomplete head.
    private func endOfHead() -> Int? {
        while input[start...].starts(with: "\r\n".utf8) { start += 2 }
        let newline = UInt8(ascii: "\n")
        var place = start
        while let end = input[place...].firstIndex(of: newline) {
            let next = input[(end + 1)...].prefix(2)
            if next.first == newline { return end + 2 }
            if next.elementsEqual("\r\n".utf8) { return end + 3 }
            place = end + 1
        }
        return nil
    }

    private func readRequestLine(_ line: ArraySlice<UInt8>) -> Bool {
        let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, !parts[1].isEmpty else { return false }
        let version = parts[2]
        guard version.count == 8, version.starts(with: "HTTP/1.".utf8),
            version.last?.isASCIIDigit == true, parts[0].allSatisfy(\.isTokenCharacter),
            parts[1].allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { return false }
        exchange.add(":method".utf8, parts[0])
        exchange.add(":path".utf8, parts[1])
        isHTTP10 = parts[2].last == UInt8(ascii: "0")
        endsAfterResponse = isHTTP10
        return true
    }

    /// Adds a field; spaces before the colon and folded lines are invalid (RFC 9112 §5.1, §5.2), as are control
    /// characters in a value (RFC 9110 §5.5).
    private func addField(_ line: ArraySlice<UInt8>) -> Bool {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
            line[..<colon].allSatisfy(\.isTokenCharacter),
            line[colon...].allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
        else { return false }
        let name = line[..<colon].map { byte in
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
        }
        let value = line[(colon + 1)...].trimmed
        if name.elementsEqual("host".utf8) { exchange.authority = Array(value) }
        exchange.add(name, value)
        return true
    }

    /// Finds out how long the body is (RFC 9112 §6.3).
    private func beginBody() -> Bool {
        let isClosing = elements(of: "connection").contains("close")
        if isClosing { endsAfterResponse = true }
        let codings = elements(of: "transfer-encoding")
        let lengths = elements(of: "content-length")
        if !codings.isEmpty {
            // With a length as well, one of the two is wrong, and HTTP/1.0 has no transfer codings.
            guard codings.last == "chunked", lengths.isEmpty, !isHTTP10 else { return refuse() }
            guard codings.count == 1 else { return refuse("501 Not Implemented") }
            phase = .chunkSize
            trailerBytes = 0
        } else if let length = lengths.first {
            guard lengths.allSatisfy({ $0 == length }), length.utf8.count <= 12,
                length.utf8.allSatisfy(\.isASCIIDigit), let count = Int(length)
            else { return refuse() }
            phase = .body(count)
        } else {
            // A Content-Length field without a value is invalid.
            guard exchange.value(of: "content-length") == nil else { return refuse() }
            phase = .body(0)
        }
        if elements(of: "expect") == ["100-continue"] {
            output += "HTTP/1.1 100 Continue\r\n\r\n".utf8
        }
        return true
    }

    /// The elements of a list in one or several fields, in lower case (RFC 9110 §5.6.1).
    private func elements(of name: String) -> [String] {
        (0..<exchange.fieldCount).filter { exchange.name($0).elementsEqual(name.utf8) }
            .flatMap { exchange.value($0).split(separator: UInt8(ascii: ",")) }
            .map { String(decoding: $0.trimmed, as: UTF8.self).lowercased() }
            .filter { !$0.isEmpty }
    }

    private func readChunkSize() -> Bool {
        guard let line = line() else { return isLineTooLong ? refuse() : false }
        let digits = line.prefix { $0 != UInt8(ascii: ";") }.trimmed
        guard (1...10).contains(digits.count), digits.allSatisfy({ $0.hexDigitValue != nil }),
            let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return refuse() }
        phase = size == 0 ? .trailers : .chunk(size)
        return true
    }

    private func finish() {
        phase = .answering
        let isConnect = exchange.method.elementsEqual("CONNECT".utf8)
        guard isConnect, let isAllowed = owner.leads(to: exchange.target) else {
            return owner.answer(exchange)
        }
        if isAllowed {
            output += "HTTP/1.1 200 Connection established\r\n\r\n".utf8
            phase = .tunnel
        } else {
            exchange.status = 403
            exchange.responseBody = Array("this proxy leads to \(owner.tunnelNames)\n".utf8)
            endsAfterResponse = true
            send(exchange)
        }
    }

    /// Bytes after an accepted CONNECT; `nil` without one.
    var restBehindTunnel: [UInt8]? {
        if case .tunnel = phase { Array(input[start...]) } else { nil }
    }

    /// Responds to an invalid request and stops reading.
    private func refuse(_ status: String = "400 Bad Request") -> Bool {
        output += "HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8
        phase = .over
        return false
    }

    func send(_ exchange: ServedExchange) {
        output += "HTTP/1.1 \(exchange.status) \(ReasonPhrase.of(exchange.status))\r\n".utf8
        for index in 0..<exchange.responseFields.count {
            output += exchange.responseFields.name(index)
            output += ": ".utf8
            output += exchange.responseFields.value(index)
            output += "\r\n".utf8
        }
        output += "content-length: \(exchange.responseBody.count)\r\n".utf8
        if endsAfterResponse { output += "connection: close\r\n".utf8 }
        output += "\r\n".utf8
        if exchange.hasResponseBody { output += exchange.responseBody }
        let isReading: Bool = if case .answering = phase { true } else { false }
        guard isReading else { return }
        phase = endsAfterResponse ? .over : .head
    }

    /// Parses bytes that came while the last response was pending.
    func resume() {
        if !input.isEmpty { goOn() }
    }
}

/// Reason phrase of a status (RFC 9110 §15).
private enum ReasonPhrase {
    static func of(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 201: "Created"
        case 400..<500: "Client Error"
        case 500..<600: "Server Error"
        default: "Response"
        }
    }
}

extension UInt8 {
    /// Whether a name or a method may have it (RFC 9110 §5.6.2).
    fileprivate var isTokenCharacter: Bool {
        isASCIIDigit || isASCIILetter || "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
}

extension ArraySlice<UInt8> {
    /// Without spaces and tabs around it.
    fileprivate var trimmed: ArraySlice<UInt8> {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        var rest = drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return rest
    }
}
