/// How many runs on each side a comparison takes, fixed by a pilot whose runs do not count.
///
/// The number follows from how much runs of one side vary, and never from whether the sides differ: who
/// adds runs until a p-value is small enough finds a regression everywhere.
package struct PilotPlan: Hashable, Sendable {
    /// The runs of the pilot; what it says of a change does not matter.
    package let pilot: SampleComparison
    /// What the pilot and all runs may take together.
    package let budget: Duration
    /// What the pilot took.
    package let spent: Duration

    /// So many runs on each side are looked at; it is never more.
    package static let greatestCount = 100
    /// So many runs on each side make a pilot.
    package static let pilotCount = 3
    /// A shift of so many minimum effects is to be found.
    ///
    /// One of a single minimum effect lies on the edge: half of the time it would look smaller.
    package static let wantedEffects = 2.0

    package init(_ pilot: SampleComparison, budget: Duration, spent: Duration) {
        self.pilot = pilot
        self.budget = budget
        self.spent = spent
    }

    /// The fewest runs on each side that find a shift 95 times in 100.
    ///
    /// - Parameters:
    ///   - deviations: The shift in standard deviations from run to run.
    ///   - familyCount: How many metrics share the level.
    ///   - level: The greatest p-value that counts.
    /// - Returns: `nil` when even the greatest number of runs does not find it; takes milliseconds.
    package static func count(
        finding deviations: Double,
        familyCount: Int,
        level: Double = 0.05
    ) -> Int? {
        let fewest = SampleComparison.fewestRuns(familyCount: familyCount, level: level)
        var (low, high) = (fewest, greatestCount + 1)
        while low < high {
            let middle = (low + high) / 2
            let shift = shift(of: middle, familyCount: familyCount, level: level)
            if let needed = shift.deviations, needed <= deviations {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low > greatestCount ? nil : low
    }
}

extension PilotPlan {
    /// What so many runs on each side can show that take turns.
    package static func shift(
        of count: Int,
        familyCount: Int,
        level: Double = 0.05
    ) -> DetectableShift {
        let order = InterleavedOrder.sides(runsOnEachSide: count)
        return DetectableShift(
            TurnBlocks.sizes(of: order, familyCount: familyCount, level: level),
            familyCount: familyCount,
            level: level
        )
    }

    private var familyCount: Int { pilot.findings.count }

    /// What one run takes, as long as the pilot's did.
    package var runTime: Duration {
        let samples = pilot.findings[0].samples
        return spent / (samples.old.count + samples.new.count)
    }

    /// The fewest runs on each side that can show anything.
    package var fewest: Int {
        SampleComparison.fewestRuns(familyCount: familyCount, level: pilot.level)
    }

    /// The runs on each side that find what is wanted of every metric; `nil` when it takes too many.
    ///
    /// A metric that failed in the pilot says nothing about how many it takes.
    package var needed: Int? {
        let allowed = pilot.findings.compactMap { finding -> Double? in
            guard let deviation = finding.deviation, deviation > 0 else { return nil }
            return Self.wantedEffects * finding.minimumEffect / deviation
        }
        return Self.count(
            finding: allowed.min() ?? .infinity,
            familyCount: familyCount,
            level: pilot.level
        ).map { max($0, Self.fewestInBlocks(familyCount: familyCount, level: pilot.level)) }
    }

    /// The fewest runs on each side with which a change can be shown within blocks of neighbours.
    static func fewestInBlocks(familyCount: Int, level: Double = 0.05) -> Int {
        (1...greatestCount).first { count in
            let order = InterleavedOrder.sides(runsOnEachSide: count)
            return TurnBlocks(order).canShow(familyCount: familyCount, level: level)
        } ?? greatestCount
    }

    /// The runs on each side that the rest of the budget is enough for.
    package var affordable: Int {
        guard runTime > .zero else { return Self.greatestCount }
        let pairs = (budget - spent) / (runTime * 2)
        return Int(min(max(pairs, 0), Double(Self.greatestCount)))
    }

    /// The latencies that were looked at, when each of them failed on both sides; else none.
    ///
    /// More runs would say nothing of them. Where only one side fails, that is what the runs are to show.
    package var failedLatencies: [MetricFinding] {
        let latencies = pilot.findings.filter { $0.samples.metric.unit == .seconds }
        return latencies.allSatisfy { $0.old.isInfinite && $0.new.isInfinite } ? latencies : []
    }

    /// The runs to make on each side; `nil` when the budget is too small for any that show something, or
    /// latencies failed.
    package var count: Int? {
        affordable < fewest || !failedLatencies.isEmpty
            ? nil : min(needed ?? affordable, affordable)
    }

    /// The budget that is enough for the fewest runs.
    package var leastBudget: Duration { spent + runTime * 2 * fewest }
}
