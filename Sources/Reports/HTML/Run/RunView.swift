import Measure

/// A result of a load run with everything that its charts share, worked out once.
struct RunView {
    /// What the page calls the run: the name of its file without what is common.
    let name: String
    let file: String
    let result: RunResult
    let facts: LoadFacts
    let timeline: RunTimeline
    let backdrop: TimeBackdrop
    /// What the identifiers of its parts of the page begin with.
    let prefix: String

    init(name: String, file: String, result: RunResult, number: Int) {
        self.name = name
        self.file = file
        self.result = result
        facts = LoadFacts(result)
        timeline = RunTimeline(result)
        backdrop = TimeBackdrop(result, timeline)
        prefix = "run\(number)"
    }

    var figures: RunFigures { facts.figures }
    var judgement: RunJudgement { facts.judgement }

    /// The percentiles of reports.
    static let quantiles = GeneratorVerdict.reported

    /// A percentile of a clock in words, with `~` before what may be the generator's own doing.
    func text(_ clock: ClockFigures, _ quantile: Quantile) -> String {
        let text = Self.text(clock[quantile])
        let isDoubtful = clock.clock == .latency && facts.unsound.contains(quantile)
        return isDoubtful ? "~\(text)" : text
    }

    static func text(_ reading: PercentileReading) -> String {
        switch reading {
        case .value(let value): NanosecondText.short(value)
        case .failed: "failed"
        case .tooFew: "–"
        }
    }

    static func text(_ nanoseconds: Int64?) -> String {
        nanoseconds.map { NanosecondText.short($0) } ?? "–"
    }

    /// What the run came to.
    var verdict: PageVerdict {
        if result.isInterrupted { return PageVerdict(.doubtful, "Interrupted") }
        switch judgement.conclusion {
        case .broken: return PageVerdict(.missed, "Contract broken")
        case .held where result.thresholds.isEmpty: return PageVerdict(.neutral, "Measured")
        case .held: return PageVerdict(.held, "Thresholds held")
        case .missed: return PageVerdict(.missed, "Threshold missed")
        case .invalid: return PageVerdict(.doubtful, "Not valid")
        }
    }
}
