import Contract
import JSON

/// What changed for a client of one call.
struct OperationComparison {
    let old: DocumentedCall
    let new: DocumentedCall
    let level: Basis
    /// The fields that each side refuses to do without.
    let required: (old: RequiredFields.Fields?, new: RequiredFields.Fields?)
    let schemas: SchemaComparisons
    /// Triggers of errors that are new at every call, and reported once.
    let everywhere: Set<ErrorCauses.Cause>

    var subject: ContractChange.Subject { .operation(new.operation.id) }

    var changes: [ContractChange] { name + address + request + responses + promises }

    /// A call that only the old contract has.
    static func removed(_ operation: Operation) -> ContractChange {
        ContractChange(
            .breaking,
            .operationRemoved,
            of: .operation(operation.id),
            "is gone\(words(operation))",
            basis: operation.basis,
            old: operation.location
        )
    }

    /// A call that only the new contract has.
    static func added(_ operation: Operation) -> ContractChange {
        ContractChange(
            .compatible,
            .operationAdded,
            of: .operation(operation.id),
            "is new\(words(operation))",
            basis: operation.basis,
            new: operation.location
        )
    }

    private static func words(_ operation: Operation) -> String {
        guard let request = operation.variants.first?.request,
            let method = request["method"]?.spelling.stringValue,
            let path = request["path"]?.spelling.stringValue
        else { return "" }
        return ": \(method) \(path)"
    }

    func change(
        _ severity: ContractChange.Severity,
        _ kind: ContractChange.Kind,
        _ what: String,
        basis: Basis = .documented,
        old before: SourceLocation? = nil,
        new after: SourceLocation? = nil
    ) -> ContractChange {
        ContractChange(
            severity,
            kind,
            of: subject,
            what,
            basis: basis,
            old: before ?? old.operation.location,
            new: after ?? new.operation.location
        )
    }

    private var name: [ContractChange] {
        guard old.operation.id != new.operation.id else { return [] }
        return [
            change(.note, .operationRenamed, "was called \(old.operation.id) in the old contract")
        ]
    }

    private var address: [ContractChange] {
        var changes: [ContractChange] = []
        if old.method != new.method {
            changes.append(
                change(
                    .breaking,
                    .method,
                    "the method was \(old.method) and is \(new.method)",
                    old: old.request?.location,
                    new: new.request?.location
                )
            )
        }
        if old.path != new.path, old.fullPath != new.fullPath {
            changes.append(
                change(
                    .breaking,
                    .path,
                    "the path was \(old.path) and is \(new.path)",
                    old: old.request?.location,
                    new: new.request?.location
                )
            )
        }
        let isAlone = old.surface.targets.count == 1 && new.surface.targets.count == 1
        if !isAlone, let before = old.target, let after = new.target, before.name != after.name {
            changes.append(
                change(
                    .breaking,
                    .target,
                    "went to target \(before.name) and goes to \(after.name)"
                )
            )
        }
        return changes
    }
}

// MARK: - Responses

extension OperationComparison {
    /// A status of a success, and what is said of responses that have it.
    private struct Rule {
        let status: ResponseRule.Status
        let expectation: ExpectationTemplate

        init(_ rule: ResponseRule) {
            expectation = rule.expectation
            // A class of statuses may be narrowed by an assert on the status itself.
            if case .ready(.equals(let value)) = rule.expectation.status?.predicate,
                let exact = value.intValue
            {
                status = .exactly(exact)
            } else {
                status = rule.status
            }
        }

        func covers(_ other: Rule) -> Bool {
            switch (status, other.status) {
            case (.any, _): true
            case (.class(let hundred), .class(let other)): hundred == other
            case (.class(let hundred), .exactly(let exact)): exact / 100 == hundred
            case (.exactly(let one), .exactly(let other)): one == other
            case (.class, .any), (.exactly, .any), (.exactly, .class): false
            }
        }
    }

    private var responses: [ContractChange] {
        let before = old.operation.responses.map(Rule.init)
        let after = new.operation.responses.map(Rule.init)
        return statuses(before, after) + shapes(before, after)
    }

    private func statuses(_ before: [Rule], _ after: [Rule]) -> [ContractChange] {
        let added = after.filter { rule in !before.contains { $0.covers(rule) } }
        let removed = before.filter { rule in
            !after.contains { $0.covers(rule) || rule.covers($0) }
        }
        let narrowed = before.filter { rule in
            !after.contains { $0.covers(rule) } && after.contains { rule.covers($0) }
        }
        let places = (
            old: before.first?.expectation.location, new: after.first?.expectation.location
        )
        func status(_ severity: ContractChange.Severity, _ what: String) -> [ContractChange] {
            [change(severity, .responseStatus, what, old: places.old, new: places.new)]
        }
        if before.isEmpty {
            return after.isEmpty
                ? [] : status(.compatible, "the response is now described: \(Self.list(after))")
        }
        if after.isEmpty {
            return status(.breaking, "the response is no longer described: \(Self.list(before))")
        }
        guard added.isEmpty else {
            let then = removed.isEmpty ? before : removed
            return status(
                .breaking,
                "now responds with \(Self.list(added)), before: \(Self.list(then))"
            )
        }
        if !removed.isEmpty {
            return status(.compatible, "no longer responds with \(Self.list(removed))")
        }
        guard !narrowed.isEmpty else { return [] }
        return status(
            .compatible,
            "responds only with \(Self.list(after)), before: "
                + "\(Self.list(before))"
        )
    }

    private static func list(_ rules: [Rule]) -> String {
        rules.map(\.status.description).joined(separator: " or ")
    }

    private func shapes(_ before: [Rule], _ after: [Rule]) -> [ContractChange] {
        after.flatMap { rule -> [ContractChange] in
            let partner =
                before.first { $0.status == rule.status } ?? before.first { $0.covers(rule) }
                ?? before.first { rule.covers($0) }
                ?? (before.count == 1 && after.count == 1 ? before[0] : nil)
            guard let partner else { return [] }
            let comparison = ExpectationComparison(
                old: partner.expectation,
                new: rule.expectation,
                prefix: "response \(rule.status): ",
                schemas: schemas
            )
            return comparison.findings.map { finding in
                change(
                    finding.severity.counting(finding.basis, at: level),
                    finding.isAboutSignature ? .responseSignature : .responseShape,
                    finding.what,
                    basis: finding.basis,
                    old: finding.old,
                    new: finding.new
                )
            }
        }
    }
}
