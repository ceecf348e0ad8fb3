import LoadModel
import Measure
@testable import RunReports
import TestSupport
import Testing

@testable import Reports

/// The deliveries section of the page.
struct DeliveryPageTests {
    private static func view(_ result: RunResult, _ standing: RunStanding? = nil) -> RunView {
        RunView(name: "", file: "", result: result, number: 1, standing: standing)
    }

    @Test("A run with deliveries has a delivery section, one without does not")
    func section() {
        let page = HTMLReportTests.page([("result.json", LoadSample.undelivered)])
        for text in [
            "<h2 id=\"delivery-heading\">Delivery</h2>",
            "5,545 of 10,000 deliveries arrived within 5 s (55.5%); 4,445 later, 10 lost, 3 twice",
            "arrival 9 to recipient 99, due at 90.0 ms", "The sink refused 33 × TooManyRequests",
            "within 10 s", "<dt>Delivered</dt>",
        ] {
            #expect(page.contains(text), "\(text)")
        }
        let figures = HTMLReportTests.values(of: "<figure id=\"", in: page)
        let ours = figures.filter { $0.contains("delivery") }
        #expect(
            ours == [
                "run1-delivery-share", "run1-delivery-progress", "run1-delivery-pace",
                "run1-delivery-backlog",
            ]
        )
        let without = HTMLReportTests.page([("result.json", LoadSample.poor)])
        #expect(!without.lowercased().contains("deliver"))
    }

    @Test("Every chart of deliveries has a title, a description and its figures as a table")
    func accessibility() {
        let page = HTMLReportTests.page([("result.json", LoadSample.undelivered)])
        let figures = page.split(separator: "<figure ", omittingEmptySubsequences: false)
            .dropFirst().filter { $0.hasPrefix("id=\"run1-delivery") }
        #expect(figures.count == 4)
        for figure in figures {
            for part in ["role=\"img\"", "<title ", "<desc ", "<details>", "<caption>", "<h3 "] {
                #expect(figure.contains(part), "\(figure.prefix(40)) has no \(part)")
            }
        }
        let ids = HTMLReportTests.values(of: " id=\"", in: page)
        #expect(Set(ids).count == ids.count, "an identifier stands twice")
    }

    @Test("Several runs on one page keep their charts separate and share one table")
    func several() {
        let runs = [LoadSample.delivered, LoadSample.unseen, LoadSample.poor]
        let page = HTMLReportTests.page(zip(["a.json", "b.json", "c.json"], runs).map { $0 })
            .replacing(#/ data-title="[^"]*"/#, with: "")
        #expect(page.contains("<caption>Deliveries</caption>"))
        #expect(page.contains("<th scope=\"row\">a</th><td>100%</td><td>30 s</td><td>0</td>"))
        #expect(page.contains("<td>10 (not seen)</td><td>3</td>"))
        let figures = HTMLReportTests.values(of: "<figure id=\"", in: page)
        #expect(figures.contains("run1-delivery-pace"))
        #expect(figures.contains("run2-delivery-pace"))
        #expect(Set(figures).count == figures.count)
    }

    @Test(
        "The intervals of a chart add up to all deliveries, and the backlog ends with the lost ones"
    )
    func stretches() throws {
        let run = Self.view(LoadSample.undelivered)
        let delivery = try #require(run.result.delivery)
        let timeline = DeliveryTimeline(delivery.course, run.timeline)
        #expect(timeline.width == 0.1)
        #expect(timeline.stretches.count == 100)
        let last = try #require(timeline.stretches.last)
        #expect(last.sum.accepted == 10_000)
        #expect(last.sum.delivered == 9_990)
        #expect(last.backlog == 10)
    }

    @Test("A long run is drawn in few intervals without omissions")
    func longRun() {
        var course = DeliveryCourse()
        for second in 0..<3_600 as Range<Int64> {
            course.add(at: second * LoadSample.second) { $0.delivered += 2 }
        }
        let timeline = DeliveryTimeline(course, Self.view(LoadSample.delivered).timeline)
        #expect(timeline.stretches.count <= 240)
        #expect(timeline.stretches.reduce(0) { $0 + $1.slice.delivered } == 7_200)
    }

    @Test("A run too long for a best second has a best slice instead")
    func bestSlice() {
        var delivery = SampleDelivery.good
        delivery.course = DeliveryCourse()
        for second in 0..<3_600 as Range<Int64> {
            delivery.course.add(at: second * LoadSample.second) { $0.delivered += 2 }
        }
        delivery.course.add(at: 1_000 * LoadSample.second) { $0.delivered += 100 }
        // Slices are 3.2 s wide; the one from 998.4 s has three seconds and the 100.
        #expect(
            DeliveryText(delivery: delivery).pace
                == "2.03/s from the first to the last delivery; 33.1/s in the best 3.2 s, starting at "
                + "16 min 38 s"
        )
    }

    @Test("During the run, nothing is reported about its end")
    func live() {
        let standing = RunStanding(elapsed: 9_500_000_000)
        let picture = LivePage.picture(of: LoadSample.undelivered, standing: standing)
        let page = LivePage(version: "0.1.0", title: "Pushes", run: "abc").fragment(picture)
        #expect(page.contains("7 are still awaited"))
        #expect(!page.contains("when the watch ended"))
        #expect(page.contains("run1-delivery-backlog"))
    }

    @Test("A run without deliveries has its sentence and no charts")
    func nothing() {
        let sink = RunDelivery.Sink(kind: "fcm", url: "http://127.0.0.1:1")
        var delivery = RunDelivery(sink: sink, within: LoadSample.second)
        delivery.counts.expected = 5
        delivery.counts.lost = 5
        let result = LoadSample.open(LoadSample.Server(), delivery: delivery)
        let page = HTMLReportTests.page([("result.json", result)])
        #expect(page.contains("0 of 5 deliveries arrived within 1 s (0%); 5 lost, 0 twice."))
        #expect(!page.contains("run1-delivery"))
    }

    @Test("Pending deliveries do not count as unexpected")
    func pending() {
        var delivery = RunDelivery(
            sink: RunDelivery.Sink(kind: "fcm", url: "http://127.0.0.1:1"),
            within: LoadSample.second
        )
        delivery.counts.pending = 5
        let now = DeliveryText(delivery: delivery, isRunning: true)
        #expect(now.headline == "no delivery has arrived yet; 0 lost, 0 twice")
        #expect(now.others == ["5 are still awaited"])
        let end = DeliveryText(delivery: delivery)
        #expect(end.headline == "no delivery arrived before the watch ended; 0 lost, 0 twice")
        delivery.counts.pending = 0
        #expect(DeliveryText(delivery: delivery).headline.hasPrefix("no delivery was expected;"))
    }

    @Test("Text from a sink never becomes markup")
    func hostile() {
        var delivery = SampleDelivery.poor
        delivery.sink.refused = ["<script>alert(1)</script>": 1]
        delivery.mark(incomplete: "<img src=x>")
        let result = LoadSample.open(LoadSample.Server(), delivery: delivery)
        let page = HTMLReportTests.page([("result.json", result)])
        #expect(!page.contains("<script>alert"))
        #expect(!page.contains("<img"))
    }
}
