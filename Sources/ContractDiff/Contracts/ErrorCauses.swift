import Contract

/// Triggers of error codes that only one of two contracts has.
enum ErrorCauses {
    /// A trigger that stands at every call under one name, such as a missing header.
    struct Cause: Hashable {
        let name: String
        let code: String
    }

    /// The triggers that are new at every call; empty with fewer than two calls.
    static func everywhere(_ pairs: [ServiceComparison.Pair]) -> Set<Cause> {
        guard pairs.count > 1 else { return [] }
        let found = pairs.map { pair in
            let known = Set(pair.old.promises.map(\.name))
            let answered = Set(pair.old.promises.compactMap(\.error?.id))
            return Set(
                pair.new.promises.compactMap { promise -> Cause? in
                    guard let code = promise.error?.id, !known.contains(promise.name),
                        !answered.contains(code)
                    else { return nil }
                    return Cause(name: promise.name, code: code)
                }
            )
        }
        return found.dropFirst().reduce(found[0]) { $0.intersection($1) }
    }

    /// One change for every such trigger.
    static func changes(
        _ causes: Set<Cause>,
        calls: Int,
        in surface: ContractSurface,
        level: Basis
    ) -> [ContractChange] {
        causes.sorted { ($0.code, $0.name) < ($1.code, $1.name) }.compactMap { cause in
            let promises = surface.operations.flatMap(\.promises).filter {
                $0.name == cause.name && $0.error?.id == cause.code
            }
            guard let surest = promises.min(by: { $0.basis < $1.basis }) else { return nil }
            let summary = surest.summary.map { " (\($0))" } ?? ""
            let name = cause.name == cause.code ? "" : ": \(cause.name)"
            return ContractChange(
                Self.severity(promises, level),
                .errorAddedToOperation,
                of: .service,
                "each of the \(calls) calls that both have can now respond with "
                    + "\(cause.code)\(name)\(summary)",
                basis: surest.basis,
                new: surest.location
            )
        }
    }

    /// Triggers of one code that one call has and had not, or had and has not.
    ///
    /// - Parameters:
    ///   - promises: Triggers that only one side has, in file order.
    ///   - others: The promises of the other side.
    ///   - isAdded: Whether the new side has them.
    ///   - subject: The call.
    ///   - level: The least sure basis that counts.
    /// - Returns: One change for each code.
    static func changes(
        _ promises: [Promise],
        beside others: [Promise],
        isAdded: Bool,
        of subject: ContractChange.Subject,
        level: Basis
    ) -> [ContractChange] {
        let known = Set(others.compactMap(\.error?.id))
        var codes: [String] = []
        for code in promises.compactMap(\.error?.id) where !codes.contains(code) {
            codes.append(code)
        }
        return codes.compactMap { code in
            let causes = promises.filter { $0.error?.id == code }
            guard let surest = causes.min(by: { $0.basis < $1.basis }) else { return nil }
            let isKnown = known.contains(code)
            let words =
                switch (isAdded, isKnown) {
                case (true, false): "can now respond with \(code)"
                case (true, true): "has more causes for \(code)"
                case (false, false): "no longer responds with \(code)"
                case (false, true): "has fewer causes for \(code)"
                }
            return ContractChange(
                isAdded && !isKnown ? severity(causes, level) : .compatible,
                isAdded ? .errorAddedToOperation : .errorRemovedFromOperation,
                of: subject,
                "\(words): \(list(causes, surest: surest.basis))",
                basis: surest.basis,
                old: isAdded ? nil : surest.location,
                new: isAdded ? surest.location : nil
            )
        }
    }

    private static func severity(
        _ promises: [Promise],
        _ level: Basis
    ) -> ContractChange.Severity {
        promises.map { promise in
            ContractChange.Severity.breaking.counting(
                promise.basis,
                isSetAside: promise.isSetAside,
                at: level
            )
        }.min() ?? .note
    }

    /// The only one with its summary; several by name, with how sure those are that are not as sure
    /// as the surest.
    private static func list(_ promises: [Promise], surest: Basis) -> String {
        if promises.count == 1 {
            let summary = promises[0].summary.map { " (\($0))" } ?? ""
            return promises[0].name + summary
        }
        return promises.map { promise in
            promise.basis == surest
                ? promise.name : "\(promise.name) [\(promise.basis.rawValue)]"
        }.joined(separator: ", ")
    }
}

extension Promise {
    /// Whether the contract itself excludes it from tests.
    var isSetAside: Bool { waiver != nil || untestable != nil }
}
