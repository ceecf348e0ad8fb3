import Contract

/// One step of a case: the main point, every difference, the request as a command, the answer.
struct StepText {
    let style: TextStyle
    let detail: TextReport.Detail
    /// How many bytes of a body are shown, unless everything is asked for.
    private static let bodyLimit = 2_048

    func lines(of step: StepResult, number: Int) -> [String] {
        let isVerbose = detail == .verbose
        guard isVerbose || step.outcome != .held else { return [] }
        var lines = [
            "    step \(number)\(phase(step)) \(step.label): "
                + headline(step) + style.text("  \(step.location)", .dim)
        ]
        lines += step.differences.map { "      " + difference($0) }
        if step.differenceCount > step.differences.count {
            lines.append("      … \(step.differenceCount - step.differences.count) more")
        }
        if isVerbose, let text = step.stringToSign {
            lines.append(style.text("      signed:", .dim))
            lines += BodyText.lines(Array(text.utf8), limit: .max).map { "        \($0)" }
        }
        if let request = step.request {
            lines.append(style.text("      request:", .dim))
            lines += command(request).map { "        \($0)" }
        }
        return lines + answer(step)
    }

    private func phase(_ step: StepResult) -> String {
        step.phase == .steps ? "" : " (\(step.phase.rawValue))"
    }

    private func headline(_ step: StepResult) -> String {
        let role: TextStyle.Role =
            switch step.outcome {
            case .held: .good
            case .broken: .bad
            case .differs, .undetermined: .doubtful
            }
        let tries = step.tries > 1 ? " (\(step.tries) tries)" : ""
        return style.text((step.headline ?? "held") + tries, role)
    }

    private func difference(_ difference: Difference) -> String {
        let basis =
            difference.basis == .documented ? "" : " [\(difference.basis.rawValue)]"
        let place = difference.location.map { style.text("  \($0)", .dim) } ?? ""
        return "\(difference.path): expected \(difference.expected), got \(difference.actual)"
            + basis + place
    }

    private func command(_ request: HTTPRequest) -> [String] {
        CurlCommand(request).description.split(separator: "\n").map(String.init)
    }

    private func answer(_ step: StepResult) -> [String] {
        guard let response = step.response else {
            return step.failure.map { ["      " + style.text("no answer: \($0)", .dim)] } ?? []
        }
        let title =
            "      answer: HTTP/\(response.version) \(response.status)"
            + " after \(response.phases.total.shortText)"
        let headers = response.headers.fields.map { "        \($0.name): \($0.value)" }
        let limit = detail == .verbose ? Int.max : Self.bodyLimit
        let body = BodyText.lines(response.body, limit: limit).map { "        \($0)" }
        return [style.text(title, .dim)] + headers + [""] + body
    }
}
