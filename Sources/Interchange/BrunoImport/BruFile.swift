/// A file in Bruno's language: blocks of fields, of texts and of names.
struct BruFile {
    /// `name: value`, or a name alone.
    struct Field {
        let line: Int
        let name: String
        let value: String
        /// Whether it is switched off by a `~`.
        let isOff: Bool
    }

    /// One block.
    struct Block {
        let name: String
        let line: Int
        var fields: [Field] = []
        /// Without the two blanks in front of each line; `nil` for one of fields.
        var text: String?
    }

    let file: String
    /// Those that nobody has taken yet, in order.
    private(set) var blocks: [Block] = []

    /// Blocks that hold a text.
    private static func isText(_ name: String) -> Bool {
        if ["tests", "docs"].contains(name) || name.hasPrefix("script:") { return true }
        return name.hasPrefix("body:")
            && !["body:form-urlencoded", "body:multipart-form", "body:file"].contains(name)
            || name == "body" || name == "example"
    }

    /// Reads a file.
    ///
    /// - Throws: When something is no block, or a block has no end.
    init(_ bytes: [UInt8], file: String) throws(InterchangeError) {
        self.file = file
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
                    "\"\(closing)\" on a line of its own",
                    "the end of the file"
                )
            }
            let content = lines[(start + 1)..<end]
            if mark == "{", Self.isText(name) {
                block.text = content.map { $0.hasPrefix("  ") ? $0.dropFirst(2) : $0 }
                    .joined(separator: "\n")
            } else {
                block.fields = try Self.fields(content, isList: mark == "[", file)
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
        _ file: String
    ) throws(InterchangeError) -> [Field] {
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
                throw error(file, number, "a name and a colon", "\"\(line.prefix(40))\"")
            }
            var value = start
            if value == "'''" {
                // A text of several lines.
                let end = lines[index...].firstIndex { $0.trimmed.hasPrefix("'''") }
                guard let end else {
                    throw error(
                        file,
                        number,
                        "\"'''\" at the end of a text",
                        "the end of the block"
                    )
                }
                value = lines[index..<end].map(\.trimmed).joined(separator: "\n")
                index = end + 1
            }
            fields.append(Field(line: number, name: name, value: value, isOff: isOff))
        }
        return fields
    }

    /// A name, which may stand in quotes, and what follows its colon.
    private static func split(_ line: String) -> (name: String, value: String)? {
        if line.hasPrefix("\"") {
            let rest = line.dropFirst()
            guard let quote = rest.firstIndex(of: "\"") else { return nil }
            let behind = rest[rest.index(after: quote)...].trimmed
            guard behind.hasPrefix(":") else { return nil }
            return (String(rest[..<quote]), behind.dropFirst().trimmed)
        }
        guard let colon = line.firstIndex(of: ":") else { return nil }
        return (line[..<colon].trimmed, line[line.index(after: colon)...].trimmed)
    }

    /// The first block with one of these names, which counts as read.
    mutating func take(_ names: String...) -> Block? {
        guard let index = blocks.firstIndex(where: { names.contains($0.name) }) else { return nil }
        return blocks.remove(at: index)
    }
}
