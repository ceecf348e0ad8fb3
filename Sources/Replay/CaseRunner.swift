import Base
import Contract
import JSON

/// Runs one case from its provider states to its teardown.
struct CaseRunner {
    private(set) var context: RunContext
    let contractCase: Case
    /// Values of the cases that it needs, by name.
    var inherited: [String: JSONValue] = [:]
    /// Receives the values for the cases that need this one.
    var captured = CapturedValues()

    /// Runs the case, again after a failure as often as the options allow.
    ///
    /// - Parameter repetition: Counts `--repeat` from zero, so that each draws other values.
    /// - Returns: The result; of several attempts, that of the last one.
    func run(repetition: Int = 0) async -> CaseResult {
        let allowed = context.options.retries + 1
        var first: CaseResult?
        var attempts = 0
        while true {
            var result = await runOnce(attempt: repetition * allowed + attempts)
            attempts += 1
            result.attempts = attempts
            // An interrupted retry does not replace the earlier result.
            if let first, context.interruption.isRequested, result.verdict == .inconclusive {
                return first
            }
            let isRetried = result.verdict == .failed || result.verdict == .inconclusive
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
            covers: contractCase.covers
        )
    }
}

extension CaseRunner {
    private func runOnce(attempt: Int) async -> CaseResult {
        let random = RandomSource(
            seed: context.options.seed,
            name: "\(randomName)/\(Listener.scopeName)",
            attempt: attempt
        )
        var runner = self
        switch await ListenerSet.started(contractCase.listeners, context, random) {
        case .success(let listeners): runner.context.listeners = listeners
        case .failure(let error): return blank(.inconclusive, reason: "a listener: \(error)")
        }
        let result = await runner.runWithListeners(attempt: attempt)
        await runner.context.listeners.stop()
        return result
    }

    /// The name that random values depend on, besides the seed: the case and the name of its file,
    /// without its folder.
    private var randomName: String {
        let file = contractCase.location.file.split(separator: "/").last ?? ""
        return "\(file)#\(contractCase.name)"
    }

    private func runWithListeners(attempt: Int) async -> CaseResult {
        let began = context.clock.elapsed
        var result = blank(.passed)
        var evaluator = context.evaluator
        evaluator.scope.merge(inherited) { _, new in new }
        evaluator.random = RandomSource(
            seed: context.options.seed,
            name: randomName,
            attempt: attempt
        )
        evaluator.now = context.clock.now
        context.listeners.define(in: &evaluator)
        do {
            try evaluator.bind(contractCase.bindings)
        } catch {
            return blank(.inconclusive, reason: "\(error)")
        }
        var made: [StateUse] = []
        if await makeStates(&made, using: &evaluator, &result) {
            context.listeners.share(evaluator)
            await runAll(using: &evaluator, &result)
        }
        await unmakeStates(made, using: &evaluator, &result)
        result.duration = context.clock.elapsed - began
        return result
    }

    /// Runs set-up, steps and teardown, with new clients.
    private func runAll(using evaluator: inout Evaluator, _ result: inout CaseResult) async {
        let session: CaseSession
        do {
            session = CaseSession(
                clients: try clients(using: &evaluator),
                cookies: contractCase.keepsCookies ? context.cookies : nil
            )
        } catch {
            result.verdict = .inconclusive
            result.reason = "\(error)"
            return
        }
        await runSteps(in: session, using: &evaluator, &result)
        await session.finish()
        captured.keep(contractCase, from: evaluator, after: inherited)
        for step in contractCase.teardown where !step.waits(for: contractCase, evaluator) {
            let runner = StepRunner(
                context: context,
                step: step,
                phase: .teardown,
                session: session
            )
            result.steps.append(await runner.run(using: &evaluator))
        }
    }

    private func clients(
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> [ClientInstance] {
        var clients: [ClientInstance] = []
        for use in contractCase.clients {
            let state = try evaluator.state(of: use, context.contract.client)
            clients.append(ClientInstance(name: use.name, state: state))
        }
        return clients
    }

    /// Stops at the first step that does not pass: later steps depend on it.
    private func runSteps(
        in session: CaseSession,
        using evaluator: inout Evaluator,
        _ result: inout CaseResult
    ) async {
        let phases: [(StepResult.Phase, [Step])] = [
            (.setup, contractCase.setup), (.steps, contractCase.steps),
        ]
        for (phase, steps) in phases {
            for step in steps {
                if context.interruption.isRequested {
                    result.verdict = .inconclusive
                    result.reason = "interrupted"
                    return
                }
                let runner = StepRunner(
                    context: context,
                    step: step,
                    phase: phase,
                    session: session
                )
                let outcome = await runner.run(using: &evaluator)
                result.steps.append(outcome)
                if outcome.outcome.endsCase {
                    conclude(&result, from: outcome)
                    return
                }
            }
        }
    }

    /// A failure in `setup` shows nothing about the contract.
    private func conclude(_ result: inout CaseResult, from step: StepResult) {
        if step.phase == .setup {
            result.verdict = .inconclusive
            result.reason = "set-up step \(step.label): \(step.headline ?? "failed")"
        } else if step.outcome == .failed {
            result.verdict = .failed
        } else {
            result.verdict = .inconclusive
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
                result.verdict = .inconclusive
                result.reason = reason
                return false
            }
        }
        return true
    }

    /// Removes states in reverse order.
    private func unmakeStates(
        _ made: [StateUse],
        using evaluator: inout Evaluator,
        _ result: inout CaseResult
    ) async {
        for state in made.reversed() {
            switch await change(state, "teardown", using: &evaluator) {
            case .ready: continue
            case .unavailable(let reason), .broken(let reason):
                // The verdict stays, but it may affect later cases.
                result.reason = result.reason ?? "afterwards: \(reason)"
            }
        }
    }

    private func change(
        _ state: StateUse,
        _ action: String,
        using evaluator: inout Evaluator
    ) async -> ProviderStates.Response {
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
    /// Whether later steps cannot run.
    var endsCase: Bool { self == .failed || self == .inconclusive }
}

extension CaseResult {
    /// Why it did not pass, in a few words; `nil` for none.
    var mainPoint: String? {
        reason ?? steps.first { $0.phase != .teardown && $0.outcome.endsCase }?.headline
    }
}
