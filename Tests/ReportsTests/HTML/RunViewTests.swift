import LoadModel
import Measure
@testable import RunReports
import Testing

@testable import Reports

struct RunViewTests {
    @Test("If a slice has too few arrivals for p99, the figure covers enough slices")
    func wideSlices() {
        var run = SimulatedRun()
        run.stages = [LoadShape.Stage(rate: 200, duration: 30 * SimulatedRun.second)]
        let view = RunView(name: "", file: "", result: run.result, number: 1)
        let source = LatencyOverTime(view).chart.markup.source
        // 1,000 arrivals at 200/s: five seconds, of which the last begins at 25 s.
        #expect(source.contains("p99, over up to 5 s</li>"))
        #expect(source.contains("class=\"line sg2\""))
        #expect(source.contains(">latency p99 &lt; 250 ms</text>"))
        run.stages = [LoadShape.Stage(rate: 10, duration: 30 * SimulatedRun.second)]
        let few = RunView(name: "", file: "", result: run.result, number: 1)
        #expect(!LatencyOverTime(few).chart.markup.source.contains("p99, over up to"))
    }

    @Test(
        "If p99 falls among the failures, the figures are those of good responses and labelled so"
    )
    func failed() {
        var run = SimulatedRun()
        run.errorEvery = 20
        run.stallPeriod = nil
        let page = HTMLReportTests.page([("result.json", run.result)])
        #expect(page.contains("<dt>p99 of good responses</dt>"))
        #expect(page.contains("</svg>p99 of good responses"))
        #expect(!page.contains("<dd class=\"value\">failed</dd>"))
        // Declared outcomes are blue and failed ones vermilion, in any order.
        #expect(page.contains("class=\"fg0\"") && page.contains("class=\"fb0\""))
        #expect(page.contains("201 (as declared)") && page.contains("E429000 (failed)"))
    }

    private static func view(_ result: RunResult) -> RunView {
        RunView(name: "result", file: "result.json", result: result, number: 1)
    }

    @Test("Only the seconds affected by a server pause are stalls")
    func stalls() {
        // The server pauses in 7.5–8, 15.5–16 and 23.5–24 s; the queue is empty a second or two later.
        #expect(Self.view(SimulatedRun.usual).timeline.stalls == [7...9, 15...17, 23...26])
        var calm = SimulatedRun()
        calm.stallPeriod = nil
        #expect(Self.view(calm.result).timeline.stalls == [])
    }

    @Test(
        "One slow arrival of a few is not a stall, three are",
        arguments: [(1, 0), (2, 0), (3, 1)]
    )
    func slowOnes(slow: Int64, stalls: Int) {
        let second = SimulatedRun.second
        let plan = RecordingPlan(
            sends: ["createPush", "searchPushes"],
            span: 5 * second,
            sliceWidth: second
        )
        var recording = Recording(plan)
        let good = recording.cell(OutcomeCell.Key(send: 0, outcome: "200", isGood: true))
        for index in 0..<25 as Range<Int64> {
            let due = index * second / 5
            let time: Int64 = (10..<10 + slow).contains(index) ? 80_000_000 : 1_000_000
            recording.record(
                SettledArrival(due: due, ready: due, sent: due, done: due + time, own: 0),
                cell: good,
                isResponse: true
            )
        }
        var run = SimulatedRun()
        run.stages = [LoadShape.Stage(rate: 5, duration: 5 * second)]
        let result = run.result(of: recording.finished())
        #expect(Self.view(result).timeline.stalls.count == stalls)
    }

