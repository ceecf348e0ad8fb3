package import Contract

/// Runs the cases of one contract.
package struct ContractRunner: Sendable {
    let context: RunContext
    /// `2026-01-31`; decides which waivers are in force.
    private let today: String
    /// Whether an earlier contract ended the run, so that no case is started.
    private let hasEnded: Bool
    /// The step of a shared set-up that failed and prevents all cases from running.
    let broken: StepResult?
    /// By the name of the case; cases that run have none.
    private let reasonsToSkip: [String: String]

    package init(
        context: RunContext,
        today: String,
        hasEnded: Bool = false,
        broken: StepResult? = nil
    ) {
        self.context = context
        self.broken = broken
        self.today = today
        self.hasEnded = hasEnded
        reasonsToSkip = context.options.selection.reasonsToSkip(of: context.contract)
    }

    /// A unit of work: one case, or one of its repetitions.
    private struct Job: Sendable {
        let contractCase: Case
        /// Counted from zero.
        let repetition: Int
        /// The numbers of the jobs that it waits for.
        var needs: [Int] = []
        /// Those of them whose values it can use.
        var sources: [Int] = []
        let captured = CapturedValues()
    }

    /// Why a case does not run.
    private struct Obstacle: Sendable {
        let verdict: Verdict
        let reason: String
        /// Whether the user selected the case.
        var isSelected = true

        /// The result of a case that it prevents from running.
        func result(of runner: CaseRunner) -> CaseResult {
            var result = runner.blank(verdict, reason: reason)
            result.isSelected = isSelected
            return result
        }
    }

    /// Runs the selected cases.
    ///
    /// Nothing is sent, not even for set-up, when there is no case to run.
    ///
    /// - Returns: All cases in file order. Of a case that is repeated, the first result of each verdict
    ///   with the number of those that are like it; or all results, if the options keep them: all cases
    ///   for the first repetition, then all of them for the next.
    package func run() async -> [CaseResult] {
        guard broken == nil, !isIdle else { return await runRepetitions(in: context, broken) }
        var shared = context
        let setup = await runFileSteps(context.contract.setup, .setup, in: &shared)
        let failed = setup.last { $0.outcome.endsCase }
        let results = await runRepetitions(in: shared, failed)
        _ = await runFileSteps(context.contract.teardown, .teardown, in: &shared)
        return results
    }

    /// Whether there is no case to run, so that no set-up is needed.
    package var isIdle: Bool {
        context.contract.cases.allSatisfy { obstacle(to: $0, stops: hasEnded) != nil }
    }

    /// All cases for the first repetition, then all of them for the next.
    private func jobs(_ repetitions: Range<Int>) -> [Job] {
        let cases = context.contract.cases
        let names = cases.map(\.name)
        let positions = Dictionary(zip(names, names.indices)) { first, _ in first }
        return repetitions.flatMap { repetition in
            cases.map { contractCase in
                var job = Job(contractCase: contractCase, repetition: repetition)
                for need in contractCase.needs {
                    let numbers = need.cases.compactMap { positions[$0] }
                        .map { (repetition - repetitions.lowerBound) * cases.count + $0 }
                    job.needs += numbers
                    if need.source != nil { job.sources += numbers }
                }
                return job
            }
        }
    }

    /// The reason why no case runs after a failed set-up step.
    private static func reason(_ broken: StepResult) -> String {
        "set-up of the file: \(broken.label): \(broken.headline ?? "failed")"
    }

    /// Runs steps outside any case; their captures stay in scope.
    ///
    /// - Returns: The steps that ran; set-up stops at the first that does not pass.
    func runFileSteps(
        _ steps: [Step],
        _ phase: StepResult.Phase,
        in context: inout RunContext
    ) async -> [StepResult] {
        var results: [StepResult] = []
        let session = context.setupSession
        defer { context.keepCookies(of: session) }
        for step in steps {
            if phase == .teardown, step.waits(for: context.contract.setup, context.evaluator) {
                continue
            }
            let runner = StepRunner(
                context: context,
                step: step,
                phase: phase,
                session: session
            )
            let result = await runner.runWithRetries(using: &context.evaluator)
            results.append(result)
            if phase == .setup, result.outcome.endsCase { break }
        }
        return results
    }
}

// MARK: - Cases

extension ContractRunner {
    /// The number of jobs made at once, so that memory does not grow with the number of
    /// repetitions.
    private static let batchSize = 1024

    /// Runs all repetitions, in batches; `broken` prevents all cases from running.
    ///
    /// Once the run has ended, further batches would only repeat that.
    private func runRepetitions(
        in context: RunContext,
        _ broken: StepResult?
    ) async -> [CaseResult] {
        let count = max(1, context.options.repetitions)
        let step = max(1, Self.batchSize / max(1, context.contract.cases.count))
        var results = RepeatedResults(keepsAll: count == 1 || context.options.keepsRepetitions)
        for start in stride(from: 0, to: count, by: step) {
            let isOver = stops(after: results.hasFailure)
            let isLast = isOver || context.interruption.isRequested
            let jobs = jobs(start..<min(count, start + step))
            results.add(await runJobs(jobs, in: context, broken, isOver))
            if isLast { break }
        }
        return results.all
    }

