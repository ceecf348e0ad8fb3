/// Old runs and new runs under load, held against each other.
package struct RunComparison: Hashable, Sendable {
    /// What it came to.
    package enum Conclusion: String, Hashable, Sendable, CaseIterable {
        /// The runs cannot be compared.
        case refused
        /// So few runs can prove nothing, and did not.
        case tooFewRuns
        case regression
        /// The runs say so, but the machine may have changed between the old and the new ones.
        case indicativeRegression
        case cannotTell
        case improvement
        case noRegression
    }

    /// A figure that is shown and not judged.
    package struct Description: Hashable, Sendable {
        package let metric: ComparedMetric
        /// The median of each side.
        package let old: Double
        package let new: Double
    }

    package let old: [ComparedRun]
    package let new: [ComparedRun]
    /// Empty when the runs were compared.
    package let refusals: [RunRefusal]
    /// Differences between the runs that do not forbid comparing them.
    package let remarks: [RunRefusal]
    /// Metrics to judge that some run could not measure.
    package let omitted: [RunFigure]
    /// `nil` when refused.
    package let judged: SampleComparison?
    /// Whether old and new runs took turns; only then a regression is certain.
    package let isInterleaved: Bool

    /// Compares two sets of at least one run each.
    ///
    /// - Parameters:
    ///   - old: The runs of the baseline.
    ///   - new: The runs that may be worse.
    ///   - figures: What to judge, at most four; of `rate` and `achieved` the one that was measured.
    ///   - relativeFloor: No change counts below this share of the old value.
    ///   - latencyFloor: No change of a latency counts below this, in seconds.
    package init(
        old: [ComparedRun],
        new: [ComparedRun],
        judging figures: [RunFigure] = RunFigure.judged,
        relativeFloor: Double = 0.05,
        latencyFloor: Double = 0.0002
    ) {
        precondition(!old.isEmpty && !new.isEmpty, "a side has no runs")
        self.old = old
        self.new = new
        let runs = old + new
        remarks = RunRefusal.differences(among: runs, \.circumstances)
        isInterleaved = Self.takeTurns(old.map(\.startedAt), new.map(\.startedAt))
        let present = figures.filter { figure in runs.contains { $0.figures[figure] != nil } }
        let complete = present.filter { figure in runs.allSatisfy { $0.figures[figure] != nil } }
        omitted = figures.filter { figure in
            // Of these two a run has only the one of its model.
            !complete.contains(figure) && (present.contains(figure) || !Self.isRate(figure))
        }
        var refusals = RunRefusal.all(among: runs)
        if complete.isEmpty { refusals.append(.nothingInCommon) }
        self.refusals = refusals
        guard refusals.isEmpty else {
            judged = nil
            return
        }
        judged = SampleComparison(
            complete.map { figure in
                MetricSamples(
                    figure.metric(
                        relativeFloor: relativeFloor,
                        latencyFloor: latencyFloor
                    ),
                    from: old.compactMap { $0.figures[figure] },
                    to: new.compactMap { $0.figures[figure] }
                )
            }
        )
    }

    private static func isRate(_ figure: RunFigure) -> Bool {
        figure == .rate || figure == .achieved
    }

    /// Whether the mean places of both sides in the order of their starts are an eighth of all runs apart at
    /// most, so that a machine that changes evenly shifts neither by much.
    static func takeTurns(_ old: [Int64], _ new: [Int64]) -> Bool {
        let order = old + new
        let sorted = order.sorted()
        func meanPlace(_ starts: [Int64]) -> Double {
            let places = starts.map { start in sorted.firstIndex(of: start) ?? 0 }
            return Double(places.reduce(0, +)) / Double(places.count)
        }
        let distance = abs(meanPlace(old) - meanPlace(new))
        return distance <= max(Double(order.count) / 8, 1)
    }
}

extension RunComparison {
    /// Whether any change in one metric could be significant with so many runs.
    package var canBeSignificant: Bool {
        guard let judged else { return false }
        return SampleComparison.canBeSignificant(
            oldCount: old.count,
            newCount: new.count,
            familyCount: judged.findings.count
        )
    }

    /// What it came to.
    package var conclusion: Conclusion {
        guard let judged else { return .refused }
        return switch judged.verdict {
        case .regression: isInterleaved ? .regression : .indicativeRegression
        case .improvement: .improvement
        case .noRegression: .noRegression
        case .cannotTell: canBeSignificant ? .cannotTell : .tooFewRuns
        }
    }

    /// The figures that every run has and that are not judged.
    package var described: [Description] {
        let names = Set(judged?.findings.map(\.samples.metric.name) ?? [])
        return RunFigure.allCases.compactMap { figure in
            let (before, after) = (
                old.compactMap { $0.figures[figure] }, new.compactMap { $0.figures[figure] }
            )
            guard before.count == old.count, after.count == new.count,
                !names.contains(figure.rawValue)
            else { return nil }
            return Description(metric: figure.metric(), old: before.median, new: after.median)
        }
    }
}
