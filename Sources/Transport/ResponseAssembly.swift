package import HTTP

/// Assembles a response from its header lines and body bytes.
///
/// Only the final response is kept: interim responses (1xx) and trailers are dropped.
package struct ResponseAssembly: Sendable {
    private enum Stage {
        case statusLine, fields, body
    }

    /// Why the rest of a response is rejected.
    package struct Refusal: Error, Hashable, Sendable {
        package let kind: TransportFailure.Kind
        package let detail: String
    }

    /// Largest size of all header bytes, including interim responses and trailers; far above what servers send.
    static let largestHead = 256 * 1024

    package private(set) var status = 0
    package private(set) var version = ""
    package private(set) var headers = HTTPFields()
    package private(set) var body: [UInt8] = []

    private let method: String
    private let largestBody: Int
    private var stage = Stage.statusLine
    private var headBytes = 0
    /// The last field line, which the next may continue.
    private var open: (name: String, value: String)?
    /// Decodes the chunks of the body; `nil` for other bodies, and after the last chunk.
    private var chunks: ChunkReader?
    private var isChunked = false
    /// Whether the body ends with the connection.
    private(set) var endsWithConnection = false

    /// Begins the response to a request.
    ///
    /// - Parameters:
    ///   - method: The request's; a response to `HEAD` declares a length and has no body.
    ///   - largestBody: In bytes; zero sets no limit.
    package init(method: String, largestBody: Int) {
        self.method = method
        self.largestBody = largestBody
    }

    /// Whether any byte was read.
    package var hasBegun: Bool { headBytes > 0 }

    /// Whether the head of the final response is complete.
    var hasHead: Bool { stage == .body }

    /// Adds a header line with its line end; an empty line ends a head.
    package mutating func take(line: some Collection<UInt8>) throws(Refusal) {
        headBytes += line.count
        guard headBytes <= Self.largestHead else { throw Self.headTooLarge }
        guard stage != .body else { return }  // a trailer
        let text = Self.text(line)
        switch stage {
        case .statusLine: try takeStatusLine(text)
        case .fields where text.isEmpty: try endHead()
        case .fields: try takeField(text)
        case .body: break
        }
    }

    /// Whether the body is known to be incomplete: the last chunk is missing.
    var lacksChunks: Bool { chunks != nil }

    /// Adds the next bytes of the body, including chunk framing.
    package mutating func take(bytes: UnsafeRawBufferPointer) throws(Refusal) {
        guard isChunked else { return try append(bytes) }
        // Bytes after the last chunk do not belong to the response.
        guard var reader = chunks else { return }
        var refusal: Refusal?
        let step = reader.read(bytes, from: 0) { part in
            do throws(Refusal) {
                if refusal == nil { try append(part) }
            } catch {
                refusal = error
            }
        }
        if let refusal { throw refusal }
        switch step {
        case .more: chunks = reader
        case .complete: chunks = nil
        case .malformed(.size):
            throw Refusal(
                kind: .malformed,
                detail:
                    "expected the size of a chunk as a hexadecimal number and the end of its line"
            )
        case .malformed(.end):
            throw Refusal(kind: .malformed, detail: "a chunk is longer than its size says")
        case .malformed(.trailers): throw Self.headTooLarge
        }
    }

    /// The body so far, which is not kept.
    mutating func takeBody() -> [UInt8] {
        defer { body = [] }
        return body
    }

    private mutating func append(_ bytes: UnsafeRawBufferPointer) throws(Refusal) {
        guard largestBody == 0 || bytes.count <= largestBody - body.count else {
            throw tooLarge("more than \(largestBody) bytes came")
        }
        body.append(contentsOf: bytes)
    }

    private mutating func takeStatusLine(_ text: String) throws(Refusal) {
        // HTTP/1.1 200 OK, HTTP/2 200
        let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0].hasPrefix("HTTP/"), parts[1].utf8.count == 3,
            let status = Int(parts[1]), status >= 100
        else {
            throw Refusal(kind: .malformed, detail: "expected a status line, got '\(text)'")
        }
        self.status = status
        version = String(parts[0].dropFirst("HTTP/".count))
        headers = HTTPFields()
        open = nil
        stage = .fields
    }

    private mutating func takeField(_ text: String) throws(Refusal) {
        if text.utf8.first == UInt8(ascii: " ") || text.utf8.first == UInt8(ascii: "\t") {
            return continueField(text)
        }
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex
        else {
            throw Refusal(kind: .malformed, detail: "expected a header field, got '\(text)'")
        }
        closeField()
        open = (
            Self.trimmed(text[..<colon]), Self.trimmed(text[text.utf8.index(after: colon)...])
        )
    }

    /// Joins a folded line to its field (RFC 9112 §5.2).
    private mutating func continueField(_ text: String) {
        let more = Self.trimmed(text[...])
        guard let value = open?.value, !more.isEmpty else { return }
        open?.value.append(value.isEmpty ? more : " " + more)
    }

    private mutating func closeField() {
        if let open { headers.append(open.name, open.value) }
        open = nil
    }

    private mutating func endHead() throws(Refusal) {
        closeField()
        // 101 is final: no upgrade was requested, so only the new protocol can follow.
        if (100..<200).contains(status) && status != 101 {
            stage = .statusLine
            return
        }
        stage = .body
        let hasBody = method != "HEAD" && status != 204 && status != 304
        guard hasBody else { return }
        if let codings = headers[all: "Transfer-Encoding"].last {
            let last = codings.split(separator: ",").last.map { Self.trimmed($0).lowercased() }
            isChunked = last == "chunked"
            chunks = isChunked ? ChunkReader(headBytes: headBytes) : nil
            endsWithConnection = !isChunked
            return
        }
        let lengths = headers[all: "Content-Length"]
        if Set(lengths).count > 1 {
            // RFC 9112 §6.3: the end of such a response is unknown.
            throw Refusal(
                kind: .malformed,
                detail: "expected one Content-Length, got \(lengths.joined(separator: " and "))"
            )
        }
        endsWithConnection = lengths.isEmpty && version.hasPrefix("1")
        guard let declared = headers["Content-Length"].flatMap({ Int($0) }) else { return }
        guard largestBody == 0 || declared <= largestBody else {
            throw tooLarge("\(declared) bytes are declared")
        }
        // A declared length does not deserve memory yet; 1 MiB at most is reserved.
        body.reserveCapacity(min(max(declared, 0), 1024 * 1024))
    }

    private static let headTooLarge = Refusal(
        kind: .malformed,
        detail: "the header fields are larger than \(largestHead) bytes"
    )

    private func tooLarge(_ found: String) -> Refusal {
        Refusal(
            kind: .tooLarge,
            detail:
                "the body is larger than the limit of \(largestBody) bytes (--max-filesize): \(found)"
        )
    }

    /// The line without its end; bytes that are not UTF-8 are read as ISO 8859-1.
    private static func text(_ line: some Collection<UInt8>) -> String {
        var bytes = Array(line)
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = ""
        text.unicodeScalars.append(contentsOf: bytes.map { Unicode.Scalar($0) })
        return text
    }

    private static func trimmed(_ text: Substring) -> String {
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let bytes = text.utf8.drop(while: isSpace)
        guard let end = bytes.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(Substring(bytes[...end]))
    }
}
