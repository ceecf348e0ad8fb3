import JSON

extension Redactor {
    /// The longest find that begins at `position`, with what Base64 mixed into its neighbours.
    func longestMatch(at position: Int, in bytes: [UInt8]) -> Range<Int>? {
        let text = EncodedText(bytes)
        guard EncodedText.isSpecial(bytes[position]) else {
            return longestMatch(at: position, in: text, beginningWith: bytes[position])
        }
        var longest: Range<Int>?
        text.forEachReading(at: position) { reading in
            let match = longestMatch(at: position, in: text, beginningWith: reading.firstByte)
            if let match, match.count > longest?.count ?? 0 { longest = match }
        }
        return longest
    }

    private func longestMatch(
        at position: Int,
        in text: EncodedText,
        beginningWith first: UInt8
    ) -> Range<Int>? {
        var longest: Range<Int>?
        for index in patternsByFirstByte[Int(first)] {
            let pattern = patterns[index]
            guard let end = pattern.end(in: text, from: position) else { continue }
            let match = pattern.widened(position..<end, in: text)
            if match.count > longest?.count ?? 0 { longest = match }
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
        if matched == bytes.count { return position }
        guard position < text.bytes.count, begins(at: matched, in: text, at: position) else {
            return nil
        }
        return end(in: text, from: position, matched: matched)
    }

    /// Whether any reading at `position` goes on with the pattern.
    private func begins(at matched: Int, in text: EncodedText, at position: Int) -> Bool {
        var begins = false
        text.forEachReading(at: position) { reading in
            if reading.firstByte == bytes[matched] { begins = true }
        }
        return begins
    }

    /// Follows every reading of the text at once: `%25` may be three characters or one.
    private func end(in text: EncodedText, from start: Int, matched: Int) -> Int? {
        var frontiers = [[Int]](repeating: [], count: bytes.count + 1)
        frontiers[matched] = [start]
        for count in matched..<bytes.count {
            for position in frontiers[count] {
                text.forEachReading(at: position) { reading in
                    guard reading.stands(in: bytes, at: count) else { return }
                    let next = count + reading.count
                    if !frontiers[next].contains(reading.end) {
                        frontiers[next].append(reading.end)
                    }
                }
            }
        }
        return frontiers[bytes.count].max()
    }

    /// Takes in the neighbouring Base64 characters that hold bits of the secret.
    fileprivate func widened(_ range: Range<Int>, in text: EncodedText) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        if opensInside {
            // `%2B` and `\/` are looked for first: their last byte alone would pass as Base64.
            let length = [5, 3, 2, 1].first { length in
                length <= start && Self.base64End(at: start - length, in: text) == start
            }
            start -= length ?? 0
        }
        if closesInside { end = Self.base64End(at: end, in: text) ?? end }
        return start..<end
    }

    /// Where the Base64 character at `position` ends; `nil` when there is none.
    private static func base64End(at position: Int, in text: EncodedText) -> Int? {
        var end: Int?
        text.forEachReading(at: position) { reading in
            if reading.count == 1, isBase64(reading.firstByte) { end = max(end ?? 0, reading.end) }
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
