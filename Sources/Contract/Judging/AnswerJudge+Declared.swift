import JSON

extension AnswerJudge {
    /// Holds an answer against all that is declared: a success of its operation, a failure of the
    /// catalogue, and in any case no error of the server and none of its inner workings.
    func judge(
        declared wanted: DeclaredOutcome,
        by operation: Operation?,
        _ expected: ExpectedOutcome,
        _ answer: inout JudgedAnswer,
        using evaluator: inout Evaluator
    ) throws(TemplateError) {
        let location = declaration(of: expected)
        if let trace = StackTrace.excerpt(of: answer.subject) {
            answer.judgement.add(
                Difference(
                    path: StackTrace.path,
                    expected: "nothing of how the server works inside",
                    actual: trace,
                    location: location
                )
            )
        }
        if answer.status >= 500, !declares(answer.status, operation) {
            let actual = answer.failure?.description ?? "\(answer.status)"
            answer.judgement.headline = "wanted no error of the server, got \(actual)"
            answer.judgement.add(
                Difference(
                    path: "status",
                    expected: "a status below 500",
                    actual: "\(answer.status)",
                    location: location
                )
            )
            return
        }
        let isFailure = answer.failure != nil || isUndeclaredRefusal(answer.status, operation)
        switch (isFailure, wanted) {
        case (true, .failure), (true, .any):
            try judgeDeclaredFailure(location, &answer, using: &evaluator)
        case (true, .success), (false, .success), (false, .any):
            try judge(success: operation, expected, &answer, using: &evaluator)
        case (false, .failure):
            let success = "success (\(answer.status))"
            answer.judgement.headline = "wanted a failure, got \(success)"
            answer.judgement.add(
                Difference(
                    path: "outcome",
                    expected: "a failure",
                    actual: success,
                    location: location
                )
            )
        }
    }

    private func declaration(of expected: ExpectedOutcome) -> SourceLocation {
        expected.expectation?.location ?? expected.location
    }

    /// Whether the operation says that it answers so: of its own, or with one of its errors.
    private func declares(_ status: Int, _ operation: Operation?) -> Bool {
        guard let operation else { return false }
        let isAnswer = operation.responses.contains { rule in
            rule.status == .exactly(status) || rule.status == .class(status / 100)
        }
        return isAnswer
            || operation.promises.contains { promise in
                promise.error.flatMap { index.errors[$0.id] }?.statuses.contains(status) ?? false
            }
    }

    /// Whether a contract that tells no failures apart gets one, by the conventions of HTTP.
    private func isUndeclaredRefusal(_ status: Int, _ operation: Operation?) -> Bool {
        contract.failure == nil && status >= 400 && operation?.response(for: status) == nil
    }

    private func judgeDeclaredFailure(
        _ location: SourceLocation,
        _ answer: inout JudgedAnswer,
        using evaluator: inout Evaluator
    ) throws(TemplateError) {
        guard let failure = answer.failure, let rule = contract.failure else { return }
        let hasStatus = { (entry: ErrorEntry) in
            entry.statuses.isEmpty || entry.statuses.contains(failure.status)
        }
        let named = contract.errors.filter { $0.code.accepts(failure.code) }
        if failure.isUndecodable || !named.contains(where: hasStatus) {
            answer.judgement.headline =
                "wanted a failure of the catalogue, got \(failure.description)"
            let statuses = Set(named.flatMap(\.statuses)).sorted().map(String.init)
            answer.judgement.add(
                Difference(
                    path: named.isEmpty ? "error code" : "status",
                    expected: named.isEmpty
                        ? "a code of the catalogue" : statuses.joined(separator: " or "),
                    actual: named.isEmpty
                        ? failure.shownCode.map { "\($0) (\(failure.status))" }
                            ?? "no code (\(failure.status))"
                        : "\(failure.status)",
                    location: named.first?.location ?? location,
                    standing: failure.isUndecodable ? .unknown : .contradiction
                )
            )
        }
        try judge(rule.expectation, .documented, &answer, using: &evaluator)
        for wrong in try rule.wrongTypes(in: answer.subject, .documented, using: &evaluator) {
            answer.judgement.add(wrong)
        }
    }
}
