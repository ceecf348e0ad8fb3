/// Spells text in the characters of a URI.
///
/// Source: RFC 3986 §2, RFC 6570 §1.5.
enum PercentEncoding {
    /// - Parameters:
    ///   - text: What is to be spelled.
    ///   - keepsReserved: Whether reserved characters, and triplets such as `%20`, stay.
    /// - Returns: The text with everything else as triplets of its UTF-8 bytes.
    static func encoded(_ text: String, keepsReserved: Bool) -> String {
        var result = ""
        let bytes = Array(text.utf8)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let scalar = Unicode.Scalar(byte)
            if isUnreserved(scalar) || keepsReserved && isReserved(scalar) {
                result.unicodeScalars.append(scalar)
            } else if keepsReserved, isTriplet(bytes[index...]) {
                result.append("%")
            } else {
                result += triplet(byte)
            }
            index += 1
        }
        return result
    }

    static func isUnreserved(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCIILetter || scalar.isASCIIDigit || scalar == "-" || scalar == "."
            || scalar == "_" || scalar == "~"
    }

    static func isReserved(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ":", "/", "?", "#", "[", "]", "@", "!", "$", "&", "'", "(", ")", "*", "+", ",", ";",
            "=":
            true
        default: false
        }
    }

    /// Whether the bytes begin with a percent sign and two hexadecimal digits.
    static func isTriplet(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count >= 3, bytes.first == UInt8(ascii: "%") else { return false }
        return bytes.dropFirst().prefix(2).allSatisfy {
            Unicode.Scalar($0).hexadecimalValue != nil
        }
    }

    private static func triplet(_ byte: UInt8) -> String {
        (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }
}
