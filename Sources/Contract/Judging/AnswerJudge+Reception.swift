package import HTTP

extension AnswerJudge {
    /// Judges the requests that a step waited for.
    ///
    /// - Parameters:
    ///   - step: What was waited for.
    ///   - requests: Those that were meant.
    ///   - evaluator: The names in scope.
    /// - Returns: Every difference of every request.
    /// - Throws: `TemplateError` when an expectation cannot be worked out.
    package func judgement(
        of step: Step,
        received requests: [HTTPRequest],
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> AnswerJudgement {
        var judgement = AnswerJudgement()
        for request in requests {
            let subject = Subject(received: request)
            for id in step.provokes {
                guard let promise = index.promises[id] ?? index.callPromises[id] else { continue }
                try judge(
                    promise.expectation,
                    promise.basis,
                    subject,
                    &judgement,
                    using: &evaluator
                )
            }
            try judge(step.expectation, .documented, subject, &judgement, using: &evaluator)
        }
        judgement.finish(noSurerThan: basis(of: step))
        return judgement
    }
}
