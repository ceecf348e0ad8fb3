import Contract
import JSON

/// How failures are recognised, and their common schema.
struct FailureComparison {
    let old: FailureRecognizer?
    let new: FailureRecognizer?
    let schemas: SchemaComparisons

    var changes: [ContractChange] {
        switch (old, new) {
        case (nil, nil): []
        case (nil, let new?):
            [change(.compatible, "failures are now described: \(new.condition.spelling)")]
        case (.some, nil): [change(.breaking, "failures are no longer described")]
        case (let old?, let new?): rules(old, new) + shape(old, new)
        }
    }

    private func rules(_ old: FailureRecognizer, _ new: FailureRecognizer) -> [ContractChange] {
        let rows: [(String, String?, String?)] = [
            ("the condition of a failure", old.condition.spelling, new.condition.spelling),
            ("the place of a failure's code", old.code?.spelling, new.code?.spelling),
            ("the place of a failure's message", old.message?.spelling, new.message?.spelling),
            ("the type of a failure's code", old.code?.type?.rawValue, new.code?.type?.rawValue),
            (
                "the type of a failure's message", old.message?.type?.rawValue,
                new.message?.type?.rawValue
            ),
        ]
        return rows.compactMap { name, then, now in
            switch (then, now) {
            case (nil, nil): nil
            case (nil, let now?): change(.compatible, "\(name) is known now: \(now)")
            case (let then?, nil):
                change(.breaking, "\(name) is no longer known; it was \(then)")
            case (let then?, let now?):
                then == now ? nil : change(.breaking, "\(name) was \(then) and is \(now)")
            }
        }
    }

    private func shape(_ old: FailureRecognizer, _ new: FailureRecognizer) -> [ContractChange] {
        ExpectationComparison(
            old: old.expectation,
            new: new.expectation,
            prefix: "every failure: ",
            schemas: schemas
        ).findings.map { finding in
            ContractChange(
                finding.severity,
                .failureRule,
                of: .service,
                finding.what,
                old: finding.old,
                new: finding.new
            )
        }
    }

    private func change(_ severity: ContractChange.Severity, _ what: String) -> ContractChange {
        ContractChange(
            severity,
            .failureRule,
            of: .service,
            what,
            old: old?.condition.location,
            new: new?.condition.location
        )
    }
}
