import Contract
import JSON
import Trace

/// The report of `assay trace` for programs; its form is versioned by `assayTrace`.
struct TraceJSON: Sendable {
    /// The version of this tool.
    let version: String

    /// The whole report, with a final line end.
    func text(of facts: TraceFacts) -> String {
        let documents = facts.inventories.enumerated().map { position, traced in
            let figures =
                facts.documents.map { JSONValue.document($0[position]) }
                ?? .document(traced.inventory)
            guard var object = figures.objectValue else { return figures }
            if let holding = traced.holding { object["text"] = text(of: traced, holding) }
            return .object(object)
        }
        var document = JSONObject()
        document["assayTrace"] = 1
        document["tool"] = .tool(version)
        document["documents"] = .array(documents)
        if !facts.contradictions.isEmpty {
            let contradictions = ContradictionTable(facts.contradictions).json
            document["contradictions"] = .array(contradictions)
        }
        return JSONValue.object(document).prettyText() + "\n"
    }

    private func text(of traced: TracedInventory, _ holding: DocumentHolding) -> JSONValue {
        var object = JSONObject()
        object["file"] = traced.documentPath.map(JSONValue.string)
        object["lines"] = .integer(holding.text.lines.count)
        object["sha256"] = .string(holding.text.sha256)
        object["isWhole"] = .bool(holding.isWhole)
        object["isUpdated"] = .bool(traced.isUpdated)
        object["withoutDigest"] = .integer(holding.undigested.count)
        object["otherDigest"] = .array(
            holding.misplaced.map { .string(traced.name(of: $0)) }
        )
        object["unaccounted"] = .array(
            holding.unaccounted.map { line in
                ["line": .integer(line), "text": .string(holding.text.lines[line - 1])]
            }
        )
        if let change = traced.change { object["change"] = self.change(change, traced) }
        return .object(object)
    }

    private func change(_ change: DocumentChange, _ traced: TracedInventory) -> JSONValue {
        let entries = change.outcomes.compactMap { entry, outcome -> JSONValue? in
            var object = JSONObject()
            object["entry"] = .string(traced.name(of: entry))
            object["lines"] = .string(entry.lines.description)
            switch outcome {
            case .unmoved: return nil
            case .moved(let lines):
                object["outcome"] = "moved"
                object["now"] = .string(lines.description)
            case .changed(let lines):
                object["outcome"] = "changed"
                object["now"] = .string(lines.description)
            case .vanished: object["outcome"] = "vanished"
            }
            return .object(object)
        }
        return [
            "entries": .array(entries),
            "newLines": .array(change.newLines.map { .integer($0) }),
        ]
    }
}
