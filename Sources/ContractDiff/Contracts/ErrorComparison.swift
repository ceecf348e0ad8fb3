import Contract

/// The rows of the error catalogue.
struct ErrorComparison {
    let old: [ErrorEntry]
    let new: [ErrorEntry]
    let level: Basis

    var changes: [ContractChange] {
        let oldNames = Set(old.map(\.id))
        let added = new.filter { !oldNames.contains($0.id) }.map { entry in
            ContractChange(
                .compatible,
                .errorCodeAdded,
                of: .error(entry.id),
                "is new in the catalogue\(Self.words(entry))",
                name: entry.id,
                basis: entry.basis,
                new: entry.location
            )
        }
        let partners = Dictionary(new.map { ($0.id, $0) }) { first, _ in first }
        return old.flatMap { compare($0, partners[$0.id]) } + added
    }

    private func compare(_ before: ErrorEntry, _ after: ErrorEntry?) -> [ContractChange] {
        guard let after else {
            return [
                ContractChange(
                    .compatible,
                    .errorCodeRemoved,
                    of: .error(before.id),
                    "is no longer in the catalogue",
                    name: before.id,
                    basis: before.basis,
                    old: before.location
                )
            ]
        }
        return facts(before, after).map { fact in
            ContractChange(
                fact.severity.counting(max(before.basis, after.basis), at: level),
                fact.kind,
                of: .error(before.id),
                fact.what,
                basis: max(before.basis, after.basis),
                old: before.location,
                new: after.location
            )
        }
    }

    private typealias Fact = (
        severity: ContractChange.Severity, kind: ContractChange.Kind, what: String
    )

    private func facts(_ before: ErrorEntry, _ after: ErrorEntry) -> [Fact] {
        var facts: [Fact] = []
        if before.code.description != after.code.description {
            facts.append(
                (.breaking, .errorCode, "the code was \(before.code) and is \(after.code)")
            )
        }
        facts += status(before, after)
        if before.message != after.message {
            let then = before.message.map { "«\($0)»" } ?? "not known"
            let now = after.message.map { "«\($0)»" } ?? "not known"
            facts.append((.compatible, .errorMessage, "the message was \(then) and is \(now)"))
        }
        if before.signed != after.signed {
            let isLooser = SignatureRule.isLoosened(from: before.signed, to: after.signed)
            let now = SignatureRule.words(after.signed)
            let what = "the signature is \(now), it was \(SignatureRule.words(before.signed))"
            facts.append((isLooser ? .breaking : .compatible, .responseSignature, what))
        }
        if after.basis > before.basis {
            facts.append(
                (
                    .note, .promiseWeakened,
                    "was \(before.basis.rawValue) and is \(after.basis.rawValue) only"
                )
            )
        }
        return facts
    }

    /// A client that knows some statuses is ready for fewer of them.
    private func status(_ before: ErrorEntry, _ after: ErrorEntry) -> [Fact] {
        let (old, new) = (Set(before.statuses), Set(after.statuses))
        guard old != new else { return [] }
        let (then, now) = (Self.status(before), Self.status(after))
        if new.isEmpty {
            return [(.breaking, .errorStatus, "the status is no longer specified; it was \(then)")]
        }
        if old.isEmpty { return [(.compatible, .errorStatus, "the status is known now: \(now)")] }
        let severity: ContractChange.Severity = new.isSubset(of: old) ? .compatible : .breaking
        return [(severity, .errorStatus, "the status was \(then) and is \(now)")]
    }

    private static func status(_ entry: ErrorEntry) -> String {
        entry.statuses.map(String.init).joined(separator: " or ")
    }

    /// Status and message, for a new row.
    private static func words(_ entry: ErrorEntry) -> String {
        let parts = [status(entry), entry.message.map { "«\($0)»" } ?? ""]
        let text = parts.filter { !$0.isEmpty }.joined(separator: " ")
        return text.isEmpty ? "" : ": \(text)"
    }
}

extension ContractChange.Severity {
    /// What it comes to when the contract is only so sure: nothing breaks that did not count.
    func counting(_ basis: Basis, isSetAside: Bool = false, at level: Basis) -> Self {
        self == .breaking && (basis > level || isSetAside) ? .note : self
    }
}
