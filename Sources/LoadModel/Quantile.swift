/// A share of all values as an exact fraction: p99 is 99/100.
///
/// Integers, because 0.999 × 1000 in floating point is not 999.
package struct Quantile: Hashable, Sendable {
    /// Greater than zero, smaller than the denominator.
    package let numerator: UInt64
    /// A power of ten, at most 100,000.
    package let denominator: UInt64

    package static let p50 = Quantile(50, of: 100)
    package static let p90 = Quantile(90, of: 100)
    package static let p95 = Quantile(95, of: 100)
    package static let p99 = Quantile(99, of: 100)
    package static let p999 = Quantile(999, of: 1000)

    private init(_ numerator: UInt64, of denominator: UInt64) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// Reads `p50`, `p99.9` or, as in other tools, `p999`.
    ///
    /// - Returns: `nil` for any other text, also for `p0` and `p100`, which are not quantiles. Without a decimal
    ///   point, three or more digits must begin with a 9, so that `p100` and `p500` are not read as 10 % and 50 %.
    package init?(_ text: String) {
        guard text.utf8.first == UInt8(ascii: "p") else { return nil }
        let parts = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = parts.first else { return nil }
        let isSpelledAsOne = parts.count == 1 && whole.utf8.count > 2
        if isSpelledAsOne && whole.utf8.first != UInt8(ascii: "9") { return nil }
        let digits = parts.joined()
        let decimals =
            isSpelledAsOne ? digits.utf8.count - 2 : parts.count == 2 ? parts[1].utf8.count : 0
        guard (1...2).contains(isSpelledAsOne ? 2 : whole.utf8.count),
            (0...3).contains(decimals), parts.count == 1 || decimals > 0,
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let numerator = UInt64(digits), numerator > 0
        else { return nil }
        self.init(numerator, of: (0..<decimals).reduce(100) { power, _ in power * 10 })
    }

    /// The position, counted from 1, of the quantile among `count` values: ⌈q × count⌉, at least 1.
    package func rank(of count: UInt64) -> UInt64 {
        let product = UInt128(numerator) * UInt128(count)
        return max(UInt64((product + UInt128(denominator) - 1) / UInt128(denominator)), 1)
    }

    /// Number of values that must lie above a quantile for a reliable estimate.
    private static let smallestRest: UInt64 = 10

    /// The smallest number of values with ten above the quantile.
    package var smallestCount: UInt64 {
        let rest = denominator - numerator
        return (Self.smallestRest * denominator + rest - 1) / rest
    }

    /// Whether `count` values are so few that probably all lie below the quantile, so that their maximum is not an
    /// upper bound of it.
    ///
    /// The limit is three times the number with one expected value above: then the probability of none is one in
    /// twenty.
    package func isUnbounded(for count: UInt64) -> Bool {
        UInt128(count) * UInt128(denominator - numerator) < 3 * UInt128(denominator)
    }

    /// The highest rank whose value does not exceed the quantile of the population: that of the quantile with ten
    /// values above; with fewer, one that is exceeded with a probability of at most one in twenty.
    ///
    /// The number of values above the quantile is binomial, so the bound holds for any distribution of the values.
    ///
    /// - Parameter count: The number of values.
    /// - Returns: The rank, counted from 1; zero without a lower bound.
    package func lowestRank(of count: UInt64) -> UInt64 {
        guard isTooFine(for: count) else { return rank(of: count) }
        let share = Double(denominator - numerator) / Double(denominator)
        var probability = Self.power(1 - share, count)
        var (sum, rest) = (probability, UInt64(0))
        while sum < 0.95, rest < min(Self.smallestRest, count) {
            probability *= Double(count - rest) / Double(rest + 1) * share / (1 - share)
            rest += 1
            sum += probability
        }
        return min(rank(of: count), count - rest)
    }

    private static func power(_ base: Double, _ exponent: UInt64) -> Double {
        var (result, square, rest) = (1.0, base, exponent)
        while rest > 0 {
            if rest % 2 == 1 { result *= square }
            square *= square
            rest /= 2
        }
        return result
    }

    /// The rank whose value is not below the quantile; `nil` without an upper bound.
    package func highestRank(of count: UInt64) -> UInt64? {
        guard isTooFine(for: count) else { return rank(of: count) }
        // Of few the greatest is the bound.
        return isUnbounded(for: count) ? nil : count
    }

    /// Whether fewer than ten of `count` values lie above the quantile, so that an estimate is not reliable.
    package func isTooFine(for count: UInt64) -> Bool {
        UInt128(count) * UInt128(denominator - numerator)
            < UInt128(Self.smallestRest) * UInt128(denominator)
    }
}

extension Quantile: CustomStringConvertible {
    /// `p99`, `p99.9`.
    package var description: String {
        let digits = String(numerator)
        let decimals = String(denominator).utf8.count - 3
        guard decimals > 0 else { return "p\(digits)" }
        let padded =
            String(repeating: "0", count: max(decimals + 1 - digits.utf8.count, 0)) + digits
        return "p\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
    }
}
