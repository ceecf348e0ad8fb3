import Contract
import HTTP
import JSON
import JSONPaths
import Testing

@testable import ContractDiff

struct TargetComparisonTests {
    private typealias Results = ScriptedResults

    @Test(
        "Differences between two JSON bodies are found exactly where they are",
        arguments: [
            (#"{"a":1,"b":[1,2]}"#, #"{"b":[1,2],"a":1.0}"#, []),
            (#"{"a":1}"#, #"{"a":2}"#, ["$.a: 1 ≠ 2"]),
            (#"{"a":1}"#, #"{"a":"1"}"#, [#"$.a: 1 ≠ "1""#]),
            (#"{"a":1}"#, #"{"b":null}"#, ["$.a: 1 ≠ nothing", "$.b: nothing ≠ null"]),
            (
                #"{"r":[{"x":1},{"x":2}]}"#, #"{"r":[{"x":3}]}"#,
                ["$.r: 2 ≠ 1", "$.r[0].x: 1 ≠ 3"]
            ),
            ("[1]", #"{"0":1}"#, [#"$: [1] ≠ {"0":1}"#]),
            ("plain", "text", [#"body: "plain" ≠ "text""#]),
            ("{}", "", ["body: \"{}\" ≠ nothing"]),
            ("same", "same", []),
        ] as [(String, String, [String])]
    )
    func bodies(first: String, second: String, expected: [String]) {
        let comparison = ResponseComparison(
            [Results.result("c", .passed, Results.step("call", first))],
            with: [Results.result("c", .passed, Results.step("call", second))]
        )
        #expect(comparison.lines == expected.map { "c step 1: \($0)" })
        #expect(comparison.differing == (expected.isEmpty ? 0 : 1))
    }

    @Test("For requests that listeners received, request lines and bodies are compared")
    func received() {
        func received(_ path: String, _ text: String) -> StepResult {
            var step = Results.step("received", request: Results.put(path, ["t": .string(text)]))
            step.direction = .received
            return step
        }
        let comparison = ResponseComparison(
            [Results.result("c", .passed, received("/a", "x"), received("/b", "x"))],
            with: [
                Results.result("c", .passed, received("/a", "y"), received("/c", "x"))
            ]
        )
        #expect(
            comparison.lines == [
                #"c step 1: $.t: "x" ≠ "y""#, #"c step 2: request: "PUT /b" ≠ "PUT /c""#,
            ]
        )
    }

    @Test("Header fields of the connection, the time and the program are not compared, others are")
    func headers() {
        let first = Results.step(
            headers: [
                "Date": "a", "Server": "a", "Content-Length": "1", "Content-Type": "text/plain",
                "X-One": "1",
            ],
            "a"
        )
        let second = Results.step(
            headers: [
                "date": "b", "Via": "b", "Content-Length": "2", "content-type": "text/html",
                "X-Two": "2",
            ],
            "bb"
        )
        let comparison = ResponseComparison(
            [Results.result("c", .passed, first)],
            with: [Results.result("c", .passed, second)]
        )
        #expect(
            comparison.lines == [
                #"c step 1: header Content-Type: "text/plain" ≠ "text/html""#,
                #"c step 1: header X-One: "1" ≠ nothing"#,
                #"c step 1: header X-Two: nothing ≠ "2""#,
                #"c step 1: body: "a" ≠ "bb""#,
            ]
        )
    }

    @Test("A length given on one side only counts when the bytes are the same")
    func length() {
        func lines(_ first: [String: String], _ second: [String: String]) -> [String] {
            ResponseComparison(
                [Results.result("c", .passed, Results.step(headers: first, "x"))],
                with: [Results.result("c", .passed, Results.step(headers: second, "x"))]
            ).lines
        }
        #expect(
            lines(["Content-Length": "1"], [:]) == [
                #"c step 1: header Content-Length: "1" ≠ nothing"#
            ]
        )
        #expect(lines(["Content-Length": "1"], ["Transfer-Encoding": "chunked"]) == [])
    }

    @Test("A failure is shown by its code; the rest of the response then differs too")
    func failures() throws {
        let recognizer = FailureRecognizer(
            condition: AssertionTemplate(
                query: .ready(.status),
                filters: [],
                predicate: .ready(.compares(.gte, 400)),
                basis: .documented,
                location: Results.place
            ),
            code: FailureField(.ready(.jsonpath(try JSONPath("$.code"))), location: Results.place),
            message: FailureField(
                .ready(.jsonpath(try JSONPath("$.error"))),
                location: Results.place
            ),
            expectation: nil
        )
        func lines(_ first: StepResult, _ second: StepResult) -> [String] {
            ResponseComparison(
                [Results.result("c", .passed, first)],
                with: [Results.result("c", .passed, second)],
                failures: ["c.yaml": recognizer]
            ).lines
        }
        let refused = Results.step(status: 400, #"{"code":"E1","error":"No."}"#)
        #expect(
            lines(Results.step(status: 201, #"{"id":"x"}"#), refused) == [
                "c step 1: status: 201 ≠ 400", #"c step 1: failure: nothing ≠ "E1 «No.»""#,
            ]
        )
        #expect(
            lines(refused, Results.step(status: 400, #"{"code":"E2","error":"No."}"#)) == [
                #"c step 1: failure: "E1 «No.»" ≠ "E2 «No.»""#
            ]
        )
        #expect(
            lines(refused, Results.step(status: 400, #"{"code":"E1","error":"Never."}"#)) == [
                #"c step 1: $.error: "No." ≠ "Never.""#
            ]
        )
    }

    @Test("Values that vary between responses of the first server may differ in value only")
    func volatile() {
        func result(_ id: String, _ date: String) -> CaseResult {
            Results.result(
                "c",
                .passed,
                Results.step(
                    "call",
                    headers: ["X-Sign": id],
                    #"{"id":\#(id),"date":"\#(date)","n":1}"#
                )
            )
        }
        var volatility = Volatility()
        let strange = volatility.learn(
            from: [result(#""a""#, "1")],
            and: [result(#""b""#, "2")],
            drawsTheSame: true
        )
        #expect(strange.isEmpty)
        func lines(_ second: CaseResult) -> [String] {
            ResponseComparison([result(#""a""#, "1")], with: [second], ignoring: volatility).lines
        }
        #expect(lines(result(#""z""#, "9")) == [])
        #expect(
            lines(Results.result("c", .passed, Results.step("call", #"{"id":7,"n":2}"#))) == [
                #"c step 1: header X-Sign: "\"a\"" ≠ nothing"#,
                #"c step 1: $.id: "a" ≠ 7"#, #"c step 1: $.date: "1" ≠ nothing"#,
                "c step 1: $.n: 1 ≠ 2",
            ]
        )
    }

    @Test("A value that is volatile in one response to a call is volatile in all of them")
    func general() {
        func first(_ value: Int, _ other: Int) -> [CaseResult] {
            [
                Results.result("a", .passed, Results.step("call", #"{"r":[{"n":\#(value)}]}"#)),
                Results.result(
                    "b",
                    .passed,
                    Results.step("call", #"{"r":[{"n":0},{"n":\#(other)}]}"#)
                ),
            ]
        }
        var same = Volatility()
        same.learn(from: first(1, 5), and: first(2, 5), drawsTheSame: true)
        #expect(ResponseComparison(first(1, 5), with: first(3, 6), ignoring: same).lines == [])
        var redrawn = Volatility()
        redrawn.learn(from: first(1, 5), and: first(2, 5), drawsTheSame: false)
        #expect(
            ResponseComparison(first(1, 5), with: first(3, 6), ignoring: redrawn).lines == [
                "b step 1: $.r[1].n: 5 ≠ 6"
            ]
        )
    }

    @Test("Below a list of changing length nothing is compared")
    func changingShape() {
        func result(_ body: String) -> [CaseResult] {
            [Results.result("c", .passed, Results.step("call", body))]
        }
        var volatility = Volatility()
        volatility.learn(
            from: result(#"{"r":[1],"x":{"y":1}}"#),
            and: result(#"{"r":[1,2]}"#),
            drawsTheSame: true
        )
        let comparison = ResponseComparison(
            result(#"{"r":[1],"x":{"y":1}}"#),
            with: result(#"{"r":[7],"x":{"y":2},"z":1}"#),
            ignoring: volatility
        )
        #expect(comparison.lines == ["c step 1: $.z: nothing ≠ 1"])
    }

    @Test("A step whose response varies on the first server is omitted and counted")
    func unstable() {
        let first = [Results.result("c", .passed, Results.step(status: 200))]
        var volatility = Volatility()
        volatility.learn(
            from: first,
            and: [Results.result("c", .passed, Results.step(status: 202))],
            drawsTheSame: true
        )
        let comparison = ResponseComparison(
            first,
            with: [Results.result("c", .passed, Results.step(status: 500))],
            ignoring: volatility
        )
        #expect(comparison.lines == [])
        #expect(comparison.unstableSteps == 1)
    }

    @Test("A repeated case with another verdict teaches nothing")
    func strange() {
        let first = [Results.result("a"), Results.result("b"), Results.result("b")]
        let again = [
            Results.result("a"), Results.result("b"), Results.result("b", .failed),
        ]
        var volatility = Volatility()
        let keys = volatility.learn(from: first, and: again, drawsTheSame: true)
        #expect(keys.map(\.name) == ["b"])
        #expect(keys.map(\.repetition) == [1])
    }

    @Test("Each side's own identifiers are equal, alone and inside a longer text")
    func ownValues() {
        func result(_ id: String, moment: String) -> CaseResult {
            Results.result(
                "c",
                .passed,
                Results.step("create", #"{"id":"\#(id)"}"#),
                Results.step(
                    "change",
                    request: Results.put("/things/\(id)", ["at": .string(moment), "n": 12]),
                    #"{"self":"/things/\#(id)?a","at":"\#(moment)","n":12}"#
                )
            )
        }
        let first = result("abcd1", moment: "10:00")
        #expect(ResponseComparison([first], with: [result("wxyz9", moment: "10:07")]).lines == [])
        let foreign = Results.result(
            "c",
            .passed,
            Results.step("create", #"{"id":"wxyz9"}"#),
            Results.step(
                "change",
                request: Results.put("/things/wxyz9", ["at": "10:07", "n": 12]),
                #"{"self":"/things/other?a","at":"10:00","n":12}"#
            )
        )
        #expect(
            ResponseComparison([first], with: [foreign]).lines == [
                #"c step 2: $.self: "/things/abcd1?a" ≠ "/things/other?a""#
            ]
        )
    }

    @Test("A missing connection is not a difference; a truncated response is")
    func silence() {
        let answered = [Results.result("c", .passed, Results.step(), Results.step())]
        let refused = ResponseComparison(
            answered,
            with: [
                Results.result("c", .inconclusive, Results.silence(.refused, isJudged: false))
            ]
        )
        #expect(refused.differing == 0)
        #expect(refused.inconclusive == 1)
        let truncated = ResponseComparison(
            answered,
            with: [Results.result("c", .failed, Results.silence(.truncated, isJudged: true))]
        )
        #expect(
            truncated.lines == [
                #"c step 1: response: "HTTP 200" ≠ "no response: truncated""#
            ]
        )
        #expect(truncated.cases[0].hasOtherVerdict)
        #expect(truncated.cases[0].end?.number == 2)
        #expect(truncated.cases[0].end?.isOnFirst == true)
    }

    @Test("Cases are paired by file, name and repetition; a case that was not run is not compared")
    func pairing() {
        let first = [
            Results.result("a", .passed, Results.step("call", "1")),
            Results.result("a", .passed, Results.step("call", "2")),
            Results.result("b", .skipped),
            Results.result("only-here"),
        ]
        let second = [
            Results.result("b", .failed, Results.step()),
            Results.result("a", .passed, Results.step("call", "1")),
            Results.result("a", .passed, Results.step("call", "3")),
        ]
        let comparison = ResponseComparison(first, with: second)
        #expect(comparison.lines == ["a step 1: $: 2 ≠ 3"])
        #expect(comparison.differing == 1)
        #expect(comparison.count(.passed, onSecond: false) == 3)
        #expect(comparison.count(.failed, onSecond: true) == 1)
    }

    @Test("Set-up is compared and teardown is not")
    func phases() {
        func result(_ body: String) -> CaseResult {
            Results.result(
                "c",
                .passed,
                Results.step("prepare", phase: .setup, body),
                Results.step("call", body),
                Results.step("tidy", phase: .teardown, body)
            )
        }
        let comparison = ResponseComparison([result("1")], with: [result("2")])
        #expect(comparison.lines == ["c step 1: $: 1 ≠ 2", "c step 2: $: 1 ≠ 2"])
    }

    @Test("Differences common to many cases are found, the most frequent first")
    func shared() {
        func results(_ value: Int) -> [CaseResult] {
            (0..<4).map { index in
                Results.result(
                    "c\(index)",
                    .passed,
                    Results.step("call", #"{"v":\#(value),"w":\#(index < 2 ? value : 0)}"#)
                )
            }
        }
        let comparison = ResponseComparison(results(1), with: results(2))
        #expect(comparison.shared(byAtLeast: 2).map(\.difference.path) == ["$.v", "$.w"])
        #expect(comparison.shared(byAtLeast: 2).map(\.cases) == [4, 2])
        #expect(comparison.shared(byAtLeast: 3).map(\.difference.path) == ["$.v"])
    }
}
