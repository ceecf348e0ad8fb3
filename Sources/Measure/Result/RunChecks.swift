/// Results of checking responses against the whole contract.
package struct RunChecks: Hashable, Sendable {
    /// A response that violates the contract.
    package struct Failure: Hashable, Sendable {
        /// The name of the send.
        package internal(set) var send: String
        /// The number of the arrival.
        package internal(set) var arrival: UInt64
        /// One sentence for each difference, without secrets.
        package internal(set) var differences: [String]

        package init(send: String, arrival: UInt64, differences: [String]) {
            self.send = send
            self.arrival = arrival
            self.differences = differences
        }
    }

    /// Responses that were checked.
    package internal(set) var checked: UInt64
    /// Checked responses that violate the contract.
    package internal(set) var failed: UInt64
    /// Responses selected for a check but not checked.
    package internal(set) var skipped: UInt64
    /// Known reasons for skipping with their counts, all above zero.
    package internal(set) var skippedFor: [SkipReason: UInt64]
    /// The first failures by the number of the arrival, at most `largestFailureCount`.
    package internal(set) var failures: [Failure]

    package static let largestFailureCount = 10

    package init(
        checked: UInt64 = 0,
        failed: UInt64 = 0,
        skipped: UInt64 = 0,
        skippedFor: [SkipReason: UInt64] = [:],
        failures: [Failure] = []
    ) {
        self.checked = checked
        self.failed = failed
        self.skipped = skipped
        self.skippedFor = skippedFor.filter { $0.value > 0 }
        let sorted = failures.sorted { $0.arrival < $1.arrival }
        self.failures = Array(sorted.prefix(Self.largestFailureCount))
    }

    /// Combines the results of two parts.
    package func merged(with other: RunChecks) -> RunChecks {
        RunChecks(
            checked: checked + other.checked,
            failed: failed + other.failed,
            skipped: skipped + other.skipped,
            skippedFor: skippedFor.merging(other.skippedFor, uniquingKeysWith: +),
            failures: failures + other.failures
        )
    }
}

/// Why a selected response was not checked.
package enum SkipReason: String, Hashable, Sendable, CaseIterable {
    /// It found no room among those that waited.
    case room
    /// The response is too large, compressed or decompressed.
    case size
    /// The time for checks was over.
    case time
    /// Its body is in a content coding that is not known.
    case coding
}
