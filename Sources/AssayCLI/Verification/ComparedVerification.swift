import Contract
import ContractDiff
import Replay

/// One run of `assay verify --compare-with`: the first server twice, the second once.
struct ComparedVerification {
    /// The run against the first server.
    let first: Verification

    /// The results of the runs, and the secrets that must not be shown.
    struct Outcome {
        var result: ResponseComparisonResult
        var secrets: [String]
    }

    /// Replays and compares.
    ///
    /// - Throws: Why a run could not start: a `VerificationObstacle`, or why a reference server
    ///   could not be started.
    func run() async throws -> Outcome {
        let once = try await first.run()
        let again = try await first.run()
        let other = try await with(first.plan.onComparedTargets).run()
        var volatility = Volatility()
        let strange = volatility.learn(
            from: once.result.cases,
            and: again.result.cases,
            drawsTheSame: true,
            failures: failures
        )
        // State left behind by the first run can prevent the same values from being used again.
        if !strange.isEmpty, !first.interruption.isRequested {
            let plan = first.plan.redrawn(cases: strange.map(\.name).sorted())
            let redrawn = try await with(plan).run()
            volatility.learn(
                from: once.result.cases.filter { result in
                    strange.contains { $0.file == result.file && $0.name == result.name }
                },
                and: redrawn.result.cases,
                drawsTheSame: false,
                failures: failures
            )
        }
        let comparison = ResponseComparison(
            once.result.cases,
            with: other.result.cases,
            ignoring: volatility,
            failures: failures
        )
        return Outcome(
            result: ResponseComparisonResult(
                first: once.result,
                second: other.result,
                comparison: comparison
            ),
            secrets: once.secrets + other.secrets
        )
    }

    /// Distinguishes failures from successes, by contract file.
    private var failures: [String: FailureRecognizer] {
        let known = first.contracts.compactMap { contract in
            contract.failure.map { (contract.file, $0) }
        }
        return Dictionary(known) { first, _ in first }
    }

    private func with(_ plan: VerificationPlan) -> Verification {
        var verification = first
        verification.plan = plan
        return verification
    }
}
