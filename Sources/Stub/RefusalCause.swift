import Contract

/// Why a request got an error, as far as the contract shows it.
struct RefusalCause {
    /// The promise that the request violates; `nil` when none is known.
    let promise: Promise?
    /// The violation; `nil` when it is not known.
    let difference: Difference?

    /// - Parameters:
    ///   - refusals: Those that the cases show of the operation.
    ///   - entry: The error; `nil` for one that is not in the catalogue.
    ///   - operation: The operation.
    ///   - fields: The request.
    ///   - isOfWholeBody: Whether its body is not of the operation's kind.
    init(
        _ refusals: [LearntRefusal],
        _ entry: ErrorEntry?,
        _ operation: Operation,
        _ fields: RequestFields,
        isOfWholeBody: Bool
    ) {
        let known = refusals.filter { $0.error == entry?.id }
        if let exact = known.first(where: { $0.applies(to: fields) }) {
            promise = exact.promise
            difference = Difference(
                path: exact.place,
                expected: exact.refused.map { "not \($0)" } ?? "a value",
                actual: exact.refused ?? "nothing",
                location: exact.promise.location,
                basis: exact.promise.basis
            )
            return
        }
        let part = isOfWholeBody ? nil : operation.unacceptedPart(of: fields)
        promise =
            part?.shown(by: known, agreement: 2)?.promise
            ?? Self.only(
                operation.promises.filter { $0.error?.id == entry?.id && entry != nil },
                known,
                isOfWholeBody,
                part
            )
        difference = part?.difference(of: promise)
    }

    /// The only promise of an error, unless its cases show that it is about something else.
    private static func only(
        _ promises: [Promise],
        _ known: [LearntRefusal],
        _ isOfWholeBody: Bool,
        _ part: UnacceptedPart?
    ) -> Promise? {
        guard promises.count == 1 else { return nil }
        let own = known.filter { $0.promise.id == promises[0].id }
        let isPossible = part == nil && own.contains { $0.mayApply(toWholeBody: isOfWholeBody) }
        return own.isEmpty || isPossible ? promises[0] : nil
    }
}
