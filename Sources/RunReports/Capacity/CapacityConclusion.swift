import Base
import LoadModel
import Measure
import ReportText

/// The result of a search, as a headline and the rest of a sentence.
struct CapacityConclusion {
    let role: TextStyle.Role
    /// `Carries 1,996/s`, `At least 970/s`.
    let headline: String
    /// Without a full stop.
    let detail: String

    /// `CARRIES 1,996/s: held for 60 s`.
    var text: String {
        let words = headline.split(separator: " ").map { word in
            word.contains(where: \.isNumber) ? String(word) : word.uppercased()
        }
        return "\(words.joined(separator: " ")): \(detail)"
    }

    init(_ record: CapacityRecord) {
        let result = record.result
        role =
            switch result.standing {
            case .known: .good
            case .failed: .bad
            case .open: .doubtful
            }
        headline = Self.headline(result)
        detail = PrintableText.line(Self.detail(record))
    }

    private static func headline(_ result: CapacityResult) -> String {
        if case .unreachable = result.ending { return "Not reached" }
        if result.ending == .notRecovered {
            return result.isTargetLost ? "Target lost" : "Does not recover"
        }
        return switch result.claim {
        case .carries(let rate): "Carries \(LoadNumber.rate(rate))"
        case .between(let low, let high):
            "Between \(LoadNumber.rate(low)) and \(LoadNumber.rate(high))"
        case .atLeast(let rate): "At least \(LoadNumber.rate(rate))"
        case .lessThan(let rate):
            result.ending == .nothingHolds
                ? "Carries less than \(LoadNumber.rate(rate))"
                : "Less than \(LoadNumber.rate(rate))"
        case .nothing: "Nothing known"
        }
    }

    private static func detail(_ record: CapacityRecord) -> String {
        let result = record.result
        let held = result.rate.map { "; \(LoadNumber.rate($0)) passed before" } ?? ""
        return switch result.ending {
        case .found:
            "held for \(LoadNumber.length(result.best?.step.duration ?? 0))\(broke(record))"
        case .limited(let limit): text(of: limit, record) + heldFor(result)
        case .nothingHolds: "no rate passed\(broke(record))\(rests(result))"
        case .notRecovered:
            result.lostConnection.map { "no connection could be opened: \($0)\(held)" }
                ?? "the latency did not return to normal after an overload\(held)"
        case .budgetOver:
            open(
                "no \(result.trials.isEmpty ? "" : "further ")step fits into the budget of "
                    + result.budgetText,
                record
            )
        case .interrupted: open("the search was interrupted", record)
        case .unreachable(let reason): "no connection: \(reason)"
        }
    }

    /// The conclusion of a search that did not finish.
    private static func open(_ reason: String, _ record: CapacityRecord) -> String {
        let result = record.result
        let estimate = result.estimate.map { estimate in
            "; responses when overloaded: about \(LoadNumber.rate(estimate.rate)) "
                + "(\(CapacityLine.range(estimate)))"
        }
        return reason + heldFor(result) + broke(record) + rests(result) + (estimate ?? "")
    }

    private static func heldFor(_ result: CapacityResult) -> String {
        guard let best = result.best else { return "" }
        return
            "; \(LoadNumber.rate(best.step.rate)) held for \(LoadNumber.length(best.step.duration))"
    }

    /// Failures at lower rates that a hold was too short to show, and the length that a claim needs.
    private static func rests(_ result: CapacityResult) -> String {
        let breaks = result.breaks
        guard result.rate == nil ? breaks.usualGap != nil : result.isHoldShort else { return "" }
        let length = LoadNumber.length(result.provingLength)
        if breaks.moments.isEmpty {
            return result.isNarrow ? "; a claim needs a hold of \(length)" : ""
        }
        let text = CapacityRemarks.text(of: breaks)
        guard result.rate != nil else { return "; " + text }
        return "; \(text); a hold long enough to see that again takes \(length)"
    }

    /// Why higher rates could not be checked.
    private static func text(
        of limit: StepVerdict.Limit,
        _ record: CapacityRecord
    ) -> String {
        switch limit {
        case .generator, .late, .short: "limited by the generator, which could not keep up"
        case .connections:
            "limited by the number of connections: all \(record.result.settings.connections) were busy"
        case .local(let trouble): "limited by \(trouble.limit), not by the service: \(trouble.text)"
        case .unjudged:
            "higher rates could not be checked, because \(limit.reason(thresholds: record.objectives))"
        }
    }

    /// The reason from the lowest rate that failed: `; at 2,012/s latency p99 < 100 ms did not hold`.
    private static func broke(_ record: CapacityRecord) -> String {
        let result = record.result
        guard let upper = result.upper,
            let reason = result.upperCause?.reason(thresholds: record.objectives)
        else { return "" }
        let step = result.trials.last { $0.step.rate == upper && $0.verdict == result.upperCause }
        let failures = step.flatMap { CapacityLine.failures($0) }.map { " (\($0))" } ?? ""
        return "; at \(LoadNumber.rate(upper)) \(reason)\(failures)"
    }
}

extension CapacityResult {
    fileprivate var budgetText: String {
        settings.budget.map { LoadNumber.length($0) } ?? "no time"
    }

    /// Why no further connection could be opened at the end; `nil` otherwise.
    fileprivate var lostConnection: String? {
        guard case .breached(.noConnection(let detail)) = trials.last?.verdict else { return nil }
        return detail
    }

    fileprivate var isTargetLost: Bool { lostConnection != nil }
}
