import Contract
import ContractDiff
import HTTP
import JSON
@testable import ReportText
import TestSupport
import Testing

@testable import Reports

struct TargetComparisonReportTests {
    private static let place = SourceLocation(file: "c.yaml", line: 9, column: 3)

    private func result(_ name: String, _ verdict: Verdict, _ bodies: String...) -> CaseResult {
        CaseResult(
            file: "c.yaml",
            name: name,
            location: Self.place,
            verdict: verdict,
            reason: verdict == .inconclusive ? "no response: refused" : nil,
            steps: bodies.map { body in
                StepResult(
                    phase: .steps,
                    label: "look",
                    location: SourceLocation(file: "c.yaml", line: 12, column: 7),
                    request: HTTPRequest(method: "GET", origin: "http://h", path: "/look"),
                    response: HTTPResponse(status: 200, body: Array(body.utf8))
                )
            }
        )
    }

    private func run(_ url: String, _ cases: [CaseResult]) -> VerificationResult {
        let target = ContractResult.Target(name: "api", url: url, isReference: url == "http://one")
        return VerificationResult(
            contracts: [
                ContractResult(file: "c.yaml", title: "C", targets: [target], cases: cases)
            ],
            seed: 7
        )
    }

    private func outcome(_ first: [CaseResult], _ second: [CaseResult]) -> ResponseComparisonResult
    {
        ResponseComparisonResult(
            first: run("http://one", first),
            second: run("http://two", second),
            comparison: ResponseComparison(first, with: second)
        )
    }

