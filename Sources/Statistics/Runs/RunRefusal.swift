/// Why runs cannot be compared.
package enum RunRefusal: Hashable, Sendable, CustomStringConvertible {
    /// Two runs have different conditions.
    case differs(
        condition: String,
        first: String,
        firstValue: String,
        second: String,
        secondValue: String
    )
    /// The figures of a run cannot be relied on.
    case invalid(run: String, reason: String)
    /// The runs have no figure in common.
    case nothingInCommon
    /// No figure is reliable in enough runs.
    case nothingSound

    /// A sentence without its end.
    package var description: String {
        switch self {
        case .differs(let condition, let first, let firstValue, let second, let secondValue):
            "the \(condition) differs: \(firstValue) in \(first), \(secondValue) in \(second)"
        case .invalid(let run, let reason): "\(run) is inconclusive: \(reason)"
        case .nothingInCommon: "no metric could be measured in every run"
        case .nothingSound: "no metric can be relied on in enough runs"
        }
    }

    /// All reasons against comparing these runs, each condition once.
    package static func all(among runs: [ComparedRun]) -> [RunRefusal] {
        let invalid = runs.compactMap { run in
            run.invalidity.map { RunRefusal.invalid(run: run.name, reason: $0) }
        }
        return differences(among: runs, \.conditions) + invalid
    }

    /// For each condition the first run that differs from the first of all.
    static func differences(
        among runs: [ComparedRun],
        _ conditions: (ComparedRun) -> [ComparedRun.Condition]
    ) -> [RunRefusal] {
        guard let first = runs.first else { return [] }
        return conditions(first).compactMap { wanted in
            for run in runs.dropFirst() {
                let other = conditions(run).first { $0.name == wanted.name }
                guard other?.value != wanted.value else { continue }
                return .differs(
                    condition: wanted.name,
                    first: first.name,
                    firstValue: wanted.value,
                    second: run.name,
                    secondValue: other?.value ?? "unknown"
                )
            }
            return nil
        }
    }
}
