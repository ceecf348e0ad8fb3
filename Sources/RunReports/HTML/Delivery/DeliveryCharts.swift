import Base
import LoadModel
import Measure

/// The charts of the deliveries of a run.
struct DeliveryCharts {
    private let run: RunView
    private let delivery: RunDelivery
    private let timeline: DeliveryTimeline

    init(run: RunView, delivery: RunDelivery) {
        (self.run, self.delivery) = (run, delivery)
        timeline = DeliveryTimeline(delivery.course, run.timeline)
    }

    /// In the order of the page.
    var list: [Chart] { [share, progress, pace, backlog] }

    private var text: DeliveryText { DeliveryText(delivery: delivery) }

    private func chart(_ name: String, _ title: String, y: ChartMeasure) -> Chart {
        var chart = Chart(
            id: "\(run.prefix)-delivery-\(name)",
            title: title,
            x: timeline.side,
            y: y
        )
        chart.places = timeline.places
        chart.backdrop = run.backdrop
        return chart
    }

    // MARK: - Over time

    /// The share of deliveries that were accepted, and that had arrived, over the run.
    private var progress: Chart {
        // All expected deliveries, and those that may still arrive.
        let all = max(delivery.counts.expected + delivery.counts.pending, 1)
        func text(_ count: UInt64) -> String { LoadNumber.percent(min(count, all), of: all) }
        func column(
            _ name: String,
            _ style: ChartStyle,
            _ count: (DeliveryCourse.Slice) -> UInt64
        ) -> Chart.Column {
            let counts = timeline.stretches.map { count($0.sum) }
            let shares = counts.map { min(Double($0) / Double(all), 1) }
            return .init(name, counts.map(text), .sum(style, shares))
        }
        var chart = chart(
            "progress",
            "Share accepted and delivered since the run began",
            y: .shares("share of the expected deliveries")
        )
        chart.description =
            timeline.stretches.last.map { "At the end \(text($0.sum.delivered)) were delivered." }
            ?? "Nothing was accepted."
        chart.notes = [
            "The horizontal distance of the lines is the time from acceptance to delivery, the vertical "
                + "distance the backlog."
        ]
        chart.columns = [
            column("accepted", 0, \.accepted), column("delivered", 1, \.delivered),
        ]
        return chart
    }

    /// Deliveries accepted, attempted and made per second.
    private var pace: Chart {
        func column(
            _ name: String,
            _ style: ChartStyle,
            _ count: (DeliveryCourse.Slice) -> UInt64
        ) -> Chart.Column {
            let rates = timeline.stretches.map { Double(count($0.slice)) / timeline.width }
            return .init(name, rates.map(LoadNumber.short), .level(style, rates))
        }
        var chart = chart(
            "pace",
            "Accepted, attempted and delivered",
            y: .numbers("deliveries a second")
        )
        chart.height = 200
        chart.description =
            text.pace.isEmpty ? "There were fewer than two deliveries." : "\(text.pace)."
        chart.notes = [
            "Accepted: the recipients of messages by the moment in which the service accepted them. "
                + "Attempted: every request that reached the sink. Delivered: those that it accepted for "
                + "the first time."
        ]
        chart.columns = [
            column("accepted/s", 0, \.accepted), column("attempted/s", 2, \.attempted),
            column("delivered/s", 1, \.delivered),
        ]
        return chart
    }

    /// Deliveries that were accepted but not made yet.
    private var backlog: Chart {
        let (stretches, all) = (timeline.stretches, delivery.counts.expected)
        let sizes = stretches.map { stretch in
            (stretch.backlog < 0 ? "−" : "") + Count.grouped(stretch.backlog.magnitude)
        }
        var chart = chart(
            "backlog",
            "Backlog of deliveries",
            y: .numbers("accepted and not delivered yet")
        )
        chart.height = 160
        chart.description =
            text.backlog.isEmpty ? "There was none." : "\(text.backlog)."
        chart.notes = [
            "A falling line means that the service catches up. Deliveries that are \(text.missingWord) stay in "
                + "it to the end; it is below zero where deliveries come before the response of the service."
        ]
        chart.columns = [
            .init("accepted so far", stretches.map { Count.grouped($0.sum.accepted) }),
            .init("delivered so far", stretches.map { Count.grouped($0.sum.delivered) }),
            .init(
                "of all",
                stretches.map { LoadNumber.percent(min($0.sum.delivered, all), of: all) }
            ),
            .init("backlog", sizes, .sum(3, stretches.map { Double($0.backlog) })),
        ]
        return chart
    }

