import Glibc
import Load
import LoadModel
import Measure
import Testing

/// Checks the schedule against queueing theory, without sockets or clocks.
struct QueueTests {
    /// One million by default; with `ASSAY_QUEUE_ARRIVALS=10000000` the tolerance is 2 % at every load.
    private static let arrivals = getenv("ASSAY_QUEUE_ARRIVALS").flatMap {
        Double(String(cString: $0))
    }

    @Test(
        "The exact mean wait of M/D/c agrees with published values",
        arguments: [
            (1, 0.6, 1.5), (1, 0.8, 4.0), (1, 0.9, 9.0), (4, 0.6, 0.1968), (4, 0.8, 0.7722),
            (4, 0.9, 1.9999),
        ]
    )
    func formula(servers: Int, load: Double, milliseconds: Double) {
        let wait = QueueModel.exactWait(servers: servers, load: load) * 2
        #expect(abs(wait - milliseconds) < 1e-4)
    }

    @Test(
        "Poisson arrivals wait as long as queueing theory predicts",
        arguments: [1, 4],
        [0.6, 0.8, 0.9]
    )
    func queue(servers: Int, load: Double) {
        let serviceTime: Int64 = 2_000_000
        let rate = load * Double(servers) / 0.002
        let count = Self.arrivals ?? 1_000_000
        let schedule = Schedule(
            [LoadShape.Stage(rate: rate, duration: Int64(count / rate * 1e9))],
            arrivals: .poisson,
            seed: 20
        )
        var model = QueueModel(servers: servers, serviceTime: serviceTime)
        var (sum, arrived) = (0.0, 0.0)
        var cursor = ScheduleCursor(schedule)
        while let arrival = cursor.next() {
            sum += Double(model.departure(of: arrival.due) - arrival.due - serviceTime)
            arrived += 1
        }
        let expected = QueueModel.exactWait(servers: servers, load: load) * Double(serviceTime)
        // Successive waits are correlated, more so at higher load: at 90 % a million arrivals give the mean to within
        // only 3 % (one standard error).
        let tolerance = Self.arrivals == nil && load > 0.8 ? 0.05 : 0.02
        let deviation = sum / arrived / expected - 1
        #expect(abs(deviation) < tolerance)
    }

    @Test("Constant arrivals below capacity never wait; above it the backlog grows as expected")
    func constant() throws {
        var (calm, busy) = (
            QueueModel(servers: 4, serviceTime: 2_000_000),
            QueueModel(servers: 4, serviceTime: 2_000_000)
        )
        var below = ScheduleCursor(
            Schedule([LoadShape.Stage(rate: 1_900, duration: 5_000_000_000)])
        )
        while let arrival = below.next() {
            #expect(calm.departure(of: arrival.due) - arrival.due == 2_000_000)
        }
        var above = ScheduleCursor(
            Schedule([LoadShape.Stage(rate: 2_500, duration: 4_000_000_000)])
        )
        var last: Int64 = 0
        while let arrival = above.next() { last = busy.departure(of: arrival.due) - arrival.due }
        // (λ − C) t / C = 1 s, less the last gap.
        #expect(abs(last - 1_001_900_000) < 2_000_000)
    }

    @Test(
        "A stall of 1 s in every 10 s gives the expected percentiles",
        arguments: [(Quantile.p95, 0.5), (.p99, 0.9), (.p999, 0.99)]
    )
    func stall(quantile: Quantile, seconds: Double) throws {
        let (period, stall, serviceTime) =
            (10_000_000_000, 1_000_000_000, 20_000) as (Int64, Int64, Int64)
        var model = StallModel(period: period, stall: stall, serviceTime: serviceTime)
        var latencies = Histogram<UInt64>(.total)
        var cursor = ScheduleCursor(Schedule([LoadShape.Stage(rate: 1_000, duration: 6 * period)]))
        while let arrival = cursor.next() {
            latencies.record(model.departure(of: arrival.due) - arrival.due)
        }
        let value = try #require(latencies.value(atRank: quantile.rank(of: latencies.count)))
        // The backlog drains one by one: an arrival t before the end of the stall has (f − t) λ ahead of it.
        // Percentile q falls on the longest (1 − q) P of each period.
        let before = 1 - seconds
        let drain = before * 1_000 * 0.00002
        #expect(abs(Double(value) / 1e9 / (seconds + drain) - 1) < 0.005)
    }
}
