import Contract
import HTTP
import ReportText

/// A case that did not pass, as part of a comment.
struct MarkdownCase {
    /// Name, place, main point and differences.
    let text: String
    /// The request and the response, folded; empty when nothing was sent.
    let details: String

    /// The maximum number of differences shown of a step.
    private static let differenceLimit = 10
    /// The maximum number of body bytes shown.
    private static let bodyLimit = 2_048

    /// Writes a case.
    ///
    /// - Parameters:
    ///   - result: The case.
    ///   - heading: The heading above it, for the first of its kind.
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
        // Without the empty lines GitHub would treat the content as HTML.
        let opening = ["", "<details><summary>\(title)</summary>", ""]
        return (opening + lines + ["", "</details>"]).joined(separator: "\n") + "\n"
    }

    /// A generated case, in contract syntax.
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
                    ResponseText.lines(of: exchange, step.direction, limit: bodyLimit),
                    language: "http"
                ),
            ]
        }
        let title = step.exchanges.count == 1 ? "Request and response" : "Requests and responses"
        let remark = step.direction == .received ? ", as the listener received it" : ""
        return folded(title + remark, [blocks.joined(separator: "\n\n")])
    }
}
