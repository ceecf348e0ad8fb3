import Contract
import JSON

extension OperationComparison {
    /// What became of the promises of a call.
    var promises: [ContractChange] {
        let (before, after) = (old.operation.promises, new.operation.promises)
        let names = (old: Set(before.map(\.name)), new: Set(after.map(\.name)))
        let partners = Dictionary(after.map { ($0.name, $0) }) { first, _ in first }
        let kept = before.flatMap { promise -> [ContractChange] in
            partners[promise.name].map { compare(promise, $0) } ?? []
        }
        let lost = before.filter { !names.new.contains($0.name) }
        let gained = after.filter { !names.old.contains($0.name) }
        return kept + lost.filter { $0.error == nil }.map(removed)
            + ErrorCauses.changes(
                lost.filter { $0.error != nil },
                beside: after,
                isAdded: false,
                of: subject,
                level: level
            )
            + ErrorCauses.changes(
                gained.filter { $0.error != nil && !isEverywhere($0) },
                beside: before,
                isAdded: true,
                of: subject,
                level: level
            )
            + gained.filter { $0.error == nil }.map(added)
    }

    private func isEverywhere(_ promise: Promise) -> Bool {
        promise.error.map {
            everywhere.contains(ErrorCauses.Cause(name: promise.name, code: $0.id))
        } ?? false
    }

    private func removed(_ promise: Promise) -> ContractChange {
        ContractChange(
            .breaking.counting(promise.basis, isSetAside: promise.isSetAside, at: level),
            .promiseRemoved,
            of: subject,
            "no longer promises \(Self.words(promise))",
            name: promise.name,
            basis: promise.basis,
            old: promise.location
        )
    }

    private func added(_ promise: Promise) -> ContractChange {
        ContractChange(
            promise.isSetAside ? .note : .compatible,
            .promiseAdded,
            of: subject,
            "promises \(Self.words(promise)) now",
            name: promise.name,
            basis: promise.basis,
            new: promise.location
        )
    }

    /// The name, and what it says in words.
    private static func words(_ promise: Promise) -> String {
        promise.summary.map { "\(promise.name) (\($0))" } ?? promise.name
    }

    /// Compares two promises of one name.
    private func compare(_ before: Promise, _ after: Promise) -> [ContractChange] {
        let basis = max(before.basis, after.basis)
        let isSetAside = before.isSetAside || after.isSetAside
        func add(
            _ severity: ContractChange.Severity,
            _ kind: ContractChange.Kind,
            _ what: String,
            basis surer: Basis? = nil
        ) -> ContractChange {
            let basis = surer ?? basis
            return change(
                severity.counting(basis, isSetAside: isSetAside, at: level),
                kind,
                "\(after.name): \(what)",
                basis: basis,
                old: before.location,
                new: after.location
            )
        }
        var changes = outcome(before, after).map { add($0.severity, $0.kind, $0.what) }
        let (then, now) = (before.expectation, after.expectation)
        changes += ExpectationComparison(
            old: then,
            new: now,
            prefix: "",
            schemas: schemas
        ).findings.map { finding in
            add(
                finding.severity,
                .promiseChanged,
                finding.what,
                basis: max(basis, finding.basis)
            )
        }
        if before.basis < after.basis {
            let what = "was \(before.basis.rawValue) and is \(after.basis.rawValue) only"
            changes.append(add(.note, .promiseWeakened, what))
        }
        if before.summary != after.summary, let then = before.summary, let now = after.summary {
            changes.append(add(.note, .promiseWording, "says «\(now)», it said «\(then)»"))
        }
        return changes
    }

    private typealias Fact = (
        severity: ContractChange.Severity, kind: ContractChange.Kind, what: String
    )

    /// Whether the call is refused, and how.
    private func outcome(_ before: Promise, _ after: Promise) -> [Fact] {
        switch (before.error, after.error) {
        case (nil, nil): return []
        case (nil, let error?):
            return [(.breaking, .errorAddedToOperation, "is rejected with \(error.id) now")]
        case (let error?, nil):
            return [
                (
                    .compatible, .errorRemovedFromOperation,
                    "is no longer rejected with \(error.id)"
                )
            ]
        case (let then?, let now?):
            if then.id != now.id {
                return [
                    (
                        .breaking, .promiseChanged,
                        "is rejected with \(now.id) now, before: \(then.id)"
                    )
                ]
            }
            guard then.spelling != now.spelling else { return [] }
            return [(.compatible, .errorMessage, "the message of \(now.id) is filled in otherwise")]
        }
    }
}

extension ErrorReference {
    /// How the message is filled in.
    fileprivate var spelling: String? {
        switch message {
        case .arguments(let arguments): arguments.map(\.spelling.text).joined(separator: ", ")
        case .verbatim(let template): template.spelling
        case nil: nil
        }
    }
}
