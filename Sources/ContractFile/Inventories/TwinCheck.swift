import Contract

/// Compares what becomes of the statements of an inventory with what becomes of the same statements in its
/// twin, of a document that says much of the same: what one promises is not out of sight in the other.
struct TwinCheck {
    /// The inventory.
    let file: String
    /// Its text as a tree.
    let root: YAMLNode
    let session: ReadingSession

    private var diagnostics: Diagnostics { session.diagnostics }

    /// Reports each statement that the twin decides otherwise.
    func run() {
        let named = root["statements"]?.entries ?? []
        guard let node = root["document"]?["twin"], let path = node.stringValue else {
            for entry in named {
                guard let name = entry.value.entry("sameAs") else { continue }
                diagnostics.error(
                    "the document has no twin",
                    at: name.key,
                    hint: "name the other inventory in twin: of document:"
                )
            }
            return
        }
        guard let twin = statements(of: path, at: node) else {
            return
        }
        let names = twin.compactMap(\.key.text)
        for entry in named {
            let name = entry.value["sameAs"] ?? entry.key
            if let other = twin.first(where: { $0.key.text == name.text }) {
                compare(entry, with: other)
            } else if entry.value["sameAs"] != nil {
                let text = name.text ?? ""
                diagnostics.error(
                    "the twin has no statement \(Excerpt.quoted(text))",
                    at: name,
                    hint: Diagnostics.suggestion(for: text, among: names)
                )
            }
        }
    }

    /// The statements of the twin; `nil` after a warning that it cannot be read.
    private func statements(of path: String, at node: YAMLNode) -> [YAMLNode.Entry]? {
        let path = FilePath.normalized(FilePath.joined(FilePath.folder(of: file), path))
        do {
            let source = try session.source(path, atMost: YAMLDocument.maximumBytes)
            // It reports its own faults where it is read itself.
            return YAMLDocument.parse(source, into: Diagnostics())?["statements"]?.entries
        } catch {
            // A folder can be used without the other.
            diagnostics.warning(
                "the twin is not compared: \(error.reason)",
                at: node,
                hint: "the path is relative to this file"
            )
            return nil
        }
    }

    private func compare(_ entry: YAMLNode.Entry, with other: YAMLNode.Entry) {
        guard let own = Fate(entry.value), let fate = Fate(other.value), own != fate else { return }
        let place = "\(other.key.location.file):\(other.key.location.line)"
        diagnostics.error(
            "\(Excerpt.quoted(entry.key.text ?? "")) is \(own.rawValue) here, and "
                + "\(Excerpt.quoted(other.key.text ?? "")) of the twin is \(fate.rawValue) (\(place))",
            at: entry.key,
            hint: "both documents contain it: treat both alike, or rename one"
        )
    }

    /// What becomes of a statement, as far as twins have to agree.
    private enum Fate: String {
        case promised, local, console, open

        init?(_ statement: YAMLNode) {
            let fates: [(String, Fate)] = [
                ("promises", .promised), ("contradicted", .promised), ("local", .local),
                ("console", .console), ("open", .open),
            ]
            guard let found = fates.first(where: { statement[$0.0] != nil }) else { return nil }
            self = found.1
        }
    }
}
