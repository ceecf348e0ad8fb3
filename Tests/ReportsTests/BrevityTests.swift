import Contract
@testable import ReportText
import Testing

@testable import Reports

/// Remarks that are reported once, or only counted.
struct BrevityTests {
    private static let verbose = TextReport(style: TextStyle(isColored: false), detail: .verbose)

    @Test("Unselected cases are only counted; other skipped cases are listed")
    func unselected() {
        let cases = (1...30).map { number in
            var result = SampleResult.caseResult(
                "other-\(number)",
                line: number,
                .skipped,
                reason: "not selected by name"
            )
            result.isSelected = false
            return result
        }
        let reason = "needs state full"
        let skipped = SampleResult.caseResult("full", line: 40, .skipped, reason: reason)
        let passed = SampleResult.caseResult("mine", line: 41, .passed)
        let result = SampleResult.result(cases + [skipped, passed])
        for report in [Self.verbose, TextReport(style: TextStyle(isColored: false))] {
            let text = report.text(of: result.facts)
            #expect(text.contains("Cases that were not selected (30)\n\n"))
            #expect(!text.contains("other-"))
            #expect(text.contains("Skipped cases (1)\n  full: needs state full"))
            #expect(text.contains("32 cases: 1 passed, 31 skipped"))
        }
    }

    @Test("The number of attempts of a step is reported once")
    func tries() {
        var held = SampleResult.step(.passed, line: 4)
        held.tries = 3
        var broken = SampleResult.step(
            .failed,
            line: 5,
            headline: "wanted 201, got 200; gave up after 5s and 26 tries"
        )
        broken.tries = 26
        let steps = [held, broken]
        let failed = SampleResult.caseResult("slow", line: 3, .failed, steps: steps)
        let text = Self.verbose.text(of: SampleResult.result([failed]).facts)
        #expect(text.contains("step 1 send: passed (3 tries)  "))
        #expect(text.contains("wanted 201, got 200; gave up after 5s and 26 tries  "))
    }
}