    /// Whether no further case is started, after a failure or without one.
    private func stops(after hasFailure: Bool) -> Bool {
        hasEnded || context.options.failsFast && hasFailure
    }

    /// Runs the jobs, as many at once as the options allow; none when an earlier batch ended the
    /// run.
    private func runJobs(
        _ jobs: [Job],
        in context: RunContext,
        _ broken: StepResult?,
        _ isOver: Bool
    ) async -> [CaseResult] {
        let queue = JobQueue(order: Self.order(of: jobs))
        let gate = CaseGate()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<min(max(1, context.options.jobs), max(1, jobs.count)) {
                group.addTask {
                    while let index = queue.next() {
                        let found = await run(jobs, index, in: context, broken, isOver, gate, queue)
                        let result = underWaiver(found, of: jobs[index].contractCase)
                        queue.finish(index, result)
                        context.watcher?.ended(result)
                    }
                }
            }
        }
        var results = queue.results
        // The exchange is shown once, with the first case that it prevented from running.
        if let broken, let first = results.firstIndex(where: { $0.reason == Self.reason(broken) }) {
            results[first].steps = [broken]
        }
        return results
    }

    /// Every job after those it needs, else in their own order.
    private static func order(of jobs: [Job]) -> [Int] {
        var order: [Int] = []
        var isPlaced = [Bool](repeating: false, count: jobs.count)
        for start in jobs.indices {
            var pending = [start]
            while let index = pending.last {
                let open = isPlaced[index] ? [] : jobs[index].needs.filter { !isPlaced[$0] }
                if open.isEmpty {
                    pending.removeLast()
                    if !isPlaced[index] { order.append(index) }
                    isPlaced[index] = true
                } else {
                    pending += open.reversed()
                }
            }
        }
        return order
    }

    private func run(
        _ jobs: [Job],
        _ index: Int,
        in context: RunContext,
        _ broken: StepResult?,
        _ isOver: Bool,
        _ gate: CaseGate,
        _ queue: JobQueue
    ) async -> CaseResult {
        let job = jobs[index]
        var runner = CaseRunner(context: context, contractCase: job.contractCase)
        runner.captured = job.captured
        var stops: Bool { isOver || self.stops(after: queue.hasFailure) }
        if let obstacle = obstacle(to: job.contractCase, stops: stops) {
            return obstacle.result(of: runner)
        }
        if let broken {
            return runner.blank(.inconclusive, reason: Self.reason(broken))
        }
        for number in job.needs {
            let needed = await queue.result(of: number)
            guard needed.verdict != .passed, needed.verdict != .flaky else { continue }
            let reason = "needs case \(needed.name), which \(needed.verdict.ending)"
            return runner.blank(.skipped, reason: reason)
        }
        for number in job.sources {
            runner.inherited.merge(jobs[number].captured.values) { _, new in new }
        }
        await gate.enter(exclusive: !job.contractCase.given.isEmpty)
        defer { gate.leave() }
        // A case may have waited at the gate for a long time.
        if let obstacle = obstacle(to: job.contractCase, stops: stops) {
            return obstacle.result(of: runner)
        }
        return await runner.run(repetition: job.repetition)
    }

    private func obstacle(to contractCase: Case, stops: Bool) -> Obstacle? {
        if let reason = reasonsToSkip[contractCase.name] {
            return Obstacle(verdict: .skipped, reason: reason, isSelected: false)
        }
        let isEnding = context.interruption.isRequested || stops
        if let waiver = waiver(of: contractCase), isEnding || !context.options.runsWaived {
            return Obstacle(verdict: .waived, reason: waiver.description)
        }
        if context.interruption.isRequested {
            return Obstacle(verdict: .inconclusive, reason: "not run: interrupted")
        }
        if stops {
            return Obstacle(verdict: .skipped, reason: "not run: --fail-fast ended the run")
        }
        return nil
    }

    /// The result under the case's waiver, so that the outcome of a waived case does not count.
    private func underWaiver(_ found: CaseResult, of contractCase: Case) -> CaseResult {
        guard found.isSelected, found.verdict != .waived,
            let waiver = waiver(of: contractCase)
        else { return found }
        var result = found
        result.verdict = .waived
        result.reason = waiver.description
        result.waivedRun = WaivedRun(
            verdict: found.verdict,
            isWaivedItself: contractCase.waiver == waiver
        )
        return result
    }

    /// The case's own waiver; else the first of its promises', when all of them are waived.
    private func waiver(of contractCase: Case) -> Waiver? {
        if let waiver = contractCase.waiver, waiver.isInForce(on: today) { return waiver }
        let waivers = contractCase.covers.map(waiver(ofPromise:))
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

extension Verdict {
    /// The result of a case, in the words for one that needed it.
    fileprivate var ending: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .inconclusive: "was inconclusive"
        case .flaky: "is flaky"
        case .waived: "is waived"
        case .skipped: "was skipped"
        }
    }
}