    // MARK: - By the time since the message was due

    /// The share of deliveries that had arrived by a time after their message was due.
    private var share: Chart {
        let good = delivery.ranked.good
        let times = delivery.deadlines.map(\.within) + [good.smallest, good.greatest]
        var chart = Chart(
            id: "\(run.prefix)-delivery-share",
            title: "Share delivered by the time since the message was due",
            // The finest resolution of the totals.
            x: .durations(
                for: times.map { Double(max($0, 1_000)) },
                title: "since the message was due"
            ),
            y: .shares("share of the expected deliveries")
        )
        chart.height = 220
        chart.description = "\(text.headline)."
        chart.notes = [note]
        chart.backdrop.marks = delivery.deadlines.map { deadline in
            TimeBackdrop.Mark(
                moment: Double(deadline.within),
                label: NanosecondText.exact(deadline.within)
            )
        }
        let series = ChartSeries(style: 1, points: points)
        chart.columns = [.init("delivered", [], .line(series))]
        chart.table = DataTable(
            caption: chart.title,
            titles: ["share", "within"],
            rows: Self.shares.map { share in
                let time = time(of: share)
                let text = time.map { NanosecondText.short($0) } ?? "never"
                return DataTable.Row(
                    LoadNumber.percent(share),
                    [text],
                    position: time.map { chart.axes.x.position(of: Double($0)) }
                )
            }
        )
        return chart
    }

    private var note: String {
        let counts = delivery.counts
        let end =
            counts.missing > 0
            ? " The line does not reach 100 %: \(Count.grouped(counts.missing)) were \(text.missingWord)."
            : ""
        let open =
            counts.pending > 0
            ? " \(Count.grouped(counts.pending)) are left out, as their time is not over." : ""
        return
            "Dashed: the deadline of the profile, and those of "
            + "thresholds.\(end)\(open)"
    }

    /// The approximate number of points; each is the end of a histogram counter.
    private static let pointCount = 400

    private var points: [SVG.Point?] {
        let good = delivery.ranked.good
        let all = Double(max(delivery.ranked.count, 1))
        var points: [SVG.Point?] = [SVG.Point(Double(max(good.smallest, 1)), 0)]
        var (sum, drawn) = (UInt64(0), UInt64(0))
        let step = max(good.count / UInt64(Self.pointCount), 1)
        for index in good.usedIndices where good.counters[index] > 0 {
            sum += good.counters[index]
            guard sum - drawn >= step || sum == good.count else { continue }
            let time = min(good.layout.highestValue(at: index), good.greatest)
            points.append(SVG.Point(Double(max(time, 1)), Double(sum) / all))
            drawn = sum
        }
        return points
    }

    /// Shares that readers look for.
    private static let shares: [Fraction] = [
        Fraction(1, of: 100), Fraction(10, of: 100), Fraction(25, of: 100), Fraction(50, of: 100),
        Fraction(75, of: 100), Fraction(90, of: 100), Fraction(95, of: 100), Fraction(99, of: 100),
        Fraction(999, of: 1000), Fraction(1),
    ]

    /// The time since the message was due at which this share had arrived; `nil` for never.
    private func time(of share: Fraction) -> Int64? {
        let ranked = delivery.ranked
        let count = UInt128(ranked.count) * UInt128(share.numerator)
        let divisor = UInt128(share.denominator)
        let rank = UInt64((count + divisor - 1) / divisor)
        return ranked.good.value(atRank: max(rank, 1)).map { min($0, ranked.good.greatest) }
    }
}
