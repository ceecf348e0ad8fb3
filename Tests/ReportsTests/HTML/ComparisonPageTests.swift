import Measure
@testable import RunReports
import Statistics
import Testing

@testable import Reports

/// Pages of comparisons and histories.
struct ComparisonPageTests {
    /// Five interleaved runs on each side, of which the new ones are slower; one of them failed.
    static let summary: ComparisonSummary = {
        func run(_ name: String, _ start: Int64, _ p50: Double, _ p99: Double) -> ComparedRun {
            ComparedRun(
                name: name,
                startedAt: start,
                conditions: [],
                figures: [.achieved: 1, .p50: p50, .p99: p99, .failed: 0.001]
            )
        }
        let old = [0, 3, 4, 7, 8].enumerated().map { index, start in
            run("old-\(index)", start, 0.002 + Double(index) / 1e6, 0.01)
        }
        let new = [1, 2, 5, 6, 9].enumerated().map { index, start in
            run("new-\(index)", start, 0.003 + Double(index) / 1e6, index == 0 ? .infinity : 0.012)
        }
        return ComparisonSummary(
            RunComparison(old: old, new: new),
            version: "1",
            facts: [.init("profile", "Pushes"), .init("machine", "EPYC, 2 cores")],
            targets: (["http://old:1"], ["http://new:2"])
        )
    }()

    /// A level that rises at the fourth of six jobs.
    static let trend = TrendRecord(
        series: [
            TrendRecord.Series(
                group: "Pushes, branch main",
                figure: "p50",
                unit: "seconds",
                points: [0.002, 0.0021, 0.002, 0.003, 0.0031, 0.003].enumerated().map {
                    index,
                    value in
                    TrendRecord.Series.Point(
                        value: value,
                        name: "abc000\(index)",
                        moment: "2026-11-2\(index) 05:00"
                    )
                },
                failedCount: 1,
                changes: [
                    TrendRecord.Series.Change(
                        index: 3,
                        kind: .worse,
                        old: 0.002,
                        new: 0.003,
                        sentence: "worse +50 % (2.00 ms → 3.00 ms) since abc0003"
                    )
                ]
            )
        ],
        titles: ["result", "command", "figures"],
        results: [["2", "load", "Pushes: p50 3.00 ms"], ["1", "verify", "Push <1>: held 12"]]
    )

    static func page(_ content: ReportDocument.Content) -> String {
        HTMLReport(version: "1").text(of: [ReportDocument(file: "runs.db", content: content)])
    }

    @Test("A comparison has its verdict, the table of its text report, and every run of both sides")
    func comparison() throws {
        let document = try ReportDocument(
            parsing: Array(Self.summary.jsonText.utf8),
            file: "c.json"
        )
        let page = HTMLReport(version: "1").text(of: [document])
        #expect(page.contains("<title>Old and new compared: Pushes</title>"))
        #expect(page.contains("</span>\(Self.summary.headline)</strong>"))
        #expect(
            HTMLReportTests.values(of: "<section id=\"", in: page) == ["verdict", "runs"]
        )
        for (name, text) in [
            ("profile", "Pushes"), ("machine", "EPYC, 2 cores"),
            ("old", "http://old:1"),
            ("new", "http://new:2"), ("measured", "1970-01-01 00:00 UTC"),
        ] {
            #expect(page.contains("<th scope=\"row\">\(name)</th><td>\(text)</td>"), "\(name)")
            #expect(Self.summary.markdown.contains("- \(name): "))
        }
        let plain = page.replacing(#/ data-title="[^"]*"/#, with: "")
        for row in Self.summary.rows {
            let cells = row.cells.dropLast().map { "<td>\($0.replacing("<", with: "&lt;"))</td>" }
            let line = "<th scope=\"row\">\(row.name)</th>" + cells.joined()
            #expect(plain.contains(line), "\(line)")
        }
        let figures = page.split(separator: "<figure ").dropFirst()
        #expect(figures.count == 4)
        let p50 = try #require(figures.first { $0.contains(">p50</h3>") })
        // One in the legend and one for each run.
        #expect(p50.split(separator: "class=\"dot f0\"").count - 1 == 6)
        #expect(p50.split(separator: "class=\"dot f1\"").count - 1 == 6)
        #expect(p50.contains("Medians: old 2 ms, new 3 ms."))
        #expect(p50.contains("p50, ms</text>"))
        let p99 = try #require(figures.first { $0.contains(">p99</h3>") })
        #expect(p99.contains("It failed in 1 of 5 of new."))
        #expect(p99.contains("<td>failed</td>"))
    }

    @Test("The html report form produces the same page as the report of the file")
    func form() throws {
        let form = try #require(ReportFormats.comparison.first { $0.name == "html" })
        let page = form.text(of: Self.summary, ReportLayout(version: "1"))
        let document = try ReportDocument(
            parsing: Array(Self.summary.jsonText.utf8),
            file: "result"
        )
        #expect(page == HTMLReport(version: "1").text(of: [document]))
    }

    @Test("A comparison without its report text is rejected with the missing member")
    func old() {
        let text = "{\"assayComparison\":1,\"kind\":\"load\"}"
        do throws(RunResultError) {
            _ = try ReportDocument(parsing: Array(text.utf8), file: "c.json")
            Issue.record("it is taken")
        } catch {
            #expect(error.description == "c.json: report: expected a value, got nothing")
        }
    }

    @Test("A history has its changes first, then each figure with its levels, then the stored runs")
    func history() throws {
        let page = Self.page(.history(Self.trend))
        #expect(page.contains("<title>History runs.db</title>"))
        #expect(
            HTMLReportTests.values(of: "<section id=\"", in: page)
                == ["summary", "group1", "results"]
        )
        for text in [
            "1 figure got worse", "Pushes, branch main, p50: worse +50 % (2.00 ms → 3.00 ms)",
            "6 jobs, 2 ms … 3.1 ms, the latest 3 ms. It failed in 1 job.", "class=\"dot failed\"",
            ">level</li>", "<td data-title=\"figures\">Push &lt;1&gt;: held 12</td>",
        ] {
            #expect(page.contains(text), "\(text)")
        }
        let empty = TrendRecord(series: [], titles: ["result"], results: [])
        #expect(
            Self.page(.history(empty)).contains("There are no runs under load in this history.")
        )
    }

    @Test("Comparisons and histories share a page with runs: no identifier occurs twice")
    func mixed() throws {
        let text = Array(Self.summary.jsonText.utf8)
        let comparison = try ReportDocument(parsing: text, file: "a.json")
        let documents = [
            comparison, comparison, ReportDocument(file: "h", content: .history(Self.trend)),
            ReportDocument(file: "r.json", content: .load(SimulatedRun.usual)),
        ]
        let page = HTMLReport(version: "1").text(of: documents)
        let ids = HTMLReportTests.values(of: " id=\"", in: page)
        #expect(Set(ids).count == ids.count)
        let links = HTMLReportTests.values(of: " href=\"#", in: page)
        #expect(Set(links).subtracting(ids) == [])
    }
}
