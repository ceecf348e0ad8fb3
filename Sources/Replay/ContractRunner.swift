package import Contract

/// Runs the cases of one contract.
package struct ContractRunner: Sendable {
    private let context: RunContext
    /// `2026-01-31`; decides which waivers are still in force.
    private let today: String
    /// Whether an earlier contract ended the run, so that no case is started.
    private let hasEnded: Bool

    package init(context: RunContext, today: String, hasEnded: Bool = false) {
        self.context = context
        self.today = today
        self.hasEnded = hasEnded
    }

    /// What there is to run: one case, or one of its repetitions.
    private struct Job: Sendable {
        let contractCase: Case
        /// Counts from zero.
        let repetition: Int
    }

    /// Why a case does not run.
    private struct Obstacle: Sendable {
        let verdict: Verdict
        let reason: String
    }

    /// Runs the selected cases.
    ///
    /// Nothing is sent, for set-up neither, when no case is to run.
    ///
    /// - Parameter progress: Called after every case, from any thread.
    /// - Returns: One result for each case and repetition: all cases in file order, then all of
    ///   them for the next repetition.
    package func run(
        progress: @escaping @Sendable (CaseResult) -> Void = { _ in }
    ) async -> [CaseResult] {
        let jobs = (0..<max(1, context.options.repetitions)).flatMap { repetition in
            context.contract.cases.map { Job(contractCase: $0, repetition: repetition) }
        }
        let isIdle = jobs.allSatisfy { obstacle(to: $0.contractCase, stops: hasEnded) != nil }
        guard !isIdle else { return await runJobs(jobs, in: context, nil, progress) }
        var shared = context
        let setup = await runFileSteps(context.contract.setup, .setup, in: &shared)
        let failed = setup.last { $0.outcome.endsCase }
        var results = await runJobs(jobs, in: shared, failed, progress)
        // The exchange is shown once, with the first case it kept from running.
        if let failed, let first = results.firstIndex(where: { $0.reason == Self.reason(failed) }) {
            results[first].steps = [failed]
        }
        _ = await runFileSteps(context.contract.teardown, .teardown, in: &shared)
        return results
    }

    /// Why no case runs after a step of the file's set-up that did not hold.
    private static func reason(_ broken: StepResult) -> String {
        "set-up of the file: \(broken.label): \(broken.headline ?? "failed")"
    }

    /// Runs steps outside any case; their captures stay in scope.
    ///
    /// - Returns: Those that ran; set-up stops at the first that does not hold.
    private func runFileSteps(
        _ steps: [Step],
        _ phase: StepResult.Phase,
        in context: inout RunContext
    ) async -> [StepResult] {
        var results: [StepResult] = []
        for step in steps {
            let runner = StepRunner(context: context, step: step, phase: phase)
            let result = await runner.run(using: &context.evaluator)
            results.append(result)
            if phase == .setup, result.outcome.endsCase { break }
        }
        return results
    }
}

// MARK: - Cases

extension ContractRunner {
    /// Runs them, as many at once as the options say; `broken` is the step of the file's set-up that
    /// keeps them all from running.
    private func runJobs(
        _ jobs: [Job],
        in context: RunContext,
        _ broken: StepResult?,
        _ progress: @escaping @Sendable (CaseResult) -> Void
    ) async -> [CaseResult] {
        let queue = JobQueue(count: jobs.count)
        let gate = CaseGate()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<min(max(1, context.options.jobs), max(1, jobs.count)) {
                group.addTask {
                    while let index = queue.next() {
                        let result = await run(jobs[index], in: context, broken, gate, queue)
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
        _ broken: StepResult?,
        _ gate: CaseGate,
        _ queue: JobQueue
    ) async -> CaseResult {
        let runner = CaseRunner(context: context, contractCase: job.contractCase)
        var stops: Bool { hasEnded || context.options.failsFast && queue.hasFailure }
        if let obstacle = obstacle(to: job.contractCase, stops: stops) {
            return runner.blank(obstacle.verdict, reason: obstacle.reason)
        }
        if let broken {
            return runner.blank(.undetermined, reason: Self.reason(broken))
        }
        await gate.enter(exclusive: !job.contractCase.given.isEmpty)
        defer { gate.leave() }
        // A case may have waited long at the gate.
        if let obstacle = obstacle(to: job.contractCase, stops: stops) {
            return runner.blank(obstacle.verdict, reason: obstacle.reason)
        }
        return await runner.run(repetition: job.repetition)
    }

    private func obstacle(to contractCase: Case, stops: Bool) -> Obstacle? {
        let selection = context.options.selection
        if let reason = selection.reasonToSkip(contractCase.name, tags: contractCase.tags) {
            return Obstacle(verdict: .skipped, reason: reason)
        }
        if let waiver = waiver(of: contractCase) {
            return Obstacle(verdict: .waived, reason: waiver.description)
        }
        if context.interruption.isRequested {
            return Obstacle(verdict: .undetermined, reason: "not run: interrupted")
        }
        if stops {
            return Obstacle(verdict: .skipped, reason: "not run: --fail-fast ended the run")
        }
        return nil
    }

    /// The case's own waiver; else the first of its promises', when all of them are waived.
    private func waiver(of contractCase: Case) -> Waiver? {
        if let waiver = contractCase.waiver, waiver.isInForce(on: today) { return waiver }
        let waivers = contractCase.provokes.map(waiver(ofPromise:))
        return waivers.allSatisfy { $0 != nil } ? waivers.first ?? nil : nil
    }

    private func waiver(ofPromise id: String) -> Waiver? {
        let index = context.judge.index
        let waiver =
            index.promises[id]?.waiver ?? index.operations[id]?.waiver
            ?? index.catalogueEntry(id)?.waiver
        return waiver.flatMap { $0.isInForce(on: today) ? $0 : nil }
    }
}
