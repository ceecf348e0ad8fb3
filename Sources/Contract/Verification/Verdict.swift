/// The verdict on a case.
package enum Verdict: String, Hashable, Sendable, CaseIterable {
    case passed
    /// A response contradicts the contract.
    case failed
    /// It could not be checked: no connection, or a set-up step failed.
    case inconclusive
    /// It passed only on a retry.
    case flaky
    /// The contract waived it, with a reason.
    case waived
    /// It was not run: filtered out, or in a provider state that cannot be created.
    case skipped
}

/// The status of a promise.
package enum PromiseStatus: String, Hashable, Sendable, CaseIterable {
    case passed
    case failed
    /// The server behaves differently, but the promise is below the level that counts.
    case differs
    /// Tried, but no case that covers it could be checked.
    case inconclusive
    case notCovered = "not covered"
    case waived
    /// Documented, but no request can cover it; the contract explains why.
    case untestable
    /// A call of the client that stays in the app: there is nothing to test.
    case local
}
