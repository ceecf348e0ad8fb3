import Contract
import HTTP
@testable import ReportText
import Testing

@testable import Reports

struct TextReportTests {
    private static let plain = TextStyle(isColored: false)
    private static let colored = TextStyle(isColored: true)

    @Test(
        "The complete report matches the approved file",
        arguments: [
            ("normal", TextReport.Detail.normal, plain), ("quiet", .quiet, plain),
            ("verbose", .verbose, plain), ("normal-colored", .normal, colored),
            ("quiet-colored", .quiet, colored), ("verbose-colored", .verbose, colored),
        ]
    )
    func whole(name: String, detail: TextReport.Detail, style: TextStyle) {
        let report = TextReport(style: style, detail: detail)
        Golden.expect(report.text(of: SampleResult.everything.facts), is: "\(name).txt")
    }

    @Test(
        "On success, quiet prints the verdict, and normal prints the overview and the promises"
    )
    func allWell() {
        let result = SampleResult.result(
            [SampleResult.caseResult("fine", line: 3, .passed)],
            promises: [SampleResult.promises[0]]
        )
        #expect(
            TextReport(style: Self.plain, detail: .quiet).text(of: result.facts)
                == "1 case: 1 passed (900 ms, seed 42)\n"
        )
        #expect(
            TextReport(style: Self.plain).text(of: result.facts) == """
                api http://127.0.0.1:1 (built-in reference)
                  contracts/sample/push.yaml  1 passed  Sample push

                Promises (1)
                               documented
                  passed                1
                  failed                0
                  not covered           0
                  coverage          100 %

                1 case: 1 passed (900 ms, seed 42)
                1 of 1 promises checked: 100 %, none failed (basis documented)

                """
        )
    }

    @Test("Generated cases check no promises, so without other cases promises are not listed")
    func generatedOnly() {
        var result = SampleResult.result([], promises: [SampleResult.promises[0]])
        var generation = GenerationResult()
        (generation.cases, generation.operations) = (80, 2)
        result.contracts[0].generation = generation
        #expect(
            TextReport(style: Self.plain).text(of: result.facts) == """
                api http://127.0.0.1:1 (built-in reference)
                  contracts/sample/push.yaml    Sample push

                0 cases (900 ms, seed 42)
                80 generated cases of 2 operations: nothing found

                """
        )
    }

    @Test("An unreachable server is reported once and not repeated in a table")
    func unreached() {
        let cases = (0..<300).map { index in
            SampleResult.caseResult(
                "case-\(index)",
                line: 10 + index,
                .inconclusive,
                reason: "no response: refused",
                steps: [SampleResult.refusedStep(line: 11 + index)]
            )
        }
        let skipped = SampleResult.caseResult("other", line: 9, .skipped, reason: "not selected")
        let result = SampleResult.result([skipped] + cases, promises: [SampleResult.promises[4]])
        Golden.expect(TextReport(style: Self.plain).text(of: result.facts), is: "unreached.txt")
    }

    @Test("A server unreachable for some cases is reported once, with the results of the others")
    func partlyUnreached() {
        let away = (0..<4).map { index in
            SampleResult.caseResult(
                "away-\(index)",
                line: 10 + index,
                .inconclusive,
                reason: "set-up step send: no response: refused",
                steps: [SampleResult.refusedStep(phase: .setup, line: 11 + index)]
            )
        }
        let result = SampleResult.result([SampleResult.judgedCases[1]] + away)
        let text = TextReport(style: Self.plain).text(of: result.facts)
        #expect(text.contains("No response from http://api.test: refused, in 4 of 5 cases\n"))
        #expect(text.contains("FAILED json-body"))
        #expect(!text.contains("INCONCLUSIVE away"))
        #expect(text.hasSuffix("5 cases: 1 failed, 4 inconclusive (900 ms, seed 42)\n"))
    }

    @Test("Of hundreds of cases that fail for one reason, two are shown and all are counted")
    func sameReason() {
        let cases = (0..<375).map { index in
            SampleResult.caseResult(
                "case-\(index)",
                line: 10 + index,
                .failed,
                steps: [
                    SampleResult.step(
                        .failed,
                        line: 11 + index,
                        headline: index % 5 == 4
                            ? "wanted E\(index), got E1" : "wanted 201, got 200",
                        differences: [SampleResult.difference("status", "201", "200")]
                    )
                ]
            )
        }
        let text = TextReport(style: Self.plain).text(of: SampleResult.result(cases).facts)
        Golden.expect(text, is: "same-reason.txt")
    }

    @Test("No line of a report can control the terminal")
    func printable() {
        for detail in [TextReport.Detail.quiet, .normal, .verbose] {
            let text = TextReport(style: Self.plain, detail: detail)
                .text(of: SampleResult.everything.facts)
            let bad = text.unicodeScalars.filter { scalar in
                switch scalar.value {
                case 0x0A: false
                case 0..<0x20, 0x7F...0x9F, 0x202E: true
                default: false
                }
            }
            #expect(bad.isEmpty)
        }
    }

    @Test(
        "Blank lines are single, and no line ends in whitespace",
        arguments: ["normal", "verbose"]
    )
    func blanks(name: String) {
        let report = TextReport(style: Self.plain, detail: name == "normal" ? .normal : .verbose)
        let text = report.text(of: SampleResult.everything.facts)
        #expect(!text.contains("\n\n\n"))
        #expect(!text.contains(" \n"))
        #expect(!text.hasPrefix("\n") && !text.hasSuffix("\n\n"))
    }

    @Test(
        "The ending of the run is reported last",
        arguments: [
            (VerificationResult.Ending.interrupted, "interrupted before the end\n"),
            (.failFast, "ended after the first failure (--fail-fast)\n"),
        ]
    )
    func ending(ending: VerificationResult.Ending, text: String) {
        let result = SampleResult.result(SampleResult.judgedCases, ending: ending)
        for detail in [TextReport.Detail.quiet, .normal, .verbose] {
            let report = TextReport(style: Self.plain, detail: detail).text(of: result.facts)
            #expect(report.hasSuffix(text))
        }
    }

    @Test("The table of promises fits 80 columns, whatever their outcome")
    func tableWidth() {
        let promises = Basis.allCases.flatMap { basis in
            PromiseStatus.allCases.flatMap { status in
                (0..<120).map { index in
                    PromiseResult(
                        id: "p\(index)",
                        kind: .behaviour,
                        basis: basis,
                        location: SampleResult.place(1),
                        status: status
                    )
                }
            }
        }
        for level in Basis.allCases {
            var result = SampleResult.result([], promises: promises)
            result.level = level
            let table = CoverageText(style: Self.plain).lines(of: result.facts)
            #expect(table.count == 12)
            #expect(table.allSatisfy { $0.count <= 80 }, "\(table)")
        }
    }

    @Test("A secret is redacted even if shell quoting splits it")
    func secrets() throws {
        let redactor = try Redactor(secrets: ["it's-secret"])
        for detail in [TextReport.Detail.quiet, .normal, .verbose] {
            let text = TextReport(style: Self.plain, detail: detail)
                .text(of: SampleResult.everything.facts(redactor))
            #expect(!text.contains("s-secret"))
        }
        let text = TextReport(style: Self.plain)
            .text(of: SampleResult.everything.facts(redactor))
        #expect(text.contains("-H 'Authorization: Bearer [redacted]'"))
    }
}

