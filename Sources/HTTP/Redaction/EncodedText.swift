import Base

/// Bytes that may be percent-encoded, JSON-escaped or both, read in every way at once.
struct EncodedText {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// What the bytes from some position up to `end` can stand for: one byte, or the UTF-8 of one
    /// code point.
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

        /// Whether `bytes` has these bytes at `position`.
        func stands(in bytes: [UInt8], at position: Int) -> Bool {
            guard position + count <= bytes.count else { return false }
            return (0..<count).allSatisfy { offset in
                bytes[position + offset]
                    == UInt8(truncatingIfNeeded: packed >> UInt32(8 * offset))
            }
        }
    }

    /// Whether a byte can stand for something else than itself.
    static func isSpecial(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "+")
    }

    /// Visits every way to read one character at `position`.
    func forEachReading(at position: Int, _ visit: (Reading) -> Void) {
        forEachUnit(at: position) { unit in
            visit(unit)
            if unit.firstByte == UInt8(ascii: "\\") { forEachEscape(after: unit.end, visit) }
        }
    }

    /// One byte: as it stands, `+` as a space, `%2B`, or `%252B`.
    private func forEachUnit(at position: Int, _ visit: (Reading) -> Void) {
        guard position < bytes.count else { return }
        let byte = bytes[position]
        visit(Reading(byte, end: position + 1))
        if byte == UInt8(ascii: "+") {
            visit(Reading(UInt8(ascii: " "), end: position + 1))
        } else if byte == UInt8(ascii: "%"), let decoded = pair(at: position + 1) {
            visit(Reading(decoded, end: position + 3))
            if decoded == UInt8(ascii: "%"), let twice = pair(at: position + 3) {
                visit(Reading(twice, end: position + 5))
            }
        }
    }

    /// What a JSON escape stands for, once its backslash has been read.
    private func forEachEscape(after position: Int, _ visit: (Reading) -> Void) {
        forEachUnit(at: position) { unit in
            switch unit.firstByte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): visit(unit)
            case UInt8(ascii: "b"): visit(Reading(0x08 as UInt8, end: unit.end))
            case UInt8(ascii: "f"): visit(Reading(0x0C as UInt8, end: unit.end))
            case UInt8(ascii: "n"): visit(Reading(0x0A as UInt8, end: unit.end))
            case UInt8(ascii: "r"): visit(Reading(0x0D as UInt8, end: unit.end))
            case UInt8(ascii: "t"): visit(Reading(0x09 as UInt8, end: unit.end))
            case UInt8(ascii: "u"): forEachScalar(at: unit.end, visit)
            default: break
            }
        }
    }

    /// The code point of the four digits at `position`, or of a surrogate pair that begins there.
    private func forEachScalar(at position: Int, _ visit: (Reading) -> Void) {
        guard let high = codeUnit(at: position) else { return }
        if let scalar = Unicode.Scalar(high) {
            return visit(Reading(scalar, end: position + 4))
        }
        guard UTF16.isLeadSurrogate(high) else { return }
        forEachUnit(at: position + 4) { backslash in
            guard backslash.firstByte == UInt8(ascii: "\\") else { return }
            forEachUnit(at: backslash.end) { marker in
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
        guard position + 1 < bytes.count, let high = Hex.value(of: bytes[position]),
            let low = Hex.value(of: bytes[position + 1])
        else { return nil }
        return high << 4 | low
    }
}
