import LoadModel
import Measure
import Testing

struct RankedArrivalsTests {
    @Test("Failed arrivals rank above every response")
    func failures() {
        var good = Histogram<UInt64>(.total)
        for milliseconds in 1...989 as ClosedRange<Int64> { good.record(milliseconds * 1_000_000) }
        let arrivals = RankedArrivals(good: good, failedCount: 11)
        #expect(arrivals.reading(at: .p99) == .failed)
        #expect(arrivals.reading(at: .p50) == good.value(atRank: 500).map { .value($0) })
        #expect(arrivals.reading(at: .p999) == .tooFew)
        let nothing = RankedArrivals(good: Histogram(.total), failedCount: 0)
        #expect(nothing.reading(at: .p50) == .tooFew)
    }

    @Test("A percentile never exceeds the greatest value")
    func greatest() {
        var good = Histogram<UInt64>(.total)
        for _ in 0..<20 { good.record(0) }
        #expect(good.value(atRank: 10) == 63)
        #expect(RankedArrivals(good: good, failedCount: 0).reading(at: .p50) == .value(0))
        // 1,000,000 ns share their counter with values up to 1,000,447.
        for _ in 0..<20 { good.record(1_000_000) }
        #expect(good.value(atRank: 40) == 1_000_447)
        let arrivals = RankedArrivals(good: good, failedCount: 0)
        #expect(arrivals.reading(at: .p50) == .value(63))
        let p75 = Quantile("p75") ?? .p999
        #expect(arrivals.reading(at: p75) == .value(1_000_000))
        #expect(arrivals.reading(at: .p99) == .tooFew)
        #expect(arrivals.value(at: .p99) == 1_000_000)
        #expect(RankedArrivals(good: Histogram(.total), failedCount: 0).value(at: .p50) == nil)
    }
}
