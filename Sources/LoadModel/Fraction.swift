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
    /// - Returns: `nil` for any other text.
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

extension Fraction {
    /// In percent with up to four decimals: `99%`, `0.1%`, `33.3333%`, `<0.0001%`.
    package var percent: String { text(times: 100).map { $0 + "%" } ?? "<0.0001%" }

    /// With up to four decimals: `12`, `0.3333`, `<0.0001`.
    package var decimal: String { text(times: 1) ?? "<0.0001" }

    /// The product with up to four decimals; `nil` when it is above zero and rounds to zero.
    private func text(times factor: UInt128) -> String? {
        let scale: UInt128 = 10_000
        let parts =
            (UInt128(numerator) * factor * scale + UInt128(denominator / 2)) / UInt128(denominator)
        guard parts > 0 || numerator == 0 else { return nil }
        let digits = String(parts % scale)
        var decimals = Substring(String(repeating: "0", count: 4 - digits.utf8.count) + digits)
        while decimals.last == "0" { decimals.removeLast() }
        return "\(parts / scale)" + (decimals.isEmpty ? "" : ".\(decimals)")
    }
}
