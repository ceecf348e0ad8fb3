import JSON

/// Holds an answer against everything the contract says about it.
package struct AnswerJudge: Sendable {
    package let contract: ContractDocument
    package let index: ContractIndex
    /// How many differences of one answer are kept; the rest is only counted.
    package static let limit = 100

    package init(contract: ContractDocument) {
        self.contract = contract
        index = ContractIndex(contract)
    }
}

/// What came of judging one answer.
package struct AnswerJudgement: Sendable {
    /// The main point; `nil` when there is nothing to say.
    package var headline: String?
    package var differences: [Difference] = []
    /// How many there are, those that were not kept too.
    package var total = 0

    /// Nothing to say.
    package init() {}

    mutating func add(_ difference: Difference) {
        total += 1
        if differences.count < AnswerJudge.limit { differences.append(difference) }
    }

    mutating func add(_ more: Differences, atLeast basis: Basis = .documented) {
        total += more.total
        let room = AnswerJudge.limit - differences.count
        differences += more.kept.prefix(max(0, room)).map { $0.weakened(to: basis) }
    }
}

extension Difference {
    /// The same difference, no surer than `basis`.
    package func weakened(to basis: Basis) -> Difference {
        guard basis > self.basis else { return self }
        return Difference(
            path: path,
            expected: expected,
            actual: actual,
            location: location,
            basis: basis
        )
    }
}

extension AnswerJudge {
    /// Judges the answer to a step's request.
    ///
    /// - Parameters:
    ///   - step: What was to be done.
    ///   - request: What was sent, as it went on the wire.
    ///   - response: What came.
    ///   - evaluator: The names in scope.
    /// - Returns: Every difference, with the main point.
    /// - Throws: `TemplateError` when an expectation cannot be worked out.
    package func judgement(
        of step: Step,
        request: HTTPRequest,
        response: HTTPResponse,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> AnswerJudgement {
        let subject = Subject(response, to: request)
        let failure = try contract.failure?.failure(in: subject, using: &evaluator)
        var answer = JudgedAnswer(
            subject: subject,
            status: response.status,
            failure: failure,
            judgement: AnswerJudgement()
        )
        let wanted = wanted(by: step)
        switch wanted {
        case .error(let reference, let entry, let basis):
            let expected = ExpectedError(reference: reference, entry: entry, basis: basis)
            try judge(expected, &answer, using: &evaluator)
        case .success(let operation):
            try judge(success: operation, step, &answer, using: &evaluator)
        case .own:
            break
        }
        try judgeSignature(of: step, request, response, wanted, &answer, using: evaluator)
        for promise in step.provokes.compactMap({ index.promises[$0] }) {
            try judge(promise.expectation, promise.basis, &answer, using: &evaluator)
        }
        try judge(step.expectation, .documented, &answer, using: &evaluator)
        return finished(answer, step)
    }

    /// How sure a step is of what it expects: as sure as the surest promise it brings about, else
    /// as the operation it calls.
    package func basis(of step: Step) -> Basis {
        step.provokes.map(index.basis(of:)).min()
            ?? step.operation.map(index.basis(of:)) ?? .documented
    }

    /// A step is no surer than the surest of the promises it brings about.
    private func finished(_ answer: JudgedAnswer, _ step: Step) -> AnswerJudgement {
        let basis = basis(of: step)
        var judgement = answer.judgement
        judgement.differences = judgement.differences.map { $0.weakened(to: basis) }
        if judgement.headline == nil, let first = judgement.differences.first {
            judgement.headline =
                "\(first.path): expected \(first.expected), got \(first.actual)"
                + (judgement.total > 1 ? " (and \(judgement.total - 1) more)" : "")
        }
        return judgement
    }

    private func judge(
        _ template: ExpectationTemplate?,
        _ basis: Basis,
        _ answer: inout JudgedAnswer,
        using evaluator: inout Evaluator
    ) throws(TemplateError) {
        guard let template else { return }
        let room = Self.limit - answer.judgement.differences.count
        let found = try template.differences(
            in: answer.subject,
            limit: max(1, room),
            using: &evaluator
        )
        answer.judgement.add(found, atLeast: basis)
    }
}

/// What a step wants of its answer, before its own expectation is added.
enum Wanted {
    case error(ErrorReference, ErrorEntry, Basis)
    case success(Operation?)
    /// Nothing but what the step itself says.
    case own
}

/// An answer under judgement.
struct JudgedAnswer {
    let subject: Subject
    let status: Int
    /// `nil` for a success.
    let failure: RecognizedFailure?
    var judgement: AnswerJudgement
}

/// An error the answer should be.
struct ExpectedError {
    let reference: ErrorReference
    let entry: ErrorEntry
    /// How sure it is that there is an error at all.
    let basis: Basis

