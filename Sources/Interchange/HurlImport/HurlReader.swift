import Base

/// Reads Hurl files: everything in one is a part of an entry, a comment or blank; anything else is rejected.
///
/// Source: the grammar in Hurl's documentation, up to version 7; unknown names are kept.
struct HurlReader {
    let file: String
    let bytes: [UInt8]
    var position = 0
    var line = 1
    /// Comments that do not belong to an entry yet.
    private var comments: [HurlEntry.Comment] = []
    /// The last line with more on it than a comment.
    private var contentLine = 0

    init(_ bytes: [UInt8], file: String) {
        self.file = file
        // A byte order mark is ignored.
        self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }

    /// All entries of the file.
    ///
    /// - Throws: The first syntax error.
    mutating func entries() throws(InterchangeError) -> [HurlEntry] {
        var entries: [HurlEntry] = []
        try skipBlanks()
        while !isAtEnd {
            entries.append(try entry())
            try skipBlanks()
        }
        if !comments.isEmpty, !entries.isEmpty {
            entries[entries.count - 1].comments += comments
        }
        return entries
    }

    private mutating func entry() throws(InterchangeError) -> HurlEntry {
        let start = line
        let above = comments
        comments = []
        guard isRequest else { throw error("a method and a URL, as in GET https://example.com/") }
        let method = takeWord { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") }
        skipSpaces()
        var entry = HurlEntry(line: start, method: method, url: try valueText())
        try endLine()
        try skipBlanks()
        entry.fields = try fields()
        try readParts(into: &entry.sections, &entry.body)
        if isResponse {
            entry.response = try response()
        }
        // Comments below the entry belong to the next one.
        entry.comments = above + comments.filter { $0.line <= contentLine }
        comments.removeAll { $0.line <= contentLine }
        return entry
    }

    private mutating func response() throws(InterchangeError) -> HurlEntry.Response {
        let start = line
        let word = takeWord { !Self.isSpace($0) && $0 != 0x0A }
        let version = word.hasPrefix("HTTP/") ? String(word.dropFirst(5)) : nil
        guard version == nil || ["1.0", "1.1", "2", "3", "*"].contains(version ?? "") else {
            throw error("HTTP, HTTP/1.0, HTTP/1.1, HTTP/2 or HTTP/3", found: "\"\(word)\"", start)
        }
        skipSpaces()
        let status = takeWord { !Self.isSpace($0) && $0 != 0x0A && $0 != UInt8(ascii: "#") }
        let number = Int(status)
        guard status == "*" || number.map({ (100...599).contains($0) }) ?? false else {
            throw error("a status such as 200, or *", found: "\"\(status)\"", start)
        }
        try endLine()
        try skipBlanks()
        var response = HurlEntry.Response(
            line: start,
            version: version == "*" ? nil : version,
            status: number
        )
        response.fields = try fields()
        try readParts(into: &response.sections, &response.body)
        return response
    }

    private mutating func readParts(
        into sections: inout [HurlEntry.Section],
        _ body: inout HurlEntry.Body?
    ) throws(InterchangeError) {
        while let name = sectionName { sections.append(try section(name)) }
        guard !isAtEnd, !isResponse, !isRequest else { return }
        body = try self.body()
        try endLine()
        try skipBlanks()
    }

    private mutating func section(_ name: String) throws(InterchangeError) -> HurlEntry.Section {
        var section = HurlEntry.Section(line: line, name: name)
        position += name.utf8.count + 2
        try endLine()
        try skipBlanks()
        switch name {
        case "Asserts", "Captures":
            while !isAtEnd, sectionName == nil, !isRequest, !isResponse, !isBody {
                section.sentences.append(try sentence(named: name == "Captures"))
            }
        default: section.fields = try fields()
        }
        return section
    }

    /// `name: value`, one per line.
    private mutating func fields() throws(InterchangeError) -> [HurlEntry.Field] {
        var fields: [HurlEntry.Field] = []
        while !isAtEnd, sectionName == nil, !isRequest, !isResponse, !isBody {
            let start = line
            let name = try fieldName()
            fields.append(.init(line: start, name: name, value: try valueText()))
            try endLine()
            try skipBlanks()
        }
        return fields
    }

    /// A name and the colon after it.
    mutating func fieldName() throws(InterchangeError) -> String {
        let name = try text { $0 == UInt8(ascii: ":") || Self.isSpace($0) }
        skipSpaces()
        guard take(":"), !name.isEmpty else {
            throw error("a name and a colon, as in \"Accept: text/html\"")
        }
        skipSpaces()
        return name
    }

    /// The rest of a line up to a comment.
    mutating func valueText() throws(InterchangeError) -> String {
        try text { $0 == UInt8(ascii: "#") }.trimmed
    }
}

// MARK: - Lookahead

extension HurlReader {
    var isAtEnd: Bool { position >= bytes.count }

