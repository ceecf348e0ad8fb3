package import LoadModel
package import Measure

/// A load result of computed arrivals, one per millisecond, with given latencies.
package struct BuiltRun {
    /// The start time, in seconds since 1970.
    package var startedAt: Int64 = 1_790_000_000
    /// The latency of the fastest arrival, in nanoseconds; the slowest takes a tenth more.
    package var latency: Int64 = 2_000_000
    /// The number of failed arrivals, the first ones of 2,000.
    package var failed = 0
    package var isClosed = false
    package var connections = 8
    package var title = "Made up push"
    package var hash = "sha256:0f34"
    package var cpu = "AMD EPYC 7B13"
    package var version = "0.1.0"
    package var cut: RunCut?
    package var shard = Shard.whole
    package var unsentThoughFree: UInt64 = 0
    /// The lag of the generator for every arrival, in nanoseconds.
    package var own: Int64 = 0

    /// The additional lag of the generator for the last two of every hundred arrivals, in nanoseconds.
    package var lateTail: Int64 = 0

    /// Other activity on the machine; `nil` if unknown.
    package var disturbance: RunDisturbance?

    /// The processor time of the target, in nanoseconds.
    package var targetProcessTime: Int64?

    /// The results of the deliveries; `nil` if they were not monitored.
    package var delivery: RunDelivery?

    package init() {}

    private static let count: Int64 = 2_000
    private static let second: Int64 = 1_000_000_000

    package var result: RunResult {
        RunResult(
            profile: profile,
            targets: [RunTarget(name: "api", url: "http://127.0.0.1:8080", isReference: false)],
            thresholds: [],
            recording: recording.finished(),
            checks: RunChecks(),
            delivery: delivery,
            parts: [part]
        )
    }

    private var recording: Recording {
        let plan = RecordingPlan(
            sends: ["createPush"],
            span: 2 * Self.second,
            sliceWidth: Self.second
        )
        var recording = Recording(plan)
        let good = recording.cell(OutcomeCell.Key(send: 0, outcome: "201", isGood: true))
        let bad = recording.cell(OutcomeCell.Key(send: 0, outcome: "500", isGood: false))
        let cutOff = recording.cell(
            OutcomeCell.Key(send: 0, outcome: "not-finished", isGood: false)
        )
        for index in 0..<Self.count {
            let due = index * 1_000_000
            guard index >= Int64(unsentThoughFree) else {
                recording.recordUnfinished(due: due, cell: cutOff, wasSent: false)
                continue
            }
            let tail = index % 100 < 98 ? 0 : lateTail
            recording.record(
                SettledArrival(
                    due: due,
                    ready: due,
                    sent: due + own + tail,
                    done: due + latency + latency * (index % 100) / 1000 + tail,
                    own: own + tail
                ),
                cell: index < failed ? bad : good,
                isResponse: true
            )
        }
        return recording
    }

    private var profile: RunProfile {
        RunProfile(
            file: "push.yaml",
            title: title,
            hash: hash,
            seed: 1,
            load: LoadShape(
                isClosed
                    ? .closed(duration: 2 * Self.second, think: 0)
                    : .open([.init(rate: 1000, duration: 2 * Self.second)], .constant),
                connections: connections,
                timeout: Self.second,
                drain: Self.second
            ),
            sends: [RunSend(name: "createPush")]
        )
    }

    private var part: RunPart {
        RunPart(
            shard: shard,
            tool: RunTool(version: version, libraries: ["libcurl/7.88.1"]),
            environment: RunEnvironment(
                cpu: cpu,
                cores: 2,
                kernel: "Linux 6.1.0",
                libcurl: "libcurl/7.88.1",
                tls: "OpenSSL/3.0.15",
                disturbance: disturbance
            ),
            startedAt: startedAt * Self.second,
            elapsed: 2 * Self.second,
            processTime: 80_000_000,
            targetProcessTime: targetProcessTime,
            workers: 1,
            connections: connections,
            statistics: RunStatistics(settled: 2_000, unsentThoughFree: unsentThoughFree),
            cut: cut,
            cutAt: cut.map { _ in Self.second }
        )
    }
}