struct BodyTextTests {
    @Test(
        "Bytes are shown as text if they are UTF-8, otherwise as a dump",
        arguments: [
            ("abc", 10, ["abc"]), ("a\nb\n", 10, ["a", "b"]), ("a\n\nb", 10, ["a", "", "b"]),
            ("\n", 10, [""]), ("a\r\n", 10, ["a\\r"]), ("\u{7F}", 10, ["\\x7f"]),
            ("abcdef", 4, ["abcd", "… 2 more of 6 bytes"]),
            ("ab\u{20AC}", 4, ["ab", "… 1 more of 5 bytes"]),
            ("abcd", 4, ["abcd"]),
        ]
    )
    func text(text: String, limit: Int, lines: [String]) {
        #expect(BodyText.lines(Array(text.utf8), limit: limit) == lines)
    }

    @Test("An uncut body loses no byte, even if only its end is not UTF-8")
    func brokenEnd() {
        #expect(
            BodyText.lines([0x61, 0xFF], limit: 10)
                == ["000000  61 ff                                            a."]
        )
    }

    @Test("A dump ends after 4,096 bytes, even without a limit")
    func longDump() {
        let lines = BodyText.lines([UInt8](repeating: 0, count: 5000), limit: .max)
        #expect(lines.count == 257)
        #expect(lines[255].hasPrefix("000ff0  00 "))
        #expect(lines[256] == "… 904 more of 5000 bytes")
    }

    @Test("A dump has sixteen bytes per line, with their offset")
    func dump() {
        let lines = BodyText.lines(Array(0...16), limit: 100)
        #expect(
            lines == [
                "000000  00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f  ................",
                "000010  10                                               .",
            ]
        )
    }
}
