import Contract
import Measure

/// History of the tokens of a scheme; moments are nanoseconds on CLOCK_MONOTONIC.
struct TokenRecord: Sendable {
    let scheme: String
    let isGranted: Bool
    /// When to request the next token; `nil` for never.
    private(set) var renewal: Int64?
    /// Reason of the last failed attempt since the last token; `nil` for none.
    private(set) var lastFailure: String?

    private var renewals: [Int64] = []
    private var failures: [RunToken.Failure] = []
    private var gaps: [Range<Int64>] = []
    private var failuresInRow = 0

    /// Entries of each kind, beyond which the earliest are dropped, so that a long run does not use more memory.
    private static let longest = 1_000

    init(_ supply: TokenSupply, _ term: TokenTerm) {
        scheme = supply.scheme
        isGranted = supply.isGranted
        renewal = term.renewal
    }

    /// Records a token; `end` is the end of the one before, expired or not.
    mutating func renew(_ term: TokenTerm, at now: Int64, after end: Int64) {
        renewals.append(now)
        if end < now { gaps.append(end..<now) }
        renewal = term.renewal
        failuresInRow = 0
        lastFailure = nil
        Self.shorten(&renewals)
        Self.shorten(&gaps)
    }

    /// Notes an attempt that brought no token.
    mutating func fail(_ reason: String, at now: Int64) {
        failuresInRow += 1
        lastFailure = reason
        renewal = now + TokenTerm.pause(afterFailures: failuresInRow)
        // Consecutive failures for the same reason are reported together.
        if failuresInRow > 1, let last = failures.indices.last, failures[last].reason == reason {
            failures[last].count += 1
            failures[last].last = now
        } else {
            failures.append(RunToken.Failure(reason, first: now, last: now))
            Self.shorten(&failures)
        }
    }

    private static func shorten<Element>(_ list: inout [Element]) {
        list.removeFirst(max(list.count - longest, 0))
    }

    /// The part of the record in a stretch of time, with moments from `base`; `end` is that of the current token.
    func figures(in range: Range<Int64>, base: Int64, end: Int64) -> RunToken {
        let open = end < range.upperBound ? [end..<range.upperBound] : []
        return RunToken(
            scheme,
            isGranted ? .granted : .signed,
            renewals: renewals.filter(range.contains).map { $0 - base },
            failures: failures.compactMap { failure in
                guard failure.last >= range.lowerBound, failure.first < range.upperBound else {
                    return nil
                }
                return failure.shifted(by: -base)
            },
            gaps: (gaps + open).map { $0.clamped(to: range) }.filter { !$0.isEmpty }
                .map { $0.lowerBound - base..<$0.upperBound - base }
        )
    }
}
