import Measure

/// What a search came to, in a few words and the rest of a sentence.
struct CapacityConclusion {
    let role: TextStyle.Role
    /// `1,996/s`, `AT LEAST 970/s`.
    let headline: String
    /// Without its end.
    let detail: String

    /// `1,996/s: held for 12 s`.
    var text: String { detail.isEmpty ? headline : "\(headline): \(detail)" }

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
            self.init(.good, "CARRIES \(rate ?? "–")", "held for \(length)\(broke)")
        case .limited(let limit):
            let reason = "limited by something else, as \(limit.reason(thresholds: objectives))"
            let headline = rate.map { "AT LEAST \($0)" } ?? "NOT VALID"
            self.init(.doubtful, headline, reason)
        case .nothingHolds:
            let upper = result.upper.map(LoadNumber.rate) ?? "–"
            self.init(.bad, "CARRIES LESS THAN \(upper)", "no rate held\(broke)")
        case .notRecovered:
            let held = rate.map { "; \($0) held before" } ?? ""
            self.init(
                .bad,
                "DOES NOT RECOVER",
                "after an overload the latency did not come back to what it had been\(held)"
            )
        case .budgetOver:
            let budget = result.settings.budget.map { LoadNumber.length($0) } ?? "no time"
            self.init(open: result, "the budget of \(budget) ended the search\(broke)")
        case .interrupted:
            self.init(open: result, "the search was interrupted\(broke)")
        case .unreachable(let reason):
            self.init(.bad, "NOT REACHED", "no connection: \(reason)")
        }
    }

    /// Of a search that did not come to its end.
    private init(open result: CapacityResult, _ reason: String) {
        switch (result.rate.map(LoadNumber.rate), result.upper.map(LoadNumber.rate)) {
        case (let rate?, let upper?):
            self.init(.doubtful, "BETWEEN \(rate) AND \(upper)", reason)
        case (let rate?, nil): self.init(.doubtful, "AT LEAST \(rate)", reason)
        case (nil, let upper?): self.init(.doubtful, "LESS THAN \(upper)", reason)
        case (nil, nil): self.init(.doubtful, "NOTHING KNOWN", reason)
        }
    }

    /// What the lowest rate that did not hold says: `; at 2,012/s latency p99 < 100 ms did not hold`.
    private static func broke(_ result: CapacityResult, _ objectives: [String]) -> String {
        guard let upper = result.upper, let reason = result.broken?.reason(thresholds: objectives)
        else { return "" }
        return "; at \(LoadNumber.rate(upper)) \(reason)"
    }
}
