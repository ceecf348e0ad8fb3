import Base
import Contract

/// The outcome of one attempt of a step.
struct StepAttempt {
    /// In the order in which they began.
    var exchanges: [ExchangeRecord] = []
    /// The subject of captures and `unless`; `nil` without a response.
    var subject: Subject?
    var judgement = ResponseJudgement()
    /// The outcome could not be checked.
    var isInconclusive = false
    /// The checked messages; `nil` unless they may be checked again.
    var evidence: StepEvidence?
}

extension StepRunner {
    /// Attempts the step once and checks the outcome; teardown is not checked.
    func attempt(using evaluator: inout Evaluator) async throws(TemplateError) -> StepAttempt {
        if let name = step.background { return await start(name, using: &evaluator) }
        let performed: CaseSession.Performed
        switch step.action {
        case .reception(let reception): return try await attempt(reception, using: &evaluator)
        case .request(let request): performed = try await perform(request, using: &evaluator)
        case .call(let call): performed = try await perform(call, using: &evaluator)
        case .join(let join): performed = try await perform(join)
        }
        let names = evaluator
        var attempt = try await judged(performed, using: &evaluator)
        if context.options.alters { attempt.evidence = StepEvidence(performed, names) }
        return attempt
    }

    /// Checks the outcome of the step, or of the one it waited for.
    private func judged(
        _ performed: CaseSession.Performed,
        using evaluator: inout Evaluator
    ) async throws(TemplateError) -> StepAttempt {
        switch performed {
        case .request(let exchange): await judged(exchange, using: &evaluator)
        case .call(let outcome): try judged(outcome, using: &evaluator)
        case .impossible(let error): throw error
        }
    }
}

// MARK: - In the background

extension StepRunner {
    /// Starts the step; the step that joins it checks the outcome.
    private func start(_ name: String, using evaluator: inout Evaluator) async -> StepAttempt {
        var forked = evaluator
        // Random values must not depend on which of the two is faster.
        forked.random = RandomSource(seed: evaluator.random.next(), name: name)
        let fork = forked
        let action = step.action
        await session.start(name) { isUnderWay in
            var runner = self
            runner.willSend = { isUnderWay.give() }
            var evaluator = fork
            do throws(TemplateError) {
                switch action {
                case .request(let request):
                    return try await runner.perform(request, using: &evaluator)
                case .call(let call): return try await runner.perform(call, using: &evaluator)
                case .join, .reception:
                    preconditionFailure("the loader lets only what sends go on in the background")
                }
            } catch {
                return .impossible(error)
            }
        }
        return StepAttempt()
    }

    private func perform(_ join: JoinStep) async throws(TemplateError) -> CaseSession.Performed {
        if let performed = await session.join(join.name) { return performed }
        throw TemplateError("nothing was begun as \"\(join.name)\"", at: step.location)
    }
}
