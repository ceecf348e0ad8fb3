import JSON
import JSONPaths
import Testing

@testable import Contract

struct SuccessJudgementTests {
    @Test("A response that matches the operation's promises yields no difference")
    func held() throws {
        let judgement = try JudgeSample().judged(JudgeSample.expected(), 201, #"{"id":1}"#)
        #expect(judgement.differences.isEmpty)
        #expect(judgement.total == 0)
        #expect(judgement.headline == nil)
    }

    @Test("A response with a documented status that violates its rule is a difference of the rule")
    func broken() throws {
        let judgement = try JudgeSample().judged(JudgeSample.expected(), 201, #"{"no":1}"#)
        #expect(judgement.lines == ["documented 21 $.id: something / nothing"])
        #expect(judgement.headline == "$.id: expected something, got nothing")
    }

    @Test(
        "A failure in place of success is reported first, and the rules of success are not applied"
    )
    func unexpectedFailure() throws {
        let body = #"{"code":"E403002","error":"Unauthorized operations for signature."}"#
        let judgement = try JudgeSample().judged(JudgeSample.expected(), 403, body)
        let failure = "E403002 «Unauthorized operations for signature.» (403)"
        #expect(judgement.headline == "wanted success, got \(failure)")
        #expect(judgement.lines == ["documented 50 outcome: success (201) / \(failure)"])
    }

    @Test(
        "A failure is described by its content",
        arguments: [
            ("", "a failure without a code (500)"), ("{}", "a failure without a code (500)"),
            (#"{"code":"E1"}"#, "E1 (500)"), (#"{"code":7,"error":"x"}"#, "7 «x» (500)"),
            (#"{"error":"x"}"#, "a failure without a code «x» (500)"),
        ]
    )
    func descriptions(body: String, failure: String) throws {
        let judgement = try JudgeSample().judged(JudgeSample.expected(), 500, body)
        #expect(judgement.headline == "wanted success, got \(failure)")
    }

    @Test("A failure with the status of a success fails, even if the case names the status")
    func failureWithStatusOfSuccess() throws {
        var sample = try JudgeSample()
        let known = try #require(sample.contract.failure)
        sample.contract.failure = FailureRecognizer(
            condition: JudgeSample.assert(.jsonpath(try JSONPath("$.code")), .exists(true)),
            code: known.code,
            message: known.message,
            expectation: known.expectation
        )
        let body = #"{"code":"E1","error":"x"}"#
        let named = JudgeSample.expected(expect: JudgeSample.expect(status: .equals(201)))
        #expect(try sample.judged(named, 201, #"{"id":1}"#).differences.isEmpty)
        #expect(try sample.judged(named, 201, body).headline == "wanted success, got E1 «x» (201)")
        // A failure with a status of its own is what the case names.
        let other = JudgeSample.expected(expect: JudgeSample.expect(status: .equals(409)))
        #expect(try sample.judged(other, 409, body).differences.isEmpty)
    }

    @Test("A status that the operation does not declare is a difference of its own")
    func unknownStatus() throws {
        let judgement = try JudgeSample().judged(JudgeSample.expected(), 200, #"{"id":1}"#)
        #expect(judgement.headline == "wanted 201, got 200")
        #expect(judgement.lines == ["documented 20 status: 201 / 200"])
    }

    @Test(
        "The exact status takes precedence over its class, and its class over any",
        arguments: [(200, 1), (201, 2), (302, 3)]
    )
    func rules(status: Int, line: Int) throws {
        func rule(_ status: ResponseRule.Status, _ line: Int) -> ResponseRule {
            let assert = JudgeSample.assert(.version, .equals("9"), line: line)
            return ResponseRule(status: status, expectation: JudgeSample.expect(asserts: [assert]))
        }
        let sample = try JudgeSample(responses: [
            rule(.any, 3), rule(.class(2), 2), rule(.exactly(200), 1),
        ])
        let judgement = try sample.judged(JudgeSample.expected(), status)
        #expect(judgement.lines == [#"documented \#(line) version: "9" / "1.1""#])
        let failed = try sample.judged(JudgeSample.expected(), 400)
        #expect(failed.differences.first?.expected == "success (any status or 2XX or 200)")
    }

    @Test("A request without an operation expects any success")
    func rawRequest() throws {
        let expected = JudgeSample.expected(operation: nil)
        #expect(try JudgeSample().judged(expected, 204).total == 0)
        #expect(
            try JudgeSample().judged(expected, 404).lines
                == ["documented 50 outcome: success / a failure without a code (404)"]
        )
    }

    @Test("Without a rule for failures every status of the operation is a success")
    func noFailureRule() throws {
        var sample = try JudgeSample()
        sample.contract.failure = nil
        #expect(try sample.judged(JudgeSample.expected(), 500).headline == "wanted 201, got 500")
    }

    @Test("A status of a step without promises replaces success; its other parts are added")
    func ownStatus() throws {
        let expect = JudgeSample.expect(
            status: .equals(404),
            asserts: [JudgeSample.assert(.body, .empty(true))]
        )
        let expected = JudgeSample.expected(expect: expect)
        #expect(try JudgeSample().judged(expected, 404).total == 0)
        #expect(
            try JudgeSample().judged(expected, 201, "x").lines
                == [
                    "documented 41 status: 404 / 201",
                    #"documented 9 body: something empty / "x""#,
                ]
        )
    }

    @Test("A status that the operation declares keeps its declared rule")
    func ownDeclaredStatus() throws {
        let created = JudgeSample.expect(status: .compares(.gte, 201))
        let expected = JudgeSample.expected(expect: created)
        #expect(
            try JudgeSample().judged(expected, 201, "{}").lines
                == ["documented 21 $.id: something / nothing"]
        )
        #expect(try JudgeSample().judged(expected, 202, "{}").total == 0)
        // A wrong status is one difference, not two.
        let accepted = JudgeSample.expected(expect: JudgeSample.expect(status: .equals(202)))
        #expect(
            try JudgeSample().judged(accepted, 201, "{}").lines
                == ["documented 41 status: 202 / 201"]
        )
        let sample = try JudgeSample(promises: [
            JudgeSample.promise("made", expect: JudgeSample.expect(status: .equals(201)))
        ])
        let promised = JudgeSample.expected(covers: ["createPush/made"])
        #expect(
            try sample.judged(promised, 201, "{}").lines
                == ["documented 21 $.id: something / nothing"]
        )
    }

