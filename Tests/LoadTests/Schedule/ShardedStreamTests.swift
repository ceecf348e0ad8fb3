import JSON
import Load
import LoadModel
import Measure
import Testing

/// One stream through a server without sockets or clocks, recorded as one and by four shards.
struct ShardedStreamTests {
    private static let second: Int64 = 1_000_000_000

    /// The server that handles the stream.
    enum Server: CaseIterable {
        /// Four servers at 80 %, with Poisson arrivals.
        case queue
        /// A server that stops for 1 s in every 10, with constant arrivals.
        case stalling

        var schedule: Schedule {
            switch self {
            case .queue:
                Schedule(
                    [LoadShape.Stage(rate: 1_600, duration: 10 * second)],
                    warmup: second,
                    arrivals: .poisson,
                    seed: 20
                )
            case .stalling: Schedule([LoadShape.Stage(rate: 1_000, duration: 20 * second)])
            }
        }

        /// Departure times of requests that are sent one after the other.
        func departures() -> (Int64) -> Int64 {
            switch self {
            case .queue:
                var model = QueueModel(servers: 4, serviceTime: 2_000_000)
                return { model.departure(of: $0) }
            case .stalling:
                var model = StallModel(period: 10 * second, stall: second, serviceTime: 20_000)
                return { model.departure(of: $0) }
            }
        }
    }

    /// A generator that is always 10 µs late.
    private static func settled(_ due: Int64, _ departure: (Int64) -> Int64) -> SettledArrival {
        let sent = due + 10_000
        return SettledArrival(due: due, ready: due, sent: sent, done: departure(sent), own: 10_000)
    }

    @Test("Four shards merge to the bytes of one recording", arguments: Server.allCases)
    func merging(server: Server) throws {
        let schedule = server.schedule
        let plan = RecordingPlan(
            sends: ["createPush"],
            span: schedule.span,
            sliceWidth: Self.second
        )
        let key = OutcomeCell.Key(send: 0, outcome: "201", isGood: true)
        var whole = Recording(plan)
        var shards = (0..<4).map { _ in Recording(plan) }
        var cursors = (1...4).map { ScheduleCursor(schedule, shard: .init($0, of: 4)) }
        var cursor = ScheduleCursor(schedule)
        var latencies: [Int64] = []
        let departure = server.departures()
        while let arrival = cursor.next() {
            let settled = Self.settled(arrival.due, departure)
            whole.record(settled, cell: whole.cell(key), isResponse: true)
            if arrival.due >= 0 { latencies.append(settled.latency) }
            let shard = Int(arrival.index % 4)
            // The shard computes the same moment on its own.
            guard cursors[shard].next() == arrival else {
                Issue.record("shard \(shard) has another arrival than \(arrival.index)")
                return
            }
            shards[shard].record(settled, cell: shards[shard].cell(key), isResponse: true)
        }
        var merged = shards[3]
        for index in [1, 0, 2] { merged.merge(shards[index]) }
        #expect(merged.finished().json.text == whole.finished().json.text)
        #expect(latencies.count > 15_000)
        latencies.sort()
        for quantile in [Quantile.p50, .p90, .p95, .p99, .p999] {
            let rank = quantile.rank(of: UInt64(latencies.count))
            let exact = latencies[Int(rank) - 1]
            guard case .value(let value) = merged.latency().reading(at: quantile) else {
                Issue.record("\(quantile) has no value")
                continue
            }
            // The greatest value of the counter that contains the exact value.
            #expect((exact...exact + exact / 1_000 + 128).contains(value), "\(quantile)")
        }
    }
}
