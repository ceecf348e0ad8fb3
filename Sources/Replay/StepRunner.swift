import Contract
import JSON

/// Runs one step: sends its request, again if it polls, and judges the answer.
struct StepRunner {
    let context: RunContext
    let step: Step
    let phase: StepResult.Phase

    /// One request and what came of it.
    private struct Attempt {
        var prepared: PreparedRequest
        var result: Result<HTTPResponse, TransportFailure>
        var judgement: AnswerJudgement
        /// There is no answer to judge, or none that could be.
        var isUndetermined: Bool
    }

    /// Runs the step.
    ///
    /// - Parameter evaluator: The names in scope; captured values are added to it.
    /// - Returns: What happened.
    func run(using evaluator: inout Evaluator) async -> StepResult {
        if step.delay > .zero { await context.clock.sleep(for: step.delay) }
        let began = context.clock.elapsed
        let outer = evaluator.scope
        var result = blank
        do {
            for _ in 0..<step.repetitions {
                evaluator.now = context.clock.now
                try evaluator.bind(step.bindings)
                result = try await poll(using: &evaluator)
                if result.outcome == .broken || result.outcome == .undetermined { break }
            }
        } catch {
            result.outcome = .undetermined
            result.headline = "\(error)"
        }
        let captured = step.captures.map(\.name)
        let taken = evaluator.scope.filter { captured.contains($0.key) }
        evaluator.scope = outer.merging(taken) { _, new in new }
        result.duration = context.clock.elapsed - began
        return result
    }

    private var blank: StepResult {
        StepResult(
            phase: phase,
            label: step.label,
            location: step.location,
            promises: promises
        )
    }

    /// A step that provokes nothing is judged for its operation's success answer.
    private var promises: [String] {
        guard step.provokes.isEmpty else { return step.provokes }
        guard phase == .steps, step.expectation?.error == nil, step.expectation?.status == nil
        else { return [] }
        return step.operation.map { [$0] } ?? []
    }

    private func poll(using evaluator: inout Evaluator) async throws(TemplateError) -> StepResult {
        let began = context.clock.elapsed
        var tries = 0
        while true {
            tries += 1
            evaluator.now = context.clock.now
            let attempt = try await attempt(using: &evaluator)
            var result = result(of: attempt)
            result.startedAt = evaluator.now
            result.tries = tries
            try capture(from: attempt, into: &evaluator, &result)
            guard let polling = step.polling, result.outcome != .held,
                !context.interruption.isRequested,
                try !givesUp(polling, attempt, using: &evaluator)
            else { return result }
            guard context.clock.elapsed - began < polling.within else {
                let limit = "still so after \(polling.within) and \(tries) tries"
                result.headline = result.headline.map { "\($0); \(limit)" }
                return result
            }
            await context.clock.sleep(for: polling.every)
        }
    }

    private func givesUp(
        _ polling: Polling,
        _ attempt: Attempt,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> Bool {
        guard let unless = polling.unless, case .success(let response) = attempt.result else {
            return false
        }
        let subject = Subject(response, to: attempt.prepared.request)
        return try unless.assertion(using: &evaluator).holds(for: subject)
    }

    private func attempt(using evaluator: inout Evaluator) async throws(TemplateError) -> Attempt {
        let prepared = try preparation(using: &evaluator).prepared(step.request, using: &evaluator)
        let result = await context.transport.exchange(prepared.request, timeout: step.timeout)
        var attempt = Attempt(
            prepared: prepared,
            result: result,
            judgement: AnswerJudgement(),
            isUndetermined: false
        )
        switch result {
        case .success(let response):
            attempt.judgement = try context.judge.judgement(
                of: step,
                request: prepared.request,
                response: response,
                using: &evaluator
            )
        case .failure(let failure):
            judge(failure, &attempt)
        }
        return attempt
    }

    /// Without an answer there is nothing to judge; half an answer, or one that is not HTTP,
    /// contradicts the contract.
    private func judge(_ failure: TransportFailure, _ attempt: inout Attempt) {
        if step.expectation?.transport.contains(failure.kind) == true { return }
        attempt.isUndetermined = !failure.isContradiction
        attempt.judgement.headline = "no answer: \(failure)"
        if failure.isContradiction {
            attempt.judgement.differences = [
                Difference(
                    path: "transport",
                    expected: "a complete answer",
                    actual: failure.description,
                    location: step.location
                )
            ]
            attempt.judgement.total = 1
        }
    }

    private func preparation(
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> RequestPreparation {
        let name = context.targetName(of: step.request)
        guard let target = context.targets[name] else {
            throw TemplateError("target \"\(name)\" is not available", at: step.location)
        }
        let specification = context.contract.targets.first { $0.name == name }
        var basePath = ""
        if let template = specification?.basePath { basePath = try evaluator.text(of: template) }
        let encoder = RequestEncoder(
            origin: target.origin,
            prefix: target.prefix,
            basePath: basePath,
            encodings: context.contract.encodings,
            attachments: context.contract.attachments
        )
        let security = step.request.constant("security") ?? "none"
        return RequestPreparation(
            encoder: encoder,
            scheme: context.contract.securitySchemes[security],
            tamper: step.tamper
        )
    }

    private func result(of attempt: Attempt) -> StepResult {
        var result = blank
        result.request = attempt.prepared.request
        result.stringToSign = attempt.prepared.stringToSign
        switch attempt.result {
        case .success(let response): result.response = response
        case .failure(let failure): result.failure = failure
        }
        // What a teardown finds has no bearing on the contract.
        guard phase != .teardown else { return result }
        result.differences = attempt.judgement.differences
        result.differenceCount = attempt.judgement.total
        result.headline = attempt.judgement.headline
        if attempt.isUndetermined {
            result.outcome = .undetermined
        } else if result.differences.contains(where: context.counts) {
            result.outcome = .broken
        } else {
            result.outcome = result.differences.isEmpty ? .held : .differs
        }
        return result
    }

    private func capture(
        from attempt: Attempt,
        into evaluator: inout Evaluator,
        _ result: inout StepResult
    ) throws(TemplateError) {
        guard case .success(let response) = attempt.result else { return }
        let subject = Subject(response, to: attempt.prepared.request)
        for capture in step.captures {
            switch try capture.value(in: subject, using: &evaluator) {
            case .success(let value):
                evaluator.scope[capture.name] = value
            case .failure(let problem):
                let difference = Difference(
                    path: problem.path,
                    expected: "\(problem.expected) to capture as \(capture.name)",
                    actual: problem.actual,
                    location: capture.location
                )
                result.differences.append(difference)
                result.differenceCount += 1
                result.outcome = result.outcome == .undetermined ? .undetermined : .broken
                result.headline =
                    result.headline ?? "could not capture \(capture.name): \(problem)"
            }
        }
    }
}

extension TransportFailure {
    /// Whether an answer began and was no proper one, or the connection broke under the request.
    ///
    /// Not reaching the server says nothing about it.
    var isContradiction: Bool {
        switch kind {
        case .reset, .empty, .truncated, .malformed, .tooLarge: true
        case .timeout: phases.firstByte > .zero
        case .refused, .dns, .unreachable, .tls, .proxy, .cancelled, .other: false
        }
    }
}
