extension ResponseJudge {
    /// Checks the response against the expected errors.
    func judge(
        _ errors: [ExpectedError],
        _ judged: inout JudgedResponse,
        using evaluator: inout Evaluator
    ) throws(TemplateError) {
        for expected in errors {
            guard let failure = judged.failure else {
                judgeSuccess(insteadOf: expected, &judged)
                continue
            }
            if expected.entry.code.accepts(failure.code) {
                try judgeMessage(expected, failure, &judged, using: &evaluator)
            } else {
                judgeCode(expected, failure, &judged)
            }
            judgeStatus(expected, failure, &judged)
        }
        guard judged.failure != nil, let rule = contract.failure,
            let basis = errors.map(\.basis).min()
        else { return }
        try judge(rule.expectation, basis, &judged, using: &evaluator)
        for wrong in try rule.wrongTypes(in: judged.subject, basis, using: &evaluator) {
            judged.judgement.add(wrong)
        }
    }

    private func judgeSuccess(insteadOf expected: ExpectedError, _ judged: inout JudgedResponse) {
        let name = expected.entry.wantedName
        setHeadline("wanted \(name), got success (\(judged.status))", &judged)
        judged.judgement.add(
            Difference(
                path: "outcome",
                expected: name,
                actual: "success (\(judged.status))",
                location: expected.reference.location,
                basis: expected.basis
            )
        )
    }

    private func judgeCode(
        _ expected: ExpectedError,
        _ failure: RecognizedFailure,
        _ judged: inout JudgedResponse
    ) {
        let name = expected.entry.code.description
        if !failure.isUndecodable {
            setHeadline("wanted \(expected.entry.wantedName), got \(failure.description)", &judged)
        }
        judged.judgement.add(
            Difference(
                path: "error code",
                expected: name,
                actual: failure.shownCode
                    ?? (failure.isUndecodable ? "an unreadable body" : "no code"),
                location: expected.reference.location,
                basis: expected.identityBasis,
                standing: failure.isUndecodable ? .unknown : .contradiction
            )
        )
    }

    private func judgeStatus(
        _ expected: ExpectedError,
        _ failure: RecognizedFailure,
        _ judged: inout JudgedResponse
    ) {
        let statuses = expected.entry.statuses
        guard !statuses.isEmpty, !statuses.contains(failure.status) else { return }
        judged.judgement.add(
            Difference(
                path: "status",
                expected: statuses.map(String.init).joined(separator: " or "),
                actual: "\(failure.status)",
                location: expected.entry.location,
                basis: expected.identityBasis
            )
        )
    }

    private func judgeMessage(
        _ expected: ExpectedError,
        _ failure: RecognizedFailure,
        _ judged: inout JudgedResponse,
        using evaluator: inout Evaluator
    ) throws(TemplateError) {
        guard let pattern = try MessagePattern(expected, using: &evaluator),
            failure.message.map(pattern.accepts) != true
        else { return }
        judged.judgement.add(
            Difference(
                path: "error message",
                expected: "\"\(pattern.description)\"",
                actual: failure.shownMessage.map { "\"\($0)\"" } ?? "nothing",
                location: expected.reference.location,
                basis: max(expected.identityBasis, expected.entry.messageBasis),
                standing: failure.isUndecodable && failure.message == nil
                    ? .unknown : .contradiction
            )
        )
    }

    /// The first main point stays.
    private func setHeadline(_ text: String, _ judged: inout JudgedResponse) {
        judged.judgement.headline = judged.judgement.headline ?? text
    }
}
