import Base
import Contract
import JSON

extension StepRunner {
    /// Makes a call of the client library.
    func perform(
        _ step: CallStep,
        using evaluator: inout Evaluator
    ) async throws(TemplateError) -> CaseSession.Performed {
        guard let client = session.client(step.client) else {
            throw TemplateError("there is no client \"\(step.client)\"", at: self.step.location)
        }
        let given = try evaluator.value(of: step.arguments)
        var inner = evaluator
        // The case continues with its own random values, whatever the call draws.
        defer { evaluator.random = inner.random }
        var run = CallRun(
            runner: self,
            call: step.call,
            client: client,
            view: ClientView(
                state: client.state,
                arguments: try arguments(of: step.call, given)
            )
        )
        return .call(try await run.outcome(using: &inner))
    }

    /// The arguments by name; null for missing ones.
    private func arguments(
        of call: ClientCall,
        _ given: JSONValue
    ) throws(TemplateError) -> JSONObject {
        guard let members = given.objectValue else {
            let got = given.text(maximumLength: 60)
            throw TemplateError("arguments: expected a mapping, got \(got)", at: step.location)
        }
        let known = call.arguments.map(\.name)
        for name in members.names where !known.contains(name) {
            let hint = NearestName.suggestion(for: name, among: known)
                .map { "; did you mean \"\($0)\"?" }
            throw TemplateError(
                "\(call.id) has no argument \"\(name)\"\(hint ?? "")",
                at: step.location
            )
        }
        var arguments = JSONObject()
        for argument in call.arguments {
            let value = members[argument.name] ?? .null
            if let complaint = argument.complaint(about: value) {
                throw TemplateError(
                    "argument \"\(argument.name)\" of \(call.id): \(complaint)",
                    at: step.location
                )
            }
            arguments[argument.name] = value
        }
        return arguments
    }

    /// Checks how a call ended.
    func judged(
        _ outcome: CallOutcome,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> StepAttempt {
        var attempt = StepAttempt(
            exchanges: outcome.exchanges.flatMap(\.chain),
            subject: outcome.subject
        )
        guard phase != .teardown else { return attempt }
        var inner = evaluator
        defer { evaluator.random = inner.random }
        inner.enter(context.contract.client, outcome.view)
        switch outcome.end {
        case .stuck: attempt.isInconclusive = true
        case .failed(let failure) where failure.isUnreached:
            if !context.judge.wantsClientError(step.expected) {
                attempt.isInconclusive = true
                attempt.judgement.headline = failure.cause
                return attempt
            }
        case .failed, .returned, .contradicted: break
        }
        attempt.judgement = try context.judge.judgement(of: step.expected, outcome, using: &inner)
        return attempt
    }
}
