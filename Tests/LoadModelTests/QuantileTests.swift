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
}
