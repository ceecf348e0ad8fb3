import Base
import Measure
import ReportText

/// Responses that their sends do not declare, one of each kind, as `assay verify` shows them.
enum FailedResponseText {
    /// Further kinds are only counted: they are in the result file.
    private static let largestCount = 4
    private static let bodyLimit = 600

    /// Empty when every response was as declared.
    static func lines(_ result: RunResult) -> [String] {
        let responses = result.failedResponses
        let lines = responses.prefix(largestCount).flatMap(lines)
        let rest = responses.count - min(responses.count, largestCount)
        return rest == 0
            ? lines : lines + ["… \(Count.of(rest, "more kind")): the result file has them"]
    }

    private static func lines(_ response: RunFailedResponse) -> [String] {
        let send = PrintableText.line(response.send, limit: 80)
        let outcome = PrintableText.line(response.outcome, limit: 40)
        let status = response.head.first.map { String($0.drop { $0 != " " }.dropFirst()) }
        return [
            "\(send), arrival \(Count.grouped(response.arrival)): \(outcome)"
        ]
            + ResponseLines.lines(
                "response: " + (status.map { PrintableText.line($0) } ?? "\(response.status)"),
                fields: response.head.dropFirst().map { PrintableText.line($0, limit: 200) },
                body: Array(response.body.utf8),
                limit: bodyLimit,
                label: { $0 }
            ).map { "  " + $0 }
    }
}
