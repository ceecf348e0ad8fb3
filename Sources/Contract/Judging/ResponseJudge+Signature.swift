import Base
import HTTP
import JSON

/// Whether a response must be signed, and the source of that.
private struct SignatureDemand {
    let rule: SignatureRule
    /// How certain it is, besides the certainty of the scheme itself.
    var basis = Basis.documented
    /// The line that requires it; `nil` for the scheme's own.
    var location: SourceLocation?
}

extension ResponseJudge {
    /// Checks the signature of a response against the scheme that signed its request.
    func judgeSignature(
        of expected: ExpectedOutcome,
        _ request: HTTPRequest,
        _ response: HTTPResponse,
        _ wanted: Wanted,
        _ judged: inout JudgedResponse,
        using evaluator: Evaluator
    ) throws(TemplateError) {
        guard let name = expected.scheme,
            let signature = contract.securitySchemes[name]?.signature,
            let rule = signature.response
        else { return }
        let demand = demand(of: expected, wanted, judged)
        let came = response.headers[rule.header]
        let right: String?
        switch demand.rule {
        case .absent: right = nil
        case .optional where came == nil: return
        case .required, .optional:
            right = try signature.responseSignature(
                of: response,
                to: request,
                as: rule,
                using: evaluator
            )
        }
        if let came, let right, came.hasSameCodePoints(as: right) { return }
        if came == nil, right == nil { return }
        judged.judgement.add(
            Difference(
                path: "header \(rule.header)",
                expected: right.map { "\"\($0)\", the signature of this response" } ?? "nothing",
                actual: came.map { "\"\($0)\"" } ?? "nothing",
                location: demand.location ?? rule.location,
                basis: max(rule.basis, demand.basis)
            )
        )
    }

    /// The step's own expectation takes precedence, then the promises, then the catalogue's or the
    /// response's, else a signature is required.
    ///
    /// An unexpected response is a difference already; whether it should be signed is unknown.
    private func demand(
        of expected: ExpectedOutcome,
        _ wanted: Wanted,
        _ judged: JudgedResponse
    ) -> SignatureDemand {
        if let own = expected.expectation, let demand = demand(of: own) { return demand }
        for promise in expected.covers.compactMap({ index.promises[$0] }) {
            guard let expectation = promise.expectation, var demand = demand(of: expectation)
            else { continue }
            demand.basis = max(demand.basis, promise.basis)
            return demand
        }
        switch wanted {
        case .errors(let errors):
            guard let failure = judged.failure,
                let entry = errors.first(where: { $0.entry.code.accepts(failure.code) })?.entry
            else { return SignatureDemand(rule: .optional) }
            guard let rule = entry.signed else { return SignatureDemand(rule: .required) }
            return SignatureDemand(rule: rule, location: entry.location)
        case .success(let operation):
            guard judged.failure == nil else { return SignatureDemand(rule: .optional) }
            let expectation = operation?.response(for: judged.status)?.expectation
            return expectation.flatMap(demand) ?? SignatureDemand(rule: .required)
        case .declared(_, let operation):
            guard let failure = judged.failure else {
                let expectation = operation?.response(for: judged.status)?.expectation
                return expectation.flatMap(demand) ?? SignatureDemand(rule: .required)
            }
            let entry = contract.errors.first { $0.code.accepts(failure.code) }
            guard let entry, let rule = entry.signed else {
                return SignatureDemand(rule: .optional)
            }
            return SignatureDemand(rule: rule, location: entry.location)
        case .own(let operation):
            guard judged.failure == nil else { return SignatureDemand(rule: .optional) }
            let expectation = operation?.response(for: judged.status)?.expectation
            return expectation.flatMap(demand) ?? SignatureDemand(rule: .optional)
        }
    }

    private func demand(of expectation: ExpectationTemplate) -> SignatureDemand? {
        expectation.signed.map {
            SignatureDemand(rule: $0, basis: expectation.basis, location: expectation.location)
        }
    }
}
