import Contract
import JSON

/// Runs one case from its provider states to its teardown.
struct CaseRunner {
    let context: RunContext
    let contractCase: Case

    /// Runs the case, again after a failure as often as the options allow.
    ///
    /// - Parameter repetition: Counts `--repeat` from zero, so that each draws other values.
    /// - Returns: What happened; of several attempts, in the last one.
    func run(repetition: Int = 0) async -> CaseResult {
        var first: CaseResult?
        for attempt in 0...context.options.retries {
            let number = repetition * (context.options.retries + 1) + attempt
            var result = await runOnce(attempt: number)
            result.attempts = attempt + 1
            let isRetried = result.verdict == .failed || result.verdict == .undetermined
            if !isRetried || attempt == context.options.retries
                || context.interruption.isRequested
            {
                return finished(result, first: first)
            }
            first = first ?? result
        }
        return blank(.undetermined)
    }

    /// One that passes only on a retry is flaky, and keeps the reason of its first failure.
    private func finished(_ result: CaseResult, first: CaseResult?) -> CaseResult {
        guard result.verdict == .passed, let first else { return result }
        var flaky = result
        flaky.verdict = .flaky
        let headline = first.steps.compactMap(\.headline).first ?? first.reason ?? "it failed"
        flaky.reason = "passed on attempt \(result.attempts); at first: \(headline)"
        return flaky
    }

    func blank(_ verdict: Verdict, reason: String? = nil) -> CaseResult {
        CaseResult(
            file: contractCase.location.file,
            name: contractCase.name,
            location: contractCase.location,
            tags: contractCase.tags,
            verdict: verdict,
            reason: reason,
            provokes: contractCase.provokes
        )
    }

    private func runOnce(attempt: Int) async -> CaseResult {
        let began = context.clock.elapsed
        var result = blank(.passed)
        var evaluator = context.evaluator
        evaluator.random = RandomSource(
            seed: context.options.seed,
            name: contractCase.name,
            attempt: attempt
        )
        evaluator.now = context.clock.now
        do {
            try evaluator.bind(contractCase.bindings)
        } catch {
            result.verdict = .undetermined
            result.reason = "\(error)"
            return result
        }
        var made: [StateUse] = []
        let isReady = await makeStates(&made, using: &evaluator, &result)
        if isReady {
            await runSteps(using: &evaluator, &result)
            for step in contractCase.teardown {
                let runner = StepRunner(context: context, step: step, phase: .teardown)
                result.steps.append(await runner.run(using: &evaluator))
            }
        }
        await unmakeStates(made, using: &evaluator)
        result.duration = context.clock.elapsed - began
        return result
    }

    private func makeStates(
        _ made: inout [StateUse],
        using evaluator: inout Evaluator,
        _ result: inout CaseResult
    ) async -> Bool {
        for state in contractCase.given {
            switch await change(state, "setup", using: &evaluator) {
            case .ready(let values):
                made.append(state)
                for member in values.members { evaluator.scope[member.name] = member.value }
            case .unavailable(let reason):
                result.verdict = .skipped
                result.reason = reason
                return false
            case .broken(let reason):
                result.verdict = .undetermined
                result.reason = reason
                return false
            }
        }
        return true
    }

    /// The last one made is the first one unmade.
    private func unmakeStates(_ made: [StateUse], using evaluator: inout Evaluator) async {
        for state in made.reversed() { _ = await change(state, "teardown", using: &evaluator) }
    }

    private func change(
        _ state: StateUse,
        _ action: String,
        using evaluator: inout Evaluator
    ) async -> ProviderStates.Answer {
        do {
            let parameters = try evaluator.value(of: state.parameters)
            return await context.states.change(
                state.name,
                parameters: parameters,
                action: action
            )
        } catch {
            return .broken("\(error)")
        }
    }

    /// Stops at the first step that does not hold: those behind it build on it.
    private func runSteps(using evaluator: inout Evaluator, _ result: inout CaseResult) async {
        for step in contractCase.setup {
            let runner = StepRunner(context: context, step: step, phase: .setup)
            let outcome = await runner.run(using: &evaluator)
            result.steps.append(outcome)
            if outcome.outcome == .broken || outcome.outcome == .undetermined {
                result.verdict = .undetermined
                result.reason = "set-up step \(step.label): \(outcome.headline ?? "failed")"
                return
            }
        }
        for step in contractCase.steps {
            if context.interruption.isRequested {
                result.verdict = .undetermined
                result.reason = "interrupted"
                return
            }
            let runner = StepRunner(context: context, step: step, phase: .steps)
            let outcome = await runner.run(using: &evaluator)
            result.steps.append(outcome)
            switch outcome.outcome {
            case .held, .differs: continue
            case .broken: result.verdict = .failed
            case .undetermined:
                result.verdict = .undetermined
                result.reason = outcome.headline
            }
            return
        }
    }
}