    var next: UInt8? { isAtEnd ? nil : bytes[position] }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

    /// The rest of the line.
    private var restOfLine: ArraySlice<UInt8> {
        bytes[position...].prefix { $0 != 0x0A }
    }

    func isNext(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    /// Whether a request begins: capitals, a space, and no colon.
    private var isRequest: Bool {
        let word = bytes[position...].prefix { $0 >= 0x41 && $0 <= 0x5A }
        let behind = bytes[word.endIndex...]
        guard !word.isEmpty, let space = behind.first, Self.isSpace(space) else { return false }
        return behind.first { !Self.isSpace($0) } != UInt8(ascii: ":") && !isResponse
    }

    private var isResponse: Bool { isNext("HTTP ") || isNext("HTTP/") || isNext("HTTP\t") }

    /// The name of a section that begins here; `nil` when none does.
    private var sectionName: String? {
        guard next == UInt8(ascii: "[") else { return nil }
        let name = bytes[(position + 1)...].prefix { $0.isASCIILetter }
        guard !name.isEmpty, bytes[name.endIndex...].first == UInt8(ascii: "]"),
            (0x41...0x5A).contains(name.first ?? 0)
        else { return nil }
        return String(decoding: name, as: UTF8.self)
    }

    /// Whether a body begins, not a field.
    private var isBody: Bool {
        guard let next else { return false }
        if ["[", "<", "`", "\""].contains(UnicodeScalar(next)) { return true }
        if ["base64,", "hex,", "file,"].contains(where: isNext) { return true }
        if next == UInt8(ascii: "{") {
            // `{{name}}: value` is a field.
            guard isNext("{{"), let end = restOfLine.firstRange(of: Array("}}".utf8)) else {
                return true
            }
            return restOfLine[end.upperBound...].first { !Self.isSpace($0) } != UInt8(ascii: ":")
        }
        let isScalar = next.isASCIIDigit || ["true", "false", "null", "-"].contains(where: isNext)
        return isScalar && !restOfLine.contains(UInt8(ascii: ":"))
            && !restOfLine.contains(0x20)
    }
}

// MARK: - Blanks and comments

extension HurlReader {
    mutating func take(_ text: String) -> Bool {
        guard isNext(text) else { return false }
        position += text.utf8.count
        return true
    }

    mutating func takeWord(_ isFit: (UInt8) -> Bool) -> String {
        let word = bytes[position...].prefix(while: isFit)
        position = word.endIndex
        return String(decoding: word, as: UTF8.self)
    }

    mutating func skipSpaces() {
        while let next, Self.isSpace(next) { position += 1 }
    }

    /// Takes blank lines and lines of comments.
    mutating func skipBlanks() throws(InterchangeError) {
        while true {
            skipSpaces()
            guard next == 0x0A || next == UInt8(ascii: "#") else { return }
            try endLine(isBlank: true)
        }
    }

    /// Takes blanks, a comment and the end of the line.
    mutating func endLine(isBlank: Bool = false) throws(InterchangeError) {
        if !isBlank { contentLine = line }
        skipSpaces()
        if next == UInt8(ascii: "#") {
            let comment = String(decoding: restOfLine.dropFirst(), as: UTF8.self)
            position = restOfLine.endIndex
            let text = comment.filter { $0 != "\r" && $0 != "\r\n" }.trimmed
            if !text.isEmpty { comments.append(.init(line: line, text: text)) }
        }
        guard !isAtEnd else { return }
        guard next == 0x0A else { throw error("the end of the line") }
        position += 1
        line += 1
    }

    func error(
        _ expected: String,
        found: String? = nil,
        _ line: Int? = nil
    ) -> InterchangeError {
        let rest = String(decoding: restOfLine.prefix(40), as: UTF8.self)
        return InterchangeError(
            file: file,
            place: .line(line ?? self.line),
            expected: expected,
            found: found ?? (isAtEnd ? "the end of the file" : "\"\(rest)\"")
        )
    }
}
