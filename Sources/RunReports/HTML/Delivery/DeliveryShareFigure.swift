import Base
import LoadModel
import Measure

/// What share of the deliveries had come so long after their message was due.
struct DeliveryShareFigure {
    let run: RunView
    let delivery: RunDelivery

    var markup: Markup {
        let axes = self.axes
        var marks = TimeBackdrop()
        marks.marks = delivery.deadlines.map { deadline in
            TimeBackdrop.Mark(
                moment: Double(deadline.within),
                label: NanosecondText.exact(deadline.within)
            )
        }
        return ChartFigure(
            id: "\(run.prefix)-delivery-share",
            title: "Share delivered by the time since the message was due",
            description: "\(DeliveryText(delivery: delivery).headline).",
            axes: axes,
            content: LineChart(axes: axes, backdrop: marks, series: [series]).layers,
            legend: ChartLegend([series]).markup,
            notes: [note],
            table: table(axes)
        ).markup
    }

    private var ranked: RankedArrivals { delivery.ranked }

    private var axes: ChartAxes {
        let good = ranked.good
        let times = delivery.deadlines.map(\.within) + [good.smallest, good.greatest]
        return ChartAxes(
            // Nothing is told apart below the finest step.
            x: .durations(
                for: times.map { Double(max($0, 1_000)) },
                title: "since the message was due"
            ),
            y: .shares(title: "share of those that were to come"),
            height: 220
        )
    }

    private var note: Markup {
        let lost = DeliveryText(delivery: delivery).lostWord
        let counts = delivery.counts
        let end =
            counts.lost > 0
            ? " The line does not reach 100 %: \(Count.grouped(counts.lost)) were \(lost)." : ""
        let open =
            counts.pending > 0
            ? " \(Count.grouped(counts.pending)) whose time is not over are left out." : ""
        return Markup(
            text:
                "Dashed: the time that the profile gives each delivery, and the times that thresholds "
                + "name.\(end)\(open)"
        )
    }

    /// About so many points; each is where a counter of the histogram ends.
    private static let pointCount = 400

    private var series: ChartSeries {
        let good = ranked.good
        let all = Double(max(ranked.count, 1))
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
        return ChartSeries(name: "delivered", style: 1, points: points)
    }

    /// Shares that readers ask for.
    private static let shares: [Fraction] = [
        Fraction(1, of: 100), Fraction(10, of: 100), Fraction(25, of: 100), Fraction(50, of: 100),
        Fraction(75, of: 100), Fraction(90, of: 100), Fraction(95, of: 100), Fraction(99, of: 100),
        Fraction(999, of: 1000), Fraction(1),
    ]

    private func table(_ axes: ChartAxes) -> DataTable {
        DataTable(
            caption: "Share delivered by the time since the message was due",
            titles: ["share", "within"],
            rows: Self.shares.map { share in
                let time = time(of: share)
                return DataTable.Row(
                    LoadNumber.percent(share),
                    [time.map { NanosecondText.short($0) } ?? "never"],
                    position: time.map { axes.x.position(of: Double($0)) }
                )
            }
        )
    }

    /// When so many of those that were to come had come, as the message's time goes; `nil` for never.
    private func time(of share: Fraction) -> Int64? {
        let count = UInt128(ranked.count) * UInt128(share.numerator)
        let divisor = UInt128(share.denominator)
        let rank = UInt64((count + divisor - 1) / divisor)
        return ranked.good.value(atRank: max(rank, 1)).map { min($0, ranked.good.greatest) }
    }
}
