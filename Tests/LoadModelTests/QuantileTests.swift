import LoadModel
import LoadModel
import Testing

struct QuantileTests {
    @Test(
        "Quantiles are read in both spellings",
        arguments: [
            ("p50", 50, 100), ("p5", 5, 100), ("p99.9", 999, 1000), ("p999", 999, 1000),
            ("p9999", 9999, 10_000), ("p99.99", 9999, 10_000), ("p0.1", 1, 1000),
        ] as [(String, UInt64, UInt64)]
    )
    func reading(text: String, numerator: UInt64, denominator: UInt64) {
        let quantile = Quantile(text)
        #expect(quantile?.numerator == numerator)
        #expect(quantile?.denominator == denominator)
    }

    @Test(
        "What is no quantile is refused",
        arguments: [
            "", "p", "99", "p0", "p000", "p100", "p500", "p.9", "p9.", "p100.0", "p-5", "p9.9.9",
            "p99.9999", "p٩٩",
        ]
    )
    func refusal(text: String) {
        #expect(Quantile(text) == nil)
    }

    @Test(
        "A description reads back as the same quantile",
        arguments: ["p50", "p99.9", "p0.1", "p99.99"]
    )
    func description(text: String) {
        #expect(Quantile(text)?.description == text)
    }

    @Test(
        "Ranks are rounded up in integers",
        arguments: [
            (Quantile.p999, 1000, 999), (.p999, 1001, 1000), (.p99, 1060, 1050), (.p50, 1, 1),
            (.p50, 2, 1), (.p50, 3, 2), (.p99, 0, 1), (.p99, .max, 18_262_276_632_972_456_099),
        ] as [(Quantile, UInt64, UInt64)]
    )
    func ranks(quantile: Quantile, count: UInt64, rank: UInt64) {
        #expect(quantile.rank(of: count) == rank)
    }

    @Test(
        "A quantile needs ten values above it",
        arguments: [
            (Quantile.p99, 999, true), (.p99, 1000, false), (.p50, 20, false), (.p50, 19, true),
        ]
            as [(Quantile, UInt64, Bool)]
    )
    func tooFine(quantile: Quantile, count: UInt64, isTooFine: Bool) {
        #expect(quantile.isTooFine(for: count) == isTooFine)
    }

    @Test("Failed arrivals rank above every answer")
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

    @Test("A percentile is never above the greatest value")
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
