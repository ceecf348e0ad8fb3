import Base
import LoadModel
import Measure

extension Chart {
    /// A chart of a run over time, with a place for each slice.
    init(_ run: RunView, _ name: String, _ title: String, y: ChartMeasure) {
        self.init(id: "\(run.prefix)-\(name)", title: title, x: run.timeline.side, y: y)
        places = run.timeline.places
        backdrop = run.backdrop
    }

    /// Arrivals due and responses, by slice.
    static func throughput(_ run: RunView) -> Chart {
        let moments = run.timeline.moments
        func rates(_ count: (RunTimeline.Moment) -> UInt64) -> [Double] {
            moments.map { Double(count($0)) / run.timeline.width }
        }
        func column(_ name: String, _ style: ChartStyle, _ rates: [Double]) -> Column {
            Column(name, rates.map(LoadNumber.short), .level(style, rates))
        }
        let (due, done) = (LoadNumber.rate(run.figures.dueRate), run.figures.doneRate)
        let failed = rates(\.slice.failedCount)
        var chart = Chart(run, "throughput", "Throughput over time", y: .numbers("a second"))
        chart.height = 200
        chart.description =
            "\(Count.grouped(run.figures.dueCount)) arrivals were due, \(due); "
            + "\(LoadNumber.rate(done)) responses came in time."
        chart.notes = [
            "Arrivals and failures are counted in the second in which they were due, responses in the "
                + "second in which they came. The backlog grows while responses are below arrivals, "
                + "and shrinks while they are above."
        ]
        chart.columns = [
            column("due/s", .plain, rates(\.dueCount)),
            column("responses/s", .good(0), rates(\.slice.completedCount)),
            run.figures.failedCount > 0
                ? column("failed/s", .bad(0), failed)
                : Column("failed/s", failed.map(LoadNumber.short)),
        ]
        if run.figures.eventCount > 0 {
            let events = rates(\.slice.eventCount).map(LoadNumber.short)
            chart.columns.append(Column("events/s", events))
        }
        chart.columns += [
            Column("sent", moments.map { LoadNumber.bytes($0.slice.bytesSent) }),
            Column("received", moments.map { LoadNumber.bytes($0.slice.bytesReceived) }),
        ]
        return chart
    }

    /// The mean of the four clocks, by slice.
    static func clockMeans(_ run: RunView) -> Chart {
        var chart = clocks(
            run,
            "mean",
            "The four clocks over time: means",
            \.mean,
            of: { $0.isEmpty ? nil : $0.mean },
            { Int64(clamping: $0.sum / UInt128($0.count)) }
        )
        chart.notes += [
            "Connection wait is the time in which no connection was free, generator lag the delay of "
                + "this program, service time that of the server and the network. Values below 1 µs are "
                + "drawn at the bottom. Latency and service time are of good responses, the others of "
                + "all requests."
        ]
        return chart
    }

    /// The maximum of the four clocks, by slice.
    static func slowestClocks(_ run: RunView) -> Chart {
        clocks(
            run,
            "greatest",
            "The four clocks over time: the slowest",
            \.greatest,
            of: { $0.isEmpty ? nil : $0.greatest },
            \.greatest
        )
    }

    /// Smaller values are at the bottom: they are mostly zero.
    private static let floor = 1_000.0

    private static func clocks(
        _ run: RunView,
        _ statistic: String,
        _ title: String,
        _ whole: (ClockFigures) -> Int64?,
        of histogram: (Histogram<UInt64>) -> Int64?,
        _ gauge: (Slice.Gauge) -> Int64
    ) -> Chart {
        func value(_ clock: ClockFigures.Clock, _ moment: RunTimeline.Moment) -> Int64? {
            func value(_ wait: Slice.Gauge) -> Int64? { wait.count > 0 ? gauge(wait) : nil }
            return switch clock {
            case .latency: histogram(moment.latency.good)
            case .serviceTime: histogram(moment.serviceTime)
            case .connectionWait: value(moment.slice.connectionWait)
            case .generatorLag: value(moment.slice.generatorLag)
            }
        }
        var chart = Chart(
            run,
            "clocks-\(statistic)",
            title,
            y: .durations("\(statistic) of each slice")
        )
        let parts = run.figures.clocks.map { "\($0.clock.title) \(RunView.text(whole($0)))" }
        chart.description = "Of the whole run: \(parts.joined(separator: ", "))."
        chart.columns = ClockFigures.Clock.allCases.enumerated().map { style, clock in
            let values = run.timeline.moments.map { value(clock, $0) }
            let drawn = values.map { $0.map { max(Double($0), floor) } }
            guard drawn.contains(where: { ($0 ?? floor) > floor }) else {
                if drawn.contains(where: { $0 != nil }) {
                    chart.notes.append("Never above 1 µs and not drawn: \(clock.title).")
                }
                return Column(clock.title, values.map(RunView.text))
            }
            return Column(clock.title, values.map(RunView.text), .middle(.kind(style), drawn))
        }
        return chart
    }
}

extension ClockFigures.Clock {
    /// The readable name.
    var title: String {
        switch self {
        case .latency: "latency"
        case .serviceTime: "service time"
        case .connectionWait: "connection wait"
        case .generatorLag: "generator lag"
        }
    }
}
