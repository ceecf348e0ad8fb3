import JSON
import LoadModel
import Measure
@testable import RunReports

@testable import Reports

/// One page of each kind, for visual inspection.
enum PageSamples {
    /// The names and texts of the pages.
    static var all: [(name: String, page: String)] {
        var calm = SimulatedRun()
        calm.stallPeriod = nil
        var failing = SimulatedRun()
        failing.errorEvery = 3
        let run = SimulatedRun.usual
        let runs = [("A-1", run), ("A-2", calm.result), ("B-1", run), ("B-2", failing.result)]
        let standing = RunStanding(elapsed: 9_500_000_000)
        let live = LivePage(version: "0.1.0", title: "Pushes", run: "abc").text(
            LivePage.picture(of: run, standing: standing),
            line: "9 s of 30 s · due 500/s",
            isOver: false
        )
        return [
            ("load", page([.load(run)])), ("failing", page([.load(failing.result)])),
            ("side-by-side", HTMLReportTests.page(runs)),
            ("capacity", page([.capacity(CapacitySample.record(capacity: 2_000))])),
            ("history", page([.history(ComparisonPageTests.trend)])),
            ("comparison", comparison),
            ("search", search), ("delivery", page([.load(LoadSample.undelivered)])), ("live", live),
        ] + verification
    }

    private static func page(_ contents: [ReportDocument.Content]) -> String {
        HTMLReport(version: "0.1.0").text(
            of: contents.map { ReportDocument(file: "a.json", content: $0) }
        )
    }

    private static var comparison: String {
        HTMLReport(version: "0.1.0").text(ofFile: ComparisonPageTests.summary.jsonText)
    }

    /// A search in progress.
    private static var search: String {
        let record = CapacitySample.record(capacity: 2_000, budget: 9_000_000_000)
        let picture = LivePage.picture(of: record, isOver: false)
        return LivePage(version: "0.1.0", title: "Pushes", run: "abc")
            .text(picture, line: "doubling 800/s: 2 s of 5 s · in flight 3", isOver: false)
    }

    private static var verification: [(name: String, page: String)] {
        let text = JSONReport(version: "0.1.0").text(of: SampleResult.everything.facts)
        let document = try? ReportDocument(parsing: Array(text.utf8), file: "verify.json")
        return document.map { [("verification", page([$0.content]))] } ?? []
    }
}
