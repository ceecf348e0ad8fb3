/// One promise, and how it stands by the cases of its contract.
package struct CoverageRow: Equatable, Sendable {
    /// Status of a promise before anything was sent.
    package enum Standing: String, Hashable, Sendable, CaseIterable {
        /// A case brings it about.
        case covered
        case waived
        case untestable
        /// A call that stays in the app: there is nothing to try.
        case local
        case notCovered = "not covered"
    }

    /// What is promised, without a status of its own.
    package var promise: PromiseResult
    /// The name of the error that it is about; `nil` for a success or a behaviour.
    package var error: String?
    package var standing: Standing
    /// Why it is set aside, or why its cases do not run; `nil` when there is nothing to say.
    package var reason: String?
    /// What a run came to; `nil` without results, or when they do not have the promise.
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

    /// The cases that bring it about, by expanded name, in file order.
    package var cases: [String] { promise.cases }
}

extension Sequence<CoverageRow> {
    /// How many stand so.
    package func count(_ standing: CoverageRow.Standing) -> Int {
        reduce(0) { $0 + ($1.standing == standing ? 1 : 0) }
    }

    /// How many came to this in a run.
    package func count(_ verdict: PromiseStatus) -> Int {
        reduce(0) { $0 + ($1.verdict == verdict ? 1 : 0) }
    }
}
