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
