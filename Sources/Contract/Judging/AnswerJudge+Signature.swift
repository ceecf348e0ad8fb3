extension AnswerJudge {
    /// Holds the signature of an answer against the scheme that signed its request.
    func judgeSignature(
        of step: Step,
        _ request: HTTPRequest,
        _ response: HTTPResponse,
        _ wanted: Wanted,
        _ answer: inout JudgedAnswer,
        using evaluator: Evaluator
    ) throws(TemplateError) {
        guard let name = step.request.constant("security"),
            let signature = contract.securitySchemes[name]?.signature,
            let rule = signature.response
        else { return }
        let came = response.headers[rule.header]
        switch signatureRule(step, wanted, answer) {
        case .absent:
            guard let came else { return }
            answer.judgement.add(
                difference(rule, expected: "nothing", actual: "\"\(came)\"")
            )
        case .optional where came == nil:
            return
        case .required, .optional:
            let right = try signature.responseSignature(
                of: response,
                to: request,
                as: rule,
                using: evaluator
            )
            guard came != right else { return }
            answer.judgement.add(
                difference(
                    rule,
                    expected: "\"\(right)\", the signature of this answer",
                    actual: came.map { "\"\($0)\"" } ?? "nothing"
                )
            )
        }
    }

    /// The step's own word first, then the catalogue's or the response's, else a signature is due.
    ///
    /// An answer that is not the one the contract wants is another difference already; whether it
    /// should be signed is not known.
    private func signatureRule(
        _ step: Step,
        _ wanted: Wanted,
        _ answer: JudgedAnswer
    ) -> SignatureRule {
        if let own = step.expectation?.signed { return own }
        switch wanted {
        case .error(_, let entry, _):
            guard let failure = answer.failure, entry.code.accepts(failure.code) else {
                return .optional
            }
            return entry.signed ?? .required
        case .success(let operation):
            guard answer.failure == nil else { return .optional }
            let rule = operation?.response(for: answer.status)
            return rule?.expectation.signed ?? .required
        case .own:
            return .optional
        }
    }

    private func difference(
        _ rule: HMACSignature.Response,
        expected: String,
        actual: String
    ) -> Difference {
        Difference(
            path: "header \(rule.header)",
            expected: expected,
            actual: actual,
            location: rule.location,
            basis: rule.basis
        )
    }
}
