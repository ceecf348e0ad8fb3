import Base
package import HTTP

/// Holds an answer against everything the contract says about it.
///
/// Made once for a run: its tables are looked up for every answer.
package struct AnswerJudge: Sendable {
    package let contract: ContractDocument
    package let index: ContractIndex
    /// How much of an answer is looked into.
    package let limits: BodyLimits
    /// How many differences of one answer are kept; the rest is only counted.
    package static let limit = Differences.defaultLimit

    package init(contract: ContractDocument, limits: BodyLimits = BodyLimits()) {
        self.contract = contract
        self.limits = limits
        index = ContractIndex(contract)
    }
}

/// What came of judging one answer.
package struct AnswerJudgement: Sendable {
    /// The main point; `nil` when there is nothing to say.
    package var headline: String?
    private var found = Differences(limit: AnswerJudge.limit)
    /// What of the answer was to be judged and is more than is looked into; `nil` when nothing was.
    package internal(set) var excess: String?

    /// Nothing to say.
    package init() {}

    /// Says one thing more after the main point.
    package mutating func add(_ remark: String) {
        headline = headline.map { "\($0); \(remark)" } ?? remark
    }

    /// Those that are kept: among them the surest, if there are any.
    package var differences: [Difference] { found.kept }

    /// How many there are, those that were not kept too.
    package var total: Int { found.total }

    /// Asserts that are set aside, and whether they held.
    package var waivedAsserts: [WaivedAssert] { found.waivedAsserts }

    /// Why the answer could not be judged; `nil` when it was, or when what could be judged of it is wrong
    /// already, by the differences that count.
    package func obstacle(counting counts: (Difference) -> Bool) -> String? {
        guard let excess else { return nil }
        let isWrong = differences.contains { $0.path != Subject.bodyPath && counts($0) }
        return isWrong ? nil : "the response cannot be checked: \(excess)"
    }

    /// The undecidable part, at a level that counts; `nil` without one, or when the decidable part is
    /// wrong already.
    package func doubt(counting counts: (Difference) -> Bool) -> String? {
        if differences.contains(where: { $0.isContradiction && counts($0) }) { return nil }
        return differences.first { $0.standing == .unknown && counts($0) }?.plainStatement
    }

    /// Counts one.
    package mutating func add(_ difference: Difference) {
        found.add(contentsOf: Differences(difference))
    }

    /// Counts several, none of them surer than `basis`.
    mutating func add(_ more: Differences, noSurerThan basis: Basis) {
        found.add(contentsOf: more.weakened(to: basis))
    }

    /// Makes none surer than `basis`, and names the first of the surest if nothing else is the
    /// main point.
    mutating func finish(noSurerThan basis: Basis) {
        found = found.weakened(to: basis)
        guard headline == nil, let main = found.kept.min(by: { $0.rank < $1.rank }),
            !main.isWaived
        else { return }
        headline =
            main.plainStatement
            + (total > 1 ? " (and \(total - 1) more)" : "")
    }
}

/// An answer under judgement.
struct JudgedAnswer {
    let subject: Subject
    let status: Int
    /// `nil` for a success.
    let failure: RecognizedFailure?
    var judgement = AnswerJudgement()
}

