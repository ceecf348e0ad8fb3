import JSON
@testable import ReportText
import Statistics
import TestSupport
import Testing

@testable import Reports

struct ComparisonSummaryTests {
    /// Five interleaved runs on each side; the p99 of the new ones differs.
    private static func comparison(_ p99: [Double], name: String = "new") -> RunComparison {
        let turns: [[Int64]] = [[0, 3, 4, 7, 8], [1, 2, 5, 6, 9]]
        let old = turns[0].enumerated().map { index, start in
            run("old-\(index).json", start, p50: 0.002, p99: 0.01 + Double(index) / 100_000)
        }
        let new = turns[1].enumerated().map { index, start in
            run("\(name)-\(index).json", start, p50: 0.002, p99: p99[index])
        }
        return RunComparison(old: old, new: new)
    }

    private static func run(
        _ name: String,
        _ start: Int64,
        p50: Double,
        p99: Double
    ) -> ComparedRun {
        ComparedRun(
            name: name,
            startedAt: start,
            conditions: [],
            figures: [.achieved: 1, .p50: p50, .p99: p99, .failed: 0, .p90: 0.005]
        )
    }

    private static let worse = comparison([0.0112, 0.0113, 0.0114, 0.0115, 0.0116])

    @Test("The text shows every figure, its interval, and the detectable shift")
    func text() {
        let summary = ComparisonSummary(Self.worse, version: "1")
        let text = summary.text(style: TextStyle(isColored: false))
        Golden.expect(text, is: "comparison.txt")
    }

    @Test("The pull-request comment begins with the verdict")
    func markdown() {
        let summary = ComparisonSummary(Self.worse, version: "1", notes: ["see <a|b> @all"])
        Golden.expect(summary.markdown, is: "comparison.md")
    }

    @Test("The report for CI servers has a test case for each figure and conforms to the schema")
    func jUnit() async throws {
        let summary = ComparisonSummary(Self.worse, version: "1")
        Golden.expect(summary.jUnit, is: "comparison.xml")
        try await Self.validate(summary.jUnit)
        let few = ComparisonSummary(
            RunComparison(
                old: [Self.run("\"<old>\"", 0, p50: 1, p99: 1)],
                new: [Self.run("b", 1, p50: 1, p99: 1)]
            ),
            version: "1"
        )
        #expect(few.jUnit.contains("skipped=\"5\""))
        try await Self.validate(few.jUnit)
    }

    @Test("GitHub gets an error for regressions, a warning for open figures, and the verdict")
    func gitHub() {
        let summary = ComparisonSummary(Self.worse, version: "1", notes: ["100 %,\nno: more"])
        let lines = summary.gitHub().split(separator: "\n").map(String.init)
        #expect(lines.count == 2)
        #expect(
            lines[0]
                == "::error title=assay compare%3A p99::p99 is worse: +13.8 %25, from 10.0 ms to 11.4 ms, "
                + "shift +11.9 %25 … +15.6 %25 (95 %25), p 0.028"
        )
        #expect(
            lines[1].hasPrefix(
                "::error title=assay compare%3A Regression%3A p99 +13.8 %25::5 old runs against "
            ),
            "\(lines[1])"
        )
        let few = ComparisonSummary(
            RunComparison(
                old: [Self.run("a", 0, p50: 1, p99: 1)],
                new: [Self.run("b", 1, p50: 1, p99: 1)]
            ),
            version: "1"
        )
        let warnings = few.gitHub().split(separator: "\n")
        #expect(warnings.count == 6)
        #expect(warnings.allSatisfy { $0.hasPrefix("::warning title=assay compare%3A ") })
    }

    private static func validate(_ text: String) async throws {
        guard XMLSchemaCheck.obstacle == nil else { return }
        let folder = try TemporaryDirectory()
        let path = try folder.write(Array(text.utf8), to: "report.xml")
        #expect(try await XMLSchemaCheck.complaints(about: path) == nil)
    }

    @Test("A percentile that now fails is a change without a number")
    func failed() throws {
        let failing = Self.comparison(Array(repeating: .infinity, count: 5))
        let summary = ComparisonSummary(failing, version: "1")
        #expect(summary.headline == "Regression: p99 to failed")
        let document = try JSONValue(parsing: summary.jsonText)
        let p99 = try #require(document["metrics"]?.arrayValue?[3])
        #expect(p99["new"] == [nil, nil, nil, nil, nil])
        #expect(p99["shift"] == JSONValue.null)
        #expect(p99["verdict"] == "regression")
    }

    @Test("A job within the usual range, and one outside")
    func history() {
        let jobs = (0..<20).map { number in
            HistoryComparison.Job(
                name: "\(number)",
                runs: [Self.run("run", 0, p50: 0.002, p99: 0.01 + Double(number) / 10_000)]
            )
        }
        func summary(_ p99: Double, _ count: Int) -> ComparisonSummary {
            ComparisonSummary(
                HistoryComparison(
                    runs: [Self.run("new.json", 0, p50: 0.002, p99: p99)],
                    against: Array(jobs.prefix(count))
                ),
                branch: "main",
                version: "1"
            )
        }
        #expect(summary(0.0105, 20).headline == "Within the usual range")
        #expect(summary(0.02, 20).headline == "Regression, indicative only: p99 +82.6 %")
        #expect(summary(0.02, 3).headline == "Too few earlier jobs for a verdict")
        #expect(summary(0.02, 0).headline == "No earlier jobs to compare with")
        let text = summary(0.02, 20).text(style: TextStyle(isColored: false))
        Golden.expect(text, is: "comparison-history.txt")
    }
}
