import Base
import Measure
import ReportText

/// What a reader must know before believing what a search found.
enum CapacityRemarks {
    /// Whole sentences.
    static func list(_ record: CapacityRecord) -> [String] {
        let result = record.result
        var remarks: [String] = []
        if let above = result.heldAbove, let upper = result.upper {
            remarks.append(
                "Not monotone: \(LoadNumber.rate(above)) held in a shorter step, but "
                    + "\(LoadNumber.rate(upper)) did not; the lower one counts."
            )
        }
        if case .limited(.connections) = result.ending {
            remarks.append("More connections may carry more: --connections.")
        }
        if case .limited(.generator) = result.ending {
            remarks.append(
                "A machine that does nothing else, or --workers, may carry more; the target should "
                    + "have processors of its own."
            )
        }
        if case .limited(.local(let trouble)) = result.ending {
            remarks.append("To find what the service carries, \(trouble.advice).")
        }
        if result.ending == .budgetOver, !result.trials.isEmpty {
            remarks.append(
                "The search did not come to its end: a longer --budget brings both ends closer."
            )
        }
        return remarks
            + record.tokens.filter { !$0.isSound }.map { PrintableText.line($0.text, limit: 600) }
    }
}
