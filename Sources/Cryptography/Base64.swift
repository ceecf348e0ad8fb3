import CCrypto

/// Bytes as text of 64 characters.
///
/// Source: RFC 4648 §4 and §5.
package enum Base64 {
    /// The characters for 62 and 63.
    package enum Alphabet: Sendable, Hashable {
        /// `+` and `/`.
        case standard
        /// `-` and `_`: safe in URLs and file names.
        case url
    }

    /// The text of `bytes`, without line breaks.
    ///
    /// - Parameters:
    ///   - bytes: Any bytes; may be empty.
    ///   - alphabet: The characters for 62 and 63.
    ///   - padded: Whether `=` fills the last group of four.
    /// - Returns: Four characters for three bytes.
    package static func encode(
        _ bytes: [UInt8],
        alphabet: Alphabet = .standard,
        padded: Bool = true
    ) -> String {
        let count = (bytes.count + 2) / 3 * 4
        // The encoder ends the text with a NUL byte.
        var text = [UInt8](unsafeUninitializedCapacity: count + 1) { buffer, initialized in
            initialized = Int(EVP_EncodeBlock(buffer.baseAddress, bytes, CInt(bytes.count)))
        }
        if !padded { text.removeLast(text.suffix(2).count { $0 == pad }) }
        if alphabet == .url {
            text = text.map { byte in
                switch byte {
                case character(62, in: .standard): character(62, in: .url)
                case character(63, in: .standard): character(63, in: .url)
                default: byte
                }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes `text`.
    ///
    /// Strict: one alphabet, no line breaks or spaces, and exactly the text that `encode` would give, so that two
    /// different texts never decode to the same bytes (RFC 4648 §3.5).
    ///
    /// - Parameters:
    ///   - text: The encoded text.
    ///   - alphabet: The characters for 62 and 63.
    ///   - padded: Whether `=` fills the last group; with `false`, padding is invalid.
    /// - Returns: `nil` for an invalid text.
    package static func decode(
        _ text: String,
        alphabet: Alphabet = .standard,
        padded: Bool = true
    ) -> [UInt8]? {
        var characters = Array(text.utf8)
        if padded {
            guard characters.count.isMultiple(of: 4) else { return nil }
            let padding = characters.suffix(2).reversed().prefix { $0 == pad }.count
            characters.removeLast(padding)
        }
        guard characters.count % 4 != 1, let (bytes, rest) = bytes(of: characters, in: alphabet)
        else { return nil }
        // Remaining bits must be zero, otherwise another text would decode to the same bytes.
        return rest == 0 ? bytes : nil
    }

    /// Decodes a text as written by recorders: of either alphabet, with or without line ends and padding.
    ///
    /// - Parameter text: The encoded text.
    /// - Returns: `nil` for a text with other characters.
    package static func decode(recorded text: String) -> [UInt8]? {
        let characters = text.utf8.compactMap { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"), pad: nil
            case character(62, in: .url): character(62, in: .standard)
            case character(63, in: .url): character(63, in: .standard)
            default: byte
            }
        }
        return bytes(of: characters, in: .standard)?.bytes
    }

    /// The bytes of characters, and the remaining bits; `nil` for a character outside the alphabet.
    private static func bytes(
        of characters: [UInt8],
        in alphabet: Alphabet
    ) -> (bytes: [UInt8], rest: UInt32)? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count / 4 * 3 + 2)
        var bits: UInt32 = 0
        var bitCount = 0
        for character in characters {
            guard let value = value(of: character, in: alphabet) else { return nil }
            bits = bits << 6 | UInt32(value)
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
            }
        }
        return (bytes, bits & (1 << UInt32(bitCount) - 1))
    }

    private static let pad = UInt8(ascii: "=")

    /// The character for 62 or 63.
    private static func character(_ value: UInt8, in alphabet: Alphabet) -> UInt8 {
        switch alphabet {
        case .standard: value == 62 ? UInt8(ascii: "+") : UInt8(ascii: "/")
        case .url: value == 62 ? UInt8(ascii: "-") : UInt8(ascii: "_")
        }
    }

    private static func value(of character: UInt8, in alphabet: Alphabet) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case self.character(62, in: alphabet): 62
        case self.character(63, in: alphabet): 63
        default: nil
        }
    }
}
