import Base

/// The places where a text has a character as two escapes: `\ud834\udd1e`.
///
/// JSON writes characters beyond U+FFFF so, many writers write all of them so, and YAML 1.2 holds
/// every JSON text; libyaml refuses it. It gets the one escape that it knows, `\U0001D11E`, which
/// is two characters shorter, so places behind it are counted back.
///
/// Source: RFC 8259 §7.
struct SurrogatePairs {
    private struct Pair {
        /// Its first byte and its first character, counted from the start of the text.
        let byte: Int
        let character: Int
        let scalar: UInt32
    }

    /// In order of their places.
    private var pairs: [Pair] = []

    /// How long the two escapes are, and the one in their place.
    private static let length = 12
    private static let joinedLength = 10

    /// Finds the pairs, in one pass.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8.
    ///   - literal: The first characters of those that are not escapes at their place.
    init(in bytes: [UInt8], besides literal: Set<Int>) {
        let backslash = UInt8(ascii: "\\")
        guard bytes.contains(backslash) else { return }
        var character = -1
        var isEscaped = false
        for offset in bytes.indices where bytes[offset] & 0xC0 != 0x80 {
            character += 1
            guard bytes[offset] == backslash, !isEscaped else {
                isEscaped = false
                continue
            }
            isEscaped = true
            guard let high = Self.unit(at: offset, in: bytes), (0xD800..<0xDC00).contains(high),
                let low = Self.unit(at: offset + 6, in: bytes), (0xDC00..<0xE000).contains(low),
                !literal.contains(character)
            else { continue }
            let scalar = 0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00)
            pairs.append(Pair(byte: offset, character: character, scalar: scalar))
        }
    }

    /// The number in an escape `\uXXXX`; `nil` when there is none.
    private static func unit(at offset: Int, in bytes: [UInt8]) -> UInt32? {
        guard offset + 6 <= bytes.count, bytes[offset] == UInt8(ascii: "\\"),
            bytes[offset + 1] == UInt8(ascii: "u")
        else { return nil }
        var unit: UInt32 = 0
        for byte in bytes[(offset + 2)..<(offset + 6)] {
            guard let digit = byte.hexDigitValue else { return nil }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }
}

extension SurrogatePairs {
    /// The text with one escape for each pair.
    func joined(in bytes: [UInt8]) -> [UInt8] {
        guard !pairs.isEmpty else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var end = 0
        for pair in pairs {
            result += bytes[end..<pair.byte]
            result += "\\U\(Hex.text(of: pair.scalar, digits: 8))".utf8
            end = pair.byte + Self.length
        }
        return result + bytes[end...]
    }

    /// The character of the text that stands at an index of the joined one.
    func origin(of index: Int) -> Int {
        let saved = Self.length - Self.joinedLength
        let passed = count { position in
            pairs[position].character - position * saved + Self.joinedLength <= index
        }
        return index + passed * saved
    }

    /// The characters of the text that stand at a range of the joined one.
    func origin(of range: Range<Int>) -> Range<Int> {
        pairs.isEmpty ? range : origin(of: range.lowerBound)..<origin(of: range.upperBound)
    }

    /// The first characters of the pairs in a part of the text.
    func starts(in range: Range<Int>) -> [Int] {
        let first = count { pairs[$0].character < range.lowerBound }
        return pairs[first...].prefix { $0.character < range.upperBound }.map(\.character)
    }

    /// The number of pairs before the first that does not satisfy a condition.
    private func count(while holds: (Int) -> Bool) -> Int {
        var low = 0
        var high = pairs.count
        while low < high {
            let middle = (low + high) / 2
            if holds(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
