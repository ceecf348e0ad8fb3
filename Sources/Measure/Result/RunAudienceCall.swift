/// Result of a request to each recipient before or after a run; not part of the run's figures.
package struct RunAudienceCall: Hashable, Sendable {
    package enum Phase: String, Hashable, Sendable, CaseIterable {
        case prepare, cleanup
    }

    /// Requests that did not end as they were to.
    package struct Failure: Hashable, Sendable {
        /// With the status, if there was a response: `404 E404001`, `timeout`.
        package internal(set) var outcome: String
        package internal(set) var count: UInt64

        package init(_ outcome: String, _ count: UInt64) {
            self.outcome = outcome
            self.count = count
        }
    }

    package internal(set) var phase: Phase
    package internal(set) var name: String
    /// Number of recipients, with one request each.
    package internal(set) var recipients: UInt64
    /// Requests that ended as expected.
    package internal(set) var good: UInt64
    /// By outcome, the most frequent first; requests that were not sent are not included.
    package internal(set) var failures: [Failure]
    /// In nanoseconds.
    package internal(set) var elapsed: Int64
    /// Why it ended before its last request, as a part of a sentence; `nil` when it did not.
    package internal(set) var obstacle: String?

    package init(
        _ phase: Phase,
        name: String,
        recipients: UInt64,
        good: UInt64,
        failures: [Failure] = [],
        elapsed: Int64,
        obstacle: String? = nil
    ) {
        self.phase = phase
        self.name = name
        self.recipients = recipients
        self.good = good
        self.failures = Self.sorted(failures)
        self.elapsed = elapsed
        self.obstacle = obstacle
    }

    /// Requests that were sent and did not end as they were to.
    package var failedCount: UInt64 { failures.reduce(0) { $0 &+ $1.count } }

    /// Whether every recipient's request ended as it was to.
    package var isComplete: Bool { good == recipients }

    private static func sorted(_ failures: [Failure]) -> [Failure] {
        failures.sorted { ($1.count, $0.outcome) < ($0.count, $1.outcome) }
    }

    /// Merges the calls of several processes, each call once.
    static func merged(_ lists: [[RunAudienceCall]]) -> [RunAudienceCall] {
        var merged: [RunAudienceCall] = []
        for call in lists.joined() {
            let known = merged.firstIndex { $0.phase == call.phase && $0.name == call.name }
            if let known { merged[known].merge(call) } else { merged.append(call) }
        }
        return merged
    }

    private mutating func merge(_ other: RunAudienceCall) {
        recipients += other.recipients
        good += other.good
        elapsed = max(elapsed, other.elapsed)
        obstacle = obstacle ?? other.obstacle
        let counts = Dictionary(
            (failures + other.failures).map { ($0.outcome, $0.count) },
            uniquingKeysWith: +
        )
        failures = Self.sorted(counts.map { Failure($0.key, $0.value) })
    }
}
