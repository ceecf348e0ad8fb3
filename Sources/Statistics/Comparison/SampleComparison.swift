/// Two sets of runs held against each other, metric by metric.
package struct SampleComparison: Hashable, Sendable {
    /// One for each metric, in the order given.
    package private(set) var findings: [MetricFinding]
    /// The greatest adjusted p-value that counts.
    package let level: Double

    /// So many metrics are judged at most: with five runs on each side no more than six could ever be significant.
    package static let greatestFamily = 5

    /// Judges one to five metrics.
    package init(_ samples: [MetricSamples], level: Double = 0.05) {
        precondition(
            (1...Self.greatestFamily).contains(samples.count),
            "\(samples.count) metrics are compared"
        )
        self.level = level
        // Mostly all metrics have as many values, and then one table serves them.
        var tables: [[Int]: RankTable] = [:]
        for samples in samples {
            let sizes = [samples.old.count, samples.new.count]
            tables[sizes] = tables[sizes] ?? RankTable(sizes[0], sizes[1], level: level)
        }
        func table(_ samples: MetricSamples) -> RankTable? {
            tables[[samples.old.count, samples.new.count]]
        }
        let tests = samples.map { MannWhitney($0.old, $0.new, untied: table($0)?.untied) }
        let adjusted = Holm.adjusted(tests.map(\.pValue))
        findings = samples.indices.map { index in
            MetricFinding(
                samples[index],
                test: tests[index],
                adjustedPValue: adjusted[index],
                shift: Shift(
                    from: samples[index].old,
                    to: samples[index].new,
                    excluding: table(samples[index])?.excluded
                ),
                level: level
            )
        }
    }

    /// This with the verdicts that another comparison, of the same metrics without the generator's own time,
    /// has too: what differs cannot be told.
    package func agreeing(with other: SampleComparison) -> SampleComparison {
        var agreed = self
        agreed.findings = zip(findings, other.findings).map { $0.agreeing(with: $1) }
        return agreed
    }

    /// The smallest change that the runs would have shown 95 times in 100, of each finding; takes milliseconds.
    ///
    /// - Returns: In the order of the findings, in their units; `nil` for one that could show nothing.
    package var detectableShifts: [Double?] {
        // Mostly all metrics have as many values.
        var shifts: [[Int]: DetectableShift] = [:]
        return findings.map { finding in
            let sizes = [finding.samples.old.count, finding.samples.new.count]
            let shift =
                shifts[sizes]
                ?? DetectableShift(
                    sizes[0],
                    sizes[1],
                    familyCount: findings.count,
                    level: level
                )
            shifts[sizes] = shift
            return finding.detectable(shift)
        }
    }

    /// A regression if there is one; else whether anything is open.
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

    /// The fewest runs on each side with which a change in one of so many metrics can be significant.
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

/// What follows from the sizes of two samples alone.
private struct RankTable {
    let untied: RankDistribution?
    let excluded: Int?

    init(_ oldCount: Int, _ newCount: Int, level: Double) {
        untied = RankDistribution(firstCount: oldCount, secondCount: newCount)
        excluded =
            untied.map { $0.criticalU(level: level) }
            ?? Shift.excludedCount(oldCount, newCount, level)
    }
}
