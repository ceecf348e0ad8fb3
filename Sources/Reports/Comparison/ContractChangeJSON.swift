import Contract
import ContractDiff
import JSON

/// The report of `assay diff` for programs; its form is versioned by `assayDiff`.
struct ContractChangeJSON: Sendable {
    /// The version of this tool.
    let version: String

    /// The whole report, with a final line end.
    func text(of comparison: ContractComparison) -> String {
        document(of: comparison).prettyText() + "\n"
    }

    /// The report as a value.
    func document(of comparison: ContractComparison) -> JSONValue {
        [
            "assayDiff": 1,
            "tool": .tool(version),
            "old": .string(comparison.oldPath),
            "new": .string(comparison.newPath),
            "basis": .string(comparison.level.rawValue),
            "summary": [
                "breaking": .integer(comparison.count(.breaking)),
                "compatible": .integer(comparison.count(.compatible)),
                "notes": .integer(comparison.count(.note)),
            ],
            "changes": .array(comparison.changes.map(change)),
        ]
    }

    private func change(_ change: ContractChange) -> JSONValue {
        var object = JSONObject()
        object["severity"] = .string(change.severity.rawValue)
        object["kind"] = .string(change.kind.rawValue)
        object["service"] = change.service.map(JSONValue.string)
        switch change.subject {
        case .service: break
        case .operation(let name): object["operation"] = .string(name)
        case .error(let code): object["error"] = .string(code)
        }
        object["what"] = .string(change.what)
        object["basis"] = .string(change.basis.rawValue)
        object["old"] = change.old.map(JSONValue.place)
        object["new"] = change.new.map(JSONValue.place)
        return .object(object)
    }
}
