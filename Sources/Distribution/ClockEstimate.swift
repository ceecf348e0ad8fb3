/// How far a clock elsewhere is ahead of one here, by probes that go there and back.
///
/// All moments are nanoseconds. Of a probe that took the time `d` on its way the clock there may be wrong by half
/// of `d` at most, so the quickest one counts. Source: RFC 5905, section 8.
package struct ClockEstimate: Hashable, Sendable {
    /// One that went there and came back.
    package struct Probe: Hashable, Sendable {
        /// Sent, by the clock here.
        package let sent: Int64
        /// Taken there, by the clock there.
        package let taken: Int64
        /// Answered there, by the clock there.
        package let answered: Int64
        /// Back, by the clock here.
        package let back: Int64

        package init(sent: Int64, taken: Int64, answered: Int64, back: Int64) {
            self.sent = sent
            self.taken = taken
            self.answered = answered
            self.back = back
        }

        /// How much the clock there is ahead.
        package var offset: Int64 { (taken - sent) / 2 + (answered - back) / 2 }
        /// How long it was on its way.
        package var delay: Int64 { max(back - sent - (answered - taken), 0) }
    }

    /// How many probes make an estimate that is good enough to begin with.
    package static let enough = 16

    private var best: Probe?
    private var latest: Probe?
    package private(set) var count = 0
    /// The longest a probe was on its way.
    package private(set) var longestDelay: Int64 = 0

    package init() {}

    package mutating func add(_ probe: Probe) {
        count += 1
        longestDelay = max(longestDelay, probe.delay)
        latest = probe
        if best.map({ probe.delay < $0.delay }) ?? true { best = probe }
    }

    /// How much the clock there is ahead; zero before the first probe.
    package var offset: Int64 { best?.offset ?? 0 }

    /// By how much that may be wrong.
    package var bound: Int64 { ((best?.delay ?? 0) + 1) / 2 }

    /// How far the last probe is from the best by more than both may be wrong.
    package var drift: Int64 {
        guard let best, let latest else { return 0 }
        let distance = latest.offset - best.offset
        let doubt = (latest.delay + best.delay + 1) / 2
        if distance > doubt { return distance - doubt }
        return distance < -doubt ? distance + doubt : 0
    }
}
