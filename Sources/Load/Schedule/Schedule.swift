package import LoadModel

/// When each arrival of a run is due: a function of its number, the same in every shard.
///
/// Arrival k is due at Λ⁻¹(E_k), where Λ is the integral of the rate, and E_k is k, or for Poisson
/// arrivals the sum of the first k + 1 unit exponentials. So fractions carry over from one stage to the
/// next, and no arrival is lost or doubled at a boundary.
package struct Schedule: Hashable, Sendable {
    /// The warm-up, if there is one, and the stages.
    private(set) var segments: [LoadShape.Stage]
    package let arrivals: LoadShape.Arrivals
    package let seed: UInt64
    /// How long before the first stage arrivals begin, in nanoseconds.
    package let warmup: Int64
    /// The number of the first arrival that does not come any more, when a number ends the schedule; the
    /// last segment then goes on for as long as it takes.
    private(set) var endIndex: UInt64?

    /// - Parameters:
    ///   - stages: In order, at least one. A last one with a number of arrivals, whose rate stays, ends when
    ///     the next one would be due, whatever its duration says; for Poisson arrivals finding that takes
    ///     time in proportion to all arrivals.
    ///   - warmup: Nanoseconds before the first stage, at its starting rate.
    ///   - arrivals: How the gaps vary.
    ///   - seed: What random gaps are drawn from.
    package init(
        _ stages: [LoadShape.Stage],
        warmup: Int64 = 0,
        arrivals: LoadShape.Arrivals = .constant,
        seed: UInt64 = 0
    ) {
        precondition(!stages.isEmpty && warmup >= 0, "a schedule without stages")
        for stage in stages {
            precondition(
                stage.duration > 0 && stage.startRate >= 0 && stage.endRate >= 0
                    && stage.startRate.isFinite && stage.endRate.isFinite,
                "a stage from \(stage.startRate) to \(stage.endRate) in \(stage.duration) ns"
            )
        }
        let lead = warmup > 0 ? [LoadShape.Stage(rate: stages[0].startRate, duration: warmup)] : []
        segments = lead + stages
        self.arrivals = arrivals
        self.seed = seed
        self.warmup = warmup
        if let count = stages[stages.count - 1].arrivalCount { end(withArrival: count) }
    }

    /// As they come about: the last one lasts as long as its arrivals take.
    package var stages: [LoadShape.Stage] { Array(segments.dropFirst(warmup > 0 ? 1 : 0)) }

    /// Makes the last segment as long as so many arrivals take.
    private mutating func end(withArrival count: UInt64) {
        let last = segments.count - 1
        let rate = segments[last].startRate
        precondition(count > 0 && rate == segments[last].endRate, "\(count) arrivals of a ramp")
        var cursor = ScheduleCursor(self)
        let (end, due) = cursor.skip(count, ofSegment: last)
        let start = segments[..<last].reduce(-warmup) { $0 + $1.duration }
        segments[last] = LoadShape.Stage(rate: rate, duration: max(due - start, 1))
        endIndex = end
    }

    /// How long the stages last together, in nanoseconds.
    package var span: Int64 { segments.reduce(-warmup) { $0 + $1.duration } }

    /// How many arrivals are due from `start` up to, and without, `end`.
    ///
    /// For Poisson arrivals that takes time in proportion to all before the end.
    ///
    /// - Parameters:
    ///   - start: Nanoseconds since the first stage began.
    ///   - end: Nanoseconds since the first stage began.
    ///   - shard: Whose arrivals.
    /// - Returns: Zero or more.
    package func count(from start: Int64, to end: Int64, shard: Shard = .whole) -> UInt64 {
        if arrivals == .constant {
            let before = [start, end].map { shard.count(below: firstIndex(dueFrom: $0)) }
            return before[1] - min(before[0], before[1])
        }
        var cursor = ScheduleCursor(self, shard: shard)
        var count: UInt64 = 0
        while let arrival = cursor.next(), arrival.due < end {
            if arrival.due >= start { count += 1 }
        }
        return count
    }

    /// The number of the first constant arrival that is due at `moment` or later, or the end of all.
    private func firstIndex(dueFrom moment: Int64) -> UInt64 {
        let cursor = ScheduleCursor(self)
        var low: UInt64 = 0
        var high = endIndex ?? UInt64(segments.reduce(0) { $0 + $1.arrivals }.rounded(.up))
        while low < high {
            let middle = low + (high - low) / 2
            if let due = cursor.due(ofConstant: middle), due < moment {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
