import Base
import Contract
import JSON

extension ComparisonSummary {
    /// The comparison of reports of `assay verify`.
    ///
    /// - Parameters:
    ///   - comparison: The comparison.
    ///   - version: The version of this tool.
    ///   - notes: Further notes, as sentences without a full stop.
    package init(_ comparison: PromiseComparison, version: String, notes: [String] = []) {
        title =
            "\(Count.of(comparison.commonCount, "promise")) in "
            + Count.of(comparison.old.count, "old report") + " and "
            + Count.of(comparison.new.count, "new report")
        let titles = (comparison.new + comparison.old).flatMap(\.titles)
        let each = titles.indices.filter { titles.firstIndex(of: titles[$0]) == $0 }
        facts =
            [Fact("contracts", Words.list(each.map { titles[$0] }, limit: 4))]
            + comparison.old.map { Fact("old", $0.origin) }
            + comparison.new.map { Fact("new", $0.origin) }
        headline = Self.headline(of: comparison)
        outcome =
            switch comparison.conclusion {
            case .regression: .bad
            case .refused, .cannotTell: .doubtful
            case .noRegression: .good
            }
        columns = comparison.changes.isEmpty ? [] : ["promise", "before", "now", "verdict"]
        rows = comparison.changes.map(Self.row)
        self.notes = comparison.refusals + comparison.remarks + notes
        document = Self.document(of: comparison, version, notes: notes)
    }

    private static func headline(of comparison: PromiseComparison) -> String {
        let words = PromiseComparison.Kind.allCases.compactMap { kind in
            let count = comparison.count(kind)
            return count == 0 ? nil : "\(count) \(kind.text)"
        }
        let counts = words.joined(separator: ", ")
        return switch comparison.conclusion {
        case .refused: "These reports cannot be compared"
        case .regression: "Regression: \(counts)"
        case .cannotTell:
            "Nothing newly failed, but some promises were not checked"
                + (words.isEmpty ? "" : ": \(counts)")
        case .noRegression: "Nothing newly failed" + (words.isEmpty ? "" : ": \(counts)")
        }
    }

    private static func row(_ change: PromiseComparison.Change) -> Row {
        let client = change.key.isOfClient ? " (client)" : ""
        let name = "\(change.key.contract): \(change.key.id)\(client)"
        let (old, new) = (
            change.old?.rawValue ?? "not promised", change.new?.rawValue ?? "not promised"
        )
        let reason = change.reason.map { ": \($0)" } ?? ""
        return Row(
            name: name,
            cells: [old, new, change.kind.text],
            outcome: change.kind.outcome,
            sentence: "\(name): \(old) before, \(new) now\(reason)",
            location: change.location
        )
    }

    private static func document(
        of comparison: PromiseComparison,
        _ version: String,
        notes: [String]
    ) -> JSONValue {
        var object = RunComparisonJSON.head(
            "verify",
            conclusion: comparison.conclusion.rawValue,
            version
        )
        object["old"] = RunComparisonJSON.texts(comparison.old.map(\.name))
        object["new"] = RunComparisonJSON.texts(comparison.new.map(\.name))
        object["refusals"] = RunComparisonJSON.texts(comparison.refusals)
        object["remarks"] = RunComparisonJSON.texts(comparison.remarks)
        object["promises"] = .integer(comparison.commonCount)
        var counts = JSONObject()
        for kind in PromiseComparison.Kind.allCases {
            counts[kind.rawValue] = .integer(comparison.count(kind))
        }
        object["counts"] = .object(counts)
        object["changes"] = .array(
            comparison.changes.map { change in
                [
                    "kind": .string(change.kind.rawValue),
                    "contract": .string(change.key.contract),
                    "promise": .string(change.key.id),
                    "client": .bool(change.key.isOfClient),
                    "old": change.old.map { .string($0.rawValue) } ?? .null,
                    "new": change.new.map { .string($0.rawValue) } ?? .null,
                    "reason": change.reason.map(JSONValue.string) ?? .null,
                ]
            }
        )
        object["notes"] = RunComparisonJSON.texts(notes)
        return .object(object)
    }
}

extension PromiseComparison.Kind {
    fileprivate var text: String {
        switch self {
        case .failed: "newly failed"
        case .untried: "no longer checked"
        case .gone: "no longer promised"
        case .differs: "newly different"
        case .passed: "newly passed"
        }
    }

    fileprivate var outcome: ComparisonSummary.Outcome {
        switch self {
        case .failed: .bad
        case .untried, .gone, .differs: .doubtful
        case .passed: .good
        }
    }
}
