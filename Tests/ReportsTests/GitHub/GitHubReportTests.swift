import Contract
import HTTP
@testable import ReportText
import Testing

@testable import Reports

struct GitHubReportTests {
    @Test("A run with every verdict becomes errors, warnings and one notice")
    func everyVerdict() {
        Golden.expect(text(of: EveryVerdict.result), is: "every-verdict.github.txt")
    }

    @Test(
        "Commands escape characters that the runner would parse as their end",
        arguments: [
            (
                "a", "50 %\r\nb: c, d",
                "::error title=a::50 %25%0D%0Ab: c, d"
            ),
            ("x: y, z %0A\n", "", "::error title=x%3A y%2C z %250A%0A::"),
        ]
    )
    func escapes(title: String, message: String, line: String) {
        let command = WorkflowCommand(
            name: .error,
            properties: [("title", title)],
            message: message
        )
        #expect("\(command)" == line)
    }

    @Test("Every line of the report is one command, whatever a server sends")
    func lines() {
        let lines = text(of: EveryVerdict.result).unicodeLines.dropLast()
        #expect(lines.count == 4)
        #expect(
            lines.allSatisfy { line in
                ["::error ", "::warning ", "::notice "].contains { line.hasPrefix($0) }
            }
        )
    }

    @Test("Contradictions of the documents come before contradictions of recommendations")
    func order() {
        let cases = [
            failed("advice", .recommended), failed("seen", .observed), failed("doc", .documented),
            failed("doc too", .documented),
        ]
        let titles = text(of: run(cases)).unicodeLines.compactMap { line in
            line.firstRange(of: "title=").map { line[$0.upperBound...].prefix { $0 != "%" } }
        }
        #expect(titles == ["doc", "doc too", "seen", "advice", "assay verify"])
    }

    @Test(
        "The notice gives the number of errors that GitHub does not show",
        arguments: [(10, nil), (11, "1 more is"), (30, "20 more are")] as [(Int, String?)]
    )
    func limit(count: Int, rest: String?) {
        let report = text(of: run((1...count).map { failed("case \($0)", .documented) }))
        #expect(report.unicodeLines.filter { $0.hasPrefix("::error ") }.count == count)
        let notice = rest.map { "%0AGitHub shows 10 errors of a step; \($0) in its log" }
        #expect(report.contains("GitHub shows") == (notice != nil))
        #expect(notice.map(report.contains) ?? true, "\(report.unicodeLines.suffix(2))")
    }

    @Test("A flaky case is an error if flaky cases fail the run")
    func flaky() {
        let report = GitHubReport()
        let text = report.text(
            of: VerifyFacts(run([EveryVerdict.flaky]), gates: RunGates(failsOnFlaky: true))
        )
        #expect(text.hasPrefix("::error "))
        #expect(text.contains("::notice title=assay verify%3A 1 passed only on a retry::"))
    }

    @Test(
        "Paths start at the root of the repository",
        arguments: [
            ("./a/b.yaml", "a/b.yaml"), (".//a.yaml", "a.yaml"), ("../a.yaml", "../a.yaml"),
        ]
    )
    func paths(file: String, shown: String) {
        var each = EveryVerdict.flaky
        each.location = SourceLocation(file: file, line: 1, column: 2)
        #expect(text(of: run([each])).hasPrefix("::warning file=\(shown),line=1,col=2,"))
    }

    @Test(
        "In a folder of a repository, paths start at the repository's root",
        arguments: [
            ("a.yaml", "api/v1/a.yaml"), ("./a.yaml", "api/v1/a.yaml"),
            ("../a.yaml", "api/a.yaml"), ("/srv/repo/b.yaml", "b.yaml"),
            ("/srv/repository/b.yaml", "/srv/repository/b.yaml"),
            ("../../../c.yaml", "../../../c.yaml"),
        ]
    )
    func pathsInARepository(file: String, shown: String) {
        let paths = RepositoryPaths(root: "/srv/repo/", folder: "/srv/repo/api/v1")
        var each = EveryVerdict.flaky
        each.location = SourceLocation(file: file, line: 1, column: 2)
        let report = GitHubReport(paths: paths).text(of: run([each]).facts)
        #expect(report.hasPrefix("::warning file=\(shown),line=1,col=2,"))
    }

    private func text(of result: VerificationResult) -> String {
        GitHubReport().text(of: result.facts)
    }

    private func run(_ cases: [CaseResult]) -> VerificationResult {
        VerificationResult(contracts: [ContractResult(file: "a.yaml", title: "A", cases: cases)])
    }

    private func failed(_ name: String, _ basis: Basis) -> CaseResult {
        let step = StepResult(
            phase: .steps,
            label: "call",
            location: EveryVerdict.place(3),
            outcome: .failed,
            headline: "wanted 200, got 500",
            differences: [
                Difference(path: "status", expected: "200", actual: "500", basis: basis)
            ]
        )
        return CaseResult(
            file: "a.yaml",
            name: name,
            location: EveryVerdict.place(2),
            verdict: .failed,
            steps: [step]
        )
    }
}
