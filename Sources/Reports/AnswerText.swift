import Contract

/// What came back to a step, for a person to read.
enum AnswerText {
    /// Status line, fields, an empty line and the body; or why there is no answer.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - limit: How many bytes of the body are shown; what is left out is said.
    /// - Returns: At least one line.
    static func lines(of step: StepResult, limit: Int) -> [String] {
        guard let response = step.response else {
            let reason = step.failure.map { "no answer: \($0)" } ?? "nothing was sent"
            return [PrintableText.line(reason)]
        }
        let status =
            "HTTP/\(response.version) \(response.status)"
            + " after \(response.phases.total.shortText)"
        let fields = response.headers.fields.map { PrintableText.line("\($0.name): \($0.value)") }
        guard !response.body.isEmpty else { return [status] + fields + ["", "(no body)"] }
        let body = BodyText.lines(response.body, limit: limit)
        return [status] + fields + [""] + body.map { PrintableText.line($0) }
    }
}
