import Base
import LoadModel
import Measure
import ReportText

/// What a search came to, in a few words and the rest of a sentence.
struct CapacityConclusion {
    let role: TextStyle.Role
    /// `Carries 1,996/s`, `At least 970/s`.
    let headline: String
    /// Without its end.
    let detail: String

    /// `CARRIES 1,996/s: held for 12 s`.
    var text: String {
        let words = headline.split(separator: " ").map { word in
            word.contains(where: \.isNumber) ? String(word) : word.uppercased()
        }
        return "\(words.joined(separator: " ")): \(detail)"
    }

    private init(_ role: TextStyle.Role, _ headline: String, _ detail: String) {
        self.role = role
        self.headline = headline
        self.detail = PrintableText.line(detail)
    }

    init(_ record: CapacityRecord) {
        let result = record.result
        let objectives = record.objectives
        let rate = result.rate.map(LoadNumber.rate)
        let broke = Self.broke(result, objectives)
        switch result.ending {
        case .found:
            let hold = result.trials.last { $0.step.purpose == .hold && $0.verdict.isHeld }
            let length = LoadNumber.length(hold?.step.duration ?? 0)
            self.init(.good, "Carries \(rate ?? "–")", "held for \(length)\(broke)")
        case .limited(let limit):
            let headline = rate.map { "At least \($0)" } ?? "Undetermined"
            self.init(.doubtful, headline, Self.text(of: limit, record))
        case .nothingHolds:
            let upper = result.upper.map(LoadNumber.rate) ?? "–"
            self.init(.bad, "Carries less than \(upper)", "no rate held\(broke)")
        case .notRecovered:
            let held = rate.map { "; \($0) held before" } ?? ""
            if case .breached(.noConnection(let detail)) = result.trials.last?.verdict {
                let reason = "no connection could be opened any more"
                self.init(.bad, "Target lost", "\(reason): \(detail)\(held)")
            } else {
                self.init(
                    .bad,
                    "Does not recover",
                    "after an overload the latency did not come back to what it had been\(held)"
                )
            }
        case .budgetOver:
            let budget = result.settings.budget.map { LoadNumber.length($0) } ?? "no time"
            self.init(open: result, "the budget of \(budget) ended the search", broke)
        case .interrupted:
            self.init(open: result, "the search was interrupted", broke)
        case .unreachable(let reason):
            self.init(.bad, "Not reached", "no connection: \(reason)")
        }
    }

    /// Of a search that did not come to its end.
    private init(open result: CapacityResult, _ reason: String, _ broke: String) {
        let held = result.best.map { best in
            "; \(LoadNumber.rate(best.step.rate)) held for \(LoadNumber.length(best.step.duration))"
        }
        let estimate = result.estimate.map { estimate in
            "; overloaded, it answered about \(LoadNumber.rate(estimate.rate)) "
                + "(\(CapacityLine.range(estimate)))"
        }
        let reason = reason + (held ?? "") + broke + (estimate ?? "")
        switch (result.rate.map(LoadNumber.rate), result.upper.map(LoadNumber.rate)) {
        case (let rate?, let upper?):
            self.init(.doubtful, "Between \(rate) and \(upper)", reason)
        case (let rate?, nil): self.init(.doubtful, "At least \(rate)", reason)
        case (nil, let upper?): self.init(.doubtful, "Less than \(upper)", reason)
        case (nil, nil): self.init(.doubtful, "Nothing known", reason)
        }
    }

    /// Why nobody can say what more the service carries.
    private static func text(
        of limit: StepVerdict.Limit,
        _ record: CapacityRecord
    ) -> String {
        switch limit {
        case .generator: "limited by the generator, which could not keep up"
        case .connections:
            "limited by the number of connections: all \(record.result.settings.connections) were busy"
        case .local(let trouble): "limited by \(trouble.limit), not by the service: \(trouble.text)"
        case .unjudged:
            "more cannot be judged, as \(limit.reason(thresholds: record.objectives))"
        }
    }

    /// What the lowest rate that did not hold says: `; at 2,012/s latency p99 < 100 ms did not hold`.
    private static func broke(_ result: CapacityResult, _ objectives: [String]) -> String {
        guard let upper = result.upper, let reason = result.broken?.reason(thresholds: objectives)
        else { return "" }
        return "; at \(LoadNumber.rate(upper)) \(reason)"
    }
}
