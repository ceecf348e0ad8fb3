import Base
import Contract
import HTTP
import JSON

/// Runs one step: attempts it, repeatedly if it polls, and checks the outcome.
struct StepRunner {
    let context: RunContext
    let step: Step
    let phase: StepResult.Phase
    /// The session of the case.
    let session: CaseSession
    /// Called right before a request is sent.
    var willSend: @Sendable () -> Void = {}
    /// The transport without the step's fault, for requests that the step is not about.
    let plainTransport: any HTTPTransport
    /// The transport with the step's fault; `nil` for a step without one.
    private let faultedTransport: FaultedTransport?
    /// The time left for `eventually`; `nil` for no limit.
    var limit: Duration?

    /// The time limit of an exchange; `nil` for the transport's own.
    var timeout: Duration? {
        guard let limit else { return step.timeout }
        return [limit, step.timeout ?? context.options.maxTime].compactMap(\.self).min()
    }

    init(
        context: RunContext,
        step: Step,
        phase: StepResult.Phase,
        session: CaseSession = CaseSession()
    ) {
        var context = context
        plainTransport = context.transport
        faultedTransport = step.fault.map { [context] fault in
            FaultedTransport(fault, by: context.faults, over: context.transport)
        }
        if let faultedTransport { context.transport = faultedTransport }
        self.context = context
        self.step = step
        self.phase = phase
        self.session = session
    }

    /// Runs the step.
    ///
    /// - Parameter evaluator: The names in scope; captured values are added to it.
    /// - Returns: The result.
    func run(using evaluator: inout Evaluator) async -> StepResult {
        let number = context.watcher?.began(step.label)
        defer { if let number { context.watcher?.ended(number) } }
        await context.pause(for: step.delay)
        let began = context.clock.elapsed
        let outer = evaluator.scope
        var result = blank
        do {
            for repetition in 0..<step.repetitions where !result.outcome.endsCase {
                if repetition > 0, isInterrupted {
                    result.outcome = .inconclusive
                    result.headline = "interrupted after \(repetition) of \(step.repetitions) times"
                    break
                }
                evaluator.now = context.clock.now
                try evaluator.bind(step.bindings)
                let latest = try await poll(using: &evaluator)
                // The worst repetition is the result of the step.
                result = repetition == 0 ? latest : result.worse(latest)
            }
        } catch {
            result.outcome = .inconclusive
            result.headline = "\(error)"
        }
        // A step in the background ends before its requests.
        if step.background == nil, result.outcome != .inconclusive,
            let omission = faultedTransport?.omission
        {
            result.outcome = .inconclusive
            result.headline = omission
        }
        let captured = step.captures.map(\.name)
        let taken = evaluator.scope.filter { captured.contains($0.key) }
        evaluator.scope = outer.merging(taken) { _, new in new }
        result.duration = context.clock.elapsed - began
        return result
    }

    /// Runs a step outside any case; in a set-up again after a failure, as often as the options allow.
    func runWithRetries(using evaluator: inout Evaluator) async -> StepResult {
        var result = await run(using: &evaluator)
        var retries = phase == .setup ? context.options.retries : 0
        while retries > 0, result.outcome.endsCase, !isInterrupted {
            retries -= 1
            result = await run(using: &evaluator)
        }
        return result
    }

    /// A result with only the step's place.
    var blank: StepResult {
        var result = StepResult(
            phase: phase,
            label: step.label,
            location: step.location,
            promises: phase == .steps ? step.promises : step.covers
        )
        result.fault = step.fault
        if step.reception != nil { result.direction = .received }
        result.comparesOwnRequests = step.asksTheModelAlone
        result.isFailedCall = step.action.call != nil && step.fault != nil
        result.readsServer = session.hasKept(step.namesBehindResult)
        return result
    }

    /// Cleanup runs even after an interruption.
    var isInterrupted: Bool {
        phase != .teardown && context.interruption.isRequested
    }
}

// MARK: - Polling

extension StepRunner {
    private func poll(using evaluator: inout Evaluator) async throws(TemplateError) -> StepResult {
        let began = context.clock.elapsed
        var tries = 0
        var latest: StepResult?
        while true {
            tries += 1
            evaluator.now = context.clock.now
            let beginning = CallBeginning(of: self, evaluator)
            var runner = self
            if let polling = step.polling {
                let rest = polling.within - (context.clock.elapsed - began)
                runner.limit = max(rest, Self.shortestTry)
            }
            let attempt = try await runner.patientAttempt(using: &evaluator)
            var result = settled(attempt, using: &evaluator)
            result.startedAt = evaluator.now
            result.tries = tries
            // A try that the time limit cut off is less informative than the one before it.
            if let limit = runner.limit, result.failure?.kind == .timeout, let latest,
                step.timeout.map({ limit < $0 }) ?? true
            {
                result = latest
                result.tries = tries
            }
            latest = result
            guard let polling = step.polling, result.outcome != .passed else {
                result.alterations = await alterations(of: attempt, result, from: beginning)
                return result
            }
            if try givesUp(polling, attempt, using: &evaluator) {
                let place = polling.unless.map { " (\($0.location))" } ?? ""
                result.add("gave up after \(count(tries)), because \"unless\" holds\(place)")
                return result
            }
            if let most = polling.tries, tries >= most {
                result.add("gave up after \(count(tries))")
                return result
            }
            let rest = polling.within - (context.clock.elapsed - began)
            guard rest > .zero else {
                let length = TimeSpan.text(of: polling.within)
                result.add("gave up after \(length) and \(count(tries))")
                return result
            }
            // The last try is made when the time is over, not one interval earlier.
            await context.pause(for: min(max(polling.every, Self.shortestPause), rest))
            if isInterrupted {
                result.outcome = .inconclusive
                result.add("interrupted after \(count(tries)), while waiting for it to change")
                return result
            }
        }
    }