    /// How sure it is that it is this one.
    var identityBasis: Basis { max(basis, reference.basis, entry.basis) }
}

extension AnswerJudge {
    func wanted(by step: Step) -> Wanted {
        for id in step.provokes {
            if let promise = index.promises[id], let reference = promise.error,
                let entry = index.errors[reference.id]
            {
                return .error(reference, entry, promise.basis)
            }
            if let entry = index.catalogueEntry(id) {
                let reference = ErrorReference(
                    id: entry.id,
                    basis: entry.basis,
                    message: nil,
                    location: entry.location
                )
                return .error(reference, entry, entry.basis)
            }
        }
        if let reference = step.expectation?.error, let entry = index.errors[reference.id] {
            return .error(reference, entry, step.expectation?.basis ?? .documented)
        }
        if step.expectation?.status != nil { return .own }
        return .success(step.operation.flatMap { index.operations[$0] })
    }

    private func judge(
        success operation: Operation?,
        _ step: Step,
        _ answer: inout JudgedAnswer,
        using evaluator: inout Evaluator
    ) throws(TemplateError) {
        if let failure = answer.failure {
            answer.judgement.headline = "wanted success, got \(failure.description)"
            let wanted = operation?.responses.map(\.status.description).joined(separator: " or ")
            answer.judgement.add(
                Difference(
                    path: "outcome",
                    expected: wanted.map { "success (\($0))" } ?? "success",
                    actual: failure.description,
                    location: step.location
                )
            )
            return
        }
        guard let operation, !operation.responses.isEmpty else { return }
        guard let rule = operation.response(for: answer.status) else {
            let known = operation.responses.map(\.status.description).joined(separator: " or ")
            answer.judgement.headline = "wanted \(known), got \(answer.status)"
            answer.judgement.add(
                Difference(
                    path: "status",
                    expected: known,
                    actual: "\(answer.status)",
                    location: operation.responses.first?.expectation.location
                        ?? operation.location
                )
            )
            return
        }
        try judge(rule.expectation, operation.basis, &answer, using: &evaluator)
    }

    private func judge(
        _ expected: ExpectedError,
        _ answer: inout JudgedAnswer,
        using evaluator: inout Evaluator
    ) throws(TemplateError) {
        let name = expected.entry.code.description
        guard let failure = answer.failure else {
            answer.judgement.headline = "wanted \(name), got success (\(answer.status))"
            answer.judgement.add(
                Difference(
                    path: "outcome",
                    expected: name,
                    actual: "success (\(answer.status))",
                    location: expected.reference.location,
                    basis: expected.basis
                )
            )
            return
        }
        if expected.entry.code.accepts(failure.code) {
            try judgeMessage(expected, failure, &answer, using: &evaluator)
        } else {
            answer.judgement.headline = "wanted \(name), got \(failure.description)"
            answer.judgement.add(
                Difference(
                    path: "error code",
                    expected: name,
                    actual: failure.code ?? "no code",
                    location: expected.reference.location,
                    basis: expected.identityBasis
                )
            )
        }
        if let status = expected.entry.status, status != failure.status {
            answer.judgement.add(
                Difference(
                    path: "status",
                    expected: "\(status)",
                    actual: "\(failure.status)",
                    location: expected.entry.location,
                    basis: expected.identityBasis
                )
            )
        }
        try judge(contract.failure?.expectation, expected.basis, &answer, using: &evaluator)
    }

    private func judgeMessage(
        _ expected: ExpectedError,
        _ failure: RecognizedFailure,
        _ answer: inout JudgedAnswer,
        using evaluator: inout Evaluator
    ) throws(TemplateError) {
        let pattern = try MessagePattern(expected, using: &evaluator)
        guard let pattern, !pattern.accepts(failure.message ?? "") else { return }
        answer.judgement.add(
            Difference(
                path: "error message",
                expected: "\"\(pattern.description)\"",
                actual: failure.message.map { "\"\($0)\"" } ?? "nothing",
                location: expected.reference.location,
                basis: max(expected.identityBasis, expected.entry.messageBasis)
            )
        )
    }
}
