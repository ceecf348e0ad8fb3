import Base
import Contract
import HTTP
import JSON

extension StepRunner {
    /// Checks passed messages again with one value at a time changed.
    ///
    /// Nothing is sent: received messages are changed, and checked by the same rules.
    ///
    /// - Parameters:
    ///   - attempt: The checked attempt.
    ///   - result: Its result.
    ///   - beginning: The state before a call.
    /// - Returns: `nil` when there is nothing to change.
    func alterations(
        of attempt: StepAttempt,
        _ result: StepResult,
        from beginning: CallBeginning?
    ) async -> AlterationTally? {
        guard let evidence = attempt.evidence, phase == .steps, result.outcome == .passed,
            !step.promises.isEmpty
        else { return nil }
        var run = AlterationRun(runner: self, evidence: evidence)
        switch evidence.kind {
        case .response(let exchange): await run.alter(exchange)
        case .reception(let requests): await run.alter(requests)
        case .call(let outcome):
            await run.alterRequests(of: outcome)
            run.alterEnd(of: outcome)
            await run.alterResult(of: outcome)
            if let beginning { await run.alterResponses(of: outcome, from: beginning) }
        }
        return run.finished
    }
}

/// The mutations for one step.
///
/// It yields between them, as other cases wait for deliveries at the same time.
struct AlterationRun {
    private let runner: StepRunner
    private let evidence: StepEvidence
    private var random: RandomSource
    private var tally = AlterationTally()
    /// In the order of their first mutation.
    private var places: [String] = []
    private var found: [String: Place] = [:]
    /// The requirements beyond the success of the operation or call, by promise; `nil` for a
    /// promise that requires only success.
    private let ownLines: [String: Set<SourceLocation>?]

    /// The results of mutations at one place.
    private struct Place {
        /// The first line that detected one.
        var line: SourceLocation?
        var isMentioned = false
        var missed: [Alteration] = []
    }

    init(runner: StepRunner, evidence: StepEvidence) {
        self.runner = runner
        self.evidence = evidence
        let location = runner.step.location
        random = RandomSource(
            seed: runner.context.options.seed,
            name: "alterations \(location.line):\(location.column)"
        )
        let (judge, expected) = (runner.context.judge, runner.step.expected)
        let isReception = runner.step.reception != nil
        let ids = runner.step.promises
        ownLines = Dictionary(
            ids.map { id in
                let lines = judge.ownLines(of: id, expected)
                return (id, isReception ? lines?.union([location]) : lines)
            }
        ) { first, _ in first }
    }
}

// MARK: - Responses and requests

extension AlterationRun {
    /// An exchange with a mutated response, after yielding; `nil` when the mutation is not possible.
    private func answered(
        _ exchange: ExchangeRecord,
        by altered: AlteredResponse,
        _ scheme: String?
    ) async -> ExchangeRecord? {
        guard let response = exchange.response else { return nil }
        let changed = judge.response(
            altered,
            from: response,
            to: exchange.request,
            scheme: scheme,
            using: evidence.evaluator
        )
        await Task.yield()
        return changed.map(exchange.answered(by:))
    }

    /// Mutates the response to a request; if none was expected, adds one.
    mutating func alter(_ exchange: ExchangeRecord) async {
        guard let response = exchange.response else {
            let altered = exchange.answered(by: HTTPResponse(status: 200))
            return note(Alteration("transport", "a response"), await judged(altered))
        }
        for altered in judge.alterations(
            of: response,
            to: exchange.request,
            &random,
            using: evidence.evaluator
        ) {
            let scheme = runner.step.request?.template.constant("security")
            guard let answered = await self.answered(exchange, by: altered, scheme) else {
                continue
            }
            note(altered.alteration, await judged(answered))
        }
    }

    private func judged(_ exchange: ExchangeRecord) async -> StepResult? {
        var evaluator = evidence.evaluator
        let attempt = await runner.judged(exchange, using: &evaluator)
        return runner.settled(attempt, using: &evaluator)
    }

