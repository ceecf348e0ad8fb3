/// A number as decimal digits and a power of ten: exact, and as small as what was written even where
/// what it comes to would fill the memory, as `1e999999999` would.
package struct ExactDecimal: Hashable, Sendable {
    package let isNegative: Bool
    /// Values from 0 to 9, the greatest first, without zeros at either end; empty for zero.
    private let digits: [UInt8]
    /// Of the last digit; zero for zero.
    private let exponent: Int

    /// How many digits an exponent may have, so that sums of exponents cannot overflow.
    static let mostExponentDigits = 18

    /// The number; `nil` for an infinity or no number.
    package init?(_ number: JSONNumber) {
        switch number {
        case .integer(let value): self.init(text: "\(value)".utf8)
        case .unsigned(let value): self.init(text: "\(value)".utf8)
        case .real(let value):
            guard value.isFinite else { return nil }
            self.init(text: value.description.utf8)
        case .decimal(let decimal): self = decimal.value
        }
    }

    /// Reads `-12.5`, `1e-08` or `1.5E+300`.
    ///
    /// - Parameter text: A JSON number, or what Swift writes of a double.
    init(text: some Sequence<UInt8>) {
        var isNegative = false
        var digits: [UInt8] = []
        var fractionDigits = 0
        var isFraction = false
        var power: Int?
        var powerIsNegative = false
        for byte in text {
            switch byte {
            case UInt8(ascii: "-"):
                if power == nil { isNegative = true } else { powerIsNegative = true }
            case UInt8(ascii: "+"): break
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"): power = 0
            default:
                let digit = byte - UInt8(ascii: "0")
                if let before = power {
                    power = before * 10 + Int(digit)
                } else {
                    if isFraction { fractionDigits += 1 }
                    if digit != 0 || !digits.isEmpty { digits.append(digit) }
                }
            }
        }
        let shift = (powerIsNegative ? -1 : 1) * (power ?? 0) - fractionDigits
        self.init(isNegative: isNegative, digits: digits, exponent: shift)
    }

    private init(isNegative: Bool, digits: [UInt8], exponent: Int) {
        let zeros = digits.reversed().prefix { $0 == 0 }.count
        self.digits = zeros == 0 ? digits : digits.dropLast(zeros)
        self.isNegative = isNegative && !self.digits.isEmpty
        self.exponent = self.digits.isEmpty ? 0 : exponent + zeros
    }

    private var isZero: Bool { digits.isEmpty }

    /// Whether the fraction is empty.
    var isIntegral: Bool { exponent >= 0 }

    /// The value as a signed integer; `nil` with a fraction or outside the range.
    var int64: Int64? {
        guard isIntegral, digits.count + exponent <= 19 else { return nil }
        var value: Int64 = 0
        for position in 0..<(digits.count + exponent) {
            let digit = position < digits.count ? Int64(digits[position]) : 0
            let (product, overflows) = value.multipliedReportingOverflow(by: 10)
            let (sum, carries) = product.addingReportingOverflow(isNegative ? -digit : digit)
            guard !overflows, !carries else { return nil }
            value = sum
        }
        return value
    }
}

extension ExactDecimal: Comparable {
    package static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
        guard left.isNegative == right.isNegative else { return left.isNegative }
        return left.isNegative
            ? right.isSmaller(than: left) : left.isSmaller(than: right)
    }

    /// Whether the magnitude is.
    private func isSmaller(than other: ExactDecimal) -> Bool {
        if isZero || other.isZero { return isZero && !other.isZero }
        let (places, others) = (digits.count + exponent, other.digits.count + other.exponent)
        return places == others
            ? digits.lexicographicallyPrecedes(other.digits) : places < others
    }
}

extension ExactDecimal {
    /// Whether this is a whole number of times a divisor, in time linear in the number of digits.
    ///
    /// - Parameter divisor: Not zero.
    /// - Returns: `nil` when the divisor has too many digits to find out.
    package func isMultiple(of divisor: ExactDecimal) -> Bool? {
        precondition(!divisor.isZero, "no number is a multiple of zero")
        guard !isZero else { return true }
        let shift = exponent - divisor.exponent
        // The last digit is none that a power of ten would divide.
        guard shift >= 0 else { return false }
        guard divisor.canDivide else { return nil }
        let modulus = divisor.digits.reduce(UInt64(0)) { $0 * 10 + UInt64($1) }
        var rest = digits.reduce(UInt64(0)) { ($0 * 10 + UInt64($1)) % modulus }
        // A divisor of 60 bits has no more than 60 factors of 2 or 5: more zeros change nothing.
        for _ in 0..<min(shift, 60) where rest != 0 { rest = rest * 10 % modulus }
        return rest == 0
    }

    /// Ten times what has this many digits fits in 64 bits.
    private static let mostDivisorDigits = 18

    /// Whether `isMultiple` can be found out with this as the divisor.
    package var canDivide: Bool { digits.count <= Self.mostDivisorDigits }

    /// The sum; `nil` where it has more than 100,000 digits.
    package func adding(_ other: ExactDecimal) -> ExactDecimal? {
        if isZero { return other }
        if other.isZero { return self }
        let low = min(exponent, other.exponent)
        let length = max(digits.count + exponent, other.digits.count + other.exponent) - low
        guard length <= 100_000 else { return nil }
        let isSwapped = isSmaller(than: other)
        let (large, small) = isSwapped ? (other, self) : (self, other)
        var sum = large.aligned(to: low, length: length + 1)
        let summand = small.aligned(to: low, length: length + 1)
        let sign: Int8 = isNegative == other.isNegative ? 1 : -1
        var carry: Int8 = 0
        for position in sum.indices.reversed() {
            var digit = Int8(sum[position]) + sign * Int8(summand[position]) + carry
            carry = digit > 9 ? 1 : digit < 0 ? -1 : 0
            digit -= 10 * carry
            sum[position] = UInt8(digit)
        }
        return ExactDecimal(
            isNegative: large.isNegative,
            digits: Array(sum.drop { $0 == 0 }),
            exponent: low
        )
    }

    /// The same magnitude with the sign turned.
    package var negated: ExactDecimal {
        ExactDecimal(isNegative: !isNegative, digits: digits, exponent: exponent)
    }

    /// As a JSON number: written out where that is short, else with an exponent.
    var text: String {
        let sign = isNegative ? "-" : ""
        let written = digits.isEmpty ? "0" : String(decoding: digits.map { $0 + 48 }, as: UTF8.self)
        switch exponent {
        case 0: return sign + written
        case 1...20: return sign + written + String(repeating: "0", count: exponent)
        case -40..<0:
            let padding = String(repeating: "0", count: max(0, 1 - exponent - digits.count))
            let padded = padding + written
            return sign + padded.dropLast(-exponent) + "." + padded.suffix(-exponent)
        default: return "\(sign)\(written)e\(exponent)"
        }
    }

    private func aligned(to low: Int, length: Int) -> [UInt8] {
        let zeros = [UInt8](repeating: 0, count: exponent - low)
        let lead = [UInt8](repeating: 0, count: length - digits.count - zeros.count)
        return lead + digits + zeros
    }
}
