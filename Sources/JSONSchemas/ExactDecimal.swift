import JSON

/// A number as digits and a power of ten, so that 0.3 is a multiple of 0.1.
///
/// A double stands for the shortest decimal that reads back as the same double: what was written.
struct ExactDecimal: Hashable, Sendable {
    /// Without a sign; with 19 digits at most.
    private let digits: UInt64
    private let exponent: Int

    /// The number without its sign; `nil` for an infinity or no number.
    init?(_ number: JSONNumber) {
        switch number {
        case .integer(let value): self.init(digits: value.magnitude, exponent: 0)
        case .unsigned(let value): self.init(digits: value, exponent: 0)
        case .real(let value):
            guard value.isFinite else { return nil }
            self.init(shortest: value.magnitude.description)
        }
    }

    private init(digits: UInt64, exponent: Int) {
        self.digits = digits
        self.exponent = exponent
    }

    /// Reads `12.5`, `1e-08` or `1.5e+300`.
    private init?(shortest text: String) {
        var digits: UInt64 = 0
        var fractionDigits = 0
        var isFraction = false
        var rest = text.utf8[...]
        while let byte = rest.first, byte != UInt8(ascii: "e") {
            rest.removeFirst()
            if byte == UInt8(ascii: ".") {
                isFraction = true
            } else {
                let (scaled, overflows) = digits.multipliedReportingOverflow(by: 10)
                guard !overflows else { return nil }
                digits = scaled + UInt64(byte - UInt8(ascii: "0"))
                if isFraction { fractionDigits += 1 }
            }
        }
        let power = rest.isEmpty ? 0 : Int(Substring(rest.dropFirst()))
        guard let power else { return nil }
        self.init(digits: digits, exponent: power - fractionDigits)
    }

    /// Whether this is a whole number of times `divisor`, which must not be zero.
    func isMultiple(of divisor: ExactDecimal) -> Bool {
        precondition(divisor.digits != 0, "no number is a multiple of zero")
        guard digits != 0 else { return true }
        let shift = exponent - divisor.exponent
        if shift >= 0 {
            let modulus = UInt128(divisor.digits)
            let power = Self.powerOfTen(shift, modulo: modulus)
            return UInt128(digits) % modulus * power % modulus == 0
        }
        var scaled = UInt128(divisor.digits)
        for _ in 0..<(-shift) {
            scaled *= 10
            // What is larger than the digits divides them only when they are zero.
            if scaled > UInt128(digits) { return false }
        }
        return UInt128(digits) % scaled == 0
    }

    private static func powerOfTen(_ exponent: Int, modulo modulus: UInt128) -> UInt128 {
        var result = 1 % modulus
        var square = 10 % modulus
        var rest = exponent
        while rest > 0 {
            if rest & 1 == 1 { result = result * square % modulus }
            square = square * square % modulus
            rest >>= 1
        }
        return result
    }
}