    /// Mutates the requests that a listener received, and their number.
    mutating func alter(_ requests: [HTTPRequest]) async {
        guard let reception = runner.step.reception else { return }
        let place = "received \(reception.listener)"
        guard let last = requests.last else {
            // It is unknown which mutations the conditions would let through.
            guard reception.conditions.isEmpty else { return }
            return note(Alteration(place, "one request more"), judged([.unexpected], reception))
        }
        note(Alteration(place, "one request fewer"), judged(requests.dropLast(), reception))
        note(Alteration(place, "one request more"), judged(requests + [last], reception))
        for position in Set([0, requests.count - 1]).sorted() {
            for altered in AlteredRequest.all(of: requests[position], &random) {
                await Task.yield()
                guard let request = altered.applied(to: requests[position]) else { continue }
                var others = requests
                others[position] = request
                note(altered.alteration, judged(others, reception))
            }
        }
    }

    private func judged(_ requests: [HTTPRequest], _ reception: Reception) -> StepResult? {
        settled { evaluator throws(TemplateError) in
            try runner.judged(again: requests, reception, using: &evaluator)
        }
    }
}

// MARK: - Calls

extension AlterationRun {
    /// Mutates the requests that a call sent, and their number.
    mutating func alterRequests(of outcome: CallOutcome) async {
        guard !outcome.exchanges.isEmpty else {
            var more = outcome
            more.view.requests.append(.unexpected)
            return note(Alteration("requests", "one more"), judged(more))
        }
        for position in outcome.exchanges.indices
        where outcome.view.requests.indices.contains(position) {
            let name = "request \(position + 1)"
            var fewer = outcome
            fewer.exchanges.remove(at: position)
            fewer.view.requests.remove(at: position)
            note(Alteration(name, "not sent"), judged(fewer))
            var more = outcome
            more.exchanges.insert(outcome.exchanges[position], at: position)
            more.view.requests.insert(outcome.view.requests[position], at: position)
            note(Alteration(name, "sent twice"), judged(more))
            for altered in AlteredRequest.all(of: outcome.view.requests[position], &random) {
                await Task.yield()
                guard let request = altered.applied(to: outcome.view.requests[position]) else {
                    continue
                }
                var other = outcome
                other.exchanges[position].request = request
                other.view.requests[position] = request
                note(altered.alteration.within(name), judged(other))
            }
        }
    }

    /// Replaces the error of a call by every other outcome.
    mutating func alterEnd(of outcome: CallOutcome) {
        guard case .failed(let failure) = outcome.end else { return }
        var other = outcome
        other.end = .returned(.null)
        note(Alteration("outcome", "\(failure.error) → success"), judged(other))
        for error in runner.context.contract.client?.errors ?? [] where error.id != failure.error {
            other.end = .failed(failure.named(error.id))
            note(Alteration("outcome", "\(failure.error) → \(error.id)"), judged(other))
        }
    }

    /// Mutates the result of a call without requests, which depends on the client alone.
    mutating func alterResult(of outcome: CallOutcome) async {
        guard outcome.exchanges.isEmpty, let result = outcome.view.result, result != .null else {
            return
        }
        for altered in ValueAlteration.all(of: result, &random) {
            await Task.yield()
            guard let value = altered.applied(to: result) else { continue }
            var other = outcome
            other.end = .returned(value)
            other.view.result = value
            note(altered.alteration.within("result"), judged(other))
        }
    }

    private func judged(_ outcome: CallOutcome) -> StepResult? {
        settled { evaluator throws(TemplateError) in
            try runner.judged(outcome, using: &evaluator)
        }
    }

    /// Repeats a call from its beginning, with one response at a time mutated.
    mutating func alterResponses(of outcome: CallOutcome, from beginning: CallBeginning) async {
        for (position, exchange) in outcome.exchanges.enumerated() {
            guard let response = exchange.response else { continue }
            for altered in judge.alterations(
                of: response,
                to: exchange.request,
                &random,
                using: evidence.evaluator
            ) {
                let scheme = scheme(of: position, in: outcome)
                guard let answered = await answered(exchange, by: altered, scheme) else {
                    continue
                }
                var exchanges = outcome.exchanges
                exchanges[position] = answered
                let name = "response \(position + 1)"
                note(
                    altered.alteration.within(name),
                    await made(again: exchanges, from: beginning)
                )
            }
        }
    }

