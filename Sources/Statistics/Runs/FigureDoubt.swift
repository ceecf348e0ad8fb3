/// Why a figure of a run may not describe the service.
package struct FigureDoubt: Hashable, Sendable {
    /// Largest possible error of the figure, in its unit; infinite when unknown.
    package let amount: Double
    /// `the generator was late`.
    package let reason: String
    /// The system's data about the cause; `nil` for none.
    package let cause: String?

    package init(_ amount: Double, _ reason: String, cause: String? = nil) {
        self.amount = amount
        self.reason = reason
        self.cause = cause
    }
}

/// A figure that cannot be relied on in some of the runs that are compared, or that they do not have.
package struct DoubtfulFigure: Hashable, Sendable {
    package let figure: RunFigure
    package let metric: ComparedMetric
    /// Number of compared runs.
    package let runCount: Int
    /// Number of runs without a value.
    package let missingCount: Int
    /// One for each run whose error is too large; those runs are excluded for this figure.
    package let doubts: [FigureDoubt]
    /// Whether the other runs were enough to judge it.
    package let isJudged: Bool
    /// The median of each side over all runs with a value, reliable or not; `nil` for a side without values.
    package let old: Double?
    package let new: Double?

    /// The greatest doubt.
    package var greatest: FigureDoubt? { doubts.max { $0.amount < $1.amount } }
}

/// A figure to compare, with the values of each side.
struct FigureCandidate {
    let figure: RunFigure
    let metric: ComparedMetric
    private let runCount: Int
    private let missingCount: Int
    private let doubts: [FigureDoubt]
    /// The reliable values.
    let old: [Double]
    let new: [Double]
    /// The sides of the runs that can be relied on, in the order of time; `nil` when they took no turns.
    private let turns: [InterleavedOrder.Side]?
    /// The reliable values without the generator's own time.
    private let oldWithoutOwn: [Double]
    private let newWithoutOwn: [Double]
    private let allOld: [Double]
    private let allNew: [Double]

    /// - Parameters:
    ///   - figure: The figure to compare.
    ///   - metric: Its metric.
    ///   - old: The baseline runs, in the order of time, as are `new`.
    ///   - new: The runs that may be worse.
    ///   - order: The sides of all runs in the order of time; `nil` when they did not take turns.
    init(
        _ figure: RunFigure,
        _ metric: ComparedMetric,
        old: [ComparedRun],
        new: [ComparedRun],
        order: [InterleavedOrder.Side]? = nil
    ) {
        self.figure = figure
        self.metric = metric
        let runs = old + new
        runCount = runs.count
        doubts = runs.compactMap { $0.doubt(of: figure, as: metric) }
        missingCount = runs.count {
            $0.figures[figure] == nil && $0.doubt(of: figure, as: metric) == nil
        }
        self.old = old.compactMap { $0.value(of: figure, as: metric) }
        self.new = new.compactMap { $0.value(of: figure, as: metric) }
        var (before, after) = (old[...], new[...])
        turns = order?.filter { side in
            let run = side == .old ? before.popFirst() : after.popFirst()
            return run?.value(of: figure, as: metric) != nil
        }
        oldWithoutOwn = old.compactMap { $0.valueWithoutOwn(of: figure, as: metric) }
        newWithoutOwn = new.compactMap { $0.valueWithoutOwn(of: figure, as: metric) }
        allOld = old.compactMap { $0.figures[figure] }
        allNew = new.compactMap { $0.figures[figure] }
    }

    var samples: MetricSamples { MetricSamples(metric, from: old, to: new, turns: turns) }
    var samplesWithoutOwn: MetricSamples {
        MetricSamples(metric, from: oldWithoutOwn, to: newWithoutOwn, turns: turns)
    }

    /// Whether no run has a value.
    var isAbsent: Bool { missingCount == runCount }
    /// Whether a run has no value, or a side no reliable one.
    private var isIncomplete: Bool { missingCount > 0 || old.isEmpty || new.isEmpty }

    /// Whether the excluded runs prevent a change from being significant, even for the only figure: among several,
    /// the last in Holm's order needs no more runs.
    ///
    /// - Parameters:
    ///   - oldCount: Number of old runs.
    ///   - newCount: Number of new runs.
    /// - Returns: `false` when there are too few runs in any case.
    private func lacksRuns(of oldCount: Int, and newCount: Int) -> Bool {
        func suffices(_ old: Int, _ new: Int) -> Bool {
            SampleComparison.canBeSignificant(oldCount: old, newCount: new, familyCount: 1)
        }
        return !suffices(old.count, new.count) && suffices(oldCount, newCount)
    }

    func doubtful(isJudged: Bool) -> DoubtfulFigure {
        DoubtfulFigure(
            figure: figure,
            metric: metric,
            runCount: runCount,
            missingCount: missingCount,
            doubts: doubts,
            isJudged: isJudged,
            old: allOld.isEmpty ? nil : allOld.median,
            new: allNew.isEmpty ? nil : allNew.median
        )
    }

    /// Whether enough runs are reliable for the figure, out of the numbers on each side, and still take turns if
    /// all do.
    func isJudgeable(of oldCount: Int, and newCount: Int) -> Bool {
        !isIncomplete && !lacksRuns(of: oldCount, and: newCount)
            && turns.map(TurnObstacle.alternates) != false
    }
}
