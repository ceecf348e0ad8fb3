import Base
import LoadModel
import Measure
import ReportText

/// What a reader must know before believing what a search found.
enum CapacityRemarks {
    /// Whole sentences.
    static func list(_ record: CapacityRecord) -> [String] {
        let result = record.result
        var remarks = [warmth(result), rests(result), notMonotone(result)].compactMap { $0 }
        if case .limited(.connections) = result.ending {
            remarks.append("More connections may carry more: --connections.")
        }
        let disturbance = disturbance(result)
        if case .limited(.generator) = result.ending {
            remarks.append(
                "A machine that does nothing else, or --workers, may carry more; the target should "
                    + "have processors of its own."
            )
        }
        if case .limited(.local(let trouble)) = result.ending {
            remarks.append("To find what the service carries, \(trouble.advice).")
        }
        if let disturbance {
            remarks.append(disturbance)
        } else if result.ending == .budgetOver, !result.trials.isEmpty {
            remarks.append(
                "The search did not come to its end: a longer --budget brings both ends closer."
            )
        }
        return remarks
            + record.tokens.filter { !$0.isSound }.map { PrintableText.line($0.text, limit: 600) }
    }

    /// `4 steps at up to 779/s did not hold, about every 20 s`.
    static func text(of breaks: CapacityBreaks) -> String {
        let count = Count.grouped(UInt64(breaks.moments.count), "step")
        let gap = breaks.usualGap.map { ", about every \(LoadNumber.length(seconds($0)))" } ?? ""
        return "\(count) that should have held did not\(gap)"
    }

    private static func seconds(_ nanoseconds: Int64) -> Int64 {
        (nanoseconds + 500_000_000) / 1_000_000_000 * 1_000_000_000
    }

    /// What did not hold at first and did later.
    private static func warmth(_ result: CapacityResult) -> String? {
        guard let warmth = result.warmth else { return nil }
        return "The server warmed up: \(LoadNumber.rate(warmth.rate)) did not hold up to "
            + "\(LoadNumber.length(seconds(warmth.broken))) into the search, and held "
            + "\(LoadNumber.length(seconds(warmth.held))) into it."
    }

    private static func rests(_ result: CapacityResult) -> String? {
        let breaks = result.breaks
        guard let rate = result.rate, !breaks.moments.isEmpty, !result.isHoldShort else {
            return nil
        }
        let hold = LoadNumber.length(result.best?.step.duration ?? 0)
        return "\(text(of: breaks)), at up to \(LoadNumber.rate(rate)) or for a moment in which "
            + "the server stood still; in the last hold, of \(hold), that did not come again."
    }

    private static func notMonotone(_ result: CapacityResult) -> String? {
        guard let above = result.heldAbove, let upper = result.upper, above > upper else {
            return nil
        }
        return "Not monotone: \(LoadNumber.rate(above)) held in a shorter step, but "
            + "\(LoadNumber.rate(upper)) did not; the lower one counts."
    }

    /// What else took the machine in steps that say nothing, or broke below what held.
    private static func disturbance(_ result: CapacityResult) -> String? {
        guard case .open = result.standing else { return nil }
        let late = result.trials.filter { trial in
            switch trial.verdict {
            case .limited(.late), .limited(.generator): true
            case .limited, .passed: false
            case .breached: trial.measurement.disturbance?.isGrave ?? false
            }
        }
        let texts = late.compactMap(\.measurement.disturbance?.text).filter { !$0.isEmpty }
        guard let text = texts.last else { return nil }
        return "In \(Count.grouped(UInt64(texts.count), "step")) something else took the machine "
            + "(the last: \(PrintableText.line(text))): a quieter machine tells more, and a longer "
            + "--budget does not."
    }
}
