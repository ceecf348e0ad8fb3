import LoadModel
import Measure

/// Results of runs against a simulated server: some workers with a fixed service time, which pause at intervals.
struct SimulatedRun {
    var title = "NCMB push, 100,000 devices"
    var seed: UInt64 = 42
    var stages = [
        LoadShape.Stage(rate: 500, duration: 10 * second),
        LoadShape.Stage(from: 500, to: 1800, duration: 15 * second),
        LoadShape.Stage(rate: 1000, duration: 5 * second),
    ]
    var connections = 64
    /// Nanoseconds.
    var serviceTime: Int64 = 2_000_000
    /// The server pauses for half a second at the end of each period; `nil` for no pauses.
    var stallPeriod: Int64? = 8 * second
    /// One response in `errorEvery` is an error.
    var errorEvery: UInt64 = 150
    var isClosed = false
    var cut: RunCut?
    var options: [String] = []
    var thresholds = [
        Threshold(.latencyPercentile(.p99), .lt, Fraction(250_000_000), place: "push.yaml:31:5"),
        Threshold(.errorRatio, .lt, Fraction(1, of: 100), place: "push.yaml:32:5"),
        Threshold(.achievedRatio, .gte, Fraction(99, of: 100)),
    ]

    static let second: Int64 = 1_000_000_000
    private static let workers = 4

    /// The result of a run with the defaults above, computed once for all tests.
    static let usual = SimulatedRun().result

    /// The complete result; the same every time.
    var result: RunResult {
        let span = stages.reduce(0) { $0 + $1.duration }
        let plan = RecordingPlan(
            sends: ["createPush", "searchPushes"],
            span: span,
            sliceWidth: Self.second
        )
        var recording = Recording(plan)
        record(&recording)
        return result(of: recording.finished())
    }

    /// The same run with a different recording.
    func result(of recording: Recording) -> RunResult {
        let span = recording.plan.span
        return RunResult(
            profile: profile(span),
            targets: [RunTarget(name: "api", url: "http://127.0.0.1:8080", isReference: false)],
            thresholds: thresholds,
            recording: recording,
            checks: RunChecks(checked: 298, failed: 0, skipped: 0),
            parts: [part(span)]
        )
    }

    private func profile(_ span: Int64) -> RunProfile {
        RunProfile(
            file: "loadprofiles/ncmb push.yaml",
            title: title,
            hash: "sha256:0f343b0931126a20f133d67c2b018a3b",
            seed: seed,
            load: LoadShape(
                isClosed ? .closed(duration: span, think: 0) : .open(stages, .constant),
                warmup: 2 * Self.second,
                connections: connections
            ),
            sends: [
                RunSend(name: "createPush", weight: 3, recipients: Fraction(1000)),
                RunSend(name: "searchPushes"),
            ],
            audience: 100_000
        )
    }

    private func part(_ span: Int64) -> RunPart {
        RunPart(
            tool: RunTool(version: "0.1.0", libraries: ["libcurl/7.88.1", "OpenSSL/3.0.15"]),
            environment: RunEnvironment(
                cpu: "AMD EPYC 7B13",
                cores: 2,
                kernel: "Linux 6.1.0",
                libcurl: "7.88.1",
                tls: "OpenSSL/3.0.15"
            ),
            startedAt: 1_790_000_000_123_456_789,
            elapsed: span + 400_000_000,
            processTime: 1_156_789_012,
            workers: 1,
            connections: connections,
            options: options,
            statistics: RunStatistics(turns: 41_234, lateTurns: 12, opened: 64, settled: 31_250),
            cut: cut,
            cutAt: cut.map { _ in span }
        )
    }

    // MARK: - The server

    private func record(_ recording: inout Recording) {
        var draws = Draws(state: seed)
        var connectionsFree = [Int64](repeating: -3 * Self.second, count: connections)
        var workersFree = [Int64](repeating: -3 * Self.second, count: Self.workers)
        for due in dues {
            let connection = Self.earliest(connectionsFree)
            let ready = max(due, connectionsFree[connection])
            let sent = ready + 15_000 + Int64(draws.next(60_000))
            let isError = draws.next(errorEvery) == 0
            var done = sent + 250_000
            if !isError {
                let worker = Self.earliest(workersFree)
                let start = afterStall(max(sent + 60_000, workersFree[worker]))
                workersFree[worker] = start + serviceTime
                done = start + serviceTime + 60_000 + Int64(draws.next(90_000))
            }
            connectionsFree[connection] = done
            let key = OutcomeCell.Key(
                send: draws.next(4) == 0 ? 1 : 0,
                outcome: isError ? (draws.next(3) == 0 ? "reset" : "E429000") : "201",
                isGood: !isError
            )
            let arrival = SettledArrival(
                due: due,
                ready: ready,
                sent: sent,
                done: done,
                own: sent - ready,
                bytesSent: 412,
                bytesReceived: 233
            )
            let cell = recording.cell(key)
            recording.record(arrival, cell: cell, isResponse: key.outcome != "reset")
        }
    }

    /// The moments at which arrivals are due: at the first rate in the warm-up, then as the stages define.
    private var dues: [Int64] {
        var dues: [Int64] = []
        var moment = -2 * Double(Self.second)
        let end = Double(stages.reduce(0) { $0 + $1.duration })
        while moment < end {
            dues.append(Int64(moment))
            moment += 1e9 / rate(at: moment)
        }
        return dues
    }

    private func rate(at moment: Double) -> Double {
        var start = 0.0
        for stage in stages {
            let length = Double(stage.duration)
            if moment < start + length {
                let share = max(moment - start, 0) / length
                return stage.startRate + (stage.endRate - stage.startRate) * share
            }
            start += length
        }
        return stages.last?.endRate ?? 1
    }

    private func afterStall(_ moment: Int64) -> Int64 {
        guard let stallPeriod, moment > 0 else { return moment }
        let phase = moment % stallPeriod
        return phase >= stallPeriod - Self.second / 2 ? moment - phase + stallPeriod : moment
    }

    /// The index of the smallest moment; called for each arrival, and `min` takes three times as long in unoptimized
    /// builds.
    static func earliest(_ moments: [Int64]) -> Int {
        var (first, index) = (0, 1)
        while index < moments.count {
            if moments[index] < moments[first] { first = index }
            index += 1
        }
        return first
    }

    private struct Draws {
        var state: UInt64

        mutating func next(_ limit: UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) % limit
        }
    }
}
