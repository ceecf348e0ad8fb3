/// Finds the end of an HTTP/1.1 message (RFC 9112 §6).
struct MessageScanner {
    enum Kind {
        case request
        /// A response to HEAD has no body.
        case response(isToHead: Bool)
    }

    private enum State {
        case head
        case counted(left: Int)
        case chunked(ChunkScanner)
        case untilClose
        case complete, malformed
    }

    private let kind: Kind
    private var state = State.head
    private var head: [UInt8] = []
    /// Number of bytes consumed.
    private(set) var count = 0
    /// Where the body begins, after interim responses; `nil` for an incomplete head.
    private(set) var bodyStart: Int?
    private(set) var isToHead = false
    /// Whether the connection speaks another protocol from here on.
    private(set) var isUpgrade = false
    /// The longest head that is understood.
    private static let longestHead = 65_536

    init(_ kind: Kind) { self.kind = kind }

    var isComplete: Bool { if case .complete = state { true } else { false } }
    /// Whether this is not HTTP/1.1 that can be followed.
    var isMalformed: Bool { if case .malformed = state { true } else { false } }

    /// Consumes bytes from the front.
    ///
    /// - Returns: Number of bytes that belong to the message.
    mutating func consume(_ bytes: ArraySlice<UInt8>) -> Int {
        var rest = bytes
        defer { count += bytes.count - rest.count }
        while !rest.isEmpty {
            switch state {
            case .head:
                takeHeadByte(rest.removeFirst(), taken: count + bytes.count - rest.count)
            case .counted(let left):
                let taken = min(left, rest.count)
                rest.removeFirst(taken)
                state = left == taken ? .complete : .counted(left: left - taken)
            case .chunked(var chunks):
                rest.removeFirst(chunks.consume(rest))
                state =
                    chunks.isComplete
                    ? .complete : chunks.isMalformed ? .malformed : .chunked(chunks)
            case .untilClose:
                rest = rest[rest.endIndex...]
            case .complete, .malformed:
                return bytes.count - rest.count
            }
        }
        return bytes.count
    }

    private mutating func takeHeadByte(_ byte: UInt8, taken: Int) {
        head.append(byte)
        guard head.count <= Self.longestHead else { return state = .malformed }
        guard byte == UInt8(ascii: "\n") else { return }
        // Empty lines before a message are passed over.
        if head.allSatisfy({ $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }) {
            head = []
        } else if head.ends(with: "\n\r\n") || head.ends(with: "\n\n") {
            decide(MessageHead(head), bodyStart: taken)
            head = []
        } else if !MessageHead.canBegin(head) {
            state = .malformed
        }
    }

    private mutating func decide(_ head: MessageHead, bodyStart: Int) {
        switch kind {
        case .request:
            isToHead = head.startLine.first == "HEAD"
            // A tunnel follows; that is not followed here.
            if head.startLine.first == "CONNECT" { return state = .malformed }
        case .response(let isToHead):
            guard let status = head.status else { return state = .malformed }
            isUpgrade = status == 101
            // An interim response is followed by the final one.
            if (100..<200).contains(status), !isUpgrade { return }
            if isToHead || status == 204 || status == 304 || isUpgrade {
                self.bodyStart = bodyStart
                return state = .complete
            }
        }
        self.bodyStart = bodyStart
        if head.isChunked {
            state = .chunked(ChunkScanner())
        } else if let length = head.contentLength {
            state = length == 0 ? .complete : .counted(left: length)
        } else if case .request = kind {
            state = .complete
        } else {
            state = .untilClose
        }
    }
}

/// Length of a message, from its head.
private struct MessageHead {
    let startLine: [Substring]
    let isChunked: Bool
    /// `nil` when it is missing or invalid.
    let contentLength: Int?

    init(_ bytes: [UInt8]) {
        let lines = String(decoding: bytes, as: UTF8.self).headLines
        startLine = (lines.first ?? "").split(separator: " ")
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            fields[line[..<colon].lowercased()] = value.lowercased()
        }
        isChunked = fields["transfer-encoding"]?.contains("chunked") ?? false
        let digits = fields["content-length"]?.filter { $0 != " " } ?? ""
        contentLength = Int(digits).flatMap { $0 >= 0 ? $0 : nil }
    }

    var status: Int? {
        guard startLine.first?.hasPrefix("HTTP/1.") == true, startLine.count > 1 else { return nil }
        return Int(startLine[1])
    }

    /// Whether these lines, at least one of them complete, may be the beginning of a message.
    static func canBegin(_ bytes: [UInt8]) -> Bool {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        return String(decoding: line, as: UTF8.self).contains("HTTP/1.")
    }
}

extension String {
    /// The lines without their ends.
    fileprivate var headLines: [Substring] {
        unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map { Substring($0) }
    }
}

extension [UInt8] {
    fileprivate func ends(with text: String) -> Bool {
        suffix(text.utf8.count).elementsEqual(text.utf8)
    }
}
