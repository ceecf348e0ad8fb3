package import Contract

/// Runs the cases of one contract and joins them with its promises.
package struct ContractRunner: Sendable {
    private let context: RunContext
    /// `2026-01-31`; decides which waivers are still in force.
    private let today: String

    /// Whether an earlier contract ended the run, so that no case is started.
    private let hasEnded: Bool

    package init(context: RunContext, today: String, hasEnded: Bool = false) {
        self.context = context
        self.hasEnded = hasEnded
        self.today = today
    }

    /// What is left to run: one case, or one of its repetitions.
    private struct Job: Sendable {
        let position: Int
        let contractCase: Case
        let repetition: Int
    }

    /// Runs the selected cases.
    ///
    /// - Parameter progress: Called after every case, from any thread.
    /// - Returns: One result for each case and repetition, in file order.
    package func run(
        progress: @escaping @Sendable (CaseResult) -> Void = { _ in }
    ) async -> [CaseResult] {
        var context = context
        if let reason = await runFileSteps(context.contract.setup, in: &context) {
            return context.contract.cases.map { contractCase in
                CaseRunner(context: context, contractCase: contractCase)
                    .blank(.undetermined, reason: reason)
            }
        }
        let results = await runCases(in: context, progress)
        _ = await runFileSteps(context.contract.teardown, in: &context)
        return results
    }

    /// Runs steps outside any case; their captures stay in scope.
    private func runFileSteps(_ steps: [Step], in context: inout RunContext) async -> String? {
        var evaluator = context.evaluator
        defer { context.evaluator.scope = evaluator.scope }
        for step in steps {
            let runner = StepRunner(context: context, step: step, phase: .setup)
            let outcome = await runner.run(using: &evaluator)
            if outcome.outcome == .broken || outcome.outcome == .undetermined {
                return "set-up of the file: \(step.label): \(outcome.headline ?? "failed")"
            }
        }
        return nil
    }

    private func runCases(
        in context: RunContext,
        _ progress: @escaping @Sendable (CaseResult) -> Void
    ) async -> [CaseResult] {
        let jobs = (0..<max(1, context.options.repetitions)).flatMap { repetition in
            context.contract.cases.enumerated().map { position, contractCase in
                Job(position: position, contractCase: contractCase, repetition: repetition)
            }
        }
        let queue = JobQueue(count: jobs.count)
        let gate = CaseGate()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<max(1, context.options.jobs) {
                group.addTask {
                    while let index = queue.next() {
                        let stops =
                            hasEnded || context.options.failsFast && queue.hasFailure
                        let result = await run(jobs[index], in: context, gate, stops: stops)
                        queue.finish(index, result)
                        progress(result)
                    }
                }
            }
        }
        return queue.results
    }

    private func run(
        _ job: Job,
        in context: RunContext,
        _ gate: CaseGate,
        stops: Bool
    ) async -> CaseResult {
        let runner = CaseRunner(context: context, contractCase: job.contractCase)
        if let reason = reasonNotToRun(job.contractCase, stops: stops) {
            return runner.blank(reason.verdict, reason: reason.text)
        }
        let isExclusive = !job.contractCase.given.isEmpty
        await gate.enter(exclusive: isExclusive)
        defer { gate.leave() }
        if context.interruption.isRequested {
            return runner.blank(.undetermined, reason: "not run: interrupted")
        }
        return await runner.run(repetition: job.repetition)
    }

    private func reasonNotToRun(
        _ contractCase: Case,
        stops: Bool
    ) -> (verdict: Verdict, text: String)? {
        let selection = context.options.selection
        if let reason = selection.reasonToSkip(contractCase.name, tags: contractCase.tags) {
            return (.skipped, reason)
        }
        if context.interruption.isRequested { return (.undetermined, "not run: interrupted") }
        if stops { return (.skipped, "not run: --fail-fast ended the run") }
        if let waiver = contractCase.waiver, waiver.isInForce(on: today) {
            return (.waived, waiver.description)
        }
        let waivers = contractCase.provokes.map { waiver(of: $0) }
        if let waiver = waivers.first ?? nil, waivers.allSatisfy({ $0 != nil }) {
            return (.waived, waiver.description)
        }
        return nil
    }

    private func waiver(of promise: String) -> Waiver? {
        let index = context.judge.index
        let waiver =
            index.promises[promise]?.waiver ?? index.operations[promise]?.waiver
            ?? index.catalogueEntry(promise)?.waiver
        return waiver.flatMap { $0.isInForce(on: today) ? $0 : nil }
    }
}
