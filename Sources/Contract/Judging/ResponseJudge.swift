import Base
package import HTTP

/// Checks a response against everything in the contract.
///
/// Made once for a run: its tables are used for every response.
package struct ResponseJudge: Sendable {
    package let contract: ContractDocument
    package let index: ContractIndex
    /// How much of a response is read.
    package let limits: BodyLimits
    /// The number of differences of one response that are kept; the rest is only counted.
    package static let limit = Differences.defaultLimit

    package init(contract: ContractDocument, limits: BodyLimits = BodyLimits()) {
        self.contract = contract
        self.limits = limits
        index = ContractIndex(contract)
    }
}

/// The result of checking one response.
package struct ResponseJudgement: Sendable {
    /// The main point; `nil` for none.
    package var headline: String?
    private var found = Differences(limit: ResponseJudge.limit)
    /// The part of the response beyond the limits that needed a check; `nil` for none.
    package internal(set) var excess: String?

    /// A result without findings.
    package init() {}

    /// Appends a remark to the main point.
    package mutating func add(_ remark: String) {
        headline = headline.map { "\($0); \(remark)" } ?? remark
    }

    /// Those that are kept, including the most certain.
    package var differences: [Difference] { found.kept }

    /// Their number, including those not kept.
    package var total: Int { found.total }

    /// Waived asserts, and whether they passed.
    package var waivedAsserts: [WaivedAssert] { found.waivedAsserts }

    /// Why the response could not be checked; `nil` when it was, or when the part that could be checked is wrong
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

    /// Counts one difference.
    package mutating func add(_ difference: Difference) {
        found.add(contentsOf: Differences(difference))
    }

    /// Counts several, none of them more certain than `basis`.
    mutating func add(_ more: Differences, noSurerThan basis: Basis) {
        found.add(contentsOf: more.weakened(to: basis))
    }

    /// Makes none more certain than `basis`, and takes the first of the most certain as the main
    /// point, unless it has another.
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

/// A response being checked.
struct JudgedResponse {
    let subject: Subject
    let status: Int
    /// `nil` for a success.
    let failure: RecognizedFailure?
    var judgement = ResponseJudgement()
}

extension ResponseJudge {
    /// Checks the response to a request.
    ///
    /// - Parameters:
    ///   - expected: The expectation of the response.
    ///   - request: The request as sent over the wire.
    ///   - response: The response.
    ///   - evaluator: The names in scope.
    /// - Returns: Every difference, with the main point.
    /// - Throws: `TemplateError` when an expectation cannot be worked out.
    package func judgement(
        of expected: ExpectedOutcome,
        request: HTTPRequest,
        response: HTTPResponse,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> ResponseJudgement {
        let subject = Subject(response, to: request, limits: limits)
        let failure = try contract.failure?.failure(in: subject, using: &evaluator)?
            .named(by: contract.errors)
        var judged = JudgedResponse(subject: subject, status: response.status, failure: failure)
        let wanted = wanted(by: expected)
        switch wanted {
        case .errors(let errors):
            try judge(errors, &judged, using: &evaluator)
        case .success(let operation):
            try judge(success: operation, expected, &judged, using: &evaluator)
        case .own(let operation):
            try judge(own: operation, expected, &judged, using: &evaluator)
        case .declared(let outcome, let operation):
            try judge(declared: outcome, by: operation, expected, &judged, using: &evaluator)
        }
        try judgeSignature(of: expected, request, response, wanted, &judged, using: evaluator)
        for promise in expected.covers.compactMap({ index.promises[$0] }) {
            try judge(promise.expectation, promise.basis, &judged, using: &evaluator)
        }
        try judge(expected.expectation, .documented, &judged, using: &evaluator)
        judged.judgement.finish(noSurerThan: basis(of: expected))
        judged.judgement.excess = subject.excess
        return judged.judgement
    }

    /// How certain the expectation is: as the most certain covered promise, else as the operation
    /// or call; and at most as the states.
    package func basis(of expected: ExpectedOutcome) -> Basis {
        let promised = expected.covers.map(index.basis(of:)).min()
        let called = (expected.operation ?? expected.call).map(index.basis(of:))
        return max(promised ?? called ?? .documented, expected.statesBasis)
    }

    /// Checks the response against an expectation, none of whose parts is more certain than
    /// `basis`.
    func judge(
        _ template: ExpectationTemplate?,
        _ basis: Basis,
        _ judged: inout JudgedResponse,
        using evaluator: inout Evaluator
    ) throws(TemplateError) {
        try judge(template, basis, judged.subject, &judged.judgement, using: &evaluator)
    }

    /// Checks anything against an expectation, none of whose parts is more certain than `basis`.
    func judge(
        _ template: ExpectationTemplate?,
        _ basis: Basis,
        _ subject: Subject,
        _ judgement: inout ResponseJudgement,
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
        _ judged: inout JudgedResponse,
        using evaluator: inout Evaluator
    ) throws(TemplateError) {
        let known = operation?.responses.map(\.status.description).joined(separator: " or ")
        if let failure = judged.failure {
            judged.judgement.headline = "wanted success, got \(failure.description)"
            judged.judgement.add(
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
        guard let rule = operation.response(for: judged.status) else {
            judged.judgement.headline = "wanted \(known), got \(judged.status)"
            judged.judgement.add(
                Difference(
                    path: "status",
                    expected: known,
                    actual: "\(judged.status)",
                    location: operation.responses.first?.expectation.location
                )
            )
            return
        }
        try judge(rule.expectation, operation.basis, &judged, using: &evaluator)
    }

    /// Checks a response with the required status against the operation's declaration of that
    /// status; another status is a difference already.
    ///
    /// A failure with a status that the operation declares for success does not pass as one.
    private func judge(
        own operation: Operation?,
        _ expected: ExpectedOutcome,
        _ judged: inout JudgedResponse,
        using evaluator: inout Evaluator
    ) throws(TemplateError) {
        guard judged.failure == nil || judged.status < 400, let operation,
            let rule = operation.response(for: judged.status)
        else { return }
        let promised = expected.covers.compactMap { index.promises[$0]?.expectation?.status }
        for status in promised + [expected.expectation?.status].compactMap(\.self) {
            let assertion = try status.assertion(using: &evaluator)
            guard assertion.holds(for: judged.subject) else { return }
        }
        guard judged.failure == nil else {
            return try judge(success: operation, expected, &judged, using: &evaluator)
        }
        try judge(rule.expectation, operation.basis, &judged, using: &evaluator)
    }
}
