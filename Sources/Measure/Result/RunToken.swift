import Base
import JSON

/// History of the access tokens of a security scheme during a run.
///
/// Moments are nanoseconds since the first stage began, negative in the warm-up; in a search, since the first step.
package struct RunToken: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Signed by the generator itself.
        case signed
        /// Granted by a server.
        case granted
    }

    /// Consecutive failed attempts to get a token, for the same reason.
    package struct Failure: Hashable, Sendable {
        package internal(set) var reason: String
        package var count: UInt64
        package internal(set) var first: Int64
        package var last: Int64

        package init(_ reason: String, count: UInt64 = 1, first: Int64, last: Int64) {
            self.reason = reason
            self.count = count
            self.first = first
            self.last = last
        }

        /// The same failure at shifted moments.
        package func shifted(by offset: Int64) -> Failure {
            Failure(reason, count: count, first: first + offset, last: last + offset)
        }
    }

    package internal(set) var scheme: String
    package internal(set) var kind: Kind
    /// When a new token replaced the one before.
    package internal(set) var renewals: [Int64]
    package internal(set) var failures: [Failure]
    /// When no token was good.
    package internal(set) var gaps: [Range<Int64>]
    /// Arrivals that waited for a token.
    package var waited: UInt64
    /// Mean wait of these arrivals, in nanoseconds.
    package var meanWait: Int64
    package var longestWait: Int64

    package init(
        _ scheme: String,
        _ kind: Kind,
        renewals: [Int64] = [],
        failures: [Failure] = [],
        gaps: [Range<Int64>] = [],
        waited: UInt64 = 0,
        meanWait: Int64 = 0,
        longestWait: Int64 = 0
    ) {
        self.scheme = scheme
        self.kind = kind
        self.renewals = renewals
        self.failures = failures
        self.gaps = gaps
        self.waited = waited
        self.meanWait = meanWait
        self.longestWait = longestWait
    }

    /// Time without a valid token, in nanoseconds.
    package var timeWithout: Int64 { gaps.map { $0.upperBound - $0.lowerBound }.clampedSum }

    /// Number of failed attempts.
    package var failedCount: UInt64 { failures.reduce(0) { $0 + $1.count } }

    /// The same with secrets in the texts of servers redacted.
    package func saying(_ change: (String) -> String) -> RunToken {
        var token = self
        for index in token.failures.indices {
            token.failures[index].reason = change(token.failures[index].reason)
        }
        return token
    }
}

extension RunToken {
    static let table = FieldTable(
        RunToken("", .signed),
        [
            Field("scheme", \.scheme, .text),
            Field("kind", \.kind, .word),
            Field("renewals", \.renewals, .list(.signedSeconds)),
            Field("failures", \.failures, .list(.record(Failure.table))),
            Field("gaps", \.gaps, .list(.gap)),
            Field(derived: "secondsWithout") { .seconds($0.timeWithout) },
            Field("waited", \.waited, .count),
            Field("meanWaitSeconds", \.meanWait, .seconds),
            Field("longestWaitSeconds", \.longestWait, .seconds),
        ]
    )
}

extension RunToken.Failure {
    fileprivate static let table = FieldTable(
        RunToken.Failure("", first: 0, last: 0),
        [
            Field("reason", \.reason, .text),
            Field("count", \.count, .count),
            Field("first", \.first, .signedSeconds),
            Field("last", \.last, .signedSeconds),
        ]
    )
}

extension Form where Value == Int64 {
    /// Nanoseconds as seconds, which may be below zero.
    fileprivate static var signedSeconds: Form {
        Form(
            { .seconds($0) },
            { (node) throws(RunResultError) in
                guard case .number(let number) = node.value, number.doubleValue.magnitude <= 1e8
                else {
                    throw node.mismatch("at most 100000000 seconds, before or behind")
                }
                return Int64((number.doubleValue * 1e9).rounded())
            }
        )
    }
}

extension Form where Value == Range<Int64> {
    /// `{ "from": 18, "to": 21.5 }`.
    fileprivate static var gap: Form {
        let form = Form<Int64>.signedSeconds
        return Form(
            { ["from": form.json($0.lowerBound), "to": form.json($0.upperBound)] },
            { (node) throws(RunResultError) in
                let from = try form.value(try node["from"])
                let to = try node["to"]
                guard try form.value(to) >= from else { throw to.mismatch("at least from") }
                return from..<(try form.value(to))
            }
        )
    }
}
