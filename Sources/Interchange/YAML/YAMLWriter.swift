import JSON

/// Writes YAML in the form that people write contracts: on one line if it fits, else in blocks.
struct YAMLWriter {
    /// The line length that is exceeded only if unavoidable.
    static let width = 100
    private var text = ""

    /// The whole text of a mapping, with a line break at the end.
    static func text(of items: [YAMLTree.Item]) -> String {
        var writer = YAMLWriter()
        writer.write(items, indent: 0)
        return writer.text
    }

    /// The whole text of a JSON value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - tables: How many levels of mappings have a line for every entry, even if one would do.
    /// - Returns: The text, with a line break at the end.
    static func text(of value: JSONValue, tables: Int) -> String {
        guard case .mapping(let items, _) = tree(value, tables: tables) else {
            return flow(value) + "\n"
        }
        return text(of: items)
    }

    private static func tree(_ value: JSONValue, tables: Int) -> YAMLTree {
        guard tables > 0, let object = value.objectValue, !object.isEmpty else {
            return .value(value)
        }
        return .mapping(
            object.members.map { .entry($0.name, tree($0.value, tables: tables - 1)) },
            isTable: true
        )
    }
}

// MARK: - Blocks

extension YAMLWriter {
    private mutating func write(_ items: [YAMLTree.Item], indent: Int) {
        for item in items {
            switch item {
            case .gap: text += "\n"
            case .sample(let lines): for line in lines { writeComment(line, indent) }
            case .comment(let lines):
                for line in lines {
                    let room = max(40, Self.width - indent - 2)
                    for part in Self.wrapped(line, to: room) { writeComment(part, indent) }
                }
            case .entry(let key, let value):
                text += Self.spaces(indent)
                writeEntry(key, value, indent: indent)
            }
        }
    }

    private mutating func writeComment(_ line: String, _ indent: Int) {
        // A line end would end the comment.
        let line = YAMLScalarText.withoutControls(line)
        text += Self.spaces(indent) + (line.isEmpty ? "#\n" : "# \(line)\n")
    }

    /// Writes `key: value` after existing indentation.
    private mutating func writeEntry(_ key: String, _ value: YAMLTree, indent: Int) {
        let start = YAMLScalarText.spelled(key, inFlow: false) + ":"
        if let line = oneLine(value, room: Self.width - indent - start.unicodeScalars.count - 1) {
            text += "\(start) \(line)\n"
            return
        }
        text += start + "\n"
        writeBlock(value, indent: indent + 2)
    }

    private mutating func writeBlock(_ value: YAMLTree, indent: Int) {
        switch value.expanded {
        case .mapping(let items, _): write(items, indent: indent)
        case .sequence(let elements): for element in elements { writeElement(element, indent) }
        case .value(let scalar): text += Self.spaces(indent) + Self.flow(scalar) + "\n"
        }
    }

    private mutating func writeElement(_ element: YAMLTree, _ indent: Int) {
        if case .mapping(let items, let isTable) = element, items.first?.isEntry == false {
            let rest = items.drop { !$0.isEntry }
            write(Array(items[..<rest.startIndex]), indent: indent)
            return writeElement(.mapping(Array(rest), isTable: isTable), indent)
        }
        text += Self.spaces(indent) + "-"
        if let line = oneLine(element, room: Self.width - indent - 2) {
            text += " \(line)\n"
            return
        }
        // The first key follows the dash.
        if case .mapping(let items, _) = element.expanded,
            case .entry(let key, let value)? = items.first
        {
            text += " "
            writeEntry(key, value, indent: indent + 2)
            write(Array(items.dropFirst()), indent: indent + 2)
        } else {
            text += "\n"
            writeBlock(element, indent: indent + 2)
        }
    }

    /// The text of a value that needs no block: scalars, and collections that fit.
    private func oneLine(_ tree: YAMLTree, room: Int) -> String? {
        guard tree.isBare else { return nil }
        if case .value(let value) = tree {
            switch value {
            case .array, .object: break
            default: return Self.flow(value, inFlow: false)
            }
        }
        let line = Self.flow(tree)
        return line.unicodeScalars.count <= room || tree.isEmpty ? line : nil
    }

    private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

    /// Breaks a line of a comment between words; continuation lines are not indented.
    static func wrapped(_ line: String, to room: Int) -> [String] {
        var lines: [String] = []
        var current = ""
        var words = line.split(separator: " ").map(String.init)[...]
        while let first = words.popFirst() {
            // A mark that people search for stays on one line.
            let isMark = first == "FILL" && words.first?.hasPrefix("IN") == true
            let word = isMark ? "\(first) \(words.removeFirst())" : first
            let joined = current.isEmpty ? word : "\(current) \(word)"
            if joined.unicodeScalars.count > room, !current.isEmpty {
                lines.append(current)
                current = word
            } else {
                current = joined
            }
        }
        return lines + [current]
    }
}

// MARK: - One line

extension YAMLWriter {
    private static func flow(_ tree: YAMLTree) -> String {
        switch tree {
        case .value(let value): return flow(value)
        case .sequence(let elements):
            return list(elements.map(flow), isSpaced: elements.contains(where: \.isCollection))
        case .mapping(let items, _):
            return braces(
                items.compactMap { item in
                    guard case .entry(let key, let value) = item else { return nil }
                    return (key, flow(value))
                }
            )
        }
    }

    private static func flow(_ value: JSONValue, inFlow: Bool = true) -> String {
        switch value {
        case .null, .bool, .number: value.text
        case .string(let text): YAMLScalarText.spelled(text, inFlow: inFlow)
        case .array(let elements):
            list(
                elements.map { flow($0) },
                isSpaced: elements.contains { YAMLTree.value($0).isCollection }
            )
        case .object(let object): braces(object.members.map { ($0.name, flow($0.value)) })
        }
    }

    private static func list(_ elements: [String], isSpaced: Bool) -> String {
        let inner = elements.joined(separator: ", ")
        return isSpaced ? "[ \(inner) ]" : "[\(inner)]"
    }

    private static func braces(_ members: [(String, String)]) -> String {
        guard !members.isEmpty else { return "{}" }
        let inner = members.map { "\(YAMLScalarText.spelled($0, inFlow: true)): \($1)" }
        return "{ \(inner.joined(separator: ", ")) }"
    }
}

extension YAMLTree.Item {
    fileprivate var isEntry: Bool { if case .entry = self { true } else { false } }
}

extension YAMLTree {
    /// A JSON collection as a tree of its own.
    fileprivate var expanded: YAMLTree {
        guard case .value(let value) = self else { return self }
        switch value {
        case .object(let object):
            return .mapping(object.members.map { .entry($0.name, .value($0.value)) })
        case .array(let elements): return .sequence(elements.map(YAMLTree.value))
        default: return self
        }
    }

    fileprivate var isCollection: Bool {
        switch self {
        case .value(.array), .value(.object), .sequence, .mapping: true
        case .value: false
        }
    }

    fileprivate var isEmpty: Bool {
        switch self {
        case .value(.array(let elements)): elements.isEmpty
        case .value(.object(let object)): object.isEmpty
        case .sequence(let elements): elements.isEmpty
        case .mapping(let items, _): items.isEmpty
        case .value: false
        }
    }
}
