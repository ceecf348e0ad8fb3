import LoadModel
import TestSupport

@testable import Measure

/// Results of made-up runs.
enum SampleRun {
    static let second: Int64 = 1_000_000_000

    static let thresholds = [
        Threshold(
            .latencyPercentile(.p99),
            .lt,
            Fraction(250_000_000),
            send: 1,
            windows: Threshold.Windows(
                length: 10 * second,
                share: Fraction(99, of: 100)
            ),
            aborts: true,
            place: "push.yaml:31:5"
        ),
        Threshold(.errorRatio, .lt, Fraction(1, of: 1000)),
        Threshold(.outcomeRatio("E429000"), .lte, Fraction(1, of: 2)),
        Threshold(.achievedRatio, .gte, Fraction(99, of: 100)),
        Threshold(.latencyMean, .gt, Fraction(0)),
        Threshold(.latencyMaximum, .lt, Fraction(1)),
        Threshold(.deliveredRatio(within: second), .gte, Fraction(1, of: 10)),
        Threshold(.deliveredRatio(within: nil), .gte, Fraction(9, of: 10)),
        Threshold(.deliveredPercentile(.p50), .lt, Fraction(5_000_000_000)),
        Threshold(.deliveries(.twice), .lte, Fraction(0)),
    ]

    static let plan = RecordingPlan(
        sends: ["createPush", "findPush"],
        span: 10 * second,
        sliceWidth: second,
        thresholds: thresholds
    )

    static let profile = profile(sends: [
        RunSend(name: "createPush", weight: 3, recipients: Fraction(100_500, of: 101)),
        RunSend(name: "findPush"),
    ])

    static func profile(sends: [RunSend]) -> RunProfile {
        RunProfile(
            file: "loadprofiles/ncmb-push.yaml",
            title: "NCMB push, 100,500 devices",
            hash: "sha256:0f343b0931126a20f133d67c2b018a3b",
            seed: .max,
            run: "0a1b2c3d4e5f",
            load: LoadShape(
                .open(
                    [
                        LoadShape.Stage(rate: 500, duration: 4 * second),
                        LoadShape.Stage(from: 500, to: 1500.5, duration: 6 * second),
                    ],
                    .poisson
                ),
                warmup: 2 * second,
                connections: 128,
                requestsPerConnection: 1000
            ),
            sends: sends,
            audience: 100_500
        )
    }

    static let audienceCalls = [
        RunAudienceCall(
            .prepare,
            name: "createInstallation",
            recipients: 100_500,
            good: 100_490,
            failures: [.init("timeout", 3), .init("409 E409001", 7)],
            elapsed: 8_100_000_000
        ),
        RunAudienceCall(
            .cleanup,
            name: "tidy",
            recipients: 100_490,
            good: 12_000,
            elapsed: 1_500_000_000,
            obstacle: "interrupted"
        ),
    ]

    static let tokens = [
        RunToken(
            "app",
            .granted,
            renewals: [-500_000_000, 16 * second, 40 * second],
            failures: [
                .init("http://127.0.0.1:8080/token answered 503: busy", first: 1, last: second),
                .init("no answer", count: 7, first: 32 * second, last: 39 * second),
            ],
            gaps: [34 * second..<40 * second],
            waited: 3_000,
            meanWait: 3_001_000_000,
            longestWait: 6 * second
        ),
        RunToken("apns", .signed),
    ]

    static func part(
        _ shard: Shard = .whole,
        cut: RunCut? = nil,
        statistics: RunStatistics = RunStatistics(turns: 12_345, settled: 14_000),
        readingDelay: Histogram<UInt64> = Histogram(.slice)
    ) -> RunPart {
        RunPart(
            shard: shard,
            tool: RunTool(version: "0.1.0", libraries: ["libcurl/7.88.1", "OpenSSL/3.0.15"]),
            environment: RunEnvironment(
                cpu: "AMD EPYC 7B13",
                cores: 2,
                kernel: "Linux 6.1.0",
                libcurl: "7.88.1",
                tls: "OpenSSL/3.0.15"
            ),
            startedAt: 1_790_000_000_123_456_789,
            clockError: 1_500,
            elapsed: 12_345_678_901,
            processTime: 456_789_012,
            targetProcessTime: shard.number == 1 ? 700_000_001 : nil,
            workers: 1,
            connections: 128,
            options: ["--rate", "500/s", "--var", "message=two words"],
            audienceCalls: audienceCalls,
            statistics: statistics,
            tokens: tokens,
            readingDelay: readingDelay,
            audienceSentAt: 1_000_000_001,
            cut: cut,
            cutAt: cut.map { _ in 5 * second }
        )
    }

