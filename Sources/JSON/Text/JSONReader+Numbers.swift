extension JSONReader {
    /// Reads a number, the position being at its sign or first digit.
    mutating func readNumber() throws(JSONTextError) -> JSONNumber {
        let start = position
        let isNegative = bytes[position] == UInt8(ascii: "-")
        if isNegative { position += 1 }
        var digits = Digits()
        try readIntegerPart(into: &digits)
        var isReal = false
        if peek() == UInt8(ascii: ".") {
            isReal = true
            try readFraction(into: &digits)
        }
        if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
            isReal = true
            try readExponent(into: &digits)
        }
        if !isReal, let integer = digits.integer(isNegative: isNegative) { return integer }
        if let value = digits.exactDouble { return .real(isNegative ? -value : value) }
        return try exactNumber(in: start..<position, isReal: isReal)
    }

    /// A double that reads back as what is written there, else what is written.
    private mutating func exactNumber(
        in range: Range<Int>,
        isReal: Bool
    ) throws(JSONTextError) -> JSONNumber {
        let text = String(decoding: bytes[range], as: UTF8.self)
        let double = isReal ? Double(text) : nil
        if let double, double.isFinite, double.description == text { return .real(double) }
        let value = ExactDecimal(text: bytes[range])
        if let double, double.isFinite, ExactDecimal(.real(double)) == value {
            return .real(double)
        }
        try charge(2 * range.count + 2 * OpenContainer.allocation)
        return .decimal(WrittenDecimal(text: text, value: value))
    }

    private mutating func readIntegerPart(into digits: inout Digits) throws(JSONTextError) {
        let start = position
        readDigits(into: &digits)
        guard position > start else { throw unexpected("a digit after \"-\"") }
        if bytes[start] == UInt8(ascii: "0"), position > start + 1 {
            position = start + 1
            throw unexpected("no digit after a leading 0")
        }
    }

    private mutating func readFraction(into digits: inout Digits) throws(JSONTextError) {
        position += 1
        let start = position
        readDigits(into: &digits)
        guard position > start else { throw unexpected("a digit after the decimal point") }
        digits.exponent -= position - start
    }

    private mutating func readExponent(into digits: inout Digits) throws(JSONTextError) {
        position += 1
        var isNegative = false
        if let sign = peek(), sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            isNegative = sign == UInt8(ascii: "-")
            position += 1
        }
        let start = position
        var exponent = Digits()
        readDigits(into: &exponent)
        guard position > start else { throw unexpected("a digit in the exponent") }
        let digitCount = bytes[start..<position].drop { $0 == UInt8(ascii: "0") }.count
        // Zero is zero whatever the exponent says.
        if digits.isExact, digits.value == 0 { return }
        guard digitCount <= ExactDecimal.mostExponentDigits else {
            throw JSONTextError(
                byteOffset: start,
                reason:
                    "expected an exponent of at most \(ExactDecimal.mostExponentDigits) digits, "
                    + "found one of \(digitCount)",
                excess: .exponent
            )
        }
        digits.exponent += isNegative ? -Int(exponent.value) : Int(exponent.value)
    }

    private mutating func readDigits(into digits: inout Digits) {
        while position < bytes.count {
            let digit = bytes[position] &- UInt8(ascii: "0")
            guard digit < 10 else { return }
            digits.append(digit)
            position += 1
        }
    }
}

/// The digits of a number, collected as long as they fit in 64 bits.
private struct Digits {
    var value: UInt64 = 0
    /// Power of ten by which `value` is multiplied.
    var exponent = 0
    /// Whether every digit went into `value`.
    var isExact = true

    mutating func append(_ digit: UInt8) {
        let (product, overflow) = value.multipliedReportingOverflow(by: 10)
        let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
        guard isExact, !overflow, !carry else {
            isExact = false
            return
        }
        value = sum
    }

    /// The number as an integer of 64 bits; `nil` outside the range, and for `-0`, whose sign only
    /// a double keeps.
    func integer(isNegative: Bool) -> JSONNumber? {
        guard isExact else { return nil }
        guard isNegative else {
            return Int64(exactly: value).map(JSONNumber.integer) ?? .unsigned(value)
        }
        guard value > 0, value <= Int64.min.magnitude else { return nil }
        return .integer(Int64(truncatingIfNeeded: 0 &- value))
    }

    /// The double, when one multiplication or division of exact doubles gives it and it reads back
    /// as the same digits, as all of 15 digits do.
    ///
    /// Source: W. D. Clinger, How to read floating point numbers accurately (1990).
    var exactDouble: Double? {
        guard isExact, value < 1_000_000_000_000_000,
            Self.powersOfTen.indices.contains(abs(exponent))
        else {
            return nil
        }
        let power = Self.powersOfTen[abs(exponent)]
        return exponent < 0 ? Double(value) / power : Double(value) * power
    }

    /// The powers that a double holds exactly, 10^0 up to 10^22.
    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
        1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]
}
