import Contract
import LoadModel
import Measure
import Testing

@testable import Load

struct OutcomeRuleTests {
    private static func rule(
        _ send: String,
        failure: String? = nil,
        errors: String = ""
    ) throws -> OutcomeRule {
        var contract = PlannedProfile.contract
        if let failure {
            contract.replace(
                "failure:\n  when: { status: { gte: 400 } }\n  code: { jsonpath: \"$.code\" }\n",
                with: failure.isEmpty ? "" : "failure: \(failure)\n"
            )
        }
        return try PlannedProfile("[\(send)]", contract: contract + errors).requests.sends[0].rule
    }

    private static func text(_ rule: OutcomeRule, _ status: Int, _ body: String = "") -> String {
        let outcome = rule.outcome(status: status, body: Array(body.utf8))
        return outcome.name + (outcome.isGood ? " good" : "")
    }

    @Test("If the status identifies failures, only failure bodies are read")
    func byStatus() throws {
        let rule = try Self.rule("{ call: push }")
        #expect(rule.lowestBodyStatus == 400)
        #expect(rule.members == [["code"]])
        #expect(Self.text(rule, 201) == "201 good")
        #expect(Self.text(rule, 200) == "200")
        #expect(Self.text(rule, 403, #"{"code":"E403002"}"#) == "E403002")
        #expect(Self.text(rule, 503, "<html>") == "503")
        #expect(Self.text(rule, 400, #"{"code":"a b"}"#) == "400")
    }

    @Test("An unreadable body leaves only the outcomes that depend on it undecided")
    func unjudged() throws {
        func text(_ rule: OutcomeRule, _ status: Int) -> String {
            let outcome = rule.outcome(status: status, unjudged: .tooLong)
            let key = OutcomeCell.Key(send: 0, outcome: outcome.name, isGood: outcome.isGood)
            #expect(key.unknownCode == .tooLong)
            return outcome.name + (outcome.isGood ? " good" : key.unjudged == nil ? " bad" : "")
        }
        let byStatus = try Self.rule("{ call: push }")
        #expect(text(byStatus, 403) == "403 too long bad")
        let denied = try Self.rule("{ call: push, expect: { status: 403 } }")
        #expect(text(denied, 403) == "403 too long good")
        #expect(text(denied, 500) == "500 too long bad")
        let failure = """
            { when: { jsonpath: $.h.ok, equals: false }, code: { jsonpath: $.h.code, type: integer } }
            errors: { "40001": { status: 200 } }
            """
        let byMember = try Self.rule("{ call: find }", failure: failure)
        #expect(text(byMember, 200) == "too long")
        #expect(text(byMember, 500) == "500 too long bad")
        let expected = try Self.rule(
            "{ call: find, expect: { error: 40001, status: 200 } }",
            failure: failure
        )
        #expect(text(expected, 200) == "too long")
        #expect(text(expected, 404) == "404 too long bad")
    }

    @Test("If a body member identifies failures, every body is read")
    func byMember() throws {
        let rule = try Self.rule(
            "{ call: find }",
            failure: "{ when: { jsonpath: $.h.ok, equals: false }, code: { jsonpath: $.h.code } }"
        )
        #expect(rule.lowestBodyStatus == 0)
        #expect(rule.members == [["h", "ok"], ["h", "code"]])
        #expect(Self.text(rule, 200, #"{"h":{"ok":true,"code":0}}"#) == "200 good")
        #expect(Self.text(rule, 200, #"{"h":{"ok":false,"code":-40003}}"#) == "-40003")
        #expect(Self.text(rule, 200, #"{"h":{"ok":false}}"#) == "200 without code")
        #expect(Self.text(rule, 204) == "204 good")
    }

    @Test("A send can declare another expected status, including a failure status")
    func expected() throws {
        let denied = try Self.rule("{ call: push, expect: { status: 403 } }")
        #expect(Self.text(denied, 403, #"{"code":"E403002"}"#) == "E403002 good")
        #expect(Self.text(denied, 201) == "201")
        let hidden = try Self.rule(
            "{ call: find, expect: { status: 200 } }",
            failure: "{ when: { jsonpath: $.status, not: \"0\" }, code: { jsonpath: $.status } }"
        )
        #expect(Self.text(hidden, 200, #"{"status":"0"}"#) == "200 good")
        #expect(Self.text(hidden, 200, #"{"status":"1"}"#) == "1")
        #expect(Self.text(hidden, 200, "") == "200 without code")
    }

