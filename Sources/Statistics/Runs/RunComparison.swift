/// Old runs and new runs under load, checked against each other.
package struct RunComparison: Hashable, Sendable {
    /// Conclusion of the comparison.
    package enum Conclusion: String, Hashable, Sendable, CaseIterable {
        /// The runs are not comparable.
        case refused
        /// Too few runs for significance, and no change found.
        case tooFewRuns
        case regression
        /// A requested figure could not be compared, and the others are not worse.
        case notJudged
        /// A regression, but the machine may have changed between the old and the new runs.
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

    /// In the order of time, as are those of the other side.
    package let old: [ComparedRun]
    package let new: [ComparedRun]
    /// Empty when the runs were compared.
    package let refusals: [RunRefusal]
    /// Differences between the runs that do not forbid comparing them.
    package let remarks: [RunRefusal]
    /// Figures to compare that are missing or unreliable in at least one run.
    package let doubtful: [DoubtfulFigure]
    /// Whether each figure was requested by name, so that every one must be compared.
    package let mustJudgeAll: Bool
    /// `nil` when refused.
    package let judged: SampleComparison?
    /// The sides of all runs in the order of time.
    package let order: [InterleavedOrder.Side]
    /// Why old and new runs did not take turns; a regression is certain only without a reason.
    package let turnObstacle: TurnObstacle?

    /// Compares two sets of at least one run each.
    ///
    /// - Parameters:
    ///   - old: The baseline runs.
    ///   - new: The runs that may be worse.
    ///   - figures: Figures to compare, at most five; of `rate` and `achieved` the one that was measured.
    ///   - relativeFloor: Smallest relevant change, as a share of the old value.
    ///   - latencyFloor: Smallest relevant change of a latency, in seconds.
    ///   - mustJudgeAll: Whether each figure was requested by name.
    package init(
        old: [ComparedRun],
        new: [ComparedRun],
        judging figures: [RunFigure] = RunFigure.judged,
        relativeFloor: Double = ComparedMetric.usualFloor,
        latencyFloor: Double = 0.0002,
        mustJudgeAll: Bool = false
    ) {
        precondition(!old.isEmpty && !new.isEmpty, "a side has no runs")
        let (old, new) = (Self.byTime(old), Self.byTime(new))
        self.old = old
        self.new = new
        let runs = old + new
        let timed = Self.byTime(old, new)
        order = timed.map(\.side)
        turnObstacle = TurnObstacle.first(among: timed.map(\.run), order)
        let turns = turnObstacle == nil ? order : nil
        remarks = RunRefusal.differences(among: runs, \.circumstances)
        self.mustJudgeAll = mustJudgeAll
        let candidates = figures.map { figure in
            let metric = figure.metric(relativeFloor: relativeFloor, latencyFloor: latencyFloor)
            return FigureCandidate(figure, metric, old: old, new: new, order: turns)
        }.filter { !($0.isAbsent && Self.isRate($0.figure)) }
        let complete = candidates.filter { $0.isJudgeable(of: old.count, and: new.count) }
        doubtful = candidates.compactMap { candidate in
            let isJudged = complete.contains { $0.figure == candidate.figure }
            let doubtful = candidate.doubtful(isJudged: isJudged)
            return isJudged && doubtful.doubts.isEmpty ? nil : doubtful
        }
        var refusals = RunRefusal.all(among: runs)
        if refusals.isEmpty && complete.isEmpty {
            refusals.append(
                doubtful.allSatisfy(\.doubts.isEmpty) ? .nothingInCommon : .nothingSound
            )
        }
        self.refusals = refusals
        guard refusals.isEmpty else {
            judged = nil
            return
        }
        let measured = SampleComparison(complete.map(\.samples))
        judged = measured.agreeing(with: SampleComparison(complete.map(\.samplesWithoutOwn)))
    }

    /// Whether a figure is one of two that exclude each other, by the model of the run.
    private static func isRate(_ figure: RunFigure) -> Bool {
        figure == .rate || figure == .achieved
    }

    private typealias Turn = (run: ComparedRun, side: InterleavedOrder.Side)

    /// In the order of their starts; equal starts keep their order.
    private static func byTime(_ runs: [ComparedRun]) -> [ComparedRun] {
        runs.enumerated().sorted {
            ($0.element.startedAt, $0.offset) < ($1.element.startedAt, $1.offset)
        }.map(\.element)
    }

    private static func byTime(_ old: [ComparedRun], _ new: [ComparedRun]) -> [Turn] {
        let turns: [Turn] = old.map { ($0, .old) } + new.map { ($0, .new) }
        return turns.enumerated().sorted {
            ($0.element.run.startedAt, $0.offset) < ($1.element.run.startedAt, $1.offset)
        }.map(\.element)
    }
}

extension RunComparison {
    /// Whether old and new runs took turns.
    package var isInterleaved: Bool { turnObstacle == nil }

    /// Whether a change in one metric could be significant with this number of runs.
    package var canBeSignificant: Bool {
        guard let judged else { return false }
        return judged.findings.contains { finding in
            SampleComparison.canBeSignificant(
                oldCount: finding.samples.old.count,
                newCount: finding.samples.new.count,
                familyCount: judged.findings.count
            )
        }
    }

    /// Figures that were to be judged and are not.
    package var unjudged: [DoubtfulFigure] { doubtful.filter { !$0.isJudged } }

    /// Metrics to judge that could not be.
    package var omitted: [RunFigure] { unjudged.map(\.figure) }

    /// Conclusion of the comparison.
    package var conclusion: Conclusion {
        guard let judged else { return .refused }
        // A certain regression stands, whatever else is unknown.
        let isOpen = mustJudgeAll && !unjudged.isEmpty
        return switch judged.verdict {
        case .regression: isInterleaved ? .regression : .indicativeRegression
        case .improvement where isOpen, .noRegression where isOpen, .cannotTell where isOpen:
            .notJudged
        case .improvement: .improvement
        case .noRegression: .noRegression
        case .cannotTell: canBeSignificant ? .cannotTell : .tooFewRuns
        }
    }

    /// Reliable figures of every run that were not compared.
    package var described: [Description] {
        let names = Set(
            (judged?.findings.map(\.samples.metric.name) ?? [])
                + unjudged.map(\.figure.rawValue)
        )
        return RunFigure.allCases.compactMap { figure in
            let metric = figure.metric()
            let (before, after) = (
                old.compactMap { $0.value(of: figure, as: metric) },
                new.compactMap { $0.value(of: figure, as: metric) }
            )
            guard before.count == old.count, after.count == new.count,
                !names.contains(figure.rawValue)
            else { return nil }
            return Description(metric: metric, old: before.median, new: after.median)
        }
    }
}
