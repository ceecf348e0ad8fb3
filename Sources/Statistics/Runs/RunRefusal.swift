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

    /// For each condition the first run that differs from the first of all; where details of the condition differ,
    /// these instead.
    static func differences(
        among runs: [ComparedRun],
        _ conditions: (ComparedRun) -> [ComparedRun.Condition]
    ) -> [RunRefusal] {
        guard let first = runs.first else { return [] }
        return conditions(first).flatMap { wanted -> [RunRefusal] in
            for run in runs.dropFirst() {
                let other = conditions(run).first { $0.name == wanted.name }
                guard other?.value != wanted.value else { continue }
                func differs(_ name: String, _ one: String?, _ two: String?) -> RunRefusal {
                    .differs(
                        condition: name,
                        first: first.name,
                        firstValue: one ?? "unknown",
                        second: run.name,
                        secondValue: two ?? "unknown"
                    )
                }
                let details = Self.details(wanted.details, other?.details ?? [])
                return details.isEmpty
                    ? [differs(wanted.name, wanted.value, other?.value)]
                    : details.map { differs($0.name, $0.one ?? "none", $0.two ?? "none") }
            }
            return []
        }
    }

    /// Those that differ, in order; a value is `nil` on the side without it.
    private static func details(
        _ first: [ComparedRun.Condition],
        _ second: [ComparedRun.Condition]
    ) -> [(name: String, one: String?, two: String?)] {
        let added = second.map(\.name).filter { name in !first.contains { $0.name == name } }
        return (first.map(\.name) + added).compactMap { name in
            let (one, two) = (
                first.first { $0.name == name }?.value, second.first { $0.name == name }?.value
            )
            return one == two ? nil : (name, one, two)
        }
    }
}
