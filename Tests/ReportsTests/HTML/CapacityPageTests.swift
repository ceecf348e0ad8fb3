import LoadModel
import Measure
@testable import RunReports
import Testing

@testable import Reports

struct CapacityPageTests {
    private static func page(_ contents: [ReportDocument.Content]) -> String {
        HTMLReport(version: "0.1.0").text(
            of: contents.enumerated().map { index, content in
                ReportDocument(file: "part\(index + 1).json", content: content)
            }
        )
    }

    private static func page(_ record: CapacityRecord) -> String { page([.capacity(record)]) }

    @Test(
        "The verdict comes first, then the knee, the steps, the machine and the command to repeat"
    )
    func order() throws {
        let page = Self.page(CapacitySample.record(capacity: 2_000))
        #expect(page.contains("<title>Push to everybody</title>"))
        #expect(
            HTMLReportTests.values(of: "<section id=\"", in: page) == [
                "summary", "knee", "steps", "environment", "repeat",
            ]
        )
        #expect(
            HTMLReportTests.values(of: "<figure id=\"", in: page) == [
                "capacity1-knee-all", "capacity1-knee-near",
            ]
        )
        for text in [
            "Carries 2,000/s", "Held for 60 s; at 2,030/s latency p99 &lt; 100 ms failed.",
            "<dd class=\"value\">2,030/s</dd>", "17. hold", "doubling, attempt 2",
            "p50 2.00\u{A0}ms",
            "assay capacity push.yaml --target api=http://127.0.0.1:8080 --seed 42 --output "
                + "capacity.json", "class=\"limit\"", "class=\"failed-zone\"",
        ] {
            #expect(page.contains(text), "\(text)")
        }
    }

    @Test("The throughput of an overloaded service is shown next to both ends, and in its steps")
    func overloaded() {
        let page = Self.page(CapacitySample.record(capacity: 2_000, budget: 30_000_000_000))
        for text in [
            "Between 1,940/s and 2,060/s", "No further step fits into the budget of 30 s; ",
            "1,940/s held for 5 s", "<dt>Responses when overloaded</dt>", "1,970/s to 2,030/s",
            "failed; responses meanwhile: 2,000/s", "a longer --budget narrows",
        ] {
            #expect(page.contains(text), "\(text)")
        }
        // The throughput under overload is unknown for a service that was never overloaded.
        let calm = Self.page(CapacitySample.record(capacity: 2_000, budget: 9_000_000_000))
        #expect(calm.contains("unknown"))
    }

    @Test("Marks and words distinguish passed from failed steps, without colours")
    func marks() throws {
        let page = Self.page(CapacitySample.record(capacity: 2_000))
        let chart = try #require(page.split(separator: "<figure ").dropFirst().first)
        // 100, 200, 400, 800, 1,600, 1,940 and 2,000 passed; 2,030, 2,060 and 3,200 failed; the legend shows each kind
        // as well.
        #expect(chart.split(separator: "class=\"dot passed\"").count - 1 == 7 + 1)
        #expect(chart.split(separator: "class=\"dot failed\"").count - 1 == 3 + 1)
        #expect(chart.contains("2,030/s 843 ms, failed"))
        #expect(chart.contains("<th scope=\"row\">2,030/s</th>"))
    }

    @Test("If the thresholds name the median, it is shown once")
    func median() {
        let page = Self.page(CapacitySample.record(capacity: 2_000, quantile: .p50))
        #expect(page.contains("Latency p50 at that rate"))
        #expect(!page.contains(">p50</th><th scope=\"col\">p50</th>"))
        #expect(!page.contains("p50 2.00"))
    }

    @Test(
        "A search that ended for another reason reports the reason",
        arguments: [
            (
                0.97, "At least 1,000/s",
                "Limited by the generator, which could not keep up; 1,000/s held for 60 s."
            ),
            (0.3, "Carries 1,000/s", "latency p99 &lt; 100 ms failed."),
        ]
    )
    func limited(busyShare: Double, headline: String, detail: String) {
        let page = Self.page(CapacitySample.record(capacity: 1_000, busyShare: busyShare))
        #expect(page.contains(headline))
        #expect(page.contains(detail))
    }

    @Test("A search without a passed rate or without any step has a page too")
    func empty() {
        let nothing = Self.page(CapacitySample.record(capacity: 0))
        #expect(nothing.contains("Carries less than "))
        #expect(nothing.contains("No rate passed"))
        let untried = Self.page(CapacitySample.record(capacity: 2_000, budget: 1))
        #expect(untried.contains("Nothing known"))
        #expect(!untried.contains("<figure"))
        for page in [nothing, untried] { #expect(!page.contains("nan")) }
    }

    @Test("Runs and searches share a page: each has its own section, no identifier occurs twice")
    func mixed() {
        let run = SimulatedRun.usual
        let record = CapacitySample.record(capacity: 2_000)
        for contents in [
            [.load(run), .capacity(record)], [.capacity(record), .capacity(record)],
            [.load(run), .load(run), .capacity(record), .capacity(record)],
        ] as [[ReportDocument.Content]] {
            let page = Self.page(contents)
            let ids = HTMLReportTests.values(of: " id=\"", in: page)
            #expect(Set(ids).count == ids.count)
            let links = HTMLReportTests.values(of: " href=\"#", in: page)
            #expect(Set(links).subtracting(ids) == [])
            #expect(links.contains("capacity1"))
        }
        let page = Self.page([.load(run), .capacity(record)])
        #expect(page.contains("<title>1 load run and 1 search</title>"))
        #expect(page.contains("<h2 id=\"run1-heading\">Load run</h2>"))
        #expect(page.contains("<h2 id=\"capacity1-heading\">Capacity</h2>"))
    }

    @Test("For CI servers a search is a case with its outcome, plus its steps")
    func forms() throws {
        let record = CapacitySample.record(capacity: 2_000)
        func text(_ name: String, _ record: CapacityRecord) throws -> String {
            let form = try #require(ReportFormats.capacity.first { $0.name == name })
            return form.text(of: record, ReportLayout(version: "1"))
        }
        let found = try text("junit", record)
        #expect(found.contains("failures=\"0\" errors=\"0\""))
        #expect(found.contains("<property name=\"rate\" value=\"2,000/s\"/>"))
        #expect(found.contains("name=\"step 1: 100/s passes\""))
        #expect(found.contains("<skipped"))
        let open = CapacitySample.record(capacity: 2_000, budget: 30_000_000_000)
        #expect(try text("junit", open).contains("BETWEEN 1,940/s AND 2,060/s: no further step"))
        let markdown = try text("markdown", record)
        #expect(markdown.hasPrefix("## ✅ assay capacity: Push to everybody\n\n**CARRIES 2,000/s: "))
        #expect(markdown.contains("| hold | 2,000/s | 2,000/s | 4.10 ms | passed |"))
        let page = try text("html", record)
        #expect(page.contains("<title>Push to everybody</title>"))
    }

    @Test("Text from a file or a server never becomes markup")
    func hostile() throws {
        let attack = "</title><script>alert(1)</script>"
        var search = CapacitySearch(CapacitySettings(startRate: 100, connections: 4))
        let step = try #require(search.next)
        search.take(StepMeasurement(noConnection: attack, elapsed: step.arrivalTime))
        search.end(.interrupted)
        let page = Self.page(CapacitySample.record(search.result, options: ["--var", attack]))
        #expect(!page.contains("<script>alert"))
    }
}
