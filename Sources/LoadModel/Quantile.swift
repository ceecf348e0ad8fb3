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

    /// Reads `p50`, `p99.9` or, in the words of other tools, `p999`.
    ///
    /// - Returns: `nil` for anything else; also for `p0` and `p100`, which are no quantiles. Without a point
    ///   more than two digits begin with a 9, so that `p100` and `p500` are not taken for 10 % and 50 %.
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

    /// So many values lie above a quantile that says something.
    private static let smallestRest: UInt64 = 10

    /// The smallest number of values of which ten lie above the quantile.
    package var smallestCount: UInt64 {
        let rest = denominator - numerator
        return (Self.smallestRest * denominator + rest - 1) / rest
    }

    /// Whether `count` values are so few that most likely none lies above the quantile: then the greatest of them
    /// is no bound of it.
    ///
    /// Of three times as many as one lies above, none does once in twenty times.
    package func isUnbounded(for count: UInt64) -> Bool {
        UInt128(count) * UInt128(denominator - numerator) < 3 * UInt128(denominator)
    }

    /// A rank that ten values lie above, or the quantile's if there are more; zero for ten values and fewer.
    package func lowestRank(of count: UInt64) -> UInt64 {
        min(rank(of: count), count - min(Self.smallestRest, count))
    }

    /// Whether fewer than ten of `count` values lie above the quantile, so that it says nothing.
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
