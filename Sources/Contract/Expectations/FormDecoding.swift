import JSON

/// Reads `application/x-www-form-urlencoded`.
///
/// Source: WHATWG URL Standard §5.1; bytes that are not UTF-8 become U+FFFD.
package enum FormDecoding {
    /// The decoded names and values of all fields, in order.
    package static func fields(in body: [UInt8]) -> [(name: String, value: String)] {
        body.split(separator: UInt8(ascii: "&")).map { field in
            let parts = field.split(
                separator: UInt8(ascii: "="),
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            return (decoded(parts[0]), parts.count == 2 ? decoded(parts[1]) : "")
        }
    }

    /// The decoded values of every field called `name`, in order.
    static func values(of name: String, in body: [UInt8]) -> [String] {
        fields(in: body).filter { $0.name.hasSameCodePoints(as: name) }.map(\.value)
    }

    private static func decoded(_ text: ArraySlice<UInt8>) -> String {
        let spaced = text.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return String(decoding: percentDecoded(spaced), as: UTF8.self)
    }

    /// The bytes with every `%XX` replaced; a `%` without two digits stands for itself.
    static func percentDecoded(_ text: [UInt8]) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.count)
        var position = 0
        while position < text.count {
            if let byte = encodedByte(in: text, at: position) {
                decoded.append(byte)
                position += 3
            } else {
                decoded.append(text[position])
                position += 1
            }
        }
        return decoded
    }

    /// Where the first `%` without two hexadecimal digits is.
    static func firstBrokenEscape(in text: [UInt8]) -> Int? {
        text.indices.first { text[$0] == UInt8(ascii: "%") && encodedByte(in: text, at: $0) == nil }
    }

    private static func encodedByte(in text: [UInt8], at position: Int) -> UInt8? {
        guard text[position] == UInt8(ascii: "%"), position + 2 < text.count,
            let high = digit(text[position + 1]), let low = digit(text[position + 2])
        else { return nil }
        return high << 4 | low
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.flatMap { byte < 0x80 ? UInt8($0) : nil }
    }
}
