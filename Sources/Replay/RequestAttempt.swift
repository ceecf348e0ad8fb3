import Base
import Contract
import HTTP
import JSON

extension StepRunner {
    /// Sends a step's one request.
    func perform(
        _ request: StepRequest,
        using evaluator: inout Evaluator
    ) async throws(TemplateError) -> CaseSession.Performed {
        let prepared = try await prepared(request, using: &evaluator)
        return .request(await exchange(prepared, number: 1, at: evaluator.now))
    }

    /// Encodes and signs a request.
    func prepared(
        _ request: StepRequest,
        using evaluator: inout Evaluator
    ) async throws(TemplateError) -> PreparedRequest {
        let preparation = try await preparation(of: request, using: &evaluator)
        var prepared = try preparation.prepared(request.template, using: &evaluator)
        let operation = context.contract.operations.first { $0.id == request.operation }
        prepared.decidedFields = (operation?.variants ?? []).flatMap { variant in
            let security = variant.request.constant("security") ?? "none"
            return context.contract.securitySchemes[security]?.credentialFields ?? []
        }
        return prepared
    }

    /// The only place where a request is sent, and where its transport is chosen.
    ///
    /// - Parameters:
    ///   - prepared: The request.
    ///   - number: The number of the request in the step, counted from one.
    ///   - moment: When it is sent.
    ///   - label: Its name in reports, when the step sends several.
    /// - Returns: The request and its response.
    func exchange(
        _ prepared: PreparedRequest,
        number: Int,
        at moment: Timestamp,
        label: String? = nil
    ) async -> ExchangeRecord {
        if let pace = context.options.pace {
            await context.pause(for: pace.wait(at: context.clock.elapsed))
        }
        willSend()
        var chain = ExchangeChain(runner: self, prepared: prepared)
        var record = await chain.exchange(at: moment)
        record.label = label
        return record
    }

    /// Checks the outcome of a step's one request.
    func judged(
        _ exchange: ExchangeRecord,
        using evaluator: inout Evaluator
    ) async -> StepAttempt {
        var attempt = StepAttempt(exchanges: exchange.chain)
        if let response = exchange.response {
            attempt.subject = Subject(
                response,
                to: exchange.request,
                limits: context.judge.limits
            )
        }
        guard phase != .teardown else { return attempt }
        switch exchange.result {
        case .success(let response):
            judge(response, to: exchange.request, &attempt, using: &evaluator)
            if !attempt.judgement.differences.isEmpty, let end = exchange.redirectEnd {
                attempt.judgement.add(end)
            }
        case .failure(let failure): await judge(failure, to: exchange.request, &attempt)
        }
        return attempt
    }

    private func judge(
        _ response: HTTPResponse,
        to request: HTTPRequest,
        _ attempt: inout StepAttempt,
        using evaluator: inout Evaluator
    ) {
        guard wantedFailures.isEmpty else {
            let got = "a response (\(response.status))"
            attempt.judgement.headline = "wanted \(wantedFailuresText), got \(got)"
            attempt.judgement.contradict(wanted: wantedFailuresText, got: got, by: self)
            return
        }
        do {
            attempt.judgement = try context.judge.judgement(
                of: step.expected,
                request: request,
                response: response,
                using: &evaluator
            )
            guard let obstacle = attempt.judgement.obstacle(counting: context.counts) else {
                return
            }
            attempt.judgement = ResponseJudgement()
            attempt.judgement.headline = obstacle
            attempt.isInconclusive = true
        } catch {
            attempt.judgement.headline = "\(error)"
            attempt.isInconclusive = true
        }
    }

    /// A missing response cannot be checked; a partial one, or one that is not HTTP, contradicts
    /// the contract, unless the server died during it.
    private func judge(
        _ failure: TransportFailure,
        to request: HTTPRequest,
        _ attempt: inout StepAttempt
    ) async {
        guard !wantedFailures.contains(failure.kind) else { return }
        let wanted = wantedFailures.isEmpty ? nil : wantedFailuresText
        attempt.judgement.headline =
            wanted.map { "wanted \($0), got \(failure.kind.rawValue)" }
            ?? "no response: \(failure.kind.rawValue)"
        guard !failure.endedKeptConnection || step.fault != nil else {
            attempt.judgement.headline?.append(
                " on a connection kept from an earlier request, which may have caused it; "
                    + "\(request.method) is not sent twice"
            )
            attempt.isInconclusive = true
            return
        }
        // A step that accepts any declared response requires one; a server that dies gives none.
        let wantsResponse = step.expectation?.declared != nil
        guard failure.isContradiction || wantsResponse && failure.kind == .timeout else {
            attempt.isInconclusive = true
            return
        }
        if !wantsResponse, failure.mayBeDeath, let end = await end(of: request.origin) {
            attempt.judgement.headline?.append(", and the target is gone: \(end.kind.rawValue)")
            attempt.isInconclusive = true
            return
        }
        let got = failure.description
        attempt.judgement.contradict(wanted: wanted ?? "a complete response", got: got, by: self)
    }

    /// Why the server no longer responds; `nil` when it does.
    ///
    /// An exiting process closes its connections a moment before it stops listening.
    private func end(of origin: String) async -> TransportFailure? {
        for _ in 0..<2 {
            if let failure = await context.transport.probe(origin) { return failure }
            await context.pause(for: .milliseconds(50))
        }
        return await context.transport.probe(origin)
    }

    private var wantedFailures: Set<TransportFailure.Kind> { step.expectation?.transport ?? [] }

    private var wantedFailuresText: String {
        wantedFailures.map(\.rawValue).sorted().joined(separator: " or ")
    }

    private func preparation(
        of request: StepRequest,
        using evaluator: inout Evaluator
    ) async throws(TemplateError) -> RequestPreparation {
        let encoder = try context.encoder(
            for: request.template,
            at: step.location,
            using: &evaluator
        )
        let security = request.template.constant("security") ?? "none"
        let scheme = context.contract.securitySchemes[security]
        return RequestPreparation(
            encoder: encoder,
            scheme: scheme,
            accessToken: try await AccessTokens(
                context: context,
                transport: plainTransport,
                location: step.location
            ).token(of: scheme, using: &evaluator),
            tamper: request.tamper
        )
    }
}

extension ResponseJudgement {
    /// Adds a difference of the exchange itself, not of a value in a response.
    fileprivate mutating func contradict(wanted: String, got: String, by runner: StepRunner) {
        let step = runner.step
        add(
            Difference(
                path: "transport",
                expected: wanted,
                actual: got,
                location: step.expectation?.transport.isEmpty == false
                    ? step.expectation?.location : step.location,
                basis: runner.context.judge.basis(of: step.expected)
            )
        )
    }
}

extension TransportFailure {
    /// Whether the connection ended like those of an exiting process.
    var mayBeDeath: Bool { [.reset, .empty, .truncated].contains(kind) }

    /// Whether a response began and was invalid, or the connection broke during the request.
    ///
    /// An unreachable server shows nothing about its behaviour.
    var isContradiction: Bool {
        switch kind {
        case .reset, .empty, .truncated, .malformed, .tooLarge: true
        case .timeout: phases.firstByte > .zero
        case .refused, .dns, .unreachable, .tls, .proxy, .cancelled, .other: false
        }
    }
}