    @Test(
        "Seconds without a response are a stall if at least three were due",
        arguments: [(1, 0), (2, 0), (3, 1)]
    )
    func silence(rate: Int64, stalls: Int) {
        let second = SimulatedRun.second
        let plan = RecordingPlan(
            sends: ["createPush", "searchPushes"],
            span: 5 * second,
            sliceWidth: second
        )
        var recording = Recording(plan)
        let good = recording.cell(OutcomeCell.Key(send: 0, outcome: "200", isGood: true))
        for index in 0..<5 * rate {
            let due = index * second / rate
            // Arrivals of the third second get their responses in the next.
            let done = due / second == 2 ? 3 * second + 1_000_000 : due + 1_000_000
            recording.record(
                SettledArrival(due: due, ready: due, sent: due, done: done, own: 0),
                cell: good,
                isResponse: true
            )
        }
        var run = SimulatedRun()
        run.stages = [LoadShape.Stage(rate: Double(rate), duration: 5 * second)]
        let result = run.result(of: recording.finished())
        #expect(Self.view(result).timeline.stalls.count == stalls)
    }

    @Test("Warm-up, stages and any drain are marked")
    func stretches() {
        let stretches = Self.view(SimulatedRun.usual).backdrop.stretches
        #expect(
            stretches.map(\.label) == ["warm-up", "500/s", "500 → 1,800/s", "1,000/s", "drain"]
        )
        #expect(stretches[2].range == 10...25)
    }

    @Test("The verdict follows the thresholds, unless the run was interrupted")
    func verdicts() {
        #expect(
            Self.view(SimulatedRun.usual).verdict
                == PageVerdict(.failed, "FAILED: 1 of 3 thresholds")
        )
        var calm = SimulatedRun()
        calm.stallPeriod = nil
        #expect(Self.view(calm.result).verdict == PageVerdict(.passed, "PASSED: all 3 thresholds"))
        calm.cut = .interrupted
        #expect(
            Self.view(calm.result).verdict
                == PageVerdict(.doubtful, "INTERRUPTED after 30 s: arrivals due until then count")
        )
        calm.cut = nil
        calm.thresholds = []
        #expect(
            Self.view(calm.result).verdict
                == PageVerdict(.neutral, "DONE: the profile has no thresholds")
        )
    }

    @Test("The command line repeats the run, quoted for a shell")
    func command() {
        let result = SimulatedRun.usual
        #expect(
            result.parts.map { RepeatedCommand(result, $0).line } == [
                "assay load 'loadprofiles/ncmb push.yaml' --target api=http://127.0.0.1:8080 "
                    + "--seed 42 --output result.json"
            ]
        )
    }

    @Test("The repeated command includes the original options")
    func overrides() throws {
        var run = SimulatedRun()
        run.options = ["--var", "message=two words", "--rate", "500/s", "--insecure"]
        let part = try #require(run.result.parts.first)
        #expect(
            RepeatedCommand(run.result, part).line
                == "assay load 'loadprofiles/ncmb push.yaml' --target api=http://127.0.0.1:8080 "
                + "--seed 42 --var 'message=two words' --rate 500/s --insecure --output result.json"
        )
        let record = CapacitySample.record(
            capacity: 0,
            budget: 9_000_000_000,
            options: ["--budget", "9s", "--connections", "256"]
        )
        #expect(
            RepeatedCommand(record).line
                == "assay capacity push.yaml --target api=http://127.0.0.1:8080 --seed 42 "
                + "--budget 9s --connections 256 --output capacity.json"
        )
    }

    @Test("A curve ends at the failed arrivals, and where fewer than ten are above")
    func curve() {
        var good = Histogram<UInt64>(.total)
        for value in 1...980 as ClosedRange<Int64> { good.record(value * 1_000_000) }
        let curve = PercentileCurve(RankedArrivals(good: good, failedCount: 20))
        #expect(curve.finest == 0.99)
        #expect(curve.points.last == .some(nil))
        #expect(curve.points.first??.x == 0)
        #expect(curve.points.compactMap { $0?.x }.last.map { $0 <= 0.98 } == true)
        let none = PercentileCurve(RankedArrivals(good: Histogram(.total), failedCount: 0))
        #expect(none.points.allSatisfy { $0 == nil })
    }
}
