import Contract
import HTTP
import ReportText

/// A case that did not pass, as a part of a comment.
struct MarkdownCase {
    /// Name, place, main point and differences.
    let text: String
    /// The request and the answer, folded away; empty when nothing was sent.
    let details: String

    /// How many differences of a step are shown.
    private static let differenceLimit = 10
    /// How many bytes of a body are shown.
    private static let bodyLimit = 2_048

    /// Writes a case.
    ///
    /// - Parameters:
    ///   - result: The case.
    ///   - heading: What stands above it, when it is the first of its kind.
    init(_ result: CaseResult, heading: String?) {
        let deciding = result.decidingStep
        let place = deciding?.step.location ?? result.location
        let fault = deciding?.step.fault.map { " with fault \(MarkdownText.code("\($0)"))" } ?? ""
        let step =
            deciding.map { " step \($0.number) \(MarkdownText.code($0.step.label))\(fault)" } ?? ""
        var lines = heading.map { ["", "### \($0)"] } ?? []
        lines += [
            "", "#### \(MarkdownText.code(result.name, limit: 200))", "",
            "**\(MarkdownText.code(result.mainPoint))** at \(MarkdownText.code("\(place)"))\(step)",
        ]
        if let differences = deciding?.step.differences, !differences.isEmpty {
            lines += [""] + differences.prefix(Self.differenceLimit).map(Self.item)
            let count = deciding?.step.differenceCount ?? 0
            let rest = count - min(differences.count, Self.differenceLimit)
            if rest > 0 { lines.append("- … \(rest) more") }
        }
        text = lines.joined(separator: "\n") + "\n"
        details =
            (deciding.map { Self.details(of: $0.step) } ?? "")
            + (result.generated?.text.map(Self.generated) ?? "")
    }

    /// Lines that a click on the title shows.
    ///
    /// - Parameters:
    ///   - title: Plain words; they are not escaped.
    ///   - lines: Markdown.
    /// - Returns: A part of a comment.
    static func folded(_ title: String, _ lines: [String]) -> String {
        // Without the empty lines GitHub would take what is inside for HTML.
        let opening = ["", "<details><summary>\(title)</summary>", ""]
        return (opening + lines + ["", "</details>"]).joined(separator: "\n") + "\n"
    }

    /// A generated case, as a contract would have it.
    private static func generated(_ text: String) -> String {
        let block = MarkdownText.block(text.unicodeLines, language: "yaml")
        return folded("Generated; add it below cases:", [block])
    }

    private static func item(_ difference: Difference) -> String {
        let place = difference.location.map { " (\(MarkdownText.code("\($0)")))" } ?? ""
        return "- \(MarkdownText.code(difference.statement))\(place)"
    }

    private static func details(of step: StepResult) -> String {
        guard !step.exchanges.isEmpty else { return "" }
        let blocks = step.exchanges.flatMap { exchange in
            [
                MarkdownText.block(
                    CurlCommand(exchange.request).description.unicodeLines,
                    language: "sh"
                ),
                MarkdownText.block(
                    AnswerText.lines(of: exchange, step.direction, limit: bodyLimit),
                    language: "http"
                ),
            ]
        }
        let title = step.exchanges.count == 1 ? "Request and response" : "Requests and responses"
        let remark = step.direction == .received ? ", as the listener received it" : ""
        return folded(title + remark, [blocks.joined(separator: "\n\n")])
    }
}
