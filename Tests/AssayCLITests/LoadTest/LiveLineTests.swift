import Load
import LoadModel
import Measure
import Testing

@testable import AssayCLI

struct LiveLineTests {
    private static let second: Int64 = 1_000_000_000

    private static func figures(_ change: (inout LiveFigures) -> Void = { _ in }) -> LiveFigures {
        var figures = LiveFigures(
            elapsed: 12 * second,
            span: 60 * second,
            dueRate: 500,
            doneRate: 498.6,
            inFlight: 3,
            waiting: 0,
            p50: .time(1_234_567),
            p99: .time(12_345_678),
            greatest: .time(123_456_789),
            failedCount: 0
        )
        change(&figures)
        return figures
    }

    @Test("The line shows elapsed time, rates, requests in flight, latencies and errors")
    func whole() {
        #expect(
            LiveLine.text(Self.figures())
                == "12 s of 60 s  due 500/s  done 499/s  in flight 3  p50 1.23 ms  p99 12.3 ms  "
                + "max 123 ms  errors 0"
        )
    }

    @Test("The line shows requests that wait for a connection, failures, and missing latencies")
    func trouble() {
        let figures = Self.figures { figures in
            figures.waiting = 17
            figures.p50 = .nothing
            figures.p99 = .failed
            figures.greatest = .time(999)
            figures.failedCount = 4
            figures.dueRate = 1.5
            figures.thresholds = .init(failed: 1, inconclusive: 1, count: 3)
        }
        #expect(
            LiveLine.text(figures)
                == "12 s of 60 s  due 1.50/s  done 499/s  in flight 3  waiting 17  p50 –  p99 failed  "
                + "max 999 ns  errors 4  thresholds 1 of 3 failed"
        )
    }

    @Test(
        "The line marks the time before the first stage and after the last",
        arguments: [
            (-4_600_000_000, 0.0, "starts in 5 s"),
            (-1_000_000_000, 20.0, "warm-up -1 s  due 20/s"),
            (60_000_000_000, 20.0, "drains  due 20/s"),
        ] as [(Int64, Double, String)]
    )
    func places(elapsed: Int64, rate: Double, start: String) {
        let line = LiveLine.text(
            Self.figures { figures in
                figures.elapsed = elapsed
                figures.dueRate = rate
            }
        )
        #expect(line.hasPrefix(start))
    }

    @Test(
        "A narrow terminal shows the most important parts",
        arguments: [
            (
                97,
                "12 s of 60 s  due 500/s  done 499/s  in flight 3  p50 1.23 ms  p99 12.3 ms  "
                    + "max 123 ms  errors 0"
            ),
            (
                96,
                "12 s of 60 s  due 500/s  done 499/s  in flight 3  p50 1.23 ms  p99 12.3 ms  errors 0"
            ),
            (80, "12 s of 60 s  due 500/s  done 499/s  in flight 3  p99 12.3 ms  errors 0"),
            (60, "12 s of 60 s  due 500/s  done 499/s  p99 12.3 ms  errors 0"),
            (40, "12 s of 60 s  p99 12.3 ms  errors 0"),
            (5, "12 s"),
        ] as [(Int, String)]
    )
    func columns(columns: Int, line: String) {
        #expect(LiveLine.text(Self.figures(), columns: columns) == line)
    }

    @Test(
        "Thresholds pass only when all were judged and none failed",
        arguments: [
            (LiveFigures.Thresholds(count: 2), "errors 0  no threshold failed yet"),
            (.init(inconclusive: 1, count: 2), "errors 0  thresholds 1 of 2 inconclusive"),
            (.init(failed: 1, inconclusive: 1, count: 2), "errors 0  thresholds 1 of 2 failed"),
            (.init(count: 0), "errors 0"),
        ] as [(LiveFigures.Thresholds, String)]
    )
    func thresholds(thresholds: LiveFigures.Thresholds, end: String) {
        let line = LiveLine.text(Self.figures { $0.thresholds = thresholds })
        #expect(line.hasSuffix(end))
    }

    @Test(
        "Between two updates a rate is the profile's, with a tolerance of one arrival",
        arguments: [
            // At 2/s: two in 0.95 s, and three in 1.05 s.
            (950, 2, 2, 2.0, 2.0), (1_050, 3, 2, 2.0, 2.0),
            // More than one arrival behind counts as behind.
            (10_000, 20, 10, 2.0, 1.0),
        ] as [(Int64, UInt64, UInt64, Double, Double)]
    )
    func rates(milliseconds: Int64, due: UInt64, done: UInt64, dueRate: Double, doneRate: Double) {
        let stage = LoadShape.Stage(rate: 2, duration: 60 * Self.second)
        let layout = RequestLayout(method: "GET", target: [.text("/")], fields: [], body: nil)
        let plan = LoadPlan(
            LoadShape(.open([stage], .constant), connections: 1),
            sends: [.init("get", layout: layout, goodStatuses: [200])]
        )
        var recording = Recording(plan.recordingPlan)
        let good = recording.cell(.init(send: 0, outcome: "200", isGood: true))
        let failed = recording.cell(.init(send: 0, outcome: "timeout", isGood: false))
        for number in 0..<due {
            // Responses count as done; failures do not.
            let isGood = number < done
            recording.record(
                SettledArrival(due: 0, ready: 0, sent: 0, done: 1, own: 0),
                cell: isGood ? good : failed,
                isResponse: isGood
            )
        }
        var progress = LoadProgress(
            elapsed: milliseconds * 1_000_000,
            recording: recording,
            settledCount: due,
            inFlight: 0,
            pausedCount: 0,
            openConnections: 1
        )
        progress.dueCount = due
        let figures = LiveFigures(progress, after: nil, of: plan)
        #expect(abs(figures.dueRate - dueRate) < 1e-9)
        #expect(abs(figures.doneRate - doneRate) < 1e-9)
        #expect(LiveLine.text(figures).contains("due 2/s"))
    }

    @Test("A percentile of too few arrivals is omitted, as in the report")
    func few() {
        var good = Histogram<UInt64>(.total)
        good.record(3_350_000)
        let one = RankedArrivals(good: good, failedCount: 0)
        #expect(LiveFigures.reading(.p99, of: one) == .nothing)
        good.record(3_350_000, times: 989)
        let many = RankedArrivals(good: good, failedCount: 10)
        #expect(LiveFigures.reading(.p99, of: many) == .time(3_350_000))
        let worse = RankedArrivals(good: good, failedCount: 11)
        #expect(LiveFigures.reading(.p99, of: worse) == .failed)
        let nothing = RankedArrivals(good: Histogram(.total), failedCount: 0)
        #expect(LiveFigures.reading(.p99, of: nothing) == .nothing)
    }

    @Test("A threshold with too few arrivals is inconclusive, not passed")
    func judged() {
        let plan = RecordingPlan(sends: ["a"], span: Self.second, sliceWidth: Self.second)
        var recording = Recording(plan)
        let thresholds = [
            Threshold(.latencyPercentile(.p50), .lt, Fraction(1_000_000_000)),
            Threshold(.errorRatio, .lt, Fraction(1, of: 2)),
        ]
        #expect(LiveFigures.Thresholds(recording, thresholds).inconclusive == 2)
        let cell = recording.cell(OutcomeCell.Key(send: 0, outcome: "reset", isGood: false))
        recording.recordUnfinished(due: 0, cell: cell, wasSent: true)
        #expect(
            LiveFigures.Thresholds(recording, thresholds)
                == LiveFigures.Thresholds(failed: 1, inconclusive: 1, count: 2)
        )
    }
}
