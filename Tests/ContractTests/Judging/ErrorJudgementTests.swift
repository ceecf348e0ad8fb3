import JSON
import JSONPaths
import TestSupport
import Testing

@testable import Contract

struct ErrorJudgementTests {
    private static let message = #"{"code":"E400008","error":"Either a or b."}"#

    private static func sample(
        _ reference: ErrorReference,
        basis: Basis = .documented,
        expect: ExpectationTemplate? = nil
    ) throws -> (JudgeSample, ExpectedOutcome) {
        let promise = JudgeSample.promise("wrong", error: reference, expect: expect, basis: basis)
        let expected = JudgeSample.expected(covers: ["createPush/wrong"])
        return (try JudgeSample(promises: [promise]), expected)
    }

    @Test("The expected error yields no difference")
    func held() throws {
        let (sample, expected) = try Self.sample(JudgeSample.error("E400008"))
        let judgement = try sample.judged(expected, 400, Self.message)
        #expect(judgement.total == 0)
        #expect(judgement.headline == nil)
    }

    @Test("Another error is named in the headline, with its message and status")
    func otherError() throws {
        let (sample, expected) = try Self.sample(JudgeSample.error("E400008"))
        let judgement = try sample.judged(
            expected,
            404,
            #"{"code":"E404001","error":"No data available."}"#
        )
        #expect(judgement.headline == "wanted E400008, got E404001 «No data available.» (404)")
        #expect(
            judgement.lines
                == [
                    "documented 31 error code: E400008 / E404001",
                    "documented 100 status: 400 / 404",
                ]
        )
    }

    @Test("Long codes and messages are truncated to their beginning wherever they are shown")
    func longError() throws {
        let (sample, expected) = try Self.sample(JudgeSample.error("E404001"))
        let long = String(repeating: "x", count: 1_000_000)
        let other = try sample.judged(expected, 404, #"{"code":"\#(long)","error":"\#(long)"}"#)
        let (code, message) = (String(long.prefix(80)), String(long.prefix(400)))
        #expect(other.headline == "wanted E404001, got \(code)… «\(message)…» (404)")
        let same = try sample.judged(expected, 404, #"{"code":"E404001","error":"\#(long)"}"#)
        #expect(same.differences.map(\.actual) == [#""\#(message)…""#])
    }

    @Test("A success in place of an error is the only difference reported")
    func unexpectedSuccess() throws {
        let (sample, expected) = try Self.sample(JudgeSample.error("E400008"))
        let judgement = try sample.judged(expected, 201, "{}")
        #expect(judgement.headline == "wanted E400008, got success (201)")
        #expect(judgement.lines == ["documented 31 outcome: E400008 / success (201)"])
    }

    @Test("The right code with another status is a difference of the catalogue row")
    func status() throws {
        let (sample, expected) = try Self.sample(JudgeSample.error("E400008"))
        let judgement = try sample.judged(expected, 422, Self.message)
        #expect(judgement.lines == ["documented 100 status: 400 / 422"])
        #expect(judgement.headline == "status: expected 400, got 422")
    }

    @Test("Codes are compared by code points, and a missing code is not an empty one")
    func codes() throws {
        var (sample, expected) = try Self.sample(JudgeSample.error("E40é"))
        #expect(try sample.judged(expected, 400, #"{"code":"E40é","error":""}"#).total == 0)
        #expect(
            try sample.judged(expected, 400, #"{"code":"E40e\u0301","error":""}"#).differences.count
                == 1
        )
        (sample, expected) = try Self.sample(JudgeSample.error("E400008"))
        #expect(
            try sample.judged(expected, 400, #"{"error":"Either a or b."}"#).lines.first
                == "documented 31 error code: E400008 / no code"
        )
    }

    private static let responses = [
        #"{"status":"0"}"#: true, #"{"status":"1"}"#: false, #"{"status":0}"#: false,
        #"{}"#: false, "Not Found": false, "": false,
    ]

    @Test("A condition with `not` defines success; all else is a failure")
    func negatedCondition() throws {
        var sample = try JudgeSample(promises: [], responses: [])
        sample.contract.failure = FailureRecognizer(
            condition: JudgeSample.assert(
                .jsonpath(try JSONPath("$.status")),
                .not(.equals("0"))
            ),
            code: nil,
            message: nil,
            expectation: nil
        )
        for (body, isSuccess) in Self.responses {
            let judgement = try sample.judged(JudgeSample.expected(), 200, body)
            #expect((judgement.total == 0) == isSuccess, "\(body)")
        }
    }

    @Test("A code may be given by an expression, or be missing")
    func codePatterns() throws {
        var (sample, expected) = try Self.sample(JudgeSample.error("anything"))
        #expect(try sample.judged(expected, 418, #"{"code":"E502003","error":"x"}"#).total == 0)
        #expect(
            try sample.judged(expected, 500, #"{"code":"E400000","error":"x"}"#).headline
                == "wanted a code matching ^E50, got E400000 «x» (500)"
        )
        (sample, expected) = try Self.sample(JudgeSample.error("plain"))
        sample.contract.failure = FailureRecognizer(
            condition: JudgeSample.assert(.status, .compares(.gte, 400)),
            code: FailureField(.ready(.jsonpath(try JSONPath("$.code"))), location: .line(12)),
            message: nil,
            expectation: nil
        )
        #expect(try sample.judged(expected, 503, "<html>").total == 0)
        #expect(
            try sample.judged(expected, 503, #"{"code":"E1"}"#).headline
                == "wanted plain (503), got E1 (503)"
        )
    }

    @Test(
        "The message is checked as far as the contract gives it",
        arguments: [
            (nil, "Either x or y.", nil),
            (nil, "Either x.", #""Either {0} or {1}." / "Either x.""#),
            (["a"], "Either a or whatever.", nil),
            (["a"], "Either b or a.", #""Either a or {1}." / "Either b or a.""#),
            (["a", "b"], "Either a or b.", nil),
            (["a", "b"], "Either a or b", #""Either a or b." / "Either a or b""#),
            ([nil], "Either null or x.", nil),
        ] as [([JSONValue]?, String, String?)]
    )
    func messages(arguments: [JSONValue]?, message: String, difference: String?) throws {
        let values = arguments.map {
            ErrorReference.Message.arguments($0.map(TemplateValue.constant))
        }
        let (sample, expected) = try Self.sample(JudgeSample.error("E400008", values))
        let body: JSONValue = ["code": "E400008", "error": .string(message)]
        let judgement = try sample.judged(expected, 400, body.text)
        #expect(
            judgement.lines == (difference.map { ["documented 31 error message: \($0)"] } ?? [])
        )
    }

    @Test("A message may be given verbatim, with templates in it")
    func verbatim() throws {
        let text = try Template(parsing: "{{name}} {0}")
        let (sample, expected) = try Self.sample(JudgeSample.error("E400008", .verbatim(text)))
        let scope: [String: JSONValue] = ["name": "x"]
        #expect(
            try sample.judged(expected, 400, #"{"code":"E400008","error":"x {0}"}"#, scope: scope)
                .total
                == 0
        )
        #expect(
            try sample.judged(expected, 400, #"{"code":"E400008","error":"x y"}"#, scope: scope)
                .lines
                == [#"documented 31 error message: "x {0}" / "x y""#]
        )
    }

    @Test("A missing message matches no message, not even an empty one")
    func missingMessage() throws {
        let text = Template(parts: [])
        let (sample, expected) = try Self.sample(JudgeSample.error("E400008", .verbatim(text)))
        #expect(
            try sample.judged(expected, 400, #"{"code":"E400008"}"#).lines.first
                == #"documented 31 error message: "" / nothing"#
        )
    }

    @Test("Every failure has to match the contract's failure schema")
    func failureSchema() throws {
        let (sample, expected) = try Self.sample(JudgeSample.error("E401001"))
        let judgement = try sample.judged(expected, 401, #"{"code":"E401001"}"#)
        #expect(judgement.total == 1)
        #expect(judgement.differences.first?.location == .line(11))
        #expect(judgement.headline?.hasPrefix("$") == true)
    }

    @Test("Further expectations of the promise and the step are added to the error")
    func additions() throws {
        let promised = JudgeSample.expect(asserts: [JudgeSample.assert(.version, .equals("2"))])
        let (sample, _) = try Self.sample(JudgeSample.error("E400008"), expect: promised)
        let expected = JudgeSample.expected(
            covers: ["createPush/wrong"],
            expect: JudgeSample.expect(asserts: [JudgeSample.assert(.method, .equals("PUT"))])
        )
        #expect(
            try sample.judged(expected, 400, Self.message).lines
                == [#"documented 9 version: "2" / "1.1""#, #"documented 9 method: "PUT" / "POST""#]
        )
    }

    @Test("A row of the catalogue can be covered, with its placeholders left open")
    func catalogue() throws {
        let expected = JudgeSample.expected(covers: ["errors/E400008"], operation: nil)
        #expect(try JudgeSample().judged(expected, 400, Self.message).total == 0)
        #expect(
            try JudgeSample().judged(expected, 400, #"{"code":"E1","error":""}"#).lines
                == ["documented 100 error code: E400008 / E1"]
        )
    }

    @Test("A step may name its error directly, with the basis of its own expectation")
    func stepError() throws {
        let expect = JudgeSample.expect(error: JudgeSample.error("E404001"), basis: .recommended)
        let expected = JudgeSample.expected(expect: expect)
        #expect(
            try JudgeSample().judged(expected, 201, "{}").lines
                == ["recommended 31 outcome: E404001 / success (201)"]
        )
        #expect(
            try JudgeSample().judged(
                expected,
                404,
                #"{"code":"E404001","error":"No data available."}"#
            )
            .total == 0
        )
    }

    @Test("An error inside a promise's expectation is expected like the promise's own")
    func errorInExpectation() throws {
        let expect = JudgeSample.expect(error: JudgeSample.error("E404001"))
        let sample = try JudgeSample(promises: [JudgeSample.promise("lost", expect: expect)])
        let expected = JudgeSample.expected(covers: ["createPush/lost"])
        #expect(
            try sample.judged(expected, 201, "{}").headline == "wanted E404001, got success (201)"
        )
    }

    @Test("Among several promises with different errors, those whose error did not occur fail")
    func severalErrors() throws {
        let sample = try JudgeSample(promises: [
            JudgeSample.promise("one", error: JudgeSample.error("E400008")),
            JudgeSample.promise("two", error: JudgeSample.error("E404001")),
        ])
        let expected = JudgeSample.expected(covers: ["createPush/one", "createPush/two"])
        let judgement = try sample.judged(expected, 400, Self.message)
        #expect(judgement.headline == "wanted E404001, got E400008 «Either a or b.» (400)")
        #expect(judgement.differences.map(\.path) == ["error code", "status"])
    }

    @Test("An error that is named twice is judged once, by the more specific mention")
    func sameErrorTwice() throws {
        let words = ErrorReference.Message.arguments([.constant("x")])
        let sample = try JudgeSample(promises: [
            JudgeSample.promise("one", error: JudgeSample.error("E400008", words))
        ])
        let expected = JudgeSample.expected(covers: ["createPush/one", "errors/E400008"])
        #expect(
            try sample.judged(expected, 400, Self.message).lines
                == [#"documented 31 error message: "Either x or {1}." / "Either a or b.""#]
        )
    }
}
