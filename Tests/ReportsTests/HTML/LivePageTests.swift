import LoadModel
import Measure
@testable import RunReports
import Testing

@testable import Reports

struct LivePageTests {
    private static let second = SimulatedRun.second
    private static let page = LivePage(version: "0.1.0", title: "Pushes", run: "abc")

    /// The simulated run as it was in its 10th second.
    private static func view(_ standing: RunStanding?) -> RunView {
        RunView(name: "", file: "", result: interrupted, number: 1, standing: standing)
    }

    private static let interrupted: RunResult = {
        var run = SimulatedRun()
        run.cut = .interrupted
        return run.result
    }()

    @Test("During the run the verdict reflects the thresholds so far, and nothing has ended")
    func verdict() {
        let standing = RunStanding(elapsed: 9_500_000_000)
        let text = Self.page.fragment(LivePage.picture(of: Self.interrupted, standing: standing))
        #expect(text.contains("Running: 1 of 3 thresholds failed so far"))
        #expect(text.contains(">now</text>"))
        #expect(!text.lowercased().contains("interrupted"))
        let end = Self.page.fragment(LivePage.picture(of: Self.interrupted))
        #expect(end.contains("</span>INTERRUPTED after 30 s: arrivals due until then"))
        #expect(end.contains("INTERRUPTED after 30 s"))
    }

    @Test(
        "Thresholds that are not yet decidable are neither passed nor failed",
        arguments: [
            (0, "Running"), (1, "Running: 1 of 1 thresholds inconclusive so far"),
        ]
    )
    func inconclusive(count: Int, verdict: String) {
        var run = SimulatedRun()
        // Too few arrivals for such a high percentile.
        run.stages = [LoadShape.Stage(rate: 20, duration: Self.second)]
        let threshold = Threshold(.latencyPercentile(.p999), .lt, Fraction(1_000_000_000))
        run.thresholds = count == 0 ? [] : [threshold]
        let view = RunView(
            name: "",
            file: "",
            result: run.result,
            number: 1,
            standing: RunStanding(elapsed: Self.second)
        )
        #expect(view.verdict == PageVerdict(.neutral, verdict))
    }

    @Test("Charts end with the last complete slice, and their axis with the run")
    func slices() {
        let timeline = Self.view(RunStanding(elapsed: 9_500_000_000)).timeline
        #expect(timeline.moments.map(\.start) == (-2..<9).map(Double.init))
        #expect(timeline.domain == -2...30)
    }

    @Test("Due arrivals without a response count, with their minimum age")
    func pending() throws {
        let recorded = Self.view(nil).timeline.moments[7].slice.dueCount
        let standing = RunStanding(
            elapsed: 45 * Self.second,
            dueBySlice: [5: recorded + 300, 6: 1, 40: 700]
        )
        let timeline = Self.view(standing).timeline
        #expect(timeline.moments.last?.start == 44)
        let old = try #require(timeline.moments.first { $0.start == 5 })
        #expect(old.dueCount == recorded + 300)
        #expect(old.latencySoFar.good.greatest == 39 * Self.second)
        #expect(timeline.moments.first { $0.start == 6 }?.pendingCount == 0)
        let hung = try #require(timeline.moments.first { $0.start == 40 })
        #expect(hung.latency.count == 0)
        #expect(hung.latencySoFar.reading(at: .p50) == .value(4 * Self.second))
        #expect(timeline.stalls.contains { $0.contains(40.5) })
    }

    @Test("The tab shows the verdict, and only parts that change every second are redrawn")
    func running() {
        let picture = LivePage.picture(
            of: SimulatedRun.usual,
            standing: RunStanding(elapsed: 12 * Self.second)
        )
        let text = Self.page.text(picture, line: "12 s of 30 s", isOver: false)
        #expect(
            text.contains("<title>✗ Running: 1 of 3 thresholds failed so far · Pushes</title>")
        )
        #expect(
            HTMLReportTests.values(of: "<figure id=\"", in: text) == [
                "run1-latency", "run1-throughput", "run1-outcomes", "run1-failures",
            ]
        )
        let end = Self.page.text(LivePage.picture(of: SimulatedRun.usual), line: "", isOver: true)
        #expect(end.contains("<title>✗ FAILED: 1 of 3 thresholds · Pushes</title>"))
        #expect(HTMLReportTests.values(of: "<figure id=\"", in: end).count == 8)
    }

    @Test("An ongoing search shows the current bounds of the result")
    func search() {
        let record = CapacitySample.record(capacity: 2_000, budget: 30_000_000_000)
        let text = Self.page.text(
            LivePage.picture(of: record, isOver: false),
            line: "",
            isOver: false
        )
        #expect(text.contains("Searching: between 1,940/s and 2,060/s so far"))
        #expect(!text.contains("No further step fits into the budget of 30 s"))
        #expect(text.contains("<figure id=\"capacity1-knee-all\""))
    }

    @Test("Only the verdict is announced to screen readers, and a browser without scripts reloads")
    func accessibility() {
        let picture = LivePage.picture(
            of: SimulatedRun.usual,
            standing: RunStanding(elapsed: 12 * Self.second)
        )
        let text = Self.page.text(picture, line: "12 s of 30 s", isOver: false)
        #expect(HTMLReportTests.values(of: "aria-live=\"", in: text) == ["polite"])
        #expect(text.contains("<p id=\"now\">12 s of 30 s</p>"))
        #expect(text.contains("<noscript><meta http-equiv=\"refresh\" content=\"5\"/></noscript>"))
        #expect(text.contains("; connect-src 'self'\""))
        let ids = HTMLReportTests.values(of: " id=\"", in: text)
        #expect(Set(ids).count == ids.count, "an identifier stands twice")
        #expect(!Self.page.text(picture, line: "", isOver: true).contains("http-equiv=\"refresh\""))
        #expect(Self.page.text(nil, line: "Wait.", isOver: false).contains("<h1>Pushes</h1>"))
    }
}
