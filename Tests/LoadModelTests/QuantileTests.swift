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
        "Invalid quantiles are rejected",
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

    /// Worked by hand from the binomial distribution of the number of values above.
    @Test(
        "A rank below the quantile is exceeded at most once in twenty times",
        arguments: [
            // All are below p99 with 0.97, two of three below p50 with 0.875.
            (Quantile.p99, 3, 3, nil), (.p50, 3, 0, nil), (.p50, 10, 2, 10),
            // Of 90, p95 has at most 8 above with 0.95.
            (.p95, 90, 82, 90), (.p99, 100, 97, nil), (.p99, 999, 989, 999),
            (.p99, 1000, 990, 990), (.p99, 0, 0, nil),
        ] as [(Quantile, UInt64, UInt64, UInt64?)]
    )
    func bounds(quantile: Quantile, count: UInt64, lowest: UInt64, highest: UInt64?) {
        #expect(quantile.lowestRank(of: count) == lowest)
        #expect(quantile.highestRank(of: count) == highest)
    }
}
