import Base
import LoadModel
import Measure
import ReportText

/// Facts that a reader must know to interpret the result of a search.
enum CapacityRemarks {
    /// Whole sentences.
    static func list(_ record: CapacityRecord) -> [String] {
        let result = record.result
        var remarks = [
            warmth(result), rests(result), notMonotone(result), steadyFailures(result),
        ].compactMap { $0 }
        if case .limited(.connections) = result.ending {
            remarks.append("More connections may carry more: raise --connections.")
        }
        let disturbance = disturbance(result)
        if case .limited(.generator) = result.ending {
            remarks.append(
                "An otherwise idle generator machine, or more --workers, may carry more; run the target "
                    + "on processors of its own."
            )
        }
        if case .limited(.local(let trouble)) = result.ending {
            remarks.append("To find what the service carries, \(trouble.advice).")
        }
        if let disturbance {
            remarks.append(disturbance)
        } else if result.ending == .budgetOver, !result.trials.isEmpty {
            remarks.append(
                "The search did not finish: a longer --budget narrows the range."
            )
        }
        return remarks
            + record.tokens.filter { !$0.isSound }.map { PrintableText.line($0.text, limit: 600) }
    }

    /// `4 steps at up to 779/s did not hold, about every 20 s`.
    static func text(of breaks: CapacityBreaks) -> String {
        let count = Count.grouped(UInt64(breaks.moments.count), "step")
        let gap = breaks.usualGap.map { ", about every \(LoadNumber.length(seconds($0)))" } ?? ""
        return "\(count) failed unexpectedly\(gap)"
    }

    private static func seconds(_ nanoseconds: Int64) -> Int64 {
        (nanoseconds + 500_000_000) / 1_000_000_000 * 1_000_000_000
    }

    /// Thresholds that failed at first and passed later.
    private static func warmth(_ result: CapacityResult) -> String? {
        guard let warmth = result.warmth else { return nil }
        return "The server warmed up: \(LoadNumber.rate(warmth.rate)) failed until "
            + "\(LoadNumber.length(seconds(warmth.broken))) into the search, and passed "
            + "\(LoadNumber.length(seconds(warmth.held))) into it."
    }

    private static func rests(_ result: CapacityResult) -> String? {
        let breaks = result.breaks
        guard let rate = result.rate, !breaks.moments.isEmpty, !result.isHoldShort else {
            return nil
        }
        let hold = LoadNumber.length(result.best?.step.duration ?? 0)
        return "\(text(of: breaks)), at up to \(LoadNumber.rate(rate)) or during a stall of the "
            + "server; in the last hold, of \(hold), that did not happen again."
    }

    private static func notMonotone(_ result: CapacityResult) -> String? {
        guard let above = result.passedAbove, let upper = result.upper, above > upper else {
            return nil
        }
        return "Not monotone: \(LoadNumber.rate(above)) passed in a shorter step, but "
            + "\(LoadNumber.rate(upper)) failed; the lower one counts."
    }

    /// Failures about as frequent at the lowest rate as at the highest: no rate is low enough.
    private static func steadyFailures(_ result: CapacityResult) -> String? {
        let failed = result.trials.compactMap { trial in
            trial.measurement.failures.map { (trial: trial, share: $0.share) }
        }
        // Of several steps at a rate, the one with the most arrivals.
        let ordered = failed.sorted {
            $0.trial.measurement.dueCount > $1.trial.measurement.dueCount
        }
        guard result.ending == .nothingHolds, failed.count == result.trials.count,
            let low = ordered.min(by: { $0.trial.step.rate < $1.trial.step.rate }),
            let top = ordered.map(\.trial.step.rate).max(), top >= 4 * low.trial.step.rate,
            let high = ordered.first(where: { $0.trial.step.rate == top }),
            2 * low.share >= high.share
        else { return nil }
        let texts = [high, low].compactMap { end in
            CapacityLine.failures(end.trial).map {
                "\(LoadNumber.rate(end.trial.step.rate)): \($0)"
            }
        }
        return "The failures do not come from the load (\(texts.joined(separator: "; "))). "
            + "Fix them first, or allow them in a threshold."
    }

    /// Other load on the machine, in inconclusive steps or in steps that failed below the highest
    /// passed rate.
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
        return
            "In \(Count.grouped(UInt64(texts.count), "step")) other processes used the processors; "
            + "in the last, \(PrintableText.line(text)). Repeat the search on a quieter machine."
    }
}
