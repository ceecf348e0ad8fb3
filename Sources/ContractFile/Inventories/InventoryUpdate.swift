import Base
import Contract
package import Trace

/// Writes what a document shows back into its inventory.
///
/// That is lines, digests, and the length and hash of the text. Every other byte of the file stays.
package struct InventoryUpdate {
    /// A piece of the file and what takes its place.
    private struct Edit {
        let range: Range<Int>
        let text: String
    }

    private let file: InventoryFile
    private var edits: [Edit] = []

    /// Why nothing can be written.
    package struct Obstacle: Error, Hashable, Sendable {
        package let diagnostics: [Diagnostic]
    }

    /// The file with everything brought up to the text.
    ///
    /// Of statements that changed the lines are written that stand in their place, and their digests stay,
    /// so that they are reported until someone has reviewed them.
    ///
    /// - Parameters:
    ///   - file: The inventory.
    ///   - holding: What its document shows.
    /// - Returns: The bytes behind a byte order mark, if there is one; those that are there when there is
    ///   nothing to write.
    /// - Throws: What must be done first.
    package static func bytes(
        of file: InventoryFile,
        _ holding: DocumentHolding
    ) throws(Obstacle) -> [UInt8] {
        let gone = (holding.change?.outcomes ?? []).filter { $0.outcome == .vanished }
        guard gone.isEmpty else {
            throw Obstacle(
                diagnostics: gone.map { entry, _ in
                    file.diagnostic(
                        "\(entry.subject) has vanished from the document",
                        at: entry,
                        hint: "remove it, then run \"assay trace --update\" again"
                    )
                }
            )
        }
        var update = InventoryUpdate(file: file)
        update.add(holding)
        return try update.applied(holding)
    }

    private init(file: InventoryFile) { self.file = file }

    private mutating func add(_ holding: DocumentHolding) {
        let outcomes = holding.change?.outcomes.map { $0.outcome }
        for (index, entry) in InventoryEntry.all(of: file.inventory).enumerated() {
            var lines = entry.lines
            var digest: String? = holding.text.digest(of: lines)
            switch outcomes?[index] {
            case .moved(let place): (lines, digest) = (place, holding.text.digest(of: place))
            case .changed(let place): (lines, digest) = (place, entry.digest)
            case .unmoved, .vanished, nil: break
            }
            write(lines, digest, into: entry)
        }
        writeDocument(holding.text)
    }

    private mutating func write(_ lines: LineRanges, _ digest: String?, into entry: InventoryEntry)
    {
        guard let node = file.node(of: entry), let place = node["lines"] else { return }
        if lines != entry.lines { replace(place, lines) }
        guard let digest, digest != entry.digest else { return }
        if let old = node["digest"] {
            replace(old, Self.scalar(digest))
        } else if let key = node.entry("lines") {
            insert([("digest", Self.scalar(digest))], behind: key, in: node)
        }
    }

    private mutating func writeDocument(_ text: DocumentText) {
        guard let node = file.root["document"], let name = node.entry("doc") else { return }
        var missing: [(key: String, value: String)] = []
        for (key, value) in [("lines", "\(text.lines.count)"), ("sha256", text.sha256)] {
            if let old = node[key] {
                if old.text != value {
                    replace(old, Self.scalar(value, isNumber: key == "lines"))
                }
            } else {
                missing.append((key, Self.scalar(value, isNumber: key == "lines")))
            }
        }
        guard !missing.isEmpty else { return }
        let title = node.entry("title").flatMap { isOnOneLine($0.value) ? $0 : nil }
        insert(missing, behind: node.entry("lines") ?? title ?? name, in: node)
    }

    // MARK: - Edits

    private mutating func replace(_ node: YAMLNode, _ lines: LineRanges) {
        guard let elements = node.elements else { return replace(node, lines.yaml) }
        guard elements.count == lines.ranges.count else {
            let start = file.source.byte(at: node.location)
            // Dashes may stand below the first letter of the key; a bracket may not.
            let indent = file.source.bytes[start] == UInt8(ascii: "[") ? "" : "  "
            return edits.append(Edit(range: start..<end(of: node), text: "\(indent)[\(lines)]"))
        }
        for (element, range) in zip(elements, lines.ranges) {
            let text = LineRanges.text(of: range)
            if element.text != text { replace(element, text) }
        }
    }

    /// Puts another text in place of a scalar.
    private mutating func replace(_ node: YAMLNode, _ text: String) {
        let range = file.source.byte(at: node.location)..<end(of: node)
        edits.append(Edit(range: range, text: text))
    }

    /// Adds keys behind another one of the same mapping.
    private mutating func insert(
        _ pairs: [(key: String, value: String)],
        behind entry: YAMLNode.Entry,
        in mapping: YAMLNode
    ) {
        let bytes = file.source.bytes
        var place = end(of: entry.value)
        let pairs = pairs.map { "\($0.key): \($0.value)" }
        guard bytes[file.source.byte(at: mapping.location)] != UInt8(ascii: "{") else {
            let text = pairs.map { ", \($0)" }.joined()
            return edits.append(Edit(range: place..<place, text: text))
        }
        place = bytes[place...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
        let lineEnd = bytes[place...].starts(with: [0x0D, 0x0A]) ? "\r\n" : "\n"
        let indent = String(repeating: " ", count: entry.key.location.column - 1)
        let text = pairs.map { lineEnd + indent + $0 }.joined()
        edits.append(Edit(range: place..<place, text: text))
    }

    /// The byte behind a scalar on one line, or behind a list of such.
    private func end(of node: YAMLNode) -> Int {
        let source = file.source
        let start = source.byte(at: node.location)
        guard let elements = node.elements else {
            return source.byte(at: node.location, after: node.length)
        }
        guard let last = elements.last else { return start }
        var place = end(of: last)
        guard source.bytes[start] == UInt8(ascii: "[") else { return place }
        while place < source.bytes.count, source.bytes[place] != UInt8(ascii: "]") {
            if source.bytes[place] == UInt8(ascii: "#") {
                place = source.bytes[place...].firstIndex(of: 0x0A) ?? source.bytes.count
            } else {
                place += 1
            }
        }
        return min(place + 1, source.bytes.count)
    }

    private func isOnOneLine(_ node: YAMLNode) -> Bool {
        guard case .scalar(let text, let isPlain) = node.content else { return false }
        if isPlain { return text.unicodeScalars.count == node.length }
        let bytes = file.source.bytes
        let first = bytes[file.source.byte(at: node.location)]
        return node.length > 1 && bytes[end(of: node) - 1] == first
    }

    /// A text as a scalar, in quotes where it would be a number without.
    private static func scalar(_ text: String, isNumber: Bool = false) -> String {
        isNumber ? text : HexadecimalText.yaml(text)
    }

    // MARK: - The result

    private func applied(_ holding: DocumentHolding) throws(Obstacle) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = file.source.bytes[...]
        let inOrder = edits.sorted {
            ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
        }
        for edit in inOrder {
            bytes += rest[..<edit.range.lowerBound] + edit.text.utf8
            rest = rest[edit.range.upperBound...]
        }
        bytes += rest
        try check(bytes, holding)
        return bytes
    }

    /// Reads the new text once more: no layout of a file may lead to one that says something else.
    private func check(_ bytes: [UInt8], _ holding: DocumentHolding) throws(Obstacle) {
        let diagnostics = Diagnostics()
        let source = SourceText(file: file.inventory.file, bytes: bytes)
        let decoder = InventoryDecoder(
            file: file.inventory.file,
            diagnostics: diagnostics,
            directory: nil
        )
        if let root = YAMLDocument.parse(source, into: diagnostics),
            let reader = KeyReader(root, of: "an inventory", InventoryKeys.self, diagnostics)
        {
            _ = reader[\.trace]
            let inventory = decoder.inventory(reader)
            let text = holding.text
            if !diagnostics.hasErrors, let inventory, inventory.document.sha256 == text.sha256,
                inventory.document.lineCount == text.lines.count,
                InventoryEntry.all(of: inventory).map(\.place)
                    == InventoryEntry.all(of: file.inventory).map(\.place),
                InventoryEntry.all(of: inventory).allSatisfy({ $0.digest != nil })
            {
                return
            }
        }
        throw Obstacle(
            diagnostics: [
                Diagnostic(
                    "cannot update this file without changing other parts of it",
                    at: .whole(file.inventory.file),
                    hint: "write lines: and digest: on one line each"
                )
            ]
        )
    }
}

extension InventoryEntry {
    /// What messages call it.
    package var subject: String {
        switch place {
        case .statement(let name): "statement \(Excerpt.quoted(name))"
        case .aside: "what stands aside in lines \(lines)"
        }
    }
}