    @Test("A failure with an expected status is not checked against response rules")
    func ownFailureStatus() throws {
        let assert = JudgeSample.assert(.version, .equals("9"), line: 3)
        let any = ResponseRule(status: .any, expectation: JudgeSample.expect(asserts: [assert]))
        var sample = try JudgeSample(responses: [any])
        let expected = JudgeSample.expected(expect: JudgeSample.expect(status: .equals(404)))
        #expect(try sample.judged(expected, 404).total == 0)
        sample.contract.failure = nil
        #expect(try sample.judged(expected, 404).lines == [#"documented 3 version: "9" / "1.1""#])
    }

    @Test("A status next to a promise is added to the promise's expectations and replaces nothing")
    func statusBesidePromise() throws {
        let expected = JudgeSample.expected(
            covers: ["createPush"],
            expect: JudgeSample.expect(status: .equals(201))
        )
        #expect(
            try JudgeSample().judged(expected, 201, "{}").lines
                == ["documented 21 $.id: something / nothing"]
        )
    }

    @Test("A status that every covered promise states itself replaces success")
    func statusOfPromise() throws {
        let sample = try JudgeSample(promises: [
            JudgeSample.promise("gone", expect: JudgeSample.expect(status: .equals(410)))
        ])
        let alone = JudgeSample.expected(covers: ["createPush/gone"])
        #expect(try sample.judged(alone, 410).total == 0)
        #expect(try sample.judged(alone, 201).lines == ["documented 41 status: 410 / 201"])
        let both = JudgeSample.expected(covers: ["createPush/gone", "createPush"])
        #expect(
            try sample.judged(both, 410).headline
                == "wanted success, got a failure without a code (410)"
        )
    }

    @Test("A behaviour is a success plus the promise's expectations, with values filled in")
    func behaviour() throws {
        let example = try JudgeSample.example(.contains, ["owner": "{{owner}}"])
        let sample = try JudgeSample(promises: [
            JudgeSample.promise("owned", expect: JudgeSample.expect(examples: [example]))
        ])
        let expected = JudgeSample.expected(covers: ["createPush/owned"])
        let scope: [String: JSONValue] = ["owner": "me"]
        #expect(
            try sample.judged(expected, 201, #"{"id":1,"owner":"me"}"#, scope: scope).total == 0
        )
        #expect(
            try sample.judged(expected, 201, #"{"owner":"you"}"#, scope: scope).lines
                == [
                    "documented 21 $.id: something / nothing",
                    #"documented 42 $.owner: "me" / "you""#,
                ]
        )
        let error = #expect(throws: TemplateError.self) { try sample.judged(expected, 201, "{}") }
        #expect(error?.description == #"c.yaml:1:1: "owner" is not defined"#)
    }

    @Test("A body that is not JSON is reported once for all parts of an expectation")
    func notJSON() throws {
        let expect = JudgeSample.expect(examples: [
            try JudgeSample.example(.like, ["a": 1]), try JudgeSample.example(.equals, ["a": 1]),
        ])
        let expected = JudgeSample.expected(expect: expect, operation: nil)
        let judgement = try JudgeSample().judged(expected, 200, "")
        #expect(judgement.lines == ["documented 42 body: JSON / an empty body"])
    }
}