    private var sample: ResponseComparisonResult {
        outcome(
            [
                result("equal", .passed, "1"), result("other", .passed, #"{"a":"x","n":1}"#),
                result("worse", .passed, #"{"b":1}"#, "2"), result("gone", .passed, "1"),
            ],
            [
                result("equal", .passed, "1"), result("other", .passed, #"{"a":"y","n":1}"#),
                result("worse", .failed, #"{"b":2}"#), result("gone", .inconclusive),
            ]
        )
    }

    private func text(
        _ outcome: ResponseComparisonResult,
        _ detail: TextReport.Detail = .normal,
        redactor: Redactor = Redactor()
    ) -> String {
        TargetComparisonText(
            style: TextStyle(isColored: false),
            detail: detail
        ).text(of: outcome.redacted(by: redactor))
    }

    @Test("The text lists different verdicts first and omits identical results")
    func normal() {
        #expect(
            text(sample) == """
                first   api http://one (built-in reference)
                second  api http://two

                  verdict       first  second
                  passed            4       2
                  failed            0       1
                  inconclusive      0       1

                Verdicts differ (1)
                  worse  passed ≠ failed  c.yaml:9:3
                    step 1 look  c.yaml:12:7
                      $.b: 1 ≠ 2
                    step 2 look: only the first reached it

                Responses differ (2)
                  other  c.yaml:9:3
                    step 1 look  c.yaml:12:7
                      $.a: "x" ≠ "y"
                  gone  c.yaml:9:3
                    step 1 look: only the first reached it

                Inconclusive
                  gone  c.yaml:9:3
                    second: no response: refused

                4 cases on both servers: 3 differ (1 in the verdict); 1 inconclusive; seed 7

                """
        )
    }

    @Test("A difference shared by many cases is listed once")
    func shared() {
        let names = ["a", "b", "c"]
        let outcome = outcome(
            names.map { result($0, .passed, #"{"v":1}"#) },
            names.map { result($0, .passed, #"{"v":2}"#) }
        )
        #expect(
            text(outcome) == """
                first   api http://one (built-in reference)
                second  api http://two

                  verdict  first  second
                  passed       3       3

                In 3 cases or more (1)
                  $.v: 1 ≠ 2  in 3 cases

                3 cases on both servers: 3 differ (0 in the verdict); seed 7

                """
        )
    }

    @Test("Quiet prints the verdict and the differences")
    func quiet() {
        let same = [result("a", .passed, "1")]
        #expect(
            text(outcome(same, same), .quiet) == "1 case on both servers: no differences; seed 7\n"
        )
        #expect(
            text(outcome(same, [result("a", .passed, "2")]), .quiet) == """
                Responses differ (1)
                  a  c.yaml:9:3
                    step 1 look  c.yaml:12:7
                      $: 1 ≠ 2

                1 case on both servers: 1 differs (0 in the verdict); seed 7

                """
        )
    }

    @Test("A server's response cannot write control sequences to the terminal")
    func controls() {
        let outcome = outcome(
            [result("a", .passed, #"{"v":"\u202Ex"}"#)],
            [result("a", .passed, #"{"v":"y"}"#)]
        )
        #expect(text(outcome).contains("      $.v: \"\\u{202e}x\" ≠ \"y\"\n"))
    }

    @Test("Verbose shows both exchanges of a step that differs")
    func verbose() {
        let outcome = outcome([result("a", .passed, "1")], [result("a", .passed, "2")])
        let lines = text(outcome, .verbose).split(separator: "\n").map(String.init)
        let command = [
            "        curl -i -g --path-as-is \\", "          -H 'User-Agent:' -H 'Accept:' \\",
            "          'http://h/look'",
        ]
        let first = ["      $: 1 ≠ 2", "      first:"] + command
        let second =
            ["        HTTP/1.1 200 after 0 µs", "        ", "        1", "      second:"] + command
        let end = [
            "        HTTP/1.1 200 after 0 µs", "        ", "        2",
            "1 case on both servers: 1 differs (0 in the verdict); seed 7",
        ]
        #expect(lines.drop { $0 != first[0] } == (first + second + end)[...])
    }

    @Test("A long value is cut, and its secret is redacted before the cut")
    func secrets() throws {
        let secret = "hidden-" + String(repeating: "s", count: 40)
        let long = String(repeating: "x", count: 180) + secret
        let outcome = outcome(
            [result("a", .passed, #"{"v":"\#(long)"}"#)],
            [result("a", .passed, #"{"v":"\#(secret)"}"#)]
        )
        let redactor = try Redactor(secrets: [secret])
        let shown = text(outcome, redactor: redactor)
        #expect(!shown.contains("hidden"))
        #expect(shown.contains("≠ \"[redacted]\"\n"))
        let json = TargetComparisonJSON(version: "1")
            .text(of: outcome.redacted(by: redactor))
        #expect(!json.contains("hidden"))
    }

    @Test("JSON lists the differences with both values, without missing ones")
    func json() {
        let outcome = outcome(
            [result("same", .passed, "1"), result("other", .passed, #"{"a":1}"#)],
            [result("same", .passed, "1"), result("other", .passed, "{}")]
        )
        let document = TargetComparisonJSON(version: "1.2").document(of: outcome)
        let place: JSONValue = ["file": "c.yaml", "line": 9, "column": 3]
        let step: JSONValue = [
            "number": 1, "phase": "steps", "label": "look",
            "location": ["file": "c.yaml", "line": 12, "column": 7],
            "differences": [["path": "$.a", "kind": "presence", "first": 1]],
        ]
        #expect(
            document["cases"] == [
                [
                    "name": "other", "location": place, "first": ["verdict": "passed"],
                    "second": ["verdict": "passed"], "steps": [step],
                ]
            ]
        )
        #expect(
            document["summary"] == [
                "cases": 2, "compared": 2, "differing": 1, "otherVerdict": 0, "inconclusive": 0,
                "unstableSteps": 0,
            ]
        )
        #expect(document["assayTargetComparison"] == 1)
        #expect(document["seed"] == 7)
        #expect(
            document["second"]?["targets"] == [
                ["name": "api", "url": "http://two", "reference": false]
            ]
        )
    }
}