extension AnswerJudge {
    /// Judges the answer to a request.
    ///
    /// - Parameters:
    ///   - expected: What is expected of the answer.
    ///   - request: What was sent, as it went on the wire.
    ///   - response: What came.
    ///   - evaluator: The names in scope.
    /// - Returns: Every difference, with the main point.
    /// - Throws: `TemplateError` when an expectation cannot be worked out.
    package func judgement(
        of expected: ExpectedOutcome,
        request: HTTPRequest,
        response: HTTPResponse,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> AnswerJudgement {
        let subject = Subject(response, to: request, limits: limits)
        let failure = try contract.failure?.failure(in: subject, using: &evaluator)?
            .named(by: contract.errors)
        var answer = JudgedAnswer(subject: subject, status: response.status, failure: failure)
        let wanted = wanted(by: expected)
        switch wanted {
        case .errors(let errors):
            try judge(errors, &answer, using: &evaluator)
        case .success(let operation):
            try judge(success: operation, expected, &answer, using: &evaluator)
        case .own(let operation):
            try judge(own: operation, expected, &answer, using: &evaluator)
        case .declared(let outcome, let operation):
            try judge(declared: outcome, by: operation, expected, &answer, using: &evaluator)
        }
        try judgeSignature(of: expected, request, response, wanted, &answer, using: evaluator)
        for promise in expected.covers.compactMap({ index.promises[$0] }) {
            try judge(promise.expectation, promise.basis, &answer, using: &evaluator)
        }
        try judge(expected.expectation, .documented, &answer, using: &evaluator)
        answer.judgement.finish(noSurerThan: basis(of: expected))
        answer.judgement.excess = subject.excess
        return answer.judgement
    }

    /// How sure it is of what is expected: as sure as of the surest promise that is brought about,
    /// else as of the operation or call; and never surer than the states.
    package func basis(of expected: ExpectedOutcome) -> Basis {
        let promised = expected.covers.map(index.basis(of:)).min()
        let called = (expected.operation ?? expected.call).map(index.basis(of:))
        return max(promised ?? called ?? .documented, expected.statesBasis)
    }

    /// Holds the answer against an expectation, none of whose parts is surer than `basis`.
    func judge(
        _ template: ExpectationTemplate?,
        _ basis: Basis,
        _ answer: inout JudgedAnswer,
        using evaluator: inout Evaluator
    ) throws(TemplateError) {
        try judge(template, basis, answer.subject, &answer.judgement, using: &evaluator)
    }

    /// Holds anything against an expectation, none of whose parts is surer than `basis`.
    func judge(
        _ template: ExpectationTemplate?,
        _ basis: Basis,
        _ subject: Subject,
        _ judgement: inout AnswerJudgement,
        using evaluator: inout Evaluator
    ) throws(TemplateError) {
        guard var expectation = try template?.expectation(using: &evaluator) else { return }
        expectation.endWaivers(before: evaluator.now.day)
        let found = expectation.differences(in: subject, limit: Self.limit)
        judgement.add(found, noSurerThan: basis)
    }

    func judge(
        success operation: Operation?,
        _ expected: ExpectedOutcome,
        _ answer: inout JudgedAnswer,
        using evaluator: inout Evaluator
    ) throws(TemplateError) {
        let known = operation?.responses.map(\.status.description).joined(separator: " or ")
        if let failure = answer.failure {
            answer.judgement.headline = "wanted success, got \(failure.description)"
            answer.judgement.add(
                Difference(
                    path: "outcome",
                    expected: known.map { "success (\($0))" } ?? "success",
                    actual: failure.description,
                    location: expected.location
                )
            )
            return
        }
        guard let operation, let known, !operation.responses.isEmpty else { return }
        guard let rule = operation.response(for: answer.status) else {
            answer.judgement.headline = "wanted \(known), got \(answer.status)"
            answer.judgement.add(
                Difference(
                    path: "status",
                    expected: known,
                    actual: "\(answer.status)",
                    location: operation.responses.first?.expectation.location
                )
            )
            return
        }
        try judge(rule.expectation, operation.basis, &answer, using: &evaluator)
    }

    /// Holds an answer of the status that is asked for against what the operation says of
    /// that status; one of another status has its difference already.
    private func judge(
        own operation: Operation?,
        _ expected: ExpectedOutcome,
        _ answer: inout JudgedAnswer,
        using evaluator: inout Evaluator
    ) throws(TemplateError) {
        guard answer.failure == nil, let operation,
            let rule = operation.response(for: answer.status)
        else { return }
        let promised = expected.covers.compactMap { index.promises[$0]?.expectation?.status }
        for status in promised + [expected.expectation?.status].compactMap(\.self) {
            let assertion = try status.assertion(using: &evaluator)
            guard assertion.holds(for: answer.subject) else { return }
        }
        try judge(rule.expectation, operation.basis, &answer, using: &evaluator)
    }
}
