import HTTP
import JSON
import TestSupport
import Testing

@testable import Contract

struct SignatureJudgementTests {
    /// The state of a header field in the response.
    enum Came: String, Sendable, CaseIterable {
        case right, wrong, missing

        func fields(for body: String) throws -> [HTTPFields.Field] {
            let signature =
                switch self {
                case .right: try SignatureJudgementTests.signature(of: body)
                case .wrong: "A" + (try SignatureJudgementTests.signature(of: body)).dropFirst()
                case .missing: ""
                }
            return self == .missing
                ? [] : [.init(name: "x-ncmb-response-signature", value: signature)]
        }
    }

    private static let created = #"{"id":1}"#

    private static func signature(of body: String) throws -> String {
        try NCMBSigning.signature().responseSignature(
            of: HTTPResponse(status: 200, body: Array(body.utf8)),
            to: NCMBSigning.prepared(["method": "POST", "path": "/push"]).request,
            as: NCMBSigning.response(),
            using: NCMBSigning.evaluator()
        )
    }

    private static func judged(
        _ came: Came,
        _ expected: ExpectedOutcome,
        _ status: Int = 201,
        _ body: String = created,
        in sample: JudgeSample? = nil
    ) throws -> ResponseJudgement {
        let sample = try sample ?? JudgeSample()
        return try sample.judged(expected, status, body, headers: came.fields(for: body))
    }

    @Test(
        "A required signature must be present and valid; an optional one only valid",
        arguments: [
            (SignatureRule?.none, Came.right, nil),
            (nil, .wrong, "right"), (nil, .missing, "right"),
            (.required, .right, nil), (.required, .wrong, "right"), (.required, .missing, "right"),
            (.optional, .right, nil), (.optional, .wrong, "right"), (.optional, .missing, nil),
            (.absent, .right, "nothing"), (.absent, .wrong, "nothing"), (.absent, .missing, nil),
        ] as [(SignatureRule?, Came, String?)]
    )
    func rules(rule: SignatureRule?, came: Came, expected: String?) throws {
        let outcome = JudgeSample.expected(
            expect: rule.map { JudgeSample.expect(signed: $0) },
            security: "ncmb"
        )
        let judgement = try Self.judged(came, outcome)
        guard let expected else { return #expect(judgement.lines == []) }
        let right = #""\#(try Self.signature(of: Self.created))", the signature of this response"#
        let actual =
            try came.fields(for: Self.created).first.map { #""\#($0.value)""# } ?? "nothing"
        let difference = try #require(judgement.differences.first)
        #expect(judgement.total == 1)
        #expect(difference.path == "header X-NCMB-Response-Signature")
        #expect(difference.expected == (expected == "right" ? right : "nothing"))
        #expect(difference.actual == actual)
        #expect(difference.basis == .observed)
        #expect(difference.location == (rule == nil ? .line(60) : .line(40)))
    }

    @Test(
        "A request that was not signed requires no signature in the response",
        arguments: Came.allCases
    )
    func unsigned(came: Came) throws {
        #expect(try Self.judged(came, JudgeSample.expected(security: "none")).total == 0)
    }

    @Test("An empty response is signed over the request alone")
    func emptyBody() throws {
        let expect = JudgeSample.expect(status: .equals(204), signed: .required)
        let expected = JudgeSample.expected(expect: expect, security: "ncmb")
        #expect(try Self.judged(.right, expected, 204, "").total == 0)
        #expect(try Self.judged(.wrong, expected, 204, "").total == 1)
    }

    @Test(
        "The catalogue defines which errors are signed; the others must be",
        arguments: [
            ("E404002", 404, "None service.", Came.missing, 0),
            ("E404002", 404, "None service.", .right, 1),
            ("E401001", 401, "x", .missing, 0), ("E401001", 401, "x", .wrong, 1),
            ("E404001", 404, "No data available.", .missing, 1),
            ("E404001", 404, "No data available.", .right, 0),
        ]
    )
    func catalogue(code: String, status: Int, message: String, came: Came, count: Int) throws {
        let expected = JudgeSample.expected(covers: ["errors/\(code)"], security: "ncmb")
        let body = #"{"code":"\#(code)","error":"\#(message)"}"#
        #expect(try Self.judged(came, expected, status, body).total == count)
    }

    @Test("The signature of an unexpected response is undecided")
    func otherResponse() throws {
        let wanted = JudgeSample.expected(covers: ["errors/E404001"], security: "ncmb")
        let body = #"{"code":"E500001","error":"x"}"#
        #expect(
            try Self.judged(.missing, wanted, 500, body).differences.map(\.path) == [
                "error code", "status",
            ]
        )
        #expect(
            try Self.judged(.missing, JudgeSample.expected(security: "ncmb"), 500, body).differences
                .map(\.path) == ["outcome"]
        )
    }

    @Test("A promise can require a signature, at its own basis")
    func promise() throws {
        let sample = try JudgeSample(promises: [
            JudgeSample.promise(
                "signed",
                error: JudgeSample.error("E404002"),
                expect: JudgeSample.expect(signed: .required),
                basis: .inferred
            )
        ])
        let expected = JudgeSample.expected(covers: ["createPush/signed"], security: "ncmb")
        let body = #"{"code":"E404002","error":"None service."}"#
        #expect(try Self.judged(.right, expected, 404, body, in: sample).total == 0)
        let judgement = try Self.judged(.missing, expected, 404, body, in: sample)
        #expect(judgement.differences.map(\.basis) == [.inferred])
        #expect(judgement.differences.map(\.location) == [.line(40)])
    }

    @Test("The rule of a response may make the signature optional")
    func response() throws {
        let rule = ResponseRule(
            status: .exactly(201),
            expectation: JudgeSample.expect(signed: .optional)
        )
        let sample = try JudgeSample(responses: [rule])
        let expected = JudgeSample.expected(security: "ncmb")
        #expect(try Self.judged(.missing, expected, in: sample).total == 0)
        #expect(try Self.judged(.wrong, expected, in: sample).total == 1)
    }
}
