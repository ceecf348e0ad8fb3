/// One promise, and its status by the cases of its contract.
package struct CoverageRow: Equatable, Sendable {
    /// Status of a promise before a run.
    package enum Standing: String, Hashable, Sendable, CaseIterable {
        /// A case covers it.
        case covered
        case waived
        case untestable
        /// A call that stays in the app: there is nothing to test.
        case local
        case notCovered = "not covered"
    }

    /// The promise, without a result.
    package var promise: PromiseResult
    /// The name of its error; `nil` for a success or a behaviour.
    package var error: String?
    package var standing: Standing
    /// Why it is set aside, or why its cases do not run; `nil` without a reason.
    package var reason: String?
    /// The result of a run; `nil` without one.
    package var verdict: PromiseStatus?

    package init(
        promise: PromiseResult,
        error: String? = nil,
        standing: Standing,
        reason: String? = nil,
        verdict: PromiseStatus? = nil
    ) {
        self.promise = promise
        self.error = error
        self.standing = standing
        self.reason = reason
        self.verdict = verdict
    }

    /// The cases that cover it, by expanded name, in file order.
    package var cases: [String] { promise.cases }
}

extension Sequence<CoverageRow> {
    /// The number of rows with this status.
    package func count(_ standing: CoverageRow.Standing) -> Int {
        reduce(0) { $0 + ($1.standing == standing ? 1 : 0) }
    }

    /// The number of rows with this result.
    package func count(_ verdict: PromiseStatus) -> Int {
        reduce(0) { $0 + ($1.verdict == verdict ? 1 : 0) }
    }
}
