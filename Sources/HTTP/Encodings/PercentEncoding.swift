import Base

/// The percent-encoding of RFC 3986 §2.
package enum PercentEncoding {
    /// Letters, digits and `-._~` (RFC 3986 §2.3).
    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
    }

    /// Adds `%XX`.
    package static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(Hex.digit(byte >> 4, uppercase: true))
        bytes.append(Hex.digit(byte & 15, uppercase: true))
    }

    /// A text with all but unreserved characters encoded, for one segment of a path or one value.
    package static func encoded(_ text: String) -> String { encoded(text.utf8) }

    /// Text with every byte encoded that is not unreserved.
    package static func encoded(_ text: some Sequence<UInt8>) -> String {
        var bytes: [UInt8] = []
        for byte in text {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else {
                append(byte, to: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A path for a request line: bytes outside visible ASCII are encoded.
    package static func path(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if (0x21...0x7E).contains(byte) {
                bytes.append(byte)
            } else {
                append(byte, to: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension PercentEncoding {
    /// The text in the characters of a URI, as in a URI template (RFC 6570 §1.5).
    ///
    /// - Parameters:
    ///   - text: The text to encode.
    ///   - keepsReserved: Whether reserved characters, and triplets such as `%20`, stay.
    /// - Returns: The text with all other characters as triplets of their UTF-8 bytes.
    package static func encoded(_ text: String, keepsReserved: Bool) -> String {
        guard keepsReserved else { return encoded(text) }
        let text = Array(text.utf8)
        var bytes: [UInt8] = []
        for (position, byte) in text.enumerated() {
            let isKept = isUnreserved(byte) || isReserved(byte)
            if isKept || encodedByte(in: text, at: position) != nil {
                bytes.append(byte)
            } else {
                append(byte, to: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The general and the sub-delimiters (RFC 3986 §2.2).
    private static func isReserved(_ byte: UInt8) -> Bool {
        ":/?#[]@!$&'()*+,;=".utf8.contains(byte)
    }
}

// MARK: - Decoding

extension PercentEncoding {
    /// The text with every `%XX` decoded; a `%` without two digits stays.
    package static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        return String(decoding: decoded(Array(text.utf8)), as: UTF8.self)
    }

    /// The bytes with every `%XX` decoded; a `%` without two digits stays.
    package static func decoded(_ text: [UInt8]) -> [UInt8] {
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

    /// The text as all equivalent ones have it: unreserved characters decoded, digits in upper case (RFC 3986
    /// §6.2.2).
    static func normalized(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        let text = Array(text.utf8)
        var bytes: [UInt8] = []
        var position = 0
        while position < text.count {
            guard let byte = encodedByte(in: text, at: position) else {
                bytes.append(text[position])
                position += 1
                continue
            }
            if isUnreserved(byte) { bytes.append(byte) } else { append(byte, to: &bytes) }
            position += 3
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The position of the first `%` without two hexadecimal digits; `nil` for none.
    package static func firstBrokenEscape(in text: [UInt8]) -> Int? {
        text.indices.first { text[$0] == UInt8(ascii: "%") && encodedByte(in: text, at: $0) == nil }
    }

    private static func encodedByte(in text: [UInt8], at position: Int) -> UInt8? {
        guard text[position] == UInt8(ascii: "%"), position + 2 < text.count else { return nil }
        return Hex.byte(text[position + 1], text[position + 2])
    }
}
