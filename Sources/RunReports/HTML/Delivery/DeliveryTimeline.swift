import LoadModel
import Measure

/// How deliveries went on over a run, in stretches that can be drawn.
struct DeliveryTimeline {
    /// What came in a stretch, and how it all stood at its end.
    struct Stretch {
        /// Seconds since the first stage began.
        let start: Double
        let slice: DeliveryCourse.Slice
        /// From the beginning of the run to the end of the stretch.
        let sum: DeliveryCourse.Slice
        /// Accepted and not delivered yet; below zero where deliveries come before the answer.
        var backlog: Int64 { Int64(sum.accepted) - Int64(sum.delivered) }
    }

    /// In the order of time, without gaps.
    let stretches: [Stretch]
    /// Seconds that one stretch covers.
    let width: Double
    /// The seconds that charts show: those of the run, and longer if deliveries came later.
    private let domain: ClosedRange<Double>

    /// More could not be told apart, and would make the page large.
    private static let mostStretches = 240

    init(_ course: DeliveryCourse, _ timeline: RunTimeline) {
        let factor = max((course.slices.count + Self.mostStretches - 1) / Self.mostStretches, 1)
        let width = Double(course.width) / 1e9 * Double(factor)
        var sum = DeliveryCourse.Slice()
        stretches = stride(from: 0, to: course.slices.count, by: factor).enumerated().map {
            number,
            first in
            var slice = DeliveryCourse.Slice()
            for other in course.slices[first..<min(first + factor, course.slices.count)] {
                slice.merge(other)
            }
            sum.merge(slice)
            return Stretch(start: Double(number) * width, slice: slice, sum: sum)
        }
        self.width = width
        let end = Double(stretches.count) * width
        let run = timeline.domain
        domain = run.lowerBound...max(run.upperBound, end)
    }

    /// The axis of charts over time.
    var side: ChartAxes.Side {
        ChartAxes.Side(
            form: .linear,
            domain: domain,
            ticks: ChartTicks.seconds(domain),
            title: span > 120
                ? "minutes since the first stage began" : "seconds since the first stage began"
        )
    }

    private var span: Double { domain.upperBound - domain.lowerBound }

    /// A number of a stretch as a rate.
    func rate(_ count: UInt64) -> Double { Double(count) / width }

    /// A stretch is level from its beginning to its end.
    func steps(_ value: (Stretch) -> Double) -> [SVG.Point?] {
        stretches.flatMap { stretch in
            [
                SVG.Point(stretch.start, value(stretch)),
                SVG.Point(stretch.start + width, value(stretch)),
            ]
        }
    }

    /// A row for each stretch, which stands where the chart with these axes has it.
    func rows(_ axes: ChartAxes, cells: (Stretch) -> [String]) -> [DataTable.Row] {
        stretches.map { stretch in
            DataTable.Row(
                LoadNumber.clock(stretch.start, span: span),
                cells(stretch),
                position: axes.x.position(of: stretch.start + width / 2)
            )
        }
    }
}
