import Base
import Contract
import HTTP
import Synchronization

/// Spaces requests, so that a server gets at most N per second.
package final class RequestPace: Sendable {
    private let interval: Duration
    /// The earliest time of the next request.
    private let next = Mutex(Duration.zero)

    /// - Parameter rate: Requests per second, above zero.
    package init(rate: Double) { interval = .seconds(1 / rate) }

    /// Reserves the next request's turn; returns the wait until then.
    package func wait(at now: Duration) -> Duration {
        next.withLock { next in
            let due = max(next, now)
            next = due + interval
            return due - now
        }
    }
}

/// The wait that a server asks for (RFC 9110, section 10.2.3).
enum RetryAfter {
    /// The wait from a moment on; `nil` for a field that is neither a number of seconds nor a date.
    static func wait(_ field: String, at now: Timestamp) -> Duration? {
        if !field.isEmpty, field.utf8.allSatisfy(\.isASCIIDigit) {
            return .seconds(Int64(field) ?? .max / 2_000_000_000)
        }
        guard let date = DateTime(httpDate: field) else { return nil }
        return max(.zero, .seconds(date.seconds - now.nanosecondsSince1970 / 1_000_000_000))
    }
}

extension StepRunner {
    /// Attempts the step, and again if an unwanted response asks for it: a 429 or 503 with `Retry-After` after the
    /// wait, a 401 with a new access token.
    func patientAttempt(using evaluator: inout Evaluator) async throws(TemplateError) -> StepAttempt
    {
        let began = context.clock.elapsed
        let before = evaluator
        var first = try await attempt(using: &evaluator)
        guard case .request(let request) = step.action, step.background == nil,
            first.judgement.differences.contains(where: context.counts),
            let last = first.exchanges.indices.last,
            let response = first.exchanges[last].response
        else { return first }
        switch response.status {
        case 429, 503:
            guard let field = response.headers["Retry-After"] else { return first }
            guard let wait = RetryAfter.wait(field, at: context.clock.now) else {
                first.judgement.add(
                    "Retry-After: \(field) is neither a number of seconds nor a date"
                )
                return first
            }
            let longest = context.options.maxTime ?? Self.longestWait
            let most = limit.map { min($0, longest) } ?? longest
            guard wait <= most else {
                let (asked, allowed) = (TimeSpan.text(of: wait), TimeSpan.text(of: most))
                first.judgement.add(
                    "Retry-After asks to wait \(asked); at most \(allowed) are waited"
                )
                return first
            }
            await context.pause(for: wait)
            first.exchanges[last].retry = .waited(wait)
        case 401:
            let security = request.template.constant("security") ?? "none"
            let isRenewed = try await AccessTokens(
                context: context,
                transport: plainTransport,
                location: step.location
            ).forget(context.contract.securitySchemes[security], since: began, using: before)
            guard isRenewed else { return first }
            first.exchanges[last].retry = .renewed
        default: return first
        }
        guard !isInterrupted else { return first }
        evaluator = before
        evaluator.now = context.clock.now
        var second = try await attempt(using: &evaluator)
        second.exchanges = first.exchanges + second.exchanges
        return second
    }

    /// For requests without a time limit.
    private static let longestWait = Duration.seconds(30)
}
