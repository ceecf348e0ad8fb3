/// What became of a case.
package enum Verdict: String, Hashable, Sendable, CaseIterable {
    case passed
    /// An answer contradicts the contract.
    case failed
    /// It could not be judged: no connection, or a set-up step broke.
    case inconclusive
    /// It passed only on a retry.
    case flaky
    /// It was set aside by the contract, with a reason.
    case waived
    /// It was not run: filtered out, or in a provider state that cannot be created.
    case skipped
}

/// What became of a promise.
package enum PromiseStatus: String, Hashable, Sendable, CaseIterable {
    case passed
    case failed
    /// The server does otherwise, but the promise is below the level that counts.
    case differs
    /// Tried, but no case that covers it could be judged.
    case inconclusive
    case notCovered = "not covered"
    case waived
    /// The documents name it and no request can bring it about; the contract says why.
    case untestable
    /// A call of the client that stays in the app: there is nothing to try.
    case local
}
