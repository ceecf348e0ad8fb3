import LoadModel
import Measure

/// The deliveries of a run over time, in stretches that can be drawn.
struct DeliveryTimeline {
    /// The deliveries of a stretch, and the totals at its end.
    struct Stretch {
        /// Seconds since the first stage began.
        let start: Double
        let slice: DeliveryCourse.Slice
        /// From the beginning of the run to the end of the stretch.
        let sum: DeliveryCourse.Slice
        /// Accepted and not delivered yet; negative when deliveries arrive before the response.
        var backlog: Int64 { Int64(sum.accepted) - Int64(sum.delivered) }
    }

    /// In the order of time, without gaps.
    let stretches: [Stretch]
    /// Seconds that one stretch covers.
    let width: Double
    /// The seconds that charts show: those of the run, and longer if deliveries came later.
    private let domain: ClosedRange<Double>

    /// More stretches would be indistinguishable, and make the page large.
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
    var side: ChartAxes.Side { .time(domain) }

    /// A place of charts for each stretch.
    var places: [Chart.Place] {
        let span = domain.upperBound - domain.lowerBound
        return stretches.map { stretch in
            Chart.Place(
                LoadNumber.clock(stretch.start, span: span),
                stretch.start...stretch.start + width
            )
        }
    }
}
