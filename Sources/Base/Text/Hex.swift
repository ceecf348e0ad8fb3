/// Bytes and numbers in hexadecimal digits.
///
/// Source: RFC 4648 §8.
package enum Hex {
    /// Two lower-case digits for every byte.
    package static func encode(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.flatMap { [digit($0 >> 4), digit($0 & 15)] }, as: UTF8.self)
    }

    /// Decodes `text`; digits may be of either case.
    ///
    /// - Parameter text: Pairs of digits only.
    /// - Returns: `nil` for a missing digit or another character.
    package static func decode(_ text: String) -> [UInt8]? {
        guard text.utf8.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 2)
        var rest = text.utf8[...]
        while let high = rest.popFirst(), let low = rest.popFirst() {
            guard let byte = byte(high, low) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    /// The byte of two digits of either case; `nil` for other characters.
    package static func byte(_ high: UInt8, _ low: UInt8) -> UInt8? {
        guard let high = high.hexDigitValue, let low = low.hexDigitValue else { return nil }
        return UInt8(high << 4 | low)
    }

    /// A number with leading zeros up to a number of digits.
    ///
    /// - Parameters:
    ///   - value: Zero or more.
    ///   - digits: How many there are at least.
    ///   - uppercase: Whether letters are capitals.
    /// - Returns: The digits and nothing else.
    package static func text(
        of value: some BinaryInteger,
        digits: Int,
        uppercase: Bool = false
    ) -> String {
        let text = String(value, radix: 16, uppercase: uppercase)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    /// The digit of a value below 16.
    @inlinable package static func digit(_ value: UInt8, uppercase: Bool = false) -> UInt8 {
        let ten = uppercase ? UInt8(ascii: "A") : UInt8(ascii: "a")
        return value &+ (value < 10 ? UInt8(ascii: "0") : ten - 10)
    }
}
