import CommandLineTool
import Reports
import Statistics

/// The rules that decide the outcome of a comparison.
struct ComparisonRules {
    /// The metrics of load runs that are compared.
    var figures = RunFigure.judged
    /// Whether the user named them, so that each needs a verdict.
    var mustJudgeAll = false
    /// No change counts below this share of the old value.
    var relativeFloor = ComparedMetric.usualFloor
    /// No change of a latency counts below this, in seconds.
    var latencyFloor = 0.0002
    /// Whether an inconclusive comparison is a failure.
    var isStrict = false
    /// Whether a regression that may come from the machine is a failure.
    var failsOnIndicative = false

    init() {}

    init(_ arguments: ParsedArguments) throws {
        let names = arguments.strings("metric")
        if !names.isEmpty {
            mustJudgeAll = true
            figures = RunFigure.judgeable.filter { names.contains($0.rawValue) }
            // A run has only the rate of its model.
            let count = Set(figures.map { $0 == .achieved ? .rate : $0 }).count
            if count > SampleComparison.greatestFamily, let last = names.last {
                throw arguments.unusable(
                    last,
                    for: "metric",
                    expected: "at most \(SampleComparison.greatestFamily) metrics: with more, "
                        + "chance alone would be reported too often"
                )
            }
        }
        relativeFloor = try arguments.percent("min-effect").map { $0 / 100 } ?? relativeFloor
        if let floor = try arguments.duration("min-latency") { latencyFloor = floor / .seconds(1) }
        isStrict = arguments.flag("strict")
        failsOnIndicative = arguments.string("fail-on") == "indicative"
    }

    /// Compares results of `assay load`, at least one on each side.
    func comparison(of old: [ComparedFile], with new: [ComparedFile]) -> RunComparison {
        RunComparison(
            old: old.compactMap(ComparisonOutcome.compared),
            new: new.compactMap(ComparisonOutcome.compared),
            judging: figures,
            relativeFloor: relativeFloor,
            latencyFloor: latencyFloor,
            mustJudgeAll: mustJudgeAll
        )
    }

    /// The rules for a figure.
    func metric(_ figure: RunFigure) -> ComparedMetric {
        figure.metric(relativeFloor: relativeFloor, latencyFloor: latencyFloor)
    }

    /// The exit status; a figure without a verdict matters only if the user named it.
    func status(of comparison: RunComparison) -> ExitStatus {
        switch comparison.conclusion {
        case .refused, .tooFewRuns, .notJudged: .invalidMeasurement
        case .regression: .regression
        case .indicativeRegression: failsOnIndicative ? .regression : .success
        case .cannotTell: isStrict ? .invalidMeasurement : .success
        case .improvement, .noRegression:
            isStrict && !comparison.unjudged.isEmpty ? .invalidMeasurement : .success
        }
    }

    /// `hasJobs` is whether there is anything to compare with.
    func status(of comparison: HistoryComparison, hasJobs: Bool) -> ExitStatus {
        let isOpen = (mustJudgeAll || isStrict) && !comparison.unjudged.isEmpty
        return switch comparison.conclusion {
        case .refused: .invalidMeasurement
        case .tooFewJobs: isStrict || !hasJobs ? .invalidMeasurement : .success
        case .indicativeRegression: failsOnIndicative ? .regression : .success
        case .improvement, .noRegression: isOpen ? .invalidMeasurement : .success
        }
    }

    func status(of conclusion: PromiseComparison.Conclusion) -> ExitStatus {
        switch conclusion {
        case .refused: .invalidMeasurement
        case .regression: .regression
        case .cannotTell: isStrict ? .invalidMeasurement : .success
        case .noRegression: .success
        }
    }
}
