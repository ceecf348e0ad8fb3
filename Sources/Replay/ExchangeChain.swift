import Base
import Contract
import HTTP

/// One request up to its last response: with the stored cookies, over redirects, and past a challenge.
struct ExchangeChain {
    private let runner: StepRunner
    private let prepared: PreparedRequest
    /// The next request, without the additions of the session.
    private var next: HTTPRequest
    private let began: Duration
    private var before: [ExchangeRecord] = []
    private var followed = 0
    /// Whether the challenge of this hop got a response.
    private var hasAnswered = false

    private var context: RunContext { runner.context }
    private var session: CaseSession { runner.session }

    init(runner: StepRunner, prepared: PreparedRequest) {
        self.runner = runner
        self.prepared = prepared
        next = prepared.request
        began = runner.context.clock.elapsed
    }

    /// Sends the request, and all requests that follow from the responses.
    ///
    /// - Parameter moment: When it is sent.
    /// - Returns: The last exchange, with those that led to it.
    mutating func exchange(at moment: Timestamp) async -> ExchangeRecord {
        var record = await send(at: moment)
        while let response = record.response, goesOn(after: response, &record) {
            before.append(record)
            record = await send(at: context.clock.now)
        }
        record.before = before
        return record
    }

    /// Whether another request follows from a response; it is then the next.
    private mutating func goesOn(
        after response: HTTPResponse,
        _ record: inout ExchangeRecord
    ) -> Bool {
        if response.status == 401, !hasAnswered, let digest, answersChallenges,
            let challenge = DigestChallenge(in: response.headers)
        {
            hasAnswered = true
            session.remember(challenge, of: next, for: digest)
            return true
        }
        guard prepared.redirects > 0,
            let target = next.redirected(
                by: response,
                withholding: prepared.credentialFields
            )
        else { return false }
        guard followed < prepared.redirects else {
            let count = prepared.redirects == 1 ? "redirect" : "redirects"
            record.redirectEnd = "gave up after \(prepared.redirects) \(count)"
            return false
        }
        if context.isDocumented(target), !target.hasSameServer(as: next) {
            record.redirectEnd =
                "did not follow to \(target.origin), which the contract documents; name it with "
                + "--target to allow it"
            return false
        }
        followed += 1
        hasAnswered = false
        next = target
        return true
    }

    /// The user whose digest the next server can get.
    private var digest: DigestCredentials? {
        next.hasSameServer(as: prepared.request) ? prepared.digest : nil
    }

    /// A request with its own credentials is sent unchanged.
    private var answersChallenges: Bool { next.headers["Authorization"] == nil }

    /// The fields of the command line that the contract does not decide on.
    private var added: [HTTPFields.Field] {
        context.options.headers.filter { field in
            !prepared.decidedFields.contains { HTTPFields.areSame($0, field.name) }
        }
    }

    private func send(at moment: Timestamp) async -> ExchangeRecord {
        var request = next
        if let digest, answersChallenges,
            let value = session.authorization(
                for: request,
                as: digest,
                seed: context.options.seed
            )
        {
            request.headers.append("Authorization", value)
        }
        for field in added where request.headers[field.name] == nil {
            request.headers.append(field.name, field.value)
        }
        if let kept = session.cookieField(for: request, at: context.clock.now) {
            let own = request.headers["Cookie"].map { "\($0); " } ?? ""
            request.headers.set("Cookie", own + kept)
        }
        session.noteRequest(to: request.origin)
        let result = await answer(to: request)
        if case .success(let response) = result {
            session.takeCookies(from: response, to: request, at: context.clock.now)
        }
        return ExchangeRecord(
            request: request,
            result: result,
            stringToSign: before.isEmpty ? prepared.stringToSign : nil,
            startedAt: moment
        )
    }

    private func answer(
        to request: HTTPRequest
    ) async -> Result<HTTPResponse, TransportFailure> {
        var request = request
        request.knowsHTTP2 = context.speaksHTTP2(request.origin)
        request.eventStreamLimit = context.judge.eventStreamLimit(of: runner.step.expected)
        // An injected fault must not be hidden by a retry.
        request.mayBeSentAgain = runner.step.fault == nil
        guard let timeout = runner.timeout, !before.isEmpty else {
            return await context.transport.exchange(request, timeout: runner.timeout)
        }
        // One limit applies to everything that follows from a request.
        let rest = timeout - (context.clock.elapsed - began)
        guard rest > .zero else {
            let detail = "the time of the step was over after \(before.count) exchanges"
            return .failure(TransportFailure(kind: .timeout, detail: detail))
        }
        return await context.transport.exchange(request, timeout: rest)
    }
}

extension RunContext {
    /// Whether a request goes to the documented address of the service, without the user having named that server.
    fileprivate func isDocumented(_ request: HTTPRequest) -> Bool {
        let isNamed = targets.values.contains {
            HTTPRequest(method: "GET", origin: $0.origin, path: "/").hasSameServer(as: request)
        }
        guard !isNamed else { return false }
        return contract.targets.contains { target in
            guard let template = target.documented else { return false }
            var evaluator = evaluator
            guard let url = try? evaluator.text(of: template), let parts = URLParts(url) else {
                return false
            }
            return HTTPRequest(method: "GET", origin: parts.origin, path: "/")
                .hasSameServer(as: request)
        }
    }
}
