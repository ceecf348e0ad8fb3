import Contract
import HTTP
import JSON
@testable import ReportText
@testable import RunReports
import Testing

@testable import Reports

/// Remarks of a report apart from verdicts: promises that only some cases tried, needless waivers, and the coverage of
/// client libraries.
struct RunRemarkTests {
    private static let result: VerificationResult = {
        let passed = SampleResult.caseResult("fits", line: 4, .passed)
        var tried = SampleResult.caseResult("old[a]", line: 6, .waived, reason: "a known defect")
        tried.waivedRun = WaivedRun(verdict: .passed, isWaivedItself: true)
        var other = SampleResult.caseResult("new[a]", line: 8, .waived, reason: "another one")
        other.waivedRun = WaivedRun(verdict: .passed, isWaivedItself: true)
        var still = other
        still.name = "new[b]"
        still.waivedRun = WaivedRun(verdict: .failed, isWaivedItself: true)
        var partly = promise("send/fits", .passed)
        partly.isPartlyTried = true
        partly.reason = "not every case ran: needs state full"
        var needless = promise("send/late", .waived)
        needless.isNeedlesslyWaived = true
        needless.reason = "fixed soon"
        var result = SampleResult.result(
            [passed, tried, other, still],
            promises: [partly, promise("send", .passed), needless]
        )
        result.contracts[0].clientPromises = [promise("save", .passed)]
        return result
    }()

    private static func promise(_ id: String, _ status: PromiseStatus) -> PromiseResult {
        PromiseResult(
            id: id,
            kind: .behaviour,
            basis: .documented,
            location: SampleResult.place(3),
            status: status
        )
    }

    private static let text = TextReport(style: TextStyle(isColored: false)).text(of: result.facts)
    private static let markdown = MarkdownReport().text(of: result.facts)

    @Test("A failed waived assert is reported once, although it has no effect")
    func waivedAsserts() {
        let difference = Difference(
            path: "$.b",
            expected: "something",
            actual: "nothing",
            location: SampleResult.place(7),
            standing: .waived("a known defect")
        )
        let step = StepResult(
            phase: .steps,
            label: "send",
            location: SampleResult.place(5),
            differences: [difference]
        )
        var passed = SampleResult.caseResult("fits", line: 4, .passed)
        passed.steps = [step, step]
        let facts = SampleResult.result([passed], promises: [Self.promise("send", .passed)]).facts
        let text = TextReport(style: TextStyle(isColored: false)).text(of: facts)
        let list = """
            Waived asserts that failed (1)
              $.b: expected something, got nothing: a known defect  \(SampleResult.place(7))

            """
        #expect(text.contains(list), "\(text)")
        let markdown = MarkdownReport().text(of: facts)
        #expect(markdown.contains("Waived asserts that failed"), "\(markdown)")
        #expect(markdown.contains("`a known defect`"), "\(markdown)")
    }

    @Test("A promise that only some of its cases checked passes with a remark")
    func partlyTried() {
        let list = """
            Promises that passed only in part: some cases did not run (1)
              send/fits: not every case ran: needs state full

            """
        #expect(Self.text.contains(list), "\(Self.text)")
        let count = """
            2 of 2 promises checked: 100 %, none failed (basis documented; 1 only in part)
            1 of 1 client promises checked: 100 %, none failed (basis documented)

            """
        #expect(Self.text.hasSuffix(count), "\(Self.text)")
        #expect(
            Self.markdown.contains(
                "2 of 2 promises checked (100 %, basis documented; 1 only in part); "
            )
        )
        let title = "<summary>Promises: passed only in part: some cases did not run (1)</summary>"
        #expect(Self.markdown.contains(title), "\(Self.markdown)")
        #expect(Self.markdown.contains("- `send/fits` (documented): `not every case ran: needs"))
    }

    @Test("A waiver is needless if all rows of its case, or all cases of its promise, passed")
    func needlessWaivers() {
        let list = """
            Waived, but it passed: remove the waiver (2)
              case old: a known defect  contracts/sample/push.yaml:6:3
              promise send/late: fixed soon  contracts/sample/push.yaml:3:3

            """
        #expect(Self.text.contains(list), "\(Self.text)")
        let title = "<summary>Waived, but it passed: remove the waiver (2)</summary>"
        #expect(Self.markdown.contains(title), "\(Self.markdown)")
        let item = "- `case old`: `a known defect` (`contracts/sample/push.yaml:6:3`)"
        #expect(Self.markdown.contains("\n\(item)\n"), "\(Self.markdown)")
        let commands = GitHubReport().text(of: Self.result.facts)
        let command =
            "::warning file=contracts/sample/push.yaml,line=6,col=3,"
            + "title=case old%3A waived%2C but it passed%3A remove the waiver::waived: a known defect"
        #expect(commands.contains("\(command)\n"), "\(commands)")
    }

    @Test("TAP and CTRF report the outcome of a waived case")
    func others() {
        let tap = TAPReport().text(of: Self.result.facts)
        #expect(tap.contains("\nok 2 - old[a] # TODO a known defect\n"), "\(tap)")
        #expect(tap.contains("\nnot ok 4 - new[b] # TODO another one\n"), "\(tap)")
        let ctrf = CTRFReport(version: "1").document(of: Self.result.facts)
        let tests = ctrf["results"]?["tests"]?.arrayValue ?? []
        let runs = tests.map { $0["extra"]?["waivedRun"]?.stringValue }
        #expect(runs == [nil, "passed", "passed", "failed"])
    }

    @Test("JUnit has the coverage of servers and of client libraries as properties")
    func coverage() {
        let text = JUnitReport().text(of: Self.result.facts)
        let server = "2 of 2 promises checked (100 %, basis documented; 1 only in part)"
        #expect(text.contains(#"<property name="coverage" value="\#(server)"/>"#), "\(text)")
        let client = "1 of 1 client promises checked (100 %, basis documented)"
        #expect(text.contains(#"<property name="clientCoverage" value="\#(client)"/>"#), "\(text)")
    }

    @Test("The page lists promises that passed only in part, and needless waivers")
    func page() throws {
        let page = try Self.page(of: Self.result)
        #expect(page.contains("Promises with remarks"))
        for text in [
            "passed only in part: some cases did not run", "not every case ran: needs state full",
            WaiverText.needless, "fixed soon",
        ] {
            #expect(page.contains("\">\(text)</td>"), "\(text)")
        }
    }

    @Test("A page about a run without checked cases does not report that the contract passed")
    func nothingJudged() throws {
        var result = Self.result
        result.contracts[0].cases.removeFirst()
        let page = try Self.page(of: result)
        #expect(page.contains("INCONCLUSIVE: no case was checked"))
        #expect(!page.contains("PASSED"))
    }

    private static func page(of result: VerificationResult) throws -> String {
        let text = JSONReport(version: "1").text(of: result.facts)
        let document = try ReportDocument(parsing: Array(text.utf8), file: "verify.json")
        return HTMLReport(version: "1").text(of: [document])
    }
}
