import Base
import Measure
import ReportText

/// Responses that their sends do not declare, one of each kind, as `assay verify` shows them.
enum FailedAnswerText {
    /// Further kinds are only counted: they are in the result file.
    private static let largestCount = 4
    private static let bodyLimit = 600

    /// Empty when every response was as declared.
    static func lines(_ result: RunResult) -> [String] {
        let answers = result.failedAnswers
        let lines = answers.prefix(largestCount).flatMap(lines)
        let rest = answers.count - min(answers.count, largestCount)
        return rest == 0
            ? lines : lines + ["… \(Count.of(rest, "more kind")): the result file has them"]
    }

    private static func lines(_ answer: RunFailedAnswer) -> [String] {
        let send = PrintableText.line(answer.send, limit: 80)
        let outcome = PrintableText.line(answer.outcome, limit: 40)
        let status = answer.head.first.map { String($0.drop { $0 != " " }.dropFirst()) }
        return [
            "\(send), arrival \(Count.grouped(answer.arrival)): \(outcome)"
        ]
            + AnswerLines.lines(
                "response: " + (status.map { PrintableText.line($0) } ?? "\(answer.status)"),
                fields: answer.head.dropFirst().map { PrintableText.line($0, limit: 200) },
                body: Array(answer.body.utf8),
                limit: bodyLimit,
                label: { $0 }
            ).map { "  " + $0 }
    }
}
