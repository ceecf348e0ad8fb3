import Base
package import Contract
package import HTTP
package import JSON

/// Every exchange of a run as an HTTP Archive, for the tools that read one.
///
/// Source: HTTP Archive 1.2, softwareishard.com/blog/har-12-spec.
package struct HARReport: Sendable {
    private let version: String
    private let redactor: Redactor

    /// Prepares to write archives.
    ///
    /// - Parameters:
    ///   - version: The version of this tool.
    ///   - redactor: Takes out what must not be shown, before a body is encoded.
    package init(version: String, redactor: Redactor) {
        self.version = version
        self.redactor = redactor
    }
}

extension HARReport {
    /// The whole archive, ending with a line end.
    package func text(of result: VerificationResult) -> String {
        document(of: result).prettyText() + "\n"
    }

    /// The archive as a value.
    package func document(of result: VerificationResult) -> JSONValue {
        [
            "log": [
                "version": "1.2",
                "creator": ["name": "assay", "version": .string(version)],
                "entries": .array(entries(of: result)),
                "comment": .string(Self.limits),
            ]
        ]
    }

    private static let limits =
        "The time to send is part of the time to wait. Only the last try is kept of a step that "
        + "polls or repeats and of a case that was retried. Calls that make provider states and "
        + "steps outside cases are not recorded."

    /// In the order in which they began, whatever ran at the same time.
    private func entries(of result: VerificationResult) -> [JSONValue] {
        let start = Timestamp(nanosecondsSince1970: Int64(result.startedAt * 1e9))
        let shown = result.redacted(by: redactor)
        let entries = zip(result.cases, shown.cases).flatMap { original, shown in
            zip(original.steps, shown.steps).enumerated().flatMap { index, steps in
                let place = "\(shown.file): \(shown.name), step \(index + 1) \(steps.1.title)"
                return Self.entries(steps.0, steps.1, place, from: start)
            }
        }
        // Sorting must keep file order between entries of one moment.
        let order = entries.enumerated().sorted {
            ($0.element.startedAt, $0.offset) < ($1.element.startedAt, $1.offset)
        }
        return order.map(\.element.object)
    }

    private static func entries(
        _ original: StepResult,
        _ shown: StepResult,
        _ place: String,
        from start: Timestamp
    ) -> [HAREntry] {
        let headline = shown.headline.map { ": \($0)" } ?? ""
        let direction = shown.direction == .received ? ", received by a listener" : ""
        let tries = shown.tries > 1 ? "; the last of \(shown.tries) tries" : ""
        let fault = shown.fault?.description
        return zip(original.exchanges, shown.numberedExchanges).map { original, shown in
            let request = shown.number.isEmpty ? "" : ", request\(shown.number)"
            return HAREntry(
                original: original,
                exchange: shown.exchange,
                startedAt: original.startedAt ?? start,
                fault: fault,
                comment: place + direction + request + headline + tries
            )
        }
    }
}
