import LoadModel
import Measure
import TestSupport

/// Computed results of load runs: the same on every machine.
enum LoadSample {
    static let second: Int64 = 1_000_000_000

    /// A server that responds within milliseconds, and its faults.
    struct Server {
        /// The time without responses, in nanoseconds since the start of the first stage.
        var stall: Range<Int64>?
        /// One response in a hundred is an error, a few are missing.
        var isPoor = false
        /// The generator sleeps during this time and reports it.
        var lateness: Range<Int64>?
        /// The connections of the generator.
        var connections = 128
        var isSecondSendThere = true
        /// Arrivals due later are not generated.
        var end = 10 * second
    }

    static let thresholds = [
        Threshold(
            .latencyPercentile(.p99),
            .lt,
            Fraction(250_000_000),
            send: 0,
            windows: Threshold.Windows(length: 2 * second, share: Fraction(99, of: 100)),
            aborts: true,
            place: "push.yaml:31:5"
        ),
        Threshold(.errorRatio, .lt, Fraction(1, of: 1000), place: "push.yaml:32:5"),
        Threshold(.achievedRatio, .gte, Fraction(99, of: 100), place: "push.yaml:33:5"),
    ]

    /// Ten seconds at 1,000/s after one second of warm-up.
    static func open(
        _ server: Server,
        thresholds: [Threshold] = thresholds,
        checks: RunChecks = RunChecks(),
        parts: [RunPart]? = nil,
        delivery: RunDelivery? = nil,
        run: String? = nil
    ) -> RunResult {
        let sends = server.isSecondSendThere ? ["createPush", "findPush"] : ["createPush"]
        let plan = RecordingPlan(
            sends: sends,
            span: 10 * second,
            sliceWidth: second,
            thresholds: thresholds
        )
        var recording = Recording(plan)
        var draw = Draw(state: 42)
        var free = [Int64](repeating: .min, count: server.connections)
        for index in 0..<11_000 as Range<Int64> {
            let due = index * 1_000_000 - second
            guard due < server.end else { break }
            record(due, server, &draw, &free, into: &recording)
        }
        return result(
            recording.finished(),
            model: .open([LoadShape.Stage(rate: 1000, duration: 10 * second)], .constant),
            connections: server.connections,
            thresholds: thresholds,
            checks: checks,
            delivery: delivery,
            parts: parts ?? [part(connections: server.connections)],
            run: run
        )
    }

    /// 64 connections for four seconds, each of which sends as soon as it receives its response.
    static var closed: RunResult {
        var recording = Recording(
            RecordingPlan(sends: ["createPush"], span: 4 * second, sliceWidth: second)
        )
        let cell = recording.cell(OutcomeCell.Key(send: 0, outcome: "201", isGood: true))
        var draw = Draw(state: 7)
        for _ in 0..<64 {
            var due = draw.below(1_000_000)
            while due < 4 * second {
                let done = due + 3_000_000 + draw.below(2_000_000)
                recording.record(
                    SettledArrival(
                        due: due,
                        ready: due,
                        sent: due,
                        done: done,
                        own: 0,
                        bytesSent: 300,
                        bytesReceived: 120
                    ),
                    cell: cell,
                    isResponse: true
                )
                due = done
            }
        }
        return result(
            recording.finished(),
            model: .closed(duration: 4 * second, think: 0),
            connections: 64,
            thresholds: [],
            parts: [part(connections: 64)]
        )
    }

    /// A run without any arrivals due.
    static var empty: RunResult {
        let plan = RecordingPlan(sends: ["createPush"], span: 10 * second, sliceWidth: second)
        return result(
            Recording(plan).finished(),
            model: .open([LoadShape.Stage(rate: 0.01, duration: 10 * second)], .constant),
            connections: 1,
            thresholds: [Threshold(.latencyMaximum, .lt, Fraction(1))],
            parts: [part(connections: 1, settled: 0)]
        )
    }

    /// A run with every kind of finding that a report can show.
    static var poor: RunResult {
        let failure = RunChecks.Failure(
            send: "createPush",
            arrival: 7300,
            differences: ["$.objectId: expected a text, got nothing"]
        )
        return open(
            Server(stall: 6_200_000_000..<6_900_000_000, isPoor: true),
            checks: RunChecks(
                checked: 110,
                failed: 1,
                skipped: 2,
                skippedFor: [.room: 2],
                failures: [failure]
            ),
            parts: [
                part(
                    statistics: RunStatistics(
                        turns: 20_000,
                        lateTurns: 3,
                        opened: 140,
                        refused: 2,
                        settled: 11_000,
                        lastRefusal: "refused: 127.0.0.1:8080"
                    ),
                    audienceCalls: [
                        RunAudienceCall(
                            .prepare,
                            name: "createInstallation",
                            recipients: 1_000_000,
                            good: 1_000_000,
                            elapsed: 81_300_000_000
                        ),
                        RunAudienceCall(
                            .cleanup,
                            name: "forget",
                            recipients: 1_000_000,
                            good: 12_000,
                            failures: [.init("404 E404001", 88)],
                            elapsed: 60_000_000_000,
                            obstacle: "it took longer than 1 min"
                        ),
                    ]
                )
            ],
            run: "0a1b2c3d4e5f"
        )
    }

