/// Offset of a remote clock, estimated by round trips.
///
/// All moments are nanoseconds. The error of a round trip of length `d` is at most half of `d`, so the fastest one
/// counts. Source: RFC 5905, section 8.
package struct ClockEstimate: Hashable, Sendable {
    /// A round trip of a message.
    package struct Probe: Hashable, Sendable {
        /// How far the remote clock is ahead.
        package let offset: Int64
        /// Time on the way, in both directions.
        package let delay: Int64

        /// Bound of valid moments, so that differences fit into 63 bits; it covers the years 1824 to 2116.
        private static let greatest: Int64 = 1 << 62 - 1

        /// `nil` for moments outside the valid range.
        ///
        /// - Parameters:
        ///   - sent: Sending, by the local clock.
        ///   - taken: Receipt, by the remote clock.
        ///   - answered: Reply, by the remote clock.
        ///   - back: Receipt of the reply, by the local clock.
        package init?(sent: Int64, taken: Int64, answered: Int64, back: Int64) {
            let out = Int128(taken) - Int128(sent)
            let home = Int128(answered) - Int128(back)
            let (offset, delay) = ((out + home) / 2, max(out - home, 0))
            guard offset.magnitude <= Self.greatest, delay <= Self.greatest else { return nil }
            (self.offset, self.delay) = (Int64(offset), Int64(delay))
        }
    }

    /// Number of probes for an estimate that is good enough to begin.
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

    /// How far the remote clock is ahead; zero before the first probe.
    package var offset: Int64 { best?.offset ?? 0 }

    /// Error bound of the offset.
    package var bound: Int64 { ((best?.delay ?? 0) + 1) / 2 }

    /// How far the last probe deviates from the best, beyond the error bounds of both.
    package var drift: Int64 {
        guard let best, let latest else { return 0 }
        let distance = latest.offset - best.offset
        let doubt = best.delay / 2 + latest.delay / 2 + (best.delay % 2 + latest.delay % 2 + 1) / 2
        if distance > doubt { return distance - doubt }
        return distance < -doubt ? distance + doubt : 0
    }
}