    private func made(
        again exchanges: [ExchangeRecord],
        from beginning: CallBeginning
    ) async -> StepResult? {
        let recorded = RecordedExchanges(exchanges)
        var context = runner.context
        context.transport = recorded
        context.clock = recorded
        let again = StepRunner(
            context: context,
            step: runner.step,
            phase: runner.phase,
            session: CaseSession(
                clients: beginning.clients.map { ClientInstance(name: $0.name, state: $0.state) }
            )
        )
        var evaluator = beginning.evaluator
        do {
            let attempt = try await again.attempt(using: &evaluator)
            return again.settled(attempt, using: &evaluator)
        } catch {
            return nil
        }
    }
}

// MARK: - Results

extension AlterationRun {
    private var judge: ResponseJudge { runner.context.judge }
    private var level: Basis { runner.context.options.level }

    private func settled(
        _ attempt: (inout Evaluator) throws(TemplateError) -> StepAttempt
    ) -> StepResult? {
        var evaluator = evidence.evaluator
        do {
            let attempt = try attempt(&evaluator)
            return runner.settled(attempt, using: &evaluator)
        } catch {
            return nil
        }
    }

    /// Records the result of a mutation; an inconclusive one does not count.
    private mutating func note(_ alteration: Alteration, _ result: StepResult?) {
        guard let result, result.outcome != .inconclusive else { return }
        let broken = runner.step.promises.filter { id in
            let basis = judge.index.basis(of: id)
            return Evidence.status(of: result, basis: basis, level: level) == .failed
        }
        if found[alteration.place] == nil { places.append(alteration.place) }
        guard !broken.isEmpty else {
            found[alteration.place, default: Place()].missed.append(alteration)
            return
        }
        tally.noticed += 1
        let breaking = result.differences.filter(\.isContradiction)
        let main = breaking.first { $0.path == alteration.place } ?? breaking.first
        found[alteration.place, default: Place()].isMentioned = true
        let known = found[alteration.place]?.line
        found[alteration.place]?.line = known ?? main?.location
        tally.proven.formUnion(broken.filter { isProven($0, by: breaking) })
    }

    /// Whether a promise failed for more than the failure of its whole operation or call.
    private func isProven(_ id: String, by differences: [Difference]) -> Bool {
        guard let lines = ownLines[id] ?? nil else { return true }
        let basis = judge.index.basis(of: id)
        let breaking = differences.filter {
            Evidence.breaks($0, basis: basis, level: level)
        }
        func isOwn(_ difference: Difference) -> Bool {
            difference.location.map(lines.contains) ?? false
        }
        // The state of a client after a failed call shows only that it failed.
        return runner.step.call == nil
            ? breaking.contains(where: isOwn) : breaking.allSatisfy(isOwn)
    }

    /// The counts, and the undetected mutations at places that the contract specifies.
    fileprivate var finished: AlterationTally {
        var tally = tally
        for name in places {
            guard let place = found[name] else { continue }
            guard place.isMentioned else {
                tally.unspecified += place.missed.count
                continue
            }
            for alteration in place.missed {
                tally.add(
                    AlterationTally.Unnoticed(
                        promises: runner.step.promises,
                        step: runner.step.location,
                        alteration: alteration,
                        asking: place.line
                    )
                )
            }
        }
        return tally
    }

    /// The security scheme of a request that a call sent; `nil` if it is unknown which of the call's requests it was.
    private func scheme(of position: Int, in outcome: CallOutcome) -> String? {
        let requests = runner.step.action.call?.call.performs ?? []
        let label = outcome.exchanges[position].label
        return requests.first { $0.label == label }?.request.template.constant("security")
    }
}

extension HTTPRequest {
    /// A request where none is expected.
    fileprivate static let unexpected = HTTPRequest(
        method: "GET",
        origin: "http://127.0.0.1",
        path: "/"
    )
}

extension ExchangeRecord {
    /// The request with another response.
    fileprivate func answered(by response: HTTPResponse) -> ExchangeRecord {
        var exchange = self
        exchange.result = .success(response)
        return exchange
    }
}

extension CallFailure {
    /// The cause with another error.
    fileprivate func named(_ error: String) -> CallFailure {
        CallFailure(
            error: error,
            cause: cause,
            basis: basis,
            location: location,
            differences: differences,
            isUnreached: isUnreached
        )
    }
}
