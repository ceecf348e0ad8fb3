import Contract
import JSON
import Testing

@testable import Reports

struct CoverageMatrixReportTests {
    private let judged = SampleMatrix.judged

    @Test("The text shows the figures and codes of every call, and the status of each code")
    func text() {
        Golden.expect(CoverageMatrixText().text(of: SampleMatrix.matrix), is: "coverage.txt")
    }

    @Test("With verbose, every promise of a call is listed with its case")
    func verbose() {
        Golden.expect(
            CoverageMatrixText(isVerbose: true).text(of: SampleMatrix.matrix),
            is: "coverage-verbose.txt"
        )
    }

    @Test("With the results of a run the text shows the outcome of each promise")
    func results() {
        Golden.expect(CoverageMatrixText().text(of: judged), is: "coverage-judged.txt")
    }

    @Test("No line exceeds a hundred columns, unless a single word does")
    func width() {
        for isVerbose in [false, true] {
            for matrix in [SampleMatrix.matrix, judged] {
                let text = CoverageMatrixText(isVerbose: isVerbose).text(of: matrix)
                #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
            }
        }
    }

    @Test("The tables keep their cells, whatever the names contain")
    func markdown() {
        let text = CoverageMatrixMarkdown().text(of: SampleMatrix.matrix)
        Golden.expect(text, is: "coverage.md")
        let bars = text.split(separator: "\n").filter { $0.hasPrefix("|") }.map { line in
            line.replacing("\\|", with: "").count { $0 == "|" }
        }
        // The tables of services, calls and errors.
        #expect(Set(bars) == [10, 9, 4])
        Golden.expect(CoverageMatrixMarkdown().text(of: judged), is: "coverage-judged.md")
    }

    @Test("The JSON has every promise with its cases, and figures for each call")
    func json() throws {
        let document = CoverageMatrixJSON(version: "1.2.3").document(of: judged)
        #expect(document["assayCoverage"] == 1)
        #expect(document["tool"] == ["name": "assay", "version": "1.2.3"])
        let service = try #require(document["services"]?.arrayValue?.first)
        #expect(service["name"] == "Sample|push")
        #expect(service["cases"] == 9)
        #expect(
            service["clientSummary"] == [
                "promises": 4, "covered": 3, "waived": 0, "untestable": 0, "local": 1,
                "notCovered": 0,
                "results": [
                    "passed": 3, "failed": 0, "differs": 0, "inconclusive": 0, "notCovered": 0,
                    "waived": 0, "untestable": 0, "local": 1,
                ],
            ]
        )
        let send = try #require(service["calls"]?.arrayValue?.first)
        #expect(
            send["promises"]?.arrayValue?[1] == [
                "id": "send/both", "kind": "error", "error": "E1", "basis": "documented",
                "location": ["file": "contracts/sample/tables.yaml", "line": 5, "column": 3],
                "standing": "covered", "result": "failed", "cases": ["either-or[both]"],
            ]
        )
        #expect(
            send["errors"] == [
                [
                    "code": "E1", "promises": ["send/both", "send/neither", "send/odd"],
                    "standing": "covered",
                ],
                ["code": "E2", "promises": ["send/E2"], "standing": "waived"],
            ]
        )
        let code = try #require(service["clientErrors"]?.arrayValue?.first)
        #expect(code["code"] == "Busy")
        #expect(code["number"] == "SampleErrors 7")
        #expect(code["calls"] == ["save"])
        #expect(code["standing"] == "covered")
    }
}
