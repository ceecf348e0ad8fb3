extension Redactor {
    /// The longest find that begins at `position`, with what Base64 mixed into its neighbours.
    func longestMatch(at position: Int, in bytes: [UInt8]) -> Range<Int>? {
        var longest: Range<Int>?
        for first in EncodedText(bytes).firstBytes(at: position) {
            for index in patternsByFirstByte[Int(first)] {
                let pattern = patterns[index]
                guard let end = pattern.end(in: EncodedText(bytes), from: position) else {
                    continue
                }
                let match = pattern.widened(position..<end, in: bytes)
                if longest.map({ match.count > $0.count }) ?? true { longest = match }
            }
        }
        return longest
    }
}

extension Redactor.Pattern {
    /// Where the match that begins at `start` ends; of several the last.
    fileprivate func end(in text: EncodedText, from start: Int) -> Int? {
        var matched = 0
        var position = start
        // Plain bytes need no bookkeeping; almost every attempt ends here.
        while matched < bytes.count, position < text.bytes.count {
            let byte = text.bytes[position]
            guard !EncodedText.isSpecial(byte) else { break }
            guard byte == bytes[matched] else { return nil }
            matched += 1
            position += 1
        }
        return matched == bytes.count ? position : end(in: text, from: position, matched: matched)
    }

    /// Follows every reading of the text at once: `%25` may be three characters or one.
    private func end(in text: EncodedText, from start: Int, matched: Int) -> Int? {
        var frontiers = [[Int]](repeating: [], count: bytes.count + 1)
        frontiers[matched] = [start]
        for count in matched..<bytes.count {
            for position in frontiers[count] {
                for reading in text.readings(at: position)
                where bytes[count...].starts(with: reading.bytes) {
                    let next = count + reading.bytes.count
                    if !frontiers[next].contains(reading.end) {
                        frontiers[next].append(reading.end)
                    }
                }
            }
        }
        return frontiers[bytes.count].max()
    }

    /// Takes in the neighbouring Base64 characters that hold bits of the secret.
    fileprivate func widened(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        if opensInside { start -= Self.base64Length(endingAt: start, in: bytes) }
        if closesInside { end += Self.base64Length(startingAt: end, in: bytes) }
        return start..<end
    }

    private static func base64Length(startingAt start: Int, in bytes: [UInt8]) -> Int {
        EncodedText(bytes).readings(at: start)
            .first { $0.bytes.count == 1 && isBase64($0.bytes[0]) }
            .map { $0.end - start } ?? 0
    }

    private static func base64Length(endingAt end: Int, in bytes: [UInt8]) -> Int {
        // `%2B` and `\/` are looked for first: their last byte alone would pass as Base64.
        for length in [3, 2, 1] where length <= end {
            let start = end - length
            let isOne = EncodedText(bytes).readings(at: start).contains {
                $0.end == end && $0.bytes.count == 1 && isBase64($0.bytes[0])
            }
            if isOne { return length }
        }
        return 0
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

/// Bytes that may be percent-encoded, JSON-escaped or both, read in every way at once.
private struct EncodedText {
    /// What the bytes from some position up to `end` can stand for.
    struct Reading {
        let bytes: [UInt8]
        let end: Int
    }

    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether a byte can stand for something else than itself.
    static func isSpecial(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "+")
    }

    /// The bytes that a reading at `position` may begin with, each once.
    func firstBytes(at position: Int) -> [UInt8] {
        guard Self.isSpecial(bytes[position]) else { return [bytes[position]] }
        var first: [UInt8] = []
        for reading in readings(at: position) where !first.contains(reading.bytes[0]) {
            first.append(reading.bytes[0])
        }
        return first
    }

    /// Every way to read one character at `position`.
    func readings(at position: Int) -> [Reading] {
        let plain = units(at: position)
        let backslashes = plain.filter { $0.bytes[0] == UInt8(ascii: "\\") }
        return plain + backslashes.flatMap { escapes(after: $0.end) }
    }

    /// One byte: as it stands, `+` as a space, `%2B`, or `%252B`.
    private func units(at position: Int) -> [Reading] {
        guard position < bytes.count else { return [] }
        let byte = bytes[position]
        var units = [Reading(bytes: [byte], end: position + 1)]
        if byte == UInt8(ascii: "+") {
            units.append(Reading(bytes: [UInt8(ascii: " ")], end: position + 1))
        } else if byte == UInt8(ascii: "%"), let decoded = pair(at: position + 1) {
            units.append(Reading(bytes: [decoded], end: position + 3))
            if decoded == UInt8(ascii: "%"), let twice = pair(at: position + 3) {
                units.append(Reading(bytes: [twice], end: position + 5))
            }
        }
        return units
    }

    /// What a JSON escape stands for, once its backslash has been read.
    private func escapes(after position: Int) -> [Reading] {
        units(at: position).flatMap { unit -> [Reading] in
            switch unit.bytes[0] {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
                [unit]
            case UInt8(ascii: "b"): [Reading(bytes: [0x08], end: unit.end)]
            case UInt8(ascii: "f"): [Reading(bytes: [0x0C], end: unit.end)]
            case UInt8(ascii: "n"): [Reading(bytes: [0x0A], end: unit.end)]
            case UInt8(ascii: "r"): [Reading(bytes: [0x0D], end: unit.end)]
            case UInt8(ascii: "t"): [Reading(bytes: [0x09], end: unit.end)]
            case UInt8(ascii: "u"): scalars(at: unit.end)
            default: []
            }
        }
    }

    /// The code point of the four digits at `position`, or of a surrogate pair that begins there.
    private func scalars(at position: Int) -> [Reading] {
        guard let high = codeUnit(at: position) else { return [] }
        if let scalar = Unicode.Scalar(high) {
            return [Reading(bytes: Array(String(scalar).utf8), end: position + 4)]
        }
        return units(at: position + 4)
            .filter { $0.bytes[0] == UInt8(ascii: "\\") }
            .flatMap { units(at: $0.end) }
            .filter { $0.bytes[0] == UInt8(ascii: "u") }
            .compactMap { marker in
                guard let low = codeUnit(at: marker.end), UTF16.isTrailSurrogate(low),
                    UTF16.isLeadSurrogate(high)
                else { return nil }
                let text = String(decoding: [high, low], as: UTF16.self)
                return Reading(bytes: Array(text.utf8), end: marker.end + 4)
            }
    }

    private func codeUnit(at position: Int) -> UInt16? {
        guard let high = pair(at: position), let low = pair(at: position + 2) else { return nil }
        return UInt16(high) << 8 | UInt16(low)
    }

    /// The byte of two hexadecimal digits.
    private func pair(at position: Int) -> UInt8? {
        guard position + 1 < bytes.count, let high = Self.digit(bytes[position]),
            let low = Self.digit(bytes[position + 1])
        else { return nil }
        return high << 4 | low
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