    @Test("A send can declare a documented error as expected, under any status or one status")
    func expectedError() throws {
        let failure = """
            { when: { jsonpath: $.h.ok, equals: false }, code: { jsonpath: $.h.code, type: integer } }
            errors: { "40001": { status: 200 }, "40003": { status: 200 } }
            """
        let denied = try Self.rule("{ call: find, expect: { error: 40001 } }", failure: failure)
        #expect(denied.lowestBodyStatus == 0)
        #expect(Self.text(denied, 200, #"{"h":{"ok":false,"code":40001}}"#) == "40001 good")
        #expect(Self.text(denied, 500, #"{"h":{"ok":false,"code":40001}}"#) == "40001 good")
        #expect(Self.text(denied, 200, #"{"h":{"ok":false,"code":40003}}"#) == "40003")
        #expect(Self.text(denied, 200, #"{"h":{"ok":true,"code":0}}"#) == "200")
        let both = try Self.rule(
            "{ call: find, expect: { error: 40001, status: 200 } }",
            failure: failure
        )
        #expect(Self.text(both, 200, #"{"h":{"ok":false,"code":40001}}"#) == "40001 good")
        #expect(Self.text(both, 500, #"{"h":{"ok":false,"code":40001}}"#) == "40001")
    }

    @Test("A body too large to read is not read and not a success")
    func tooLarge() throws {
        let rule = try Self.rule(
            "{ call: find }",
            failure:
                "{ when: { jsonpath: \"$.errors[0]\", exists: true }, code: { jsonpath: \"$.errors[0]\" } }"
        )
        #expect(rule.members == nil)
        let numbers = { (count: Int) in
            #"{"list":["# + String(repeating: "1,", count: count) + "1]}"
        }
        #expect(Self.text(rule, 200, numbers(1_000)) == "200 good")
        #expect(Self.text(rule, 200, numbers(400_000)) == "too long")
    }

    @Test("A body that is not needed to classify a response is not read")
    func telling() throws {
        let rule = try Self.rule(
            "{ call: find }",
            failure: "{ when: { jsonpath: $.h.ok, equals: false }, code: { jsonpath: $.h.code } }"
        )
        let plan = RecordingPlan(sends: ["find"], span: 1_000, sliceWidth: 1_000_000_000)
        func name(_ body: String) -> String {
            var table = OutcomeTable(rule, send: 0)
            var recording = Recording(plan)
            let cell = table.cell(status: 200, body: Array(body.utf8), in: &recording)
            return recording.cells[cell].key.outcome
        }
        let numbers = String(repeating: "1,", count: 400_000)
        #expect(name(#"{"l":[\#(numbers)1],"h":{"ok":false,"code":"E1"}}"#) == "E1")
        #expect(name(#"{"l":[\#(numbers)1],"h":{"ok":true}}"#) == "200")
        // Names written with escapes are decoded.
        #expect(name(#"{"\u0068":{"ok":false,"code":"E2"}}"#) == "E2")
        #expect(name(#"{"l":[\#(numbers)1],"\u0068":{"ok":false}}"#) == "too long")
    }

    @Test("Invented codes share one name beyond a limit; declared codes keep theirs")
    func names() throws {
        let rule = try Self.rule(
            "{ call: find }",
            failure: "{ when: { jsonpath: $.ok, equals: false }, code: { jsonpath: $.code } }",
            errors: "errors: { E1: { status: 200, summary: Listed } }\n"
        )
        let threshold = Threshold(.outcomeRatio("E2"), .lt, Fraction(1, of: 100))
        let plan = RecordingPlan(
            sends: ["find"],
            span: 1_000,
            sliceWidth: 1_000_000_000,
            thresholds: [threshold]
        )
        var table = OutcomeTable(rule, send: 0)
        var recording = Recording(plan)
        func name(_ code: String) -> String {
            let body = Array(#"{"ok":false,"code":"\#(code)"}"#.utf8)
            let cell = table.cell(status: 200, body: body, in: &recording)
            return recording.cells[cell].key.outcome
        }
        for number in 0..<64 { #expect(name("X\(number)") == "X\(number)") }
        #expect(name("X64") == "other")
        #expect(name("E1") == "E1")
        #expect(name("E2") == "E2")
        #expect(name("X0") == "X0")
        // The name of an outcome without a response cannot be taken by a response.
        #expect(Self.text(rule, 200, #"{"ok":false,"code":"not-finished"}"#) == "200 not-finished")
    }

    @Test("A contract without failures has statuses only")
    func withoutFailure() throws {
        let rule = try Self.rule("{ call: send }", failure: "")
        #expect(rule.lowestBodyStatus == .max)
        #expect(Self.text(rule, 202) == "202 good")
        #expect(Self.text(rule, 302) == "302")
    }
}
