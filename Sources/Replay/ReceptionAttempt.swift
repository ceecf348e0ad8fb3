import Base
import Contract
import HTTP
import JSON

extension StepRunner {
    /// Waits for requests to a listener, and checks them.
    func attempt(
        _ reception: Reception,
        using evaluator: inout Evaluator
    ) async throws(TemplateError) -> StepAttempt {
        guard let log = context.listeners[reception.listener] else {
            throw TemplateError("no listener \"\(reception.listener)\" runs", at: step.location)
        }
        let names = evaluator
        let conditions = try conditions(of: reception, using: &evaluator)
        let meant = await entries(of: log, reception, conditions)
        let others = log.entries
        // If no request meets the conditions, the received ones show why.
        let shown = meant.isEmpty ? Array(others.suffix(Self.shownOthers)) : meant
        var attempt = StepAttempt(exchanges: shown.map(\.exchange))
        attempt.subject = meant.last?.subject
        guard phase != .teardown else { return attempt }
        let requests = meant.map(\.exchange.request)
        let rest = (others: others.count, unkept: log.unkeptCount)
        attempt.judgement = try judgement(of: requests, reception, rest, using: &evaluator)
        if context.options.alters {
            attempt.evidence = StepEvidence(.reception(requests), names)
        }
        if let problem = log.problem {
            attempt.isInconclusive = true
            attempt.judgement.headline = problem
        } else if isInterrupted, meant.count < reception.count {
            attempt.isInconclusive = true
            attempt.judgement.headline = "interrupted while waiting for a request"
        }
        return attempt
    }

    /// Checks the given requests that meet the conditions, as if these had been received.
    func judged(
        again requests: [HTTPRequest],
        _ reception: Reception,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> StepAttempt {
        let conditions = try conditions(of: reception, using: &evaluator)
        let meant = requests.filter { request in
            conditions.allSatisfy { $0.holds(for: Subject(received: request)) }
        }
        var attempt = StepAttempt()
        attempt.subject = meant.last.map { Subject(received: $0) }
        let rest = (others: requests.count - meant.count, unkept: 0)
        attempt.judgement = try judgement(of: meant, reception, rest, using: &evaluator)
        return attempt
    }

    private func judgement(
        of meant: [HTTPRequest],
        _ reception: Reception,
        _ rest: (others: Int, unkept: Int),
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> ResponseJudgement {
        var judgement = try context.judge.judgement(
            of: step.expected,
            received: meant,
            using: &evaluator
        )
        if meant.count != reception.count {
            judgement.add(
                miscount: miscount(
                    meant.count,
                    reception,
                    others: rest.others,
                    unkept: rest.unkept
                )
            )
        }
        return judgement
    }

    private func conditions(
        of reception: Reception,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> [Assertion] {
        var conditions: [Assertion] = []
        for condition in reception.conditions {
            conditions.append(try condition.assertion(using: &evaluator))
        }
        return conditions
    }

    /// The number of other requests that are shown.
    private static let shownOthers = 5
    private static let pause = Duration.milliseconds(2)

    /// Takes the requests that meet the conditions once there are enough of them, or the time is over; an unexpected
    /// one ends the wait.
    private func entries(
        of log: ListenerLog,
        _ reception: Reception,
        _ conditions: [Assertion]
    ) async -> [ListenerLog.Entry] {
        let end = context.clock.elapsed + reception.within
        while true {
            // Computed first, so that requests of the last moment are seen.
            let rest = end - context.clock.elapsed
            let meant = log.entries.filter { entry in
                conditions.allSatisfy { $0.holds(for: entry.subject) }
            }
            if meant.count >= max(1, reception.count) || rest <= .zero || isInterrupted {
                log.take(meant)
                return meant
            }
            await context.pause(for: min(rest, Self.pause))
        }
    }

    private func miscount(
        _ count: Int,
        _ reception: Reception,
        others: Int,
        unkept: Int
    ) -> Difference {
        let isTooFew = count < reception.count
        let origin = context.listeners[reception.listener]?.origin ?? ""
        let place = origin.isEmpty ? "" : " at \(origin)"
        let wait = isTooFew ? "\(place) within \(TimeSpan.text(of: reception.within))" : ""
        let hasOthers = count == 0 && others > 0
        var rest = hasOthers ? "; \(Self.text(of: others)) came that are not meant" : ""
        if unkept > 0 { rest += "; \(unkept) more came than are kept" }
        return Difference(
            path: "received \(reception.listener)",
            expected: Self.text(of: reception.count),
            actual: Self.text(of: count) + wait + rest,
            location: step.location,
            basis: context.judge.basis(of: step.expected)
        )
    }

    private static func text(of count: Int) -> String {
        switch count {
        case 0: "no request"
        case 1: "1 request"
        default: "\(count) requests"
        }
    }
}

extension ResponseJudgement {
    /// Adds a wrong number of requests, which is the main point.
    fileprivate mutating func add(miscount: Difference) {
        let rest = total == 0 ? "" : " (and \(total) more)"
        headline =
            "\(miscount.path): expected \(miscount.expected), got \(miscount.actual)\(rest)"
        add(miscount)
    }
}
