import Contract
import JSON
import Measure
@testable import RunReports
import Testing

@testable import Reports

struct ReportDocumentTests {
    private func refusal(_ text: String) -> String? {
        do throws(RunResultError) {
            _ = try ReportDocument(parsing: Array(text.utf8), file: "a.json")
            return nil
        } catch {
            return error.description
        }
    }

    private static let kinds =
        "a result of assay load or assay capacity, a report of assay verify, assay coverage or assay "
        + "compare, or a history"

    @Test(
        "An invalid result is rejected with the file and the reason",
        arguments: [
            ("", "a.json: expected \(kinds), got an empty file"),
            ("[]", "a.json: expected \(kinds), got JSON of kind array"),
            (
                "{\"root_group\":{}}",
                "a.json: expected \(kinds), got an object without \"assayResult\" (\"root_group\")"
            ),
            (
                "{\"assayVerification\":1}",
                "a.json: contracts: expected a value, got nothing"
            ),
            (
                "{\"assayCoverage\":2}",
                "a.json: expected version 1 of the format, got version 2; read it with the assay that "
                    + "wrote it"
            ),
            (
                "{\"assayCapacity\":3}",
                "a.json: expected version 1 of the format, got version 3; read it with the assay that "
                    + "wrote it"
            ),
            ("{\"assayCapacity\":1}", "a.json: tool: expected a value, got nothing"),
            (
                "{\"assayVerification\":\"x\"}",
                "a.json: expected a report of assay verify, got an assayVerification that is not a version"
            ),
        ]
    )
    func refused(text: String, message: String) {
        #expect(refusal(text) == message)
    }

    @Test("A load result is read from its file")
    func load() throws {
        let result = SimulatedRun.usual
        let document = try ReportDocument(parsing: Array(result.fileText.utf8), file: "a.json")
        guard case .load(let read) = document.content else {
            Issue.record("not a load result")
            return
        }
        #expect(read == result)
    }

    @Test("A search is read from its file")
    func capacity() throws {
        let record = CapacitySample.record(capacity: 2_000)
        let document = try ReportDocument(parsing: Array(record.fileText.utf8), file: "a.json")
        guard case .capacity(let read) = document.content else {
            Issue.record("not a search")
            return
        }
        #expect(read == record)
    }

    @Test("A verification shows every promise with its sign, and every failure")
    func verification() throws {
        let text = JSONReport(version: "0.1.0").text(of: SampleResult.everything.facts)
        let document = try ReportDocument(parsing: Array(text.utf8), file: "verify.json")
        guard case .promises(let grid) = document.content else {
            Issue.record("not a verification")
            return
        }
        #expect(grid.tables.flatMap(\.cells).count == SampleResult.everything.promises.count)
        #expect(!grid.failures.isEmpty)
        let page = HTMLReport(version: "0.1.0").text(of: [document])
        #expect(page.contains("<title>Sample push 1.2</title>"))
        #expect(page.contains("FAILED: the contract"))
        #expect(page.contains("aria-label=\"failed\""))
        #expect(page.contains("http://api.test · 2026-01-31 00:00 UTC · seed 42"))
    }

    @Test("Failures come before all promises, with their exchange and the contract's line")
    func failures() throws {
        var result = SampleResult.everything
        let broken = try #require(result.contracts[1].promises.firstIndex { $0.status == .failed })
        let failed = try #require(result.contracts[0].cases.first { $0.verdict == .failed })
        result.contracts[1].promises[broken].cases = [failed.name]
        let facts = VerifyFacts(result) { "line \($0.line) of \($0.file)" }
        let text = JSONReport(version: "0.1.0").text(of: facts)
        let document = try ReportDocument(parsing: Array(text.utf8), file: "verify.json")
        let page = HTMLReport(version: "0.1.0").text(of: [document])
        let headings = HTMLReportTests.values(of: "<section id=\"", in: page)
        #expect(headings.prefix(3) == ["summary", "failures", "service1"])
        for heading in headings { #expect(page.contains("<a href=\"#\(heading)\">")) }
        let failures = HTMLReportTests.values(of: "<article class=\"failure\" id=\"", in: page)
        #expect(failures.first == "case1")
        #expect(page.contains("<summary>Request and response</summary><pre>curl"))
        #expect(page.contains(": line 41 of contracts/sample/push.yaml"), "\(page)")
        // A tap on the chip of a promise shows its summary, and a link to the case that failed.
        #expect(page.contains(" <a href=\"#case1\">See the case</a></p></details></li>"))
    }

    @Test("A page about several contracts is titled after their common part")
    func title() throws {
        let result = SampleResult.everything
        func title(_ files: [(file: String, title: String, version: String)]) throws -> String {
            var result = result
            result.contracts = files.map { entry in
                var contract = result.contracts[0]
                contract.file = entry.file
                contract.title = entry.title
                contract.version = entry.version
                contract.promises = SampleResult.promises
                return contract
            }
            let text = JSONReport(version: "0.1.0").text(of: result.facts)
            return try PromiseGrid(JSONValue(parsing: text), file: "verify.json").title
        }
        let push = (file: "c/push/a.yaml", title: "Push sends", version: "2")
        let tags = (file: "c/push/b.yaml", title: "Push tags", version: "2")
        let other = (file: "c/mail/a.yaml", title: "Mail", version: "2")
        #expect(try title([push]) == "Push sends 2")
        #expect(try title([push, tags]) == "Push 2")
        #expect(try title([push, tags, other]) == "Contracts of push, mail")
    }

    @Test("A coverage plan shows uncovered promises")
    func coverage() throws {
        let text = """
            {"assayCoverage":1,"services":[{"name":"Push","calls":[{"id":"createPush","promises":[
            {"id":"createPush","kind":"success","standing":"covered"},
            {"id":"createPush/both","kind":"error","standing":"notCovered","summary":"both times"}
            ]}],"errors":[{"code":"E1","id":"errors/E1","kind":"catalogue","standing":"waived",
            "reason":"not now"}]}]}
            """
        let document = try ReportDocument(parsing: Array(text.utf8), file: "coverage.json")
        let page = HTMLReport(version: "0.1.0").text(of: [document])
        #expect(page.contains("3 promises: 1 covered, 1 not covered, 1 waived."))
        #expect(page.contains("<li class=\"never\" title=\"not covered: both times\">"))
        #expect(page.contains("waived: not now"))
    }
}
