package import HTTP

extension ResponseJudge {
    /// Checks the awaited requests.
    ///
    /// - Parameters:
    ///   - expected: The expectation of each.
    ///   - requests: The requests that met the conditions.
    ///   - evaluator: The names in scope.
    /// - Returns: Every difference of every request.
    /// - Throws: `TemplateError` when an expectation cannot be worked out.
    package func judgement(
        of expected: ExpectedOutcome,
        received requests: [HTTPRequest],
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> ResponseJudgement {
        var judgement = ResponseJudgement()
        for request in requests {
            let subject = Subject(received: request)
            for id in expected.covers {
                guard let promise = index.promises[id] ?? index.callPromises[id] else { continue }
                try judge(
                    promise.expectation,
                    promise.basis,
                    subject,
                    &judgement,
                    using: &evaluator
                )
            }
            try judge(expected.expectation, .documented, subject, &judgement, using: &evaluator)
        }
        judgement.finish(noSurerThan: basis(of: expected))
        return judgement
    }
}
