package import LoadModel

/// Due times of the arrivals of a run: a function of their number, the same in every shard.
///
/// Arrival k is due at Λ⁻¹(E_k), where Λ is the integral of the rate, and E_k is k, or for Poisson arrivals the sum
/// of the first k + 1 unit exponentials. So fractions carry over from one stage to the next, and no arrival is lost
/// or duplicated at a boundary.
package struct Schedule: Hashable, Sendable {
    /// The warm-up, if there is one, and the stages.
    private(set) var segments: [LoadShape.Stage]
    package let arrivals: LoadShape.Arrivals
    package let seed: UInt64
    /// Time before the first stage in which arrivals already come, in nanoseconds.
    package let warmup: Int64
    /// One more than the number of the last arrival, when a number ends the schedule; the last segment then takes
    /// any time.
    private(set) var endIndex: UInt64?

    /// - Parameters:
    ///   - stages: In order, at least one. A last stage with a number of arrivals and a constant rate ends when the
    ///     next arrival would be due, whatever its duration; for Poisson arrivals computing that takes time in
    ///     proportion to all arrivals.
    ///   - warmup: Nanoseconds before the first stage, at its starting rate.
    ///   - arrivals: Distribution of the gaps.
    ///   - seed: Seed of random gaps.
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

    /// The stages with their actual durations: the last one lasts as long as its arrivals take.
    package var stages: [LoadShape.Stage] { Array(segments.dropFirst(warmup > 0 ? 1 : 0)) }

    /// Extends the last segment to the time that `count` arrivals take.
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

    /// Duration of all stages together, in nanoseconds.
    package var span: Int64 { segments.reduce(-warmup) { $0 + $1.duration } }

    /// Number of arrivals due from `start` up to, but not including, `end`.
    ///
    /// For Poisson arrivals this takes time in proportion to all arrivals before the end.
    ///
    /// - Parameters:
    ///   - start: Nanoseconds since the first stage began.
    ///   - end: Nanoseconds since the first stage began.
    ///   - shard: The shard whose arrivals are counted.
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

    /// The number of the first constant arrival due at `moment` or later, or the end of all.
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
