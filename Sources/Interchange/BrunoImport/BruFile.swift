import Base

/// A file in Bruno's language: blocks of fields, texts and names.
struct BruFile {
    /// `name: value`, or a name alone.
    struct Field {
        let line: Int
        let name: String
        let value: String
        /// Whether it is disabled by a `~`.
        let isOff: Bool
        /// The annotation after a multi-line text: `@contentType(text/plain)`.
        var attributes = ""
    }

    /// One block.
    struct Block {
        let name: String
        let line: Int
        var fields: [Field] = []
        /// Without the two blanks before each line; `nil` for a block of fields.
        var text: String?
    }

    /// A line that is not a field.
    struct Unread {
        let line: Int
        let text: String
        let expected: String
    }

    let file: String
    /// Its path in the folder tree; the file's own path unless it contains several.
    var path: String
    /// Saved responses, as far as they were read.
    var examples: [OpenCollectionFile.Example] = []
    /// Lines that could not be read; the lines around them were.
    private(set) var unread: [Unread] = []
    /// Those not taken yet, in order.
    private(set) var blocks: [Block] = []

    /// Whether a block contains a text.
    private static func isText(_ name: String) -> Bool {
        if ["tests", "docs"].contains(name) || name.hasPrefix("script:") { return true }
        return name.hasPrefix("body:")
            && !["body:form-urlencoded", "body:multipart-form", "body:file"].contains(name)
            || name == "body" || name == "example"
    }

    /// Takes blocks that were read elsewhere.
    init(_ blocks: [Block], file: String) {
        self.blocks = blocks
        self.file = file
        path = file
    }

    /// Reads a file.
    ///
    /// - Throws: When something is not a block, or a block has no end.
    init(_ bytes: [UInt8], file: String) throws(InterchangeError) {
        self.file = file
        path = file
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        var index = 0
        while index < lines.count {
            let line = lines[index].trimmed
            defer { index += 1 }
            guard !line.isEmpty else { continue }
            let mark = line.last.map(String.init) ?? ""
            let name = line.dropLast().trimmed
            guard ["{", "["].contains(mark), !name.isEmpty, !name.contains(where: \.isWhitespace)
            else {
                throw Self.error(
                    file,
                    index + 1,
                    "a block, as in \"get {\"",
                    "\"\(line.prefix(40))\""
                )
            }
            var block = Block(name: name, line: index + 1)
            let start = index
            let closing = mark == "{" ? "}" : "]"
            let end = lines[(index + 1)...].firstIndex { line in
                line.hasPrefix(closing) && line.trimmed == closing
            }
            guard let end else {
                throw Self.error(
                    file,
                    start + 1,
                    "\"\(closing)\" on a separate line",
                    "the end of the file"
                )
            }
            let content = lines[(start + 1)..<end]
            if mark == "{", Self.isText(name) {
                block.text = content.map { $0.hasPrefix("  ") ? $0.dropFirst(2) : $0 }
                    .joined(separator: "\n")
            } else {
                block.fields = Self.fields(content, isList: mark == "[", &unread)
            }
            blocks.append(block)
            index = end
        }
    }

    private static func error(
        _ file: String,
        _ line: Int,
        _ expected: String,
        _ found: String
    ) -> InterchangeError {
        InterchangeError(file: file, place: .line(line), expected: expected, found: found)
    }

    private static func fields(
        _ lines: ArraySlice<Substring>,
        isList: Bool,
        _ unread: inout [Unread]
    ) -> [Field] {
        var fields: [Field] = []
        var index = lines.startIndex
        while index < lines.endIndex {
            let number = index + 1
            var line = lines[index].trimmed
            index += 1
            guard !line.isEmpty else { continue }
            let isOff = line.hasPrefix("~")
            if isOff { line.removeFirst() }
            if isList {
                let name = line.hasSuffix(",") ? line.dropLast().trimmed : line
                fields.append(Field(line: number, name: name, value: "", isOff: isOff))
                continue
            }
            guard let (name, start) = split(line) else {
                unread.append(Unread(line: number, text: line, expected: "a name and a colon"))
                continue
            }
            var field = Field(line: number, name: name, value: start, isOff: isOff)
            if start == "'''" {
                guard let end = lines[index...].firstIndex(where: { $0.trimmed.hasPrefix("'''") })
                else {
                    let expected = "\"'''\" at the end of a text"
                    unread.append(Unread(line: number, text: line, expected: expected))
                    continue
                }
                field = Field(
                    line: number,
                    name: name,
                    value: lines[index..<end].map(outdented).joined(separator: "\n"),
                    isOff: isOff,
                    attributes: lines[end].trimmed.dropFirst(3).trimmed
                )
                index = end + 1
            }
            fields.append(field)
        }
        return fields
    }

    /// A line of a text without the four blanks that Bruno adds.
    private static func outdented(_ line: Substring) -> Substring {
        line.dropFirst(line.prefix(4).prefix { $0 == " " }.count)
    }

    /// A name, which can be quoted, and the text after its colon.
    private static func split(_ line: String) -> (name: String, value: String)? {
        guard line.hasPrefix("\"") else {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (line[..<colon].trimmed, line[line.index(after: colon)...].trimmed)
        }
        var name = ""
        var rest = line.dropFirst()
        while let next = rest.popFirst() {
            if next == "\\", let escaped = rest.first, "\"\\".contains(escaped) {
                name.append(rest.removeFirst())
            } else if next == "\"" {
                let behind = rest.trimmed
                return behind.hasPrefix(":") ? (name, behind.dropFirst().trimmed) : nil
            } else {
                name.append(next)
            }
        }
        return nil
    }

    /// The first block with one of these names, which then counts as read.
    mutating func take(_ names: String...) -> Block? {
        guard let index = blocks.firstIndex(where: { names.contains($0.name) }) else { return nil }
        return blocks.remove(at: index)
    }
}