    /// Four arrivals in two seconds, after one that is not counted.
    static var small: RunResult {
        var recording = Recording(
            RecordingPlan(sends: ["createPush"], span: 2 * second, sliceWidth: second)
        )
        let good = recording.cell(OutcomeCell.Key(send: 0, outcome: "201", isGood: true))
        let moments = [-500, 0, 500, 1500].map { $0 * second / 1000 }
        for (due, service) in zip(moments, [9, 1, 2, 4].map { $0 * second / 1000 }) {
            let sent = due + 10_000
            recording.record(
                SettledArrival(due: due, ready: due, sent: sent, done: sent + service, own: 10_000),
                cell: good,
                isResponse: true
            )
        }
        let bad = recording.cell(OutcomeCell.Key(send: 0, outcome: "unsent", isGood: false))
        recording.recordUnfinished(due: 1_900_000_000, cell: bad, wasSent: false)
        return of(recording)
    }

    /// 100 streams of four events and as many requests in ten seconds; two streams had no event.
    static var streams: RunResult {
        let thresholds = [
            Threshold(.latencyMaximum, .lt, Fraction(900_000_000), send: 0),
            Threshold(.eventRate, .gte, Fraction(40), send: 0, place: "listen.yaml:9:5"),
        ]
        var recording = Recording(
            RecordingPlan(
                sends: ["listen", "ask"],
                span: 10 * second,
                sliceWidth: second,
                thresholds: thresholds
            )
        )
        let keys = [(0, "200", true), (1, "200", true), (0, "no-events", false)]
        let cells = keys.map { send, outcome, isGood in
            recording.cell(OutcomeCell.Key(send: send, outcome: outcome, isGood: isGood))
        }
        for index in 0..<200 as Range<Int64> {
            let due = index / 2 * second / 10
            let cell = index == 0 || index == 100 ? 2 : Int(index % 2)
            let time = [40_000_000 + index * 100_000, 2_000_000, 5 * second][cell]
            recording.record(
                SettledArrival(due: due, ready: due, sent: due, done: due + time, own: 0),
                cell: cells[cell],
                isResponse: true
            )
            for event in 0..<4 where cell == 0 {
                recording.record(events: 1, ofSend: 0, at: due + time + Int64(event) * second / 2)
            }
        }
        return result(
            recording.finished(),
            model: .open([LoadShape.Stage(rate: 20, duration: 10 * second)], .constant),
            connections: 100,
            thresholds: thresholds,
            parts: [part(connections: 100)]
        )
    }

    /// A result of one open stage without thresholds.
    static func of(_ recording: Recording) -> RunResult {
        let stage = LoadShape.Stage(rate: 2, duration: recording.plan.span)
        return result(
            recording.finished(),
            model: .open([stage], .constant),
            connections: 1,
            thresholds: [],
            parts: [part(connections: 1)]
        )
    }

    static let deliveryThresholds = [
        Threshold(
            .deliveredRatio(within: second),
            .gte,
            Fraction(1, of: 10),
            place: "push.yaml:31:5"
        ),
        Threshold(
            .deliveredPercentile(.p50),
            .lt,
            Fraction(6_000_000_000),
            place: "push.yaml:32:5"
        ),
        Threshold(.deliveries(.lost), .lte, Fraction(0), place: "push.yaml:33:5"),
    ]

    /// A run with monitored deliveries, all of them in time.
    static var delivered: RunResult {
        open(Server(), thresholds: deliveryThresholds, delivery: SampleDelivery.good)
    }

    /// A run in which some deliveries were lost, late, duplicated or sent to the wrong address.
    static var undelivered: RunResult {
        open(Server(), thresholds: deliveryThresholds, delivery: SampleDelivery.poor)
    }

    /// A run whose sink was overloaded and whose report is incomplete.
    static var unseen: RunResult {
        open(Server(), thresholds: deliveryThresholds, delivery: SampleDelivery.doubtful)
    }

    /// A run whose generator slept for half a second.
    static var notValid: RunResult {
        open(Server(lateness: 3_000_000_000..<3_500_000_000), thresholds: [])
    }

