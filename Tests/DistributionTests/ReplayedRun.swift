import JSON
import LoadModel
import Measure

@testable import Distribution

/// A run with arrivals known in advance: recorded by one process, and reported by several generators second by second.
struct ReplayedRun {
    static let second: Int64 = 1_000_000_000
    static let seconds: Int64 = 6
    /// Time between two arrivals.
    static let gap: Int64 = 500_000

    static let plan = RecordingPlan(
        sends: ["createPush", "findPush"],
        span: seconds * second,
        sliceWidth: second,
        thresholds: thresholds
    )

    static let thresholds = [
        Threshold(
            .latencyPercentile(.p99),
            .lt,
            Fraction(50_000_000),
            windows: Threshold.Windows(length: second, share: Fraction(1)),
            place: "push.yaml:7:3"
        ),
        Threshold(.errorRatio, .lt, Fraction(1, of: 10)),
        Threshold(.achievedRatio, .gte, Fraction(99, of: 100)),
    ]

    static let profile = RunProfile(
        file: "push.yaml",
        title: "Replayed",
        hash: "sha256:0f34",
        seed: 1,
        load: LoadShape(
            .open([.init(rate: 2_000, duration: seconds * second)], .constant),
            connections: 8,
            timeout: second,
            drain: second
        ),
        sends: [RunSend(name: "createPush"), RunSend(name: "findPush")]
    )

    static let course = Fleet.Course(recording: plan, digest: "sha256:0f34") { due($0, $1) }

    /// Arrival k is due at k gaps.
    private static func due(_ shard: Shard, _ stretch: Range<Int64>) -> UInt64 {
        let from = UInt64((stretch.lowerBound + gap - 1) / gap)
        let to = UInt64((stretch.upperBound + gap - 1) / gap)
        return shard.count(below: to) - shard.count(below: from)
    }

    /// Records arrival k: the same in every recording.
    static func record(_ number: UInt64, in recording: inout Recording) {
        let due = Int64(number) * gap
        var state = number &* 0x9E37_79B9_7F4A_7C15
        func draw(_ limit: UInt64) -> Int64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int64((state >> 33) % limit)
        }
        let sent = due + draw(200_000)
        let isGood = draw(50) != 0
        let cell = recording.cell(
            .init(
                send: Int(draw(2)),
                outcome: isGood ? "201" : ["503", "timeout"][Int(draw(2))],
                isGood: isGood
            )
        )
        let arrival = SettledArrival(
            due: due,
            ready: due,
            sent: sent,
            done: sent + 300_000 + draw(draw(40) == 0 ? 400_000_000 : 3_000_000),
            own: sent - due,
            bytesSent: 300,
            bytesReceived: 100
        )
        recording.record(arrival, cell: cell, isResponse: isGood)
    }

    /// The recording of all arrivals by one process.
    static var whole: Recording {
        var recording = Recording(plan)
        for number in 0..<due(.whole, 0..<seconds * second) {
            record(number, in: &recording)
        }
        return recording.finished()
    }

    /// The recordings of a generator for each second, as it reports them.
    static func reports(of shard: Shard) -> [Recording] {
        var recording = Recording(plan)
        return (0..<seconds).map { number in
            let end = due(.whole, 0..<(number + 1) * second)
            for arrival in due(.whole, 0..<number * second)..<end
            where shard.contains(arrival) {
                record(arrival, in: &recording)
            }
            defer { recording.beginAnew() }
            return recording
        }
    }

    static func part(_ shard: Shard) -> RunPart {
        RunPart(
            shard: shard,
            tool: RunTool(version: "0.1.0", libraries: []),
            environment: RunEnvironment(
                cpu: "made up",
                cores: 2,
                kernel: "Linux 6.1.0",
                libcurl: "7.88.1",
                tls: "none"
            ),
            startedAt: 1_790_000_000 * second,
            elapsed: seconds * second,
            processTime: 1,
            workers: 1,
            connections: 8,
            statistics: RunStatistics()
        )
    }

    static func result(_ recording: Recording, _ parts: [RunPart]) -> RunResult {
        RunResult(
            profile: profile,
            targets: [RunTarget(name: "api", url: "http://127.0.0.1:8080", isReference: false)],
            thresholds: thresholds,
            recording: recording,
            checks: RunChecks(),
            parts: parts
        )
    }
}

extension Fleet {
    /// Lets `count` generators join, called `n1`, `n2` and so on, and begin at `now`.
    static func running(_ count: Int, at now: Int64 = 0) -> Fleet {
        var fleet = Fleet(ReplayedRun.course, wanted: count, leaseLength: 5 * ReplayedRun.second)
        for number in 1...count { _ = fleet.take(.joined(node: "n\(number)"), at: now) }
        for number in 1...count { _ = fleet.take(.ready("n\(number)"), at: now) }
        _ = fleet.begin(at: now, warmup: 0)
        return fleet
    }
}

extension Fleet.Event {
    static func ready(
        _ node: String,
        name: String? = nil,
        digest: String = "sha256:0f34"
    ) -> Fleet.Event {
        let head: JSONValue = [
            "name": .string(name ?? "name of \(node)"), "host": .string("host of \(node)"),
            "digest": .string(digest), "connections": 8, "clockOffset": 0,
            "clockBound": 100_000, "clockDrift": 0, "roundTrip": 400_000,
        ]
        return .message(node: node, kind: FleetMessage.ready, Packet(head))
    }

    /// The report of a generator at the end of a second, counted from one.
    static func report(
        _ node: String,
        _ shard: Shard,
        _ number: Int,
        _ recording: Recording,
        settledBefore: Int64? = nil,
        more: [UInt8] = []
    ) -> Fleet.Event {
        let moment = number * Int(ReplayedRun.second)
        let head: JSONValue = [
            "number": .integer(number), "elapsed": .integer(moment),
            "settledBefore": .integer(settledBefore.map { Int($0) } ?? moment),
            "ended": .integer(number * 100), "inFlight": 7, "paused": 0, "connections": 8,
            "outstanding": [], "clockOffset": 0, "clockBound": 100_000, "clockDrift": 0,
            "roundTrip": 400_000,
        ]
        let result = ReplayedRun.result(recording.finished(), [ReplayedRun.part(shard)])
        let document = Array(result.fileText.utf8)
        var members = head.objectValue ?? JSONObject()
        members["length"] = .integer(document.count)
        let packet = Packet(.object(members), body: document + more)
        return .message(node: node, kind: FleetMessage.stats, packet)
    }

    static func result(_ node: String, _ shard: Shard, after number: Int) -> Fleet.Event {
        var recording = Recording(ReplayedRun.plan)
        for report in ReplayedRun.reports(of: shard) { recording.merge(report) }
        let result = ReplayedRun.result(recording.finished(), [ReplayedRun.part(shard)])
        let head: JSONValue = [
            "number": .integer(number), "clockOffset": 0, "clockBound": 100_000, "clockDrift": 0,
            "roundTrip": 400_000,
        ]
        let packet = Packet(head, body: Array(result.fileText.utf8))
        return .message(node: node, kind: FleetMessage.result, packet)
    }
}
