import LoadModel
import Testing

struct FractionTests {
    @Test(
        "Shares are read exactly",
        arguments: [("99%", 99, 100), ("0.1%", 1, 1000), ("100%", 1, 1)]
            as [(String, UInt64, UInt64)]
    )
    func shares(text: String, numerator: UInt64, denominator: UInt64) {
        #expect(Fraction(percent: text) == Fraction(numerator, of: denominator))
    }

    @Test(
        "Invalid shares are rejected",
        arguments: ["", "%", "1", "-1%", "1.%", ".1%", "1.2.3%", "1e2%"]
    )
    func noShares(text: String) {
        #expect(Fraction(percent: text) == nil)
    }
}
