import Base
import Glibc
import Testing

@testable import HTTPServer

private let millisecond: Int64 = 1_000_000

/// Draws arrivals with exponential gaps, in nanoseconds.
private struct PoissonArrivals {
    let rate: Double
    var random: RandomSource
    private var moment = 0.0

    init(rate: Double, seed: UInt64) {
        self.rate = rate
        random = RandomSource(seed: seed, name: "arrivals")
    }

    mutating func next() -> Int64 {
        moment += -log1p(-random.unit()) / rate * 1e9
        return Int64(moment)
    }
}

struct DepartureQueueTests {
    @Test("Departures follow the recursion for fixed service times", arguments: [1, 2, 4, 7])
    func recursion(servers: Int) {
        let service = 2 * millisecond
        let pace = ServicePace(serviceTime: .constant(service), servers: servers)
        var queue = DepartureQueue(pace)
        var arrivals = PoissonArrivals(rate: 480 * Double(servers), seed: 5)
        var departures: [Int64] = []
        for index in 0..<5_000 {
            let arrival = arrivals.next()
            let free = index < servers ? 0 : departures[index - servers]
            departures.append(max(arrival, free) + service)
            #expect(queue.departure(ofArrivalAt: arrival).moment == departures[index])
        }
    }

    @Test("The capacity is exact: back-to-back requests leave every S")
    func capacity() {
        var queue = DepartureQueue(ServicePace(serviceTime: .constant(2 * millisecond)))
        let moments = (0..<4).map { _ in queue.departure(ofArrivalAt: 5).moment }
        #expect(moments == (1...4).map { 5 + $0 * 2 * millisecond })
    }

    /// Mean waits of M/D/c in ms at S = 2 ms, exact by Spitzer's identity; for one server ρS/2(1 − ρ).
    @Test(
        "Under Poisson arrivals the mean wait is within 2 % of theory",
        arguments: [
            (1, 300.0, 1.5), (1, 400.0, 4.0), (1, 450.0, 9.0),
            (4, 1_200.0, 0.1968), (4, 1_600.0, 0.7722), (4, 1_800.0, 1.9999),
        ]
    )
    func meanWait(servers: Int, rate: Double, expected: Double) {
        let service = 2 * millisecond
        var queue = DepartureQueue(ServicePace(serviceTime: .constant(service), servers: servers))
        var arrivals = PoissonArrivals(rate: rate, seed: 1)
        let count = 1_000_000
        var sum: Int64 = 0
        for _ in 0..<count {
            let arrival = arrivals.next()
            sum += queue.departure(ofArrivalAt: arrival).moment - arrival - service
        }
        let mean = Double(sum) / Double(count) / Double(millisecond)
        #expect(abs(mean / expected - 1) < 0.02, "\(mean) ms")
    }

    @Test("Exponential service times have their mean, and are reproducible from the seed")
    func exponential() {
        let pace = ServicePace(serviceTime: .exponential(mean: 2 * millisecond), seed: 3)
        var (one, other) = (DepartureQueue(pace), DepartureQueue(pace))
        var last: Int64 = 0
        for _ in 0..<100_000 {
            last = one.departure(ofArrivalAt: 0).moment
            #expect(other.departure(ofArrivalAt: 0).moment == last)
        }
        let mean = Double(last) / 100_000 / Double(2 * millisecond)
        #expect(abs(mean - 1) < 0.01, "\(mean)")
    }

    @Test("The share of errors equals the rate, whatever the service time")
    func errors() {
        var plain = DepartureQueue(ServicePace(errorRate: 0.01, seed: 9))
        var slow = DepartureQueue(
            ServicePace(serviceTime: .exponential(mean: 10), errorRate: 0.01, seed: 9)
        )
        var count = 0
        for index in 0..<100_000 as Range<Int64> {
            let isError = plain.departure(ofArrivalAt: index).isError
            #expect(slow.departure(ofArrivalAt: index).isError == isError)
            if isError { count += 1 }
        }
        #expect((900...1_100).contains(count))
    }
}

struct StallCycleTests {
    @Test(
        "Service pauses for the last part of each period",
        arguments: [
            // Arrival and service time, then departure, in ms: a pause lasts from 9,500 to 10,000.
            (0, 0, 0), (9_498, 2, 9_500), (9_499, 2, 10_001), (9_499, 0, 9_499),
            (9_500, 0, 10_000), (9_700, 0, 10_000), (9_700, 2, 10_002), (10_000, 0, 10_000),
            (0, 9_501, 10_001), (0, 19_001, 20_001), (29_600, 3, 30_003),
        ] as [(Int64, Int64, Int64)]
    )
    func departure(arrival: Int64, service: Int64, expected: Int64) {
        let stalls = StallCycle(every: 10_000, for: 500)
        var queue = DepartureQueue(ServicePace(serviceTime: .constant(service), stalls: stalls))
        #expect(queue.departure(ofArrivalAt: arrival).moment == expected)
    }

    @Test(
        "A stop of 1 s in every 10 s yields p95, p99 and p99.9 at their expected distance from 1 s"
    )
    func percentiles() {
        let stalls = StallCycle(every: 10_000 * millisecond, for: 1_000 * millisecond)
        var queue = DepartureQueue(ServicePace(stalls: stalls))
        let latencies = (0..<60_000 as Range<Int64>).map { index in
            let arrival = index * millisecond
            return (queue.departure(ofArrivalAt: arrival).moment - arrival) / millisecond
        }
        .sorted()
        // f (q − (1 − f/P)) P/f, plus the 1 ms between two arrivals, the first of which is there at once.
        #expect(latencies[60_000 * 95 / 100 - 1] == 500)
        #expect(latencies[60_000 * 99 / 100 - 1] == 900)
        #expect(latencies[60_000 * 999 / 1_000 - 1] == 990)
    }
}

struct MinHeapTests {
    @Test(
        "The smallest value comes first, regardless of insertion order",
        arguments: 0..<20 as Range<Int>
    )
    func order(seed: Int) {
        var random = RandomSource(seed: UInt64(seed), name: "heap")
        let values = (0..<seed * 3).map { _ in Int(random.next() % 20) }
        var heap = MinHeap<Int>()
        for value in values { heap.insert(value) }
        var taken: [Int] = []
        while let first = heap.popFirst() { taken.append(first) }
        #expect(taken == values.sorted())
        #expect(heap.first == nil)
    }
}
