import Base

/// Bytes that may be percent-encoded, JSON-escaped once or twice, or have references of HTML and XML, decoded in every
/// possible way at once.
struct EncodedText {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// A possible decoding of the bytes from some position up to `end`: one byte, or the UTF-8 of one code point.
    struct Reading {
        /// The first byte in the lowest eight bits.
        ///
        /// An array would be allocated for every `%` of a text.
        private let packed: UInt32
        let count: Int
        let end: Int

        init(_ byte: UInt8, end: Int) {
            packed = UInt32(byte)
            count = 1
            self.end = end
        }

        init(_ scalar: Unicode.Scalar, end: Int) {
            var packed: UInt32 = 0
            var count = 0
            for byte in String(scalar).utf8 {
                packed |= UInt32(byte) << UInt32(8 * count)
                count += 1
            }
            self.packed = packed
            self.count = count
            self.end = end
        }

        var firstByte: UInt8 { UInt8(truncatingIfNeeded: packed) }

        func byte(at offset: Int) -> UInt8 {
            UInt8(truncatingIfNeeded: packed >> UInt32(8 * offset))
        }
    }

    /// Whether a byte may begin an encoded character.
    static func isSpecial(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "+")
            || byte == UInt8(ascii: "&")
    }

    /// Levels of JSON strings within JSON strings.
    private static let depth = 2

    /// Visits every possible decoding of one character at `position`.
    func forEachReading(at position: Int, _ visit: (Reading) -> Void) {
        forEachCharacter(at: position, depth: Self.depth, visit)
    }

    /// Visits every possible decoding of one character with at most `depth` levels of JSON escapes.
    private func forEachCharacter(at position: Int, depth: Int, _ visit: (Reading) -> Void) {
        guard depth > 0 else { return forEachUnit(at: position, visit) }
        forEachCharacter(at: position, depth: depth - 1) { character in
            visit(character)
            if character.firstByte == UInt8(ascii: "\\") {
                forEachEscape(after: character.end, depth: depth - 1, visit)
            }
        }
    }

    /// One character: literal, `+` as a space, `%2B`, `%252B`, `&amp;`, or `&#39;`.
    private func forEachUnit(at position: Int, _ visit: (Reading) -> Void) {
        guard position < bytes.count else { return }
        let byte = bytes[position]
        visit(Reading(byte, end: position + 1))
        if byte == UInt8(ascii: "+") {
            visit(Reading(UInt8(ascii: " "), end: position + 1))
        } else if byte == UInt8(ascii: "&") {
            if let reference = reference(at: position + 1) { visit(reference) }
        } else if byte == UInt8(ascii: "%"), let decoded = pair(at: position + 1) {
            visit(Reading(decoded, end: position + 3))
            if decoded == UInt8(ascii: "%"), let twice = pair(at: position + 3) {
                visit(Reading(twice, end: position + 5))
            }
        }
    }

    /// Names of characters that encoders of HTML and XML replace.
    private static let entities: [(name: [UInt8], character: UInt8)] = [
        ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"),
    ].map { (Array($0.0.utf8), UInt8(ascii: $0.1)) }
    /// Number of bytes of the longest reference, without its `&`.
    private static let longestReference = 10

    /// The character of a reference after its `&`, by name, as decimal or hexadecimal number.
    private func reference(at position: Int) -> Reading? {
        let rest = bytes[position...].prefix(Self.longestReference)
        guard let last = rest.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = bytes[position..<last]
        if let entity = Self.entities.first(where: { name.elementsEqual($0.name) }) {
            return Reading(entity.character, end: last + 1)
        }
        guard name.first == UInt8(ascii: "#") else { return nil }
        let digits = String(decoding: name.dropFirst(), as: UTF8.self).lowercased()
        let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init).map { Reading($0, end: last + 1) }
    }

    /// The character of a JSON escape after its backslash, in a text with `depth` further levels of escaping.
    private func forEachEscape(after position: Int, depth: Int, _ visit: (Reading) -> Void) {
        forEachCharacter(at: position, depth: depth) { unit in
            switch unit.firstByte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): visit(unit)
            case UInt8(ascii: "b"): visit(Reading(0x08 as UInt8, end: unit.end))
            case UInt8(ascii: "f"): visit(Reading(0x0C as UInt8, end: unit.end))
            case UInt8(ascii: "n"): visit(Reading(0x0A as UInt8, end: unit.end))
            case UInt8(ascii: "r"): visit(Reading(0x0D as UInt8, end: unit.end))
            case UInt8(ascii: "t"): visit(Reading(0x09 as UInt8, end: unit.end))
            case UInt8(ascii: "u"): forEachScalar(at: unit.end, depth: depth, visit)
            default: break
            }
        }
    }

    /// The code point of the four digits at `position`, or of a surrogate pair that begins there.
    private func forEachScalar(at position: Int, depth: Int, _ visit: (Reading) -> Void) {
        guard let high = codeUnit(at: position) else { return }
        if let scalar = Unicode.Scalar(high) {
            return visit(Reading(scalar, end: position + 4))
        }
        guard UTF16.isLeadSurrogate(high) else { return }
        forEachCharacter(at: position + 4, depth: depth) { backslash in
            guard backslash.firstByte == UInt8(ascii: "\\") else { return }
            forEachCharacter(at: backslash.end, depth: depth) { marker in
                guard marker.firstByte == UInt8(ascii: "u"), let low = codeUnit(at: marker.end),
                    UTF16.isTrailSurrogate(low)
                else { return }
                let value = 0x1_0000 + (UInt32(high) & 0x3FF) << 10 + UInt32(low) & 0x3FF
                if let scalar = Unicode.Scalar(value) {
                    visit(Reading(scalar, end: marker.end + 4))
                }
            }
        }
    }

    private func codeUnit(at position: Int) -> UInt16? {
        guard let high = pair(at: position), let low = pair(at: position + 2) else { return nil }
        return UInt16(high) << 8 | UInt16(low)
    }

    /// The byte of two hexadecimal digits.
    private func pair(at position: Int) -> UInt8? {
        position + 1 < bytes.count ? Hex.byte(bytes[position], bytes[position + 1]) : nil
    }
}

/// Neighbours in a Base64 text.
extension EncodedText {
    /// Where the Base64 character that ends at `position` begins; `position` for none.
    func base64Start(before position: Int) -> Int {
        // `%2B` and `\/` are tried first: their last byte alone would be valid Base64.
        let length = [6, 5, 4, 3, 2, 1].first { length in
            length <= position && base64End(at: position - length) == position
        }
        return position - (length ?? 0)
    }

    /// Where the Base64 character at `position` ends; `nil` for none.
    func base64End(at position: Int) -> Int? {
        var end: Int?
        forEachReading(at: position) { reading in
            if reading.count == 1, Self.isBase64(reading.firstByte) {
                end = max(end ?? 0, reading.end)
            }
        }
        return end
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
