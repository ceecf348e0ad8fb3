import Contract
import HTTP
import ReportText
import Testing

@testable import Reports

struct TAPReportTests {
    @Test("A run with every verdict becomes a complete TAP 14 stream")
    func everyVerdict() {
        Golden.expect(text(of: EveryVerdict.result), is: "every-verdict.tap")
    }

    @Test("An interrupted run ends by bailing out")
    func interrupted() {
        var result = EveryVerdict.result
        result.ending = .interrupted
        #expect(
            text(of: result)
                .hasSuffix("\nBail out! interrupted: the remaining cases were not run\n")
        )
    }

    @Test("A run that ended at its first failure reports that and does not bail out")
    func failFast() {
        var result = EveryVerdict.result
        result.ending = .failFast
        #expect(text(of: result).hasSuffix("\n# ended at the first failure (--fail-fast)\n"))
    }

    @Test("A run without cases is an empty plan with the reason")
    func noCases() {
        let lines = text(of: VerificationResult(contracts: [])).unicodeLines
        #expect(lines.prefix(2) == ["TAP version 14", "1..0 # SKIP no cases"])
    }

    @Test("Test points are numbered across all contracts, matching the plan")
    func numbers() {
        var result = EveryVerdict.result
        result.contracts += result.contracts
        let points = text(of: result).unicodeLines.filter {
            $0.hasPrefix("ok ") || $0.hasPrefix("not ok ")
        }
        let numbers = points.map { $0.split(separator: " - ")[0].split(separator: " ").last }
        #expect(numbers == (1...12).map { "\($0)" })
        #expect(text(of: result).contains("\n1..12\n"))
    }

    @Test(
        "A name cannot end its line or start a directive",
        arguments: [
            ("a # SKIP b", ##"ok 1 - a \# SKIP b"##), ("a\nnot ok 2", #"ok 1 - a\\nnot ok 2"#),
            (#"back\slash"#, #"ok 1 - back\\slash"#), ("#\u{301}", "ok 1 - \\#\u{301}"),
            ("\u{202E}x", #"ok 1 - \\u{202e}x"#),
        ]
    )
    func names(name: String, line: String) {
        var each = EveryVerdict.passed
        each.name = name
        let contract = ContractResult(file: "a.yaml", title: "A", cases: [each])
        let lines = text(of: VerificationResult(contracts: [contract])).unicodeLines
        #expect(lines.contains { $0.utf8.elementsEqual(line.utf8) }, "\(lines)")
    }

    @Test("Every line of a block is indented, including empty lines of a body")
    func indentation() {
        let text = text(of: SampleResult.everything.facts.result)
        var isInBlock = false
        var emptyLines = 0
        for line in text.unicodeLines {
            if line == "  ---" { isInBlock = true }
            if isInBlock {
                #expect(line.hasPrefix("  "), "\(line)")
                if line.allSatisfy({ $0 == " " }) { emptyLines += 1 }
            }
            if line == "  ..." { isInBlock = false }
        }
        #expect(emptyLines > 0)
    }

    private func text(of result: VerificationResult) -> String {
        TAPReport().text(of: result.facts)
    }
}