    /// A run whose target stopped after four seconds.
    static var lost: RunResult {
        open(
            Server(end: 4 * second),
            parts: [
                part(
                    cut: .noConnection(
                        "for 5 s no connection could be opened (refused: 127.0.0.1:8080)"
                    ),
                    cutAt: 4 * second
                )
            ]
        )
    }
}

extension LoadSample {
    /// Random numbers that depend on a seed only.
    struct Draw {
        var state: UInt64

        mutating func below(_ limit: Int64) -> Int64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int64((state >> 33) % UInt64(limit))
        }
    }

    /// Records one arrival, which passes through the connections of the generator and the server behind them.
    private static func record(
        _ due: Int64,
        _ server: Server,
        _ draw: inout Draw,
        _ free: inout [Int64],
        into recording: inout Recording
    ) {
        let connection = SimulatedRun.earliest(free)
        let ready = max(due, free[connection])
        var sent = ready + 5_000 + draw.below(40_000)
        if let lateness = server.lateness, lateness.contains(sent) { sent = lateness.upperBound }
        var service = 800_000 + draw.below(400_000)
        if draw.below(10) == 0 { service += draw.below(4_000_000) }
        if draw.below(200) == 0 { service += draw.below(20_000_000) }
        var done = sent + service
        if let stall = server.stall, stall.contains(sent) { done = stall.upperBound + service }
        let send = server.isSecondSendThere && draw.below(4) == 0 ? 1 : 0
        var outcome = send == 0 ? "201" : "200"
        if server.isPoor {
            switch draw.below(1000) {
            case 0..<12: outcome = "E429000"
            case 12: (outcome, done) = ("timeout", sent + 5 * second)
            case 13, 14: outcome = "closed-before-response"
            default: break
            }
        }
        free[connection] = done
        let isGood = outcome.hasPrefix("20")
        let isUnanswered = server.isPoor && due > 9_995_000_000
        let name = isUnanswered ? "unanswered" : outcome
        let cell = recording.cell(
            OutcomeCell.Key(send: send, outcome: name, isGood: isGood && !isUnanswered)
        )
        guard !isUnanswered else {
            recording.recordUnfinished(due: due, cell: cell, wasSent: true)
            return
        }
        recording.record(
            SettledArrival(
                due: due,
                ready: ready,
                sent: sent,
                done: done,
                own: sent - ready,
                bytesSent: 412,
                bytesReceived: outcome == "timeout" ? 0 : 180
            ),
            cell: cell,
            isResponse: isGood || outcome == "E429000"
        )
    }

    static func part(
        _ shard: Shard = .whole,
        connections: Int = 128,
        settled: UInt64 = 11_000,
        statistics: RunStatistics? = nil,
        audienceCalls: [RunAudienceCall] = [],
        cut: RunCut? = nil,
        cutAt: Int64? = nil
    ) -> RunPart {
        RunPart(
            shard: shard,
            tool: RunTool(version: "1.2.3", libraries: ["libcurl/7.88.1"]),
            environment: RunEnvironment(
                cpu: "Example CPU 2000",
                cores: 2,
                kernel: "Linux 6.1.0",
                libcurl: "7.88.1",
                tls: "OpenSSL/3.0.15"
            ),
            startedAt: 1_790_000_000_123_456_789,
            elapsed: 10_040_000_000,
            processTime: 473_000_000,
            workers: 1,
            connections: connections,
            audienceCalls: audienceCalls,
            statistics: statistics ?? RunStatistics(turns: 20_000, settled: settled),
            audienceSentAt: 1_340_000_000,
            cut: cut,
            cutAt: cutAt
        )
    }

    private static func result(
        _ recording: Recording,
        model: LoadShape.Model,
        connections: Int,
        thresholds: [Threshold],
        checks: RunChecks = RunChecks(),
        delivery: RunDelivery? = nil,
        parts: [RunPart],
        run: String? = nil
    ) -> RunResult {
        let recipients = [Fraction(1000), Fraction(0)]
        return RunResult(
            profile: RunProfile(
                file: "loadprofiles/push.yaml",
                title: "Push, 1,000,000 devices",
                hash: "sha256:0f343b0931126a20f133d67c2b018a3b",
                seed: 42,
                run: run,
                load: LoadShape(model, warmup: second, connections: connections),
                sends: zip(recording.plan.sends, recipients).map {
                    RunSend(name: $0, recipients: $1)
                },
                audience: 1_000_000
            ),
            targets: [
                RunTarget(name: "api", url: "http://127.0.0.1:8080", isReference: true)
            ],
            thresholds: thresholds,
            recording: recording,
            checks: checks,
            delivery: delivery,
            parts: parts
        )
    }
}
