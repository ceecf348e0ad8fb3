import Base
import Contract
import HTTP
import JSON

/// Every exchange of a run as an HTTP Archive, for tools that read this format.
///
/// Source: HTTP Archive 1.2, softwareishard.com/blog/har-12-spec.
struct HARReport: Sendable {
    private let version: String

    /// Prepares to write archives.
    ///
    /// - Parameter version: The version of this tool.
    init(version: String) {
        self.version = version
    }
}

extension HARReport {
    /// The whole archive, with a final line end.
    func text(of facts: VerifyFacts) -> String {
        document(of: facts).prettyText() + "\n"
    }

    /// The archive as a value.
    func document(of facts: VerifyFacts) -> JSONValue {
        [
            "log": [
                "version": "1.2",
                "creator": .tool(version),
                "entries": .array(entries(of: facts)),
                "comment": .string(Self.limits),
            ]
        ]
    }

    private static let limits =
        "The wait time includes the send time. Only the last attempt is recorded of a step that "
        + "polls or repeats and of a case that was retried. Calls that create provider states, "
        + "steps outside cases and generated cases without a finding are not recorded."

    /// In the order in which they began, even if they ran concurrently.
    private func entries(of facts: VerifyFacts) -> [JSONValue] {
        let start = Timestamp(seconds: facts.result.startedAt)
        let entries = facts.cases.flatMap { each in
            each.steps.enumerated().flatMap { index, step in
                let place = "\(each.file): \(each.name), step \(index + 1) \(step.title)"
                return Self.entries(step, place, from: start)
            }
        }
        // Sorting must keep file order between entries with equal times.
        let order = entries.enumerated().sorted {
            ($0.element.startedAt, $0.offset) < ($1.element.startedAt, $1.offset)
        }
        return order.map(\.element.object)
    }

    private static func entries(
        _ step: StepResult,
        _ place: String,
        from start: Timestamp
    ) -> [HAREntry] {
        let headline = step.headline.map { ": \($0)" } ?? ""
        let direction = step.direction == .received ? ", received by a listener" : ""
        let tries = step.tries > 1 ? "; the last of \(step.tries) attempts" : ""
        return step.numberedExchanges.map { number, exchange in
            let request = number.isEmpty ? "" : ", request\(number)"
            return HAREntry(
                exchange: exchange,
                startedAt: exchange.startedAt ?? start,
                fault: step.fault?.description,
                comment: place + direction + request + headline + tries
            )
        }
    }
}
