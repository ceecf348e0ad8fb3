/// Two sets of runs checked against each other, metric by metric.
package struct SampleComparison: Hashable, Sendable {
    /// One for each metric, in the order given.
    package private(set) var findings: [MetricFinding]
    /// The greatest adjusted p-value that counts.
    package let level: Double
    /// Number of metrics that could show a change, and so share the level; at least one.
    package let familyCount: Int

    /// Largest number of metrics: with five runs on each side at most six could ever be significant.
    package static let greatestFamily = 5

    /// Compares one to five metrics.
    package init(_ samples: [MetricSamples], level: Double = 0.05) {
        precondition(
            (1...Self.greatestFamily).contains(samples.count),
            "\(samples.count) metrics are compared"
        )
        self.level = level
        let wholes = samples.map { MannWhitney($0.whole) }
        let able = Holm.able(among: wholes.map(\.leastPValue), level: level)
        let divided = zip(samples, wholes).map { samples, whole in
            Self.divided(samples, whole: whole, familyCount: max(able.count, 1), level: level)
        }
        let least = divided.map(\.test.leastPValue)
        familyCount = max(Holm.able(among: least, level: level).count, 1)
        let adjusted = Holm.adjusted(divided.map(\.test.pValue), least: least, level: level)
        findings = samples.indices.map { index in
            MetricFinding(
                samples[index],
                blocks: divided[index].blocks,
                test: divided[index].test,
                adjustedPValue: adjusted[index],
                level: level
            )
        }
    }

    /// The smallest blocks with which one of `familyCount` metrics can show a change.
    private static func divided(
        _ samples: MetricSamples,
        whole: MannWhitney,
        familyCount: Int,
        level: Double
    ) -> (blocks: [RunBlock], test: MannWhitney) {
        guard let turns = samples.turns else { return (samples.whole, whole) }
        var division = TurnBlocks(turns)
        while division.canJoin {
            let blocks = samples.blocks(division)
            let test = MannWhitney(blocks)
            if test.leastPValue * Double(familyCount) <= level { return (blocks, test) }
            division.join()
        }
        return (samples.whole, whole)
    }

    /// Keeps verdicts that another comparison of the same metrics, without the generator's own time, confirms; for
    /// others the runs cannot tell.
    package func agreeing(with other: SampleComparison) -> SampleComparison {
        var agreed = self
        agreed.findings = zip(findings, other.findings).map { $0.agreeing(with: $1) }
        return agreed
    }

    /// For each finding, the smallest change that the runs would have shown in 95 of 100 cases; takes milliseconds.
    ///
    /// - Returns: In the order of the findings, in their units; `nil` for a metric that could not show any.
    package var detectableShifts: [Double?] {
        // Usually all metrics have the same number of values.
        var shifts: [[RunBlock.Size]: DetectableShift] = [:]
        return findings.map { finding in
            let shift =
                shifts[finding.blocks]
                ?? DetectableShift(finding.blocks, familyCount: familyCount, level: level)
            shifts[finding.blocks] = shift
            return finding.detectable(shift)
        }
    }

    /// A regression if any metric has one; otherwise whether any is open.
    package var verdict: ComparisonVerdict {
        let verdicts = Set(findings.map(\.verdict))
        return [.regression, .cannotTell, .improvement].first(where: verdicts.contains)
            ?? .noRegression
    }

    /// Whether a change in one metric alone can be significant: not when m × 2 ÷ C(n + m, n) is above the level.
    package static func canBeSignificant(
        oldCount: Int,
        newCount: Int,
        familyCount: Int,
        level: Double = 0.05
    ) -> Bool {
        Double(familyCount) * MannWhitney.leastPValue(oldCount, newCount) <= level
    }

    /// The smallest number of runs on each side with which a change in one of `familyCount` metrics can be
    /// significant.
    package static func fewestRuns(familyCount: Int, level: Double = 0.05) -> Int {
        var count = 1
        while !canBeSignificant(
            oldCount: count,
            newCount: count,
            familyCount: familyCount,
            level: level
        ) {
            count += 1
        }
        return count
    }
}
