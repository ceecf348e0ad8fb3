import Base
import LoadModel

extension RunAudienceCall {
    /// A sentence such as `Prepared 100,000 recipients in 8.1 s (registerToken).`, with the failures.
    package var text: String {
        let verb =
            switch phase {
            case .prepare: "Prepared"
            case .cleanup: "Cleaned up"
            }
        let all = Count.grouped(recipients, "recipient")
        let count = isComplete ? all : "\(Count.grouped(good)) of \(all)"
        let failed = failedCount
        let failures = failed > 0 ? "; \(Count.grouped(failed)) failed: \(failureText)" : ""
        let obstacle = obstacle.map { "; ended early: \($0)" } ?? ""
        let time = NanosecondText.short(elapsed)
        return "\(verb) \(count) in \(time) (\(name))\(failures)\(obstacle)."
    }

    /// Text of the most frequent failures: `7 × 404 E404001, 3 × timeout`.
    package var failureText: String {
        let shown = failures.prefix(Self.shownFailureCount).map { failure in
            "\(Count.grouped(failure.count)) × \(failure.outcome)"
        }
        let rest = failures.count - shown.count
        return shown.joined(separator: ", ")
            + (rest > 0 ? " and \(Count.grouped(rest, "outcome")) more" : "")
    }

    private static let shownFailureCount = 5
}
