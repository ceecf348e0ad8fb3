import LoadModel
import Measure

/// A result of a load run with everything that its charts share, computed once.
final class RunView {
    /// The name of the run on the page: the name of its file without the common part.
    let name: String
    let file: String
    let result: RunResult
    let facts: LoadFacts
    let timeline: RunTimeline
    let backdrop: TimeBackdrop
    /// The prefix of identifiers in its part of the page.
    let prefix: String
    /// The progress of the run; `nil` when it has ended.
    let standing: RunStanding?

    init(
        name: String,
        file: String,
        result: RunResult,
        number: Int,
        standing: RunStanding? = nil
    ) {
        self.name = name
        self.file = file
        self.result = result
        facts = LoadFacts(result)
        self.standing = standing
        timeline = RunTimeline(result, standing)
        backdrop = TimeBackdrop(result, timeline, standing)
        prefix = "run\(number)"
    }

    var figures: RunFigures { facts.figures }
    var judgement: RunJudgement { facts.judgement }

    /// The percentiles of reports.
    static let quantiles = GeneratorVerdict.reported

    /// A percentile of a clock in words, with `~` if the generator may have caused it.
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

    /// The verdict of the run.
    var verdict: PageVerdict {
        if standing != nil { return verdictSoFar }
        let conclusion = LoadConclusion(facts)
        let kind: PageVerdict.Kind =
            switch conclusion.kind {
            case .good where result.thresholds.isEmpty: .neutral
            case .good: .passed
            case .doubtful: .doubtful
            case .bad: .failed
            }
        return PageVerdict(kind, conclusion.text)
    }

    /// The current verdict of the thresholds, which can still change.
    private var verdictSoFar: PageVerdict {
        let count = judgement.thresholds.count
        let (missed, open) = (facts.count(.failed), facts.count(.inconclusive))
        if count == 0 { return PageVerdict(.neutral, "Running") }
        if missed > 0 {
            return PageVerdict(.failed, "Running: \(missed) of \(count) thresholds failed so far")
        }
        if open > 0 {
            return PageVerdict(
                .neutral,
                "Running: \(open) of \(count) thresholds inconclusive so far"
            )
        }
        return PageVerdict(.passed, "Running: thresholds passed so far")
    }

    /// Profile, servers, time and machines.
    var origin: PageOrigin {
        PageOrigin(
            subject: result.profile.file,
            targets: result.targets,
            startedAt: result.startedAt,
            machines: result.parts.map(\.environment.machineText)
        )
    }
}
