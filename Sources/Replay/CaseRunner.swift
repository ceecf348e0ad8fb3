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
        let allowed = context.options.retries + 1
        var first: CaseResult?
        var attempts = 0
        while true {
            var result = await runOnce(attempt: repetition * allowed + attempts)
            attempts += 1
            result.attempts = attempts
            // A retry that was interrupted takes nothing back.
            if let first, context.interruption.isRequested, result.verdict == .undetermined {
                return first
            }
            let isRetried = result.verdict == .failed || result.verdict == .undetermined
            if !isRetried || attempts == allowed || context.interruption.isRequested {
                return marked(result, after: first)
            }
            first = first ?? result
        }
    }

    /// One that passes only on a retry is flaky, and keeps the reason of its first failure.
    private func marked(_ result: CaseResult, after first: CaseResult?) -> CaseResult {
        guard result.verdict == .passed, let first else { return result }
        var flaky = result
        flaky.verdict = .flaky
        flaky.reason =
            "passed on attempt \(result.attempts); at first: \(first.mainPoint ?? "it failed")"
        return flaky
    }

    /// A result without steps, for a case that does not run.
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
}

extension CaseRunner {
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
            return blank(.undetermined, reason: "\(error)")
        }
        var made: [StateUse] = []
        if await makeStates(&made, using: &evaluator, &result) {
            await runSteps(using: &evaluator, &result)
            for step in contractCase.teardown {
                let runner = StepRunner(context: context, step: step, phase: .teardown)
                result.steps.append(await runner.run(using: &evaluator))
            }
        }
        await unmakeStates(made, using: &evaluator, &result)
        result.duration = context.clock.elapsed - began
        return result
    }

    /// Stops at the first step that does not hold: those behind it build on it.
    private func runSteps(using evaluator: inout Evaluator, _ result: inout CaseResult) async {
        let phases: [(StepResult.Phase, [Step])] = [
            (.setup, contractCase.setup), (.steps, contractCase.steps),
        ]
        for (phase, steps) in phases {
            for step in steps {
                if context.interruption.isRequested {
                    result.verdict = .undetermined
                    result.reason = "interrupted"
                    return
                }
                let runner = StepRunner(context: context, step: step, phase: phase)
                let outcome = await runner.run(using: &evaluator)
                result.steps.append(outcome)
                if outcome.outcome.endsCase {
                    conclude(&result, from: outcome)
                    return
                }
            }
        }
    }

    /// What breaks in set-up says nothing about the contract.
    private func conclude(_ result: inout CaseResult, from step: StepResult) {
        if step.phase == .setup {
            result.verdict = .undetermined
            result.reason = "set-up step \(step.label): \(step.headline ?? "failed")"
        } else if step.outcome == .broken {
            result.verdict = .failed
        } else {
            result.verdict = .undetermined
            result.reason = step.headline
        }
    }
}

// MARK: - Provider states

extension CaseRunner {
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
    private func unmakeStates(
        _ made: [StateUse],
        using evaluator: inout Evaluator,
        _ result: inout CaseResult
    ) async {
        for state in made.reversed() {
            switch await change(state, "teardown", using: &evaluator) {
            case .ready: continue
            case .unavailable(let reason), .broken(let reason):
                // The verdict stands, but what follows may suffer from it.
                result.reason = result.reason ?? "afterwards: \(reason)"
            }
        }
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
}

extension StepResult.Outcome {
    /// Whether the steps behind it have nothing to build on.
    var endsCase: Bool { self == .broken || self == .undetermined }
}

extension CaseResult {
    /// Why it did not pass, in a few words; `nil` when there is nothing to say.
    var mainPoint: String? {
        reason ?? steps.first { $0.phase != .teardown && $0.outcome.endsCase }?.headline
    }
}
