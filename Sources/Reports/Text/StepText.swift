import Base
import Contract
import HTTP
import ReportText

/// One step of a case: the main point, every difference, the request as a command, the response.
struct StepText {
    let style: TextStyle
    let isVerbose: Bool
    /// The maximum number of body bytes shown.
    private var bodyLimit: Int { isVerbose ? 1_048_576 : 2_048 }

    /// The lines of one step; `number` counts all steps of the case from one.
    func lines(of step: StepResult, number: Int) -> [String] {
        let phase = step.phase == .steps ? "" : " (\(step.phase.rawValue))"
        var lines = [
            "  step \(number)\(phase) \(step.title): \(headline(step))"
                + style.text("  \(step.location)", .dim)
        ]
        lines += step.differences.map { "    " + difference($0) }
        if step.differenceCount > step.differences.count {
            lines.append("    … \(step.differenceCount - step.differences.count) more differences")
        }
        return lines
            + step.numberedExchanges.flatMap {
                self.lines(of: $0.exchange, step.direction, $0.number)
            }
    }

    private func lines(
        of exchange: ExchangeRecord,
        _ direction: StepResult.Direction,
        _ number: String
    ) -> [String] {
        var lines: [String] = []
        if isVerbose, let text = exchange.stringToSign {
            lines.append(label("signed\(number):"))
            lines += indented(PrintableText.lines(text))
        }
        let name = exchange.label.map { " \($0)" } ?? ""
        lines.append(label("\(direction.requestTitle)\(number)\(name):"))
        lines += CommandText.lines(exchange.request, indent: "      ")
        return lines + responseLines(exchange, direction, number)
    }

    private func label(_ text: String) -> String { "    " + style.text(text, .dim) }

    private func indented(_ lines: [String]) -> [String] { lines.map { "      \($0)" } }

    private func headline(_ step: StepResult) -> String {
        let role: TextStyle.Role =
            switch step.outcome {
            case .passed: .good
            case .failed: .bad
            case .differs, .inconclusive: .doubtful
            }
        // The main point of a failed step contains it.
        let tries = step.outcome == .passed && step.tries > 1 ? " (\(step.tries) tries)" : ""
        return style.text(mainPoint(step) + tries, role)
    }

    /// The headline, without the part that the list of differences repeats.
    private func mainPoint(_ step: StepResult) -> String {
        guard let headline = step.headline else { return "passed" }
        guard let first = step.differences.first?.plainStatement, headline.hasPrefix(first) else {
            return headline
        }
        let remark = headline.dropFirst(first.count)
        let rest = remark.firstRange(of: "; ").map { String(remark[$0.lowerBound...]) } ?? ""
        return Count.of(step.differenceCount, "difference") + rest
    }

    private func difference(_ difference: Difference) -> String {
        let place = difference.location.map { style.text("  \($0)", .dim) } ?? ""
        return difference.statement + place
    }

    private func responseLines(
        _ exchange: ExchangeRecord,
        _ direction: StepResult.Direction,
        _ number: String
    ) -> [String] {
        let response: HTTPResponse
        switch exchange.result {
        case .success(let success): response = success
        case .failure(let failure): return [label("no response\(number): \(failure)")]
        }
        let title = "\(direction.responseTitle)\(number): \(direction.status(of: response))"
        let headers = response.headers.fields.map { "\($0.name): \($0.value)" }
        return ResponseLines.lines(
            title,
            fields: headers,
            body: response.body,
            limit: bodyLimit,
            label: { style.text($0, .dim) }
        ).map { "    " + $0 }
    }
}
