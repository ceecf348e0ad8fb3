import Base
import LoadModel
import Measure

/// The figures that most readers look for, one in a row.
struct LoadKeyFigures {
    let facts: LoadFacts

    /// A name, a figure, and an explanation.
    typealias Row = (name: String, value: String, detail: String, isBad: Bool)

    private var figures: RunFigures { facts.figures }

    var rows: [Row] {
        guard figures.dueCount > 0 else { return [] }
        return rates + [failures] + events + recipients
    }

    private var rates: [Row] {
        let time = figures.timeText
        let due = Count.grouped(figures.dueCount, "arrival")
        let isOfJourneys = facts.result.profile.sends.contains { !$0.steps.isEmpty }
        let done = Count.grouped(
            figures.completedWithinSpan,
            isOfJourneys ? "completed arrival" : "response"
        )
        guard !facts.result.profile.load.isClosed else {
            let detail = "\(done) in \(time)"
            return [("done", figures.rateText(figures.doneRate), detail, false)]
        }
        let share = figures.achieved.map { ": \(LoadNumber.percent($0)) of those due" } ?? ""
        let missing =
            figures.missingCount == 0
            ? "" : ", plus \(Count.grouped(figures.missingCount)) without a record"
        return [
            ("due", figures.rateText(figures.dueRate), "\(due) in \(time)\(missing)", false),
            ("done", figures.rateText(figures.doneRate), "\(done) in that time\(share)", false),
        ]
    }

    private var failures: Row {
        let failed = figures.failedCount
        let share = LoadNumber.percent(failed, of: figures.endedCount)
        let besides = [
            (figures.cutOffCount, "were not finished"),
            (figures.unjudgedCount, "could not be checked"),
        ].filter { $0.0 > 0 }.map { "\(Count.grouped($0)) that \($1)" }
        let rest = besides.isEmpty ? "" : ", not counting " + besides.joined(separator: " and ")
        let every = besides.isEmpty ? "every arrival" : "every other arrival"
        let detail =
            failed == 0
            ? "\(every) had a declared outcome" + rest
            : Count.grouped(failed, "arrival") + rest
        return ("failed", share, detail, failed > 0)
    }

    /// The events of event streams.
    private var events: [Row] {
        guard figures.eventCount > 0 else { return [] }
        let count = "\(Count.grouped(figures.eventCount)) in \(figures.timeText)"
        let detail = "\(count); the first of a stream ends its latency"
        return [("events", figures.rateText(figures.eventRate), detail, false)]
    }

    /// The number of recipients with a request, and the time at which all had one.
    private var recipients: [Row] {
        guard figures.recipients > 0 else { return [] }
        let count = "\(Count.grouped(figures.recipients)) in good requests"
        let rate = Row("recipients", figures.rateText(figures.recipientRate), count, false)
        let profile = facts.result.profile
        let moment = facts.result.audienceSentAt.map(LoadNumber.length)
        // The time is measured only if every request names recipients.
        let isMeasured =
            profile.scenarios.isEmpty && profile.sends.allSatisfy { $0.recipients.numerator > 0 }
        guard let audience = profile.audience, isMeasured || moment != nil else { return [rate] }
        let all = "until all \(Count.grouped(audience)) were sent to"
        let detail = moment == nil ? "\(all): not within this run" : all
        return [rate, ("audience", moment ?? "–", detail, false)]
    }
}

extension RunFigures {
    /// The duration of counted arrivals: `10 s`.
    var timeText: String { isMomentary ? "no time" : LoadNumber.length(countedTime) }

    /// A rate: `500/s`, `–` when no time passed.
    func rateText(_ rate: Double) -> String { isMomentary ? "–" : LoadNumber.rate(rate) }
}
