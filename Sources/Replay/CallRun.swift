import Contract
import HTTP
import JSON

/// One call of a client library, from its requirements to its result.
struct CallRun {
    let runner: StepRunner
    let call: ClientCall
    let client: ClientInstance
    var view: ClientView
    private var exchanges: [ExchangeRecord] = []
    /// Names that the call reserves until it ends.
    private var held: [String] = []

    private var context: RunContext { runner.context }
    private var specification: ClientSpecification? { context.contract.client }

    init(runner: StepRunner, call: ClientCall, client: ClientInstance, view: ClientView) {
        self.runner = runner
        self.call = call
        self.client = client
        self.view = view
    }

    /// Makes the call.
    mutating func outcome(
        using evaluator: inout Evaluator
    ) async throws(TemplateError) -> CallOutcome {
        defer { client.release(held) }
        evaluator.enter(specification, view)
        try evaluator.bind(call.bindings)
        var taken: [String] = []
        let refusal = try refusal(by: call.requires, nil, &taken, using: &evaluator)
        held = taken
        if let refusal { return ended(.failed(refusal)) }
        for request in call.performs {
            if let end = try await perform(request, using: &evaluator) { return ended(end) }
        }
        return try succeeded(using: &evaluator)
    }

    private mutating func ended(_ end: CallOutcome.End) -> CallOutcome {
        view.state = client.state
        return CallOutcome(end: end, exchanges: exchanges, view: view)
    }

    private mutating func succeeded(
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> CallOutcome {
        refresh(&evaluator)
        var result = JSONValue.null
        if let returns = call.returns { result = try evaluator.value(of: returns) }
        var updates: [(name: String, value: JSONValue)] = []
        for update in call.updates {
            updates.append((update.name, try evaluator.value(of: update.value)))
        }
        client.remember(updates)
        view.result = result
        return ended(.returned(result))
    }

    /// Takes over changes by other calls.
    private mutating func refresh(_ evaluator: inout Evaluator) {
        view.state = client.state
        evaluator.client = view
        for member in view.state.members { evaluator.scope[member.name] = member.value }
    }
}

// MARK: - Requirements

extension CallRun {
    /// The error of the first requirement that fails; reserved names are added.
    private func refusal(
        by requirements: [ClientRequirement],
        _ request: HTTPRequest?,
        _ taken: inout [String],
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> CallFailure? {
        let subject = Subject(client: view, request: request, limits: context.judge.limits)
        for requirement in requirements {
            switch requirement.condition {
            case .holds(let template, let unless):
                if let unless, try unless.assertion(using: &evaluator).holds(for: subject) {
                    continue
                }
                let assertion = try template.assertion(using: &evaluator)
                if let difference = assertion.differences(in: subject, limit: 1).kept.first {
                    return failure(requirement, difference.plainStatement)
                }
            case .exclusive(let template):
                let name = try evaluator.text(of: template)
                guard client.take(name) else {
                    return failure(requirement, "\(name) is in flight already")
                }
                taken.append(name)
            }
        }
        return nil
    }

    private func failure(_ requirement: ClientRequirement, _ cause: String) -> CallFailure {
        CallFailure(
            error: requirement.error,
            cause: cause,
            basis: requirement.basis,
            location: requirement.location
        )
    }
}

// MARK: - Requests

extension CallRun {
    /// Sends one request, unless its conditions fail; returns how the call ends, if it does.
    private mutating func perform(
        _ request: ClientRequest,
        using evaluator: inout Evaluator
    ) async throws(TemplateError) -> CallOutcome.End? {
        refresh(&evaluator)
        guard try holds(request.conditions, using: &evaluator) else {
            for capture in request.captures { evaluator.scope[capture.name] = .null }
            return nil
        }
        evaluator.now = context.clock.now
        let prepared = try await runner.prepared(request.request, using: &evaluator)
        evaluator.scope["request"] = prepared.request.asValue
        var taken: [String] = []
        let refusal = try refusal(
            by: specification?.requires ?? [],
            prepared.request,
            &taken,
            using: &evaluator
        )
        evaluator.scope["request"] = nil
        defer { client.release(taken) }
        if let refusal { return .failed(refusal) }
        view.requests.append(prepared.request)
        let exchange = await runner.exchange(
            prepared,
            number: view.requests.count,
            at: evaluator.now,
            label: request.label
        )
        exchanges.append(exchange)
        return try judge(exchange, of: request, using: &evaluator)
    }

    private func holds(
        _ conditions: [AssertionTemplate],
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> Bool {
        let last = exchanges.last
        let subject = Subject(
            client: view,
            request: last?.request,
            response: last?.response,
            limits: context.judge.limits
        )
        for condition in conditions {
            guard try condition.assertion(using: &evaluator).holds(for: subject) else {
                return false
            }
        }
        return true
    }

    /// The effect of a response: an error of the client, or captures for later requests.
    private func judge(
        _ exchange: ExchangeRecord,
        of request: ClientRequest,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> CallOutcome.End? {
        let judge = CallExchangeJudge(
            context: context,
            request: request,
            exchange: exchange,
            view: view,
            basis: context.judge.basis(of: runner.step.expected)
        )
        if let end = try judge.end(using: &evaluator) { return end }
        return try judge.capture(into: &evaluator)
    }
}

extension HTTPRequest {
    /// The value of `{{request}}`, with its method and other parts.
    fileprivate var asValue: JSONValue {
        [
            "method": .string(method), "url": .string(url), "path": .string(path),
            "hostname": .string(hostname),
            "body": .string(String(decoding: body ?? [], as: UTF8.self)),
        ]
    }
}
