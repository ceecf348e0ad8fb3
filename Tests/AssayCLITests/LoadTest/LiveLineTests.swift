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

    @Test("It says where the run is, the rates, what is under way, latencies and errors")
    func whole() {
        #expect(
            LiveLine.text(Self.figures())
                == "12 s of 60 s  due 500/s  done 499/s  in flight 3  p50 1.23 ms  p99 12.3 ms  "
                + "max 123 ms  errors 0"
        )
    }

    @Test("What waits for a connection is said, and what has failed or has no latency")
    func trouble() {
        let figures = Self.figures { figures in
            figures.waiting = 17
            figures.p50 = .nothing
            figures.p99 = .failed
            figures.greatest = .time(999)
            figures.failedCount = 4
            figures.dueRate = 1.5
            figures.thresholds = .init(missed: 1, undetermined: 1, count: 3)
        }
        #expect(
            LiveLine.text(figures)
                == "12 s of 60 s  due 1.50/s  done 499/s  in flight 3  waiting 17  p50 –  p99 failed  "
                + "max 999 ns  errors 4  thresholds 1 of 3 missed"
        )
    }

    @Test(
        "Before the first stage, and behind the last, it says so",
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
        "A narrow terminal gets what matters most",
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
        "Thresholds hold only when all were judged and none is missed",
        arguments: [
            (LiveFigures.Thresholds(count: 2), "errors 0  thresholds hold"),
            (.init(undetermined: 1, count: 2), "errors 0  thresholds 1 of 2 undetermined"),
            (.init(missed: 1, undetermined: 1, count: 2), "errors 0  thresholds 1 of 2 missed"),
            (.init(count: 0), "errors 0"),
        ] as [(LiveFigures.Thresholds, String)]
    )
    func thresholds(thresholds: LiveFigures.Thresholds, end: String) {
        let line = LiveLine.text(Self.figures { $0.thresholds = thresholds })
        #expect(line.hasSuffix(end))
    }

    @Test("A percentile of few arrivals is not above the greatest of them")
    func greatest() {
        var good = Histogram<UInt64>(.total)
        good.record(3_350_000)
        let one = RankedArrivals(good: good, failedCount: 0)
        #expect(LiveFigures.reading(.p99, of: one) == .time(3_350_000))
        let worse = RankedArrivals(good: good, failedCount: 1)
        #expect(LiveFigures.reading(.p99, of: worse) == .failed)
        let nothing = RankedArrivals(good: Histogram(.total), failedCount: 0)
        #expect(LiveFigures.reading(.p99, of: nothing) == .nothing)
    }

    @Test("What has too few arrivals to be judged is undetermined, not held")
    func judged() {
        let plan = RecordingPlan(sends: ["a"], span: Self.second, sliceWidth: Self.second)
        var recording = Recording(plan)
        let thresholds = [
            Threshold(.latencyPercentile(.p99), .lt, Fraction(1_000_000_000)),
            Threshold(.errorRatio, .lt, Fraction(1, of: 2)),
        ]
        #expect(LiveFigures.Thresholds(recording, thresholds).undetermined == 2)
        let cell = recording.cell(OutcomeCell.Key(send: 0, outcome: "reset", isGood: false))
        recording.recordUnfinished(due: 0, cell: cell, wasSent: true)
        #expect(
            LiveFigures.Thresholds(recording, thresholds)
                == LiveFigures.Thresholds(missed: 1, undetermined: 1, count: 2)
        )
    }
}
