import Contract
import HTTP
import JSON

/// Decides the effect of one exchange of a call on the client.
struct CallExchangeJudge {
    let context: RunContext
    let request: ClientRequest
    let exchange: ExchangeRecord
    let view: ClientView
    /// How certain the expected outcome of the call is: for a less certain promise than the level
    /// that counts, the client checks the response as strictly as the promise itself.
    let basis: Basis

    private var subject: Subject {
        Subject(
            client: view,
            request: exchange.request,
            response: exchange.response,
            limits: context.judge.limits
        )
    }

    private var outcomes: [ClientOutcome] { context.contract.client?.outcomes ?? [] }

    /// How the call ends because of it; `nil` when the call continues.
    func end(using evaluator: inout Evaluator) throws(TemplateError) -> CallOutcome.End? {
        switch exchange.result {
        case .failure(let failure): return end(with: failure)
        case .success(let response): return try end(with: response, using: &evaluator)
        }
    }

    private func end(with failure: TransportFailure) -> CallOutcome.End {
        let cause = "no response: \(failure.kind.rawValue)"
        for outcome in outcomes {
            let isMeant = outcome.conditions.allSatisfy { condition in
                guard case .transport(let kinds) = condition else { return false }
                return kinds.contains(failure.kind)
            }
            guard isMeant else { continue }
            return .failed(error(outcome, cause, isUnreached: !failure.isContradiction))
        }
        guard failure.isContradiction else { return .stuck(cause) }
        return .contradicted([
            Difference(
                path: "transport",
                expected: "a complete response",
                actual: failure.description,
                location: request.location
            )
        ])
    }

    private func end(
        with response: HTTPResponse,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> CallOutcome.End? {
        let failure = try context.contract.failure?.failure(in: subject, using: &evaluator)
        let judgement = try judgement(of: response, using: &evaluator)
        if let obstacle = judgement.obstacle(counting: counts) { return .stuck(obstacle) }
        if let doubt = judgement.doubt(counting: isSure) { return .stuck(doubt) }
        // The response's differences from a declared success.
        let differences = judgement.differences.filter(counts)
        let invalid = failure == nil ? differences : []
        for outcome in outcomes {
            guard try holds(outcome, failure, !invalid.isEmpty, using: &evaluator) else { continue }
            let cause =
                failure?.description
                ?? invalid.first?.plainStatement ?? "HTTP \(response.status)"
            return .failed(error(outcome, cause, invalid))
        }
        // The failure itself is among the differences: a success was expected.
        return differences.isEmpty ? nil : .contradicted(differences)
    }

    private func counts(_ difference: Difference) -> Bool {
        difference.isContradiction && isSure(difference)
    }

    private func isSure(_ difference: Difference) -> Bool {
        difference.basis <= max(context.options.level, basis)
    }

    private func judgement(
        of response: HTTPResponse,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> ResponseJudgement {
        try context.judge.judgement(
            of: ExpectedOutcome(of: request.request, at: request.location),
            request: exchange.request,
            response: response,
            using: &evaluator
        )
    }

    private func holds(
        _ outcome: ClientOutcome,
        _ failure: RecognizedFailure?,
        _ isInvalid: Bool,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> Bool {
        for condition in outcome.conditions {
            let holds: Bool
            switch condition {
            case .transport: holds = false
            case .failure(nil): holds = failure != nil
            case .failure(let codes?):
                holds = codes.contains { code in
                    guard let failure else { return false }
                    return context.judge.index.errors[code]?.code.accepts(failure.code) ?? false
                }
            case .invalidResponse: holds = isInvalid
            case .holds(let assertion):
                holds = try assertion.assertion(using: &evaluator).holds(for: subject)
            }
            guard holds else { return false }
        }
        return true
    }

    private func error(
        _ outcome: ClientOutcome,
        _ cause: String,
        _ differences: [Difference] = [],
        isUnreached: Bool = false
    ) -> CallFailure {
        CallFailure(
            error: outcome.error,
            cause: "\(request.label): \(cause)",
            basis: outcome.basis,
            location: outcome.location,
            differences: differences,
            isUnreached: isUnreached
        )
    }

    /// Captures values of the response for later requests; without them the call cannot continue.
    func capture(into evaluator: inout Evaluator) throws(TemplateError) -> CallOutcome.End? {
        for capture in request.captures {
            switch try capture.value(in: subject, using: &evaluator) {
            case .success(let value): evaluator.scope[capture.name] = value
            case .failure(let problem):
                return .contradicted([
                    Difference(
                        path: problem.path,
                        expected: "\(problem.expected) to capture as \(capture.name)",
                        actual: problem.actual,
                        location: capture.location
                    )
                ])
            }
        }
        return nil
    }
}
