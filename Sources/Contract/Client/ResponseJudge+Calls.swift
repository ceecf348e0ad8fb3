import JSON

/// The client's error that a call should end with.
private struct ExpectedClientError {
    let id: String
    let basis: Basis
    let location: SourceLocation
}

extension ResponseJudge {
    /// Whether a call is expected to end with an error.
    package func wantsClientError(_ expected: ExpectedOutcome) -> Bool {
        !clientErrors(wantedBy: expected).isEmpty
    }

    /// Checks how a call ended.
    ///
    /// - Parameters:
    ///   - expected: The expectation of the call.
    ///   - outcome: The outcome of the call.
    ///   - evaluator: The names in scope, those of the client among them.
    /// - Returns: Every difference, with the main point.
    /// - Throws: `TemplateError` when an expectation cannot be worked out.
    package func judgement(
        of expected: ExpectedOutcome,
        _ outcome: CallOutcome,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> ResponseJudgement {
        var judgement = ResponseJudgement()
        let wanted = clientErrors(wantedBy: expected)
        switch outcome.end {
        case .returned: judgeSuccess(insteadOf: wanted, &judgement)
        case .failed(let failure): judge(failure, wanted, expected, &judgement)
        case .contradicted(let differences): differences.forEach { judgement.add($0) }
        case .stuck(let reason): judgement.headline = reason
        }
        let subject = outcome.subject
        for promise in expected.covers.compactMap({ index.callPromises[$0] }) {
            guard let expectation = try promise.expectation?.expectation(using: &evaluator) else {
                continue
            }
            judgement.add(expectation.differences(in: subject), noSurerThan: promise.basis)
        }
        if let expectation = try expected.expectation?.expectation(using: &evaluator) {
            judgement.add(expectation.differences(in: subject), noSurerThan: .documented)
        }
        judgement.finish(noSurerThan: basis(of: expected))
        return judgement
    }

    private func judgeSuccess(
        insteadOf wanted: [ExpectedClientError],
        _ judgement: inout ResponseJudgement
    ) {
        for error in wanted {
            let name = name(of: error.id)
            judgement.headline = judgement.headline ?? "wanted \(error.id), the call succeeded"
            judgement.add(
                Difference(
                    path: "outcome",
                    expected: name,
                    actual: "success",
                    location: error.location,
                    basis: error.basis
                )
            )
        }
    }

    private func judge(
        _ failure: CallFailure,
        _ wanted: [ExpectedClientError],
        _ expected: ExpectedOutcome,
        _ judgement: inout ResponseJudgement
    ) {
        let got = "\(name(of: failure.error)): \(failure.cause)"
        if wanted.isEmpty {
            judgement.headline = "wanted success, got \(failure.error): \(failure.cause)"
            judgement.add(
                Difference(
                    path: "outcome",
                    expected: "success",
                    actual: got,
                    location: expected.location
                )
            )
            failure.differences.forEach { judgement.add($0) }
        }
        for error in wanted where error.id != failure.error {
            judgement.headline =
                judgement.headline
                ?? "wanted \(error.id), got \(failure.error): \(failure.cause)"
            judgement.add(
                Difference(
                    path: "client error",
                    expected: name(of: error.id),
                    actual: got,
                    location: error.location,
                    basis: max(error.basis, failure.basis)
                )
            )
        }
    }

    private func name(of error: String) -> String {
        index.clientErrors[error]?.description ?? error
    }

    private func clientErrors(wantedBy expected: ExpectedOutcome) -> [ExpectedClientError] {
        var wanted: [ExpectedClientError] = []
        for id in expected.covers {
            if let promise = index.callPromises[id], let error = promise.error {
                let basis = max(promise.basis, error.basis)
                wanted.append(.init(id: error.id, basis: basis, location: promise.location))
            } else if let entry = index.clientError(id) {
                wanted.append(.init(id: entry.id, basis: entry.basis, location: entry.location))
            }
        }
        if expected.call != nil, let own = expected.expectation?.error {
            wanted.append(.init(id: own.id, basis: own.basis, location: own.location))
        }
        var seen: Set<String> = []
        return wanted.filter { seen.insert($0.id).inserted }
    }
}
