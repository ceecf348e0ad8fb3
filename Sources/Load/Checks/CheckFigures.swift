package import Measure

/// Results of checking responses against the whole contract.
package struct CheckFigures: Hashable, Sendable {
    /// A response that violates the contract.
    package struct Failure: Hashable, Sendable {
        /// The index of the send.
        package let send: Int
        /// The number of the arrival.
        package let arrival: UInt64
        /// One sentence for each difference; secrets may be in them.
        package let differences: [String]
    }

    /// Responses that were checked.
    package internal(set) var checked: UInt64 = 0
    /// Checked responses that violate the contract.
    package internal(set) var failed: UInt64 = 0
    /// Responses selected for a check but not checked, by reason.
    package private(set) var skipped: [SkipReason: UInt64] = [:]
    /// The first ten failures, by the number of the arrival.
    package private(set) var failures: [Failure] = []

    private static let largestFailureCount = 10

    /// Figures with nothing checked.
    package init() {}

    /// Counts responses that are not checked.
    mutating func skip(_ count: Int = 1, for reason: SkipReason) {
        skipped[reason, default: 0] += UInt64(count)
    }

    /// Counts the result of a check.
    mutating func add(_ finding: SendJudge.Finding, of response: CheckedResponse) {
        let differences: [String]
        switch finding {
        case .judged(let found): differences = found
        case .tooLarge: return skip(for: .size)
        case .undecodable: return skip(for: .coding)
        }
        checked += 1
        guard !differences.isEmpty else { return }
        failed += 1
        let failure = Failure(
            send: response.send,
            arrival: response.arrival,
            differences: differences
        )
        let place = failures.firstIndex { $0.arrival > failure.arrival } ?? failures.count
        failures.insert(failure, at: place)
        if failures.count > Self.largestFailureCount { failures.removeLast() }
    }
}
