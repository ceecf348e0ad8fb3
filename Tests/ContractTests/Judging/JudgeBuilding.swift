import HTTP
import JSON
import JSONPaths
import JSONSchemas
import RegularExpressions
import TestSupport

@testable import Contract

/// A small contract, and responses checked against it.
struct JudgeSample {
    var contract = ContractDocument(file: "c.yaml")

    /// With a rule for failures, the scheme `ncmb`, the errors of `catalogue` and `createPush`.
    init(promises: [Promise] = [], responses: [ResponseRule]? = nil) throws {
        var failure = ExpectationTemplate(location: .line(10))
        let shape: JSONValue = ["type": "object", "required": ["code", "error"]]
        failure.schema = .init(schema: try JSONSchema(document: shape), location: .line(11))
        contract.failure = FailureRecognizer(
            condition: Self.assert(.status, .compares(.gte, 400)),
            code: FailureField(.ready(.jsonpath(try JSONPath("$.code"))), location: .line(12)),
            message: FailureField(.ready(.jsonpath(try JSONPath("$.error"))), location: .line(12)),
            expectation: failure
        )
        contract.securitySchemes = ["ncmb": try NCMBSigning.scheme()]
        contract.errors = try Self.catalogue()
        var created = ExpectationTemplate(location: .line(20))
        created.asserts = [Self.assert(.jsonpath(try JSONPath("$.id")), .exists(true), line: 21)]
        contract.operations = [
            Self.operation(
                "createPush",
                basis: .documented,
                responses: responses ?? [.init(status: .exactly(201), expectation: created)],
                promises: promises
            )
        ]
    }

    static func catalogue() throws -> [ErrorEntry] {
        [
            entry("E400008", 400, "Either {0} or {1}.", line: 100),
            entry("E403002", 403, "Unauthorized operations for {0}.", basis: .observed, line: 101),
            entry("E404001", 404, "No data available.", messageBasis: .inferred, line: 102),
            entry("E404002", 404, "None service.", signed: .absent, line: 103),
            entry("E401001", 401, nil, signed: .optional, line: 104),
            entry(
                "anything",
                nil,
                nil,
                code: .matching(try RegularExpression(ecma: "^E50")),
                line: 105
            ),
            entry("plain", 503, nil, code: ErrorEntry.Code.none, line: 106),
            entry("E40é", 400, nil, line: 107),
        ]
    }

    static func entry(
        _ id: String,
        _ status: Int?,
        _ message: String?,
        code: ErrorEntry.Code? = nil,
        basis: Basis = .documented,
        messageBasis: Basis = .documented,
        signed: SignatureRule? = nil,
        line: Int
    ) -> ErrorEntry {
        ErrorEntry(
            PromiseFacts(id: id, location: .line(line), basis: basis),
            statuses: status.map { [$0] } ?? [],
            code: code ?? .exactly(id),
            message: message,
            messageBasis: messageBasis,
            signed: signed
        )
    }

    static func operation(
        _ id: String,
        basis: Basis,
        responses: [ResponseRule],
        promises: [Promise] = []
    ) -> Contract.Operation {
        Contract.Operation(
            PromiseFacts(id: id, location: .line(19), basis: basis),
            variants: [],
            responses: responses,
            promises: promises
        )
    }

    static func promise(
        _ name: String,
        error: ErrorReference? = nil,
        expect: ExpectationTemplate? = nil,
        basis: Basis = .documented
    ) -> Promise {
        Promise(
            PromiseFacts(id: "createPush/\(name)", location: .line(30), basis: basis),
            name: name,
            error: error,
            expectation: expect
        )
    }

    static func error(
        _ id: String,
        _ message: ErrorReference.Message? = nil,
        basis: Basis = .documented
    ) -> ErrorReference {
        ErrorReference(id: id, basis: basis, message: message, location: .line(31))
    }

    static func assert(
        _ query: Query,
        _ predicate: Predicate,
        basis: Basis = .documented,
        line: Int = 9
    ) -> AssertionTemplate {
        AssertionTemplate(
            query: .ready(query),
            filters: [],
            predicate: .ready(predicate),
            basis: basis,
            location: .line(line)
        )
    }

    static func expect(
        status: Predicate? = nil,
        error: ErrorReference? = nil,
        signed: SignatureRule? = nil,
        examples: [ExpectationTemplate.BodyExample] = [],
        asserts: [AssertionTemplate] = [],
        basis: Basis = .documented
    ) -> ExpectationTemplate {
        var expectation = ExpectationTemplate(location: .line(40))
        expectation.status = status.map { assert(.status, $0, basis: basis, line: 41) }
        expectation.error = error
        expectation.signed = signed
        expectation.examples = examples
        expectation.asserts = asserts
        expectation.basis = basis
        return expectation
    }

    static func example(
        _ mode: BodyMatcher.Mode,
        _ value: JSONValue,
        line: Int = 42
    ) throws -> ExpectationTemplate.BodyExample {
        .init(mode: mode, value: try TemplateValue(value), location: .line(line))
    }
}

extension JudgeSample {
    /// The expected outcome of a call of `createPush`, unsigned unless `security` is given.
    static func expected(
        covers: [String] = [],
        expect: ExpectationTemplate? = nil,
        operation: String? = "createPush",
        security: String = "none"
    ) -> ExpectedOutcome {
        ExpectedOutcome(
            operation: operation,
            scheme: security,
            covers: covers,
            expectation: expect,
            location: .line(50)
        )
    }

    /// The judgement of a response with a JSON body.
    func judged(
        _ expected: ExpectedOutcome,
        _ status: Int,
        _ body: String = "",
        headers: [HTTPFields.Field] = [],
        scope: [String: JSONValue] = [:],
        limits: BodyLimits = BodyLimits()
    ) throws -> ResponseJudgement {
        var evaluator = NCMBSigning.evaluator()
        evaluator.scope.merge(scope) { _, new in new }
        return try ResponseJudge(contract: contract, limits: limits).judgement(
            of: expected,
            request: NCMBSigning.prepared(["method": "POST", "path": "/push"]).request,
            response: HTTPResponse(
                status: status,
                headers: HTTPFields(headers),
                body: Array(body.utf8)
            ),
            using: &evaluator
        )
    }
}

extension ResponseJudgement {
    /// Each difference with its basis and its line.
    var lines: [String] {
        differences.map { difference in
            "\(difference.basis) \(difference.location?.line ?? 0) \(difference.path): "
                + "\(difference.expected) / \(difference.actual)"
        }
    }
}