    static let targets = [
        RunTarget(name: "api", url: "http://127.0.0.1:8080", isReference: true)
    ]

    /// A result of the recording.
    static func result(
        _ recording: Recording,
        checks: RunChecks = RunChecks(),
        delivery: RunDelivery? = nil,
        parts: [RunPart] = [part()]
    ) -> RunResult {
        RunResult(
            profile: profile,
            targets: targets,
            thresholds: thresholds,
            recording: recording.finished(),
            checks: checks,
            delivery: delivery,
            parts: parts
        )
    }

    /// A result with event streams.
    static var streams: RunResult {
        var recording = Recording(plan)
        for item in SyntheticStream(seed: 5, count: 400) { recording.record(item) }
        recording.record(events: 12, ofSend: 1, at: second)
        recording.record(events: 3, ofSend: 0, at: -second / 2)
        var result = result(recording)
        result.thresholds.append(Threshold(.eventRate, .gte, Fraction(5, of: 2), send: 1))
        return result
    }

    /// A result with every kind of content.
    static let full = {
        var recording = Recording(plan)
        for item in SyntheticStream(seed: 7, count: 14_000) { recording.record(item) }
        return result(recording, checks: checks, delivery: SampleDelivery.doubtful)
    }()
    /// Its JSON as written, computed once: each test changes one member of it.
    static let fullJSON = full.json

    private static let checks = RunChecks(
        checked: 140,
        failed: 1,
        skipped: 4,
        skippedFor: [.room: 1, .size: 1, .time: 1, .coding: 1],
        failures: [
            RunChecks.Failure(
                send: "createPush",
                arrival: 7,
                differences: ["$.objectId: expected a text, got nothing"]
            )
        ]
    )

    /// Like `full`, with few arrivals, which begin in the warm-up, and with two outcomes only.
    static let short = {
        var recording = Recording(plan)
        for item in SyntheticStream(seed: 7, count: 2_300)
        where item.index >= 1_900 && item.key.send == 0
            && ["201", "timeout"].contains(item.key.outcome)
        {
            recording.record(item)
        }
        return result(recording, checks: checks, delivery: SampleDelivery.doubtful)
    }()
    static let shortJSON = short.json

    /// A result of one connection that sent one request per millisecond.
    static var closed: RunResult { closed(readingDelay: nil) }

    /// The same; each response takes 900 µs and lay unread for `readingDelay` nanoseconds.
    static func closed(readingDelay: Int64?) -> RunResult {
        var delays = Histogram<UInt64>(.slice)
        if let readingDelay { for _ in 0..<1000 { delays.record(readingDelay) } }
        let plan = RecordingPlan(sends: ["createPush"], span: second, sliceWidth: second)
        var recording = Recording(plan)
        let good = recording.cell(OutcomeCell.Key(send: 0, outcome: "201", isGood: true))
        for due in stride(from: 0, to: second, by: 1_000_000) {
            let arrival = SettledArrival(
                due: due,
                ready: due,
                sent: due,
                done: due + 900_000,
                own: 0
            )
            recording.record(arrival, cell: good, isResponse: true)
        }
        return RunResult(
            profile: RunProfile(
                file: "closed.yaml",
                title: "",
                hash: "sha256:00",
                seed: 0,
                load: LoadShape(
                    .closed(duration: second, think: 100_000),
                    connections: 1,
                    timeout: second,
                    drain: 0
                ),
                sends: [RunSend(name: "createPush")]
            ),
            targets: [],
            thresholds: [],
            recording: recording.finished(),
            checks: RunChecks(),
            parts: [part(readingDelay: delays)]
        )
    }
}
