import Contract
import JSON

/// One request of a step and what came of it.
struct StepAttempt {
    let prepared: PreparedRequest
    let answer: Result<HTTPResponse, TransportFailure>
    var judgement = AnswerJudgement()
    /// There is no answer to judge, or none that could be.
    var isUndetermined = false
}

extension StepRunner {
    /// Sends the request once and judges what comes; in a teardown nothing is judged.
    func attempt(
        using evaluator: inout Evaluator
    ) async throws(TemplateError) -> StepAttempt {
        let prepared = try preparation(using: &evaluator).prepared(step.request, using: &evaluator)
        let answer = await context.transport.exchange(prepared.request, timeout: step.timeout)
        var attempt = StepAttempt(prepared: prepared, answer: answer)
        guard phase != .teardown else { return attempt }
        switch answer {
        case .success(let response): judge(response, &attempt, using: &evaluator)
        case .failure(let failure): judge(failure, &attempt)
        }
        return attempt
    }

    private func judge(
        _ response: HTTPResponse,
        _ attempt: inout StepAttempt,
        using evaluator: inout Evaluator
    ) {
        guard wantedFailures.isEmpty else {
            let answer = "an answer (\(response.status))"
            attempt.judgement.headline = "wanted \(wantedFailuresText), got \(answer)"
            attempt.judgement.contradict(wanted: wantedFailuresText, got: answer, by: self)
            return
        }
        do {
            attempt.judgement = try context.judge.judgement(
                of: step,
                request: attempt.prepared.request,
                response: response,
                using: &evaluator
            )
        } catch {
            attempt.judgement.headline = "\(error)"
            attempt.isUndetermined = true
        }
    }

    /// Without an answer there is nothing to judge; half an answer, or one that is not HTTP,
    /// contradicts the contract.
    private func judge(_ failure: TransportFailure, _ attempt: inout StepAttempt) {
        guard !wantedFailures.contains(failure.kind) else { return }
        let wanted = wantedFailures.isEmpty ? nil : wantedFailuresText
        attempt.judgement.headline =
            wanted.map { "wanted \($0), got \(failure.kind.rawValue)" }
            ?? "no answer: \(failure.kind.rawValue)"
        guard failure.isContradiction else {
            attempt.isUndetermined = true
            return
        }
        let got = failure.description
        attempt.judgement.contradict(wanted: wanted ?? "a complete answer", got: got, by: self)
    }

    private var wantedFailures: Set<TransportFailure.Kind> { step.expectation?.transport ?? [] }

    private var wantedFailuresText: String {
        wantedFailures.map(\.rawValue).sorted().joined(separator: " or ")
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
}

extension AnswerJudgement {
    /// The exchange itself, and nothing in an answer, is other than the step wants.
    fileprivate mutating func contradict(wanted: String, got: String, by runner: StepRunner) {
        let step = runner.step
        add(
            Difference(
                path: "transport",
                expected: wanted,
                actual: got,
                location: step.expectation?.transport.isEmpty == false
                    ? step.expectation?.location : step.location,
                basis: runner.context.judge.basis(of: step)
            )
        )
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
