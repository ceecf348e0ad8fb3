/// A number of zero or more, exact: 0.1 % is 1/1000.
package struct Fraction: Hashable, Sendable, Comparable {
    package let numerator: UInt64
    /// One or more.
    package let denominator: UInt64

    package init(_ numerator: UInt64, of denominator: UInt64 = 1) {
        precondition(denominator > 0, "a denominator of zero")
        self.numerator = numerator
        self.denominator = denominator
    }

    package static func == (left: Fraction, right: Fraction) -> Bool {
        left.crossed(right) == right.crossed(left)
    }

    package static func < (left: Fraction, right: Fraction) -> Bool {
        left.crossed(right) < right.crossed(left)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(doubleValue) }

    /// The nearest double, for showing.
    package var doubleValue: Double { Double(numerator) / Double(denominator) }

    private func crossed(_ other: Fraction) -> UInt128 {
        UInt128(numerator) * UInt128(other.denominator)
    }
}

extension Fraction {
    /// Reads `99%` or `0.1%`; at most nine decimals.
    ///
    /// - Returns: `nil` for anything else.
    package init?(percent text: String) {
        guard text.hasSuffix("%") else { return nil }
        let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        let digits = parts.joined()
        let decimals = parts.count == 2 ? parts[1].utf8.count : 0
        guard (1...2).contains(parts.count), (1...9).contains(parts[0].utf8.count),
            parts.count == 1 || (1...9).contains(decimals),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let numerator = UInt64(digits)
        else { return nil }
        self.init(numerator, of: (0..<decimals).reduce(100) { power, _ in power * 10 })
    }
}