    private func count(_ tries: Int) -> String { tries == 1 ? "1 try" : "\(tries) tries" }

    /// The last try begins when the time is over.
    private static let shortestTry = Duration.milliseconds(250)

    /// Prevents `every: 0s` from polling without a pause.
    private static let shortestPause = Duration.milliseconds(1)

    private func givesUp(
        _ polling: Polling,
        _ attempt: StepAttempt,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> Bool {
        guard let unless = polling.unless, let subject = attempt.subject else { return false }
        return try unless.assertion(using: &evaluator).holds(for: subject)
    }
}

// MARK: - Results

extension StepRunner {
    /// The result of an attempt, after captures for later steps.
    func settled(_ attempt: StepAttempt, using evaluator: inout Evaluator) -> StepResult {
        var result = result(of: attempt)
        capture(from: attempt, into: &evaluator, &result)
        return result
    }

    private func result(of attempt: StepAttempt) -> StepResult {
        var result = blank
        result.exchanges = attempt.exchanges
        result.isAmongOwn = isAmongOwn(attempt.exchanges.map(\.request.origin))
        result.differences = attempt.judgement.differences
        result.differenceCount = attempt.judgement.total
        if context.options.runsWaived { result.waivedAsserts = attempt.judgement.waivedAsserts }
        result.headline = attempt.judgement.headline
        if attempt.isInconclusive {
            result.outcome = .inconclusive
        } else if result.differences.contains(where: context.counts) {
            result.outcome = .failed
        } else if result.differences.contains(where: context.leavesOpen) {
            result.outcome = .inconclusive
        } else {
            result.outcome = result.differences.allSatisfy(\.isWaived) ? .passed : .differs
        }
        return result
    }

    /// Whether requests went from the tool to its own listeners, without a server in between.
    private func isAmongOwn(_ origins: [String]) -> Bool {
        guard !origins.isEmpty else { return false }
        return step.reception != nil
            ? origins.allSatisfy(session.hasSent) : origins.allSatisfy(context.listeners.has)
    }

    /// Captures values of the response for later steps.
    private func capture(
        from attempt: StepAttempt,
        into evaluator: inout Evaluator,
        _ result: inout StepResult
    ) {
        guard let subject = attempt.subject else { return }
        for capture in step.captures {
            do {
                switch try capture.value(in: subject, using: &evaluator) {
                case .success(let value):
                    evaluator.scope[capture.name] = value
                    if !result.isAmongOwn, !capture.query.isAboutModel {
                        session.noteKept(capture.name)
                    }
                    hide(value, capture.name)
                case .failure(let problem): note(problem, capture, in: &result)
                }
            } catch {
                result.outcome = .inconclusive
                result.headline = result.headline ?? "\(error)"
            }
        }
    }

    /// The replacement of a secret is itself secret.
    private func hide(_ value: JSONValue, _ name: String) {
        guard context.contract.variables.contains(where: { $0.name == name && $0.isSecret }) else {
            return
        }
        switch value {
        case .array(let elements): for element in elements { hide(element, name) }
        case .object(let object): for member in object.members { hide(member.value, name) }
        case .null, .bool: break
        case .number, .string: context.tokens.book.add([value.scalarText])
        }
    }

    /// A missing value fails the step; below the level that counts it shows nothing about the
    /// contract, but the case cannot continue without it.
    private func note(_ problem: Unanswerable, _ capture: Capture, in result: inout StepResult) {
        // Differences in a teardown do not count.
        guard phase != .teardown else { return }
        let difference = Difference(
            path: problem.path,
            expected: "\(problem.expected) to capture as \(capture.name)",
            actual: problem.actual,
            location: capture.location,
            basis: context.judge.basis(of: step.expected),
            standing: problem.isUndecodable ? .unknown : .contradiction
        )
        result.differences.append(difference)
        result.differenceCount += 1
        result.headline = result.headline ?? "could not capture \(capture.name): \(problem)"
        switch result.outcome {
        case .failed: break
        case .passed, .differs:
            result.outcome = context.counts(difference) ? .failed : .inconclusive
        case .inconclusive: break
        }
    }
}

extension StepResult {
    /// The one with the graver outcome; of equal ones the later, if it has a difference.
    fileprivate func worse(_ other: StepResult) -> StepResult {
        let order: [Outcome] = [.passed, .differs, .inconclusive, .failed]
        let (mine, others) = (order.firstIndex(of: outcome), order.firstIndex(of: other.outcome))
        guard mine == others else { return (mine ?? 0) > (others ?? 0) ? self : other }
        return differenceCount > other.differenceCount ? self : other
    }

    /// Appends a remark about the problem.
    fileprivate mutating func add(_ remark: String) {
        headline = headline.map { "\($0); \(remark)" } ?? remark
    }
}
