import Contract

/// The text of one file, cut into lines.
///
/// Lines end at a line feed, a carriage return, or both. A byte order mark is not part of the text.
package struct SourceText: Sendable {
    /// The path as it is shown to the user.
    package let file: String
    /// The bytes of the file, without a UTF-8 byte order mark.
    package let bytes: [UInt8]
    /// For each line its first byte and its first character, counted from the start of the text.
    private let starts: [(byte: Int, character: Int)]
    /// How many characters (Unicode scalars) there are.
    let characterCount: Int

    /// Finds the lines, in one pass over the bytes, which need not be UTF-8.
    package init(file: String, bytes: [UInt8]) {
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let text = hasMark ? Array(bytes.dropFirst(3)) : bytes
        self.file = file
        self.bytes = text
        (starts, characterCount) = Self.lineStarts(of: text)
    }

    private static func lineStarts(
        of bytes: [UInt8]
    ) -> (starts: [(byte: Int, character: Int)], characters: Int) {
        var starts = [(byte: 0, character: 0)]
        var characters = 0
        for offset in bytes.indices {
            let byte = bytes[offset]
            if byte & 0xC0 != 0x80 { characters += 1 }
            let nextIsLineFeed = offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
            if byte == 0x0A || (byte == 0x0D && !nextIsLineFeed) {
                starts.append((offset + 1, characters))
            }
        }
        return (starts, characters)
    }
}

extension SourceText {
    /// How many lines there are; at least one.
    package var lineCount: Int { starts.count }

    /// A line without its line break; bytes that are not UTF-8 become U+FFFD.
    ///
    /// - Parameter number: Counts from one.
    /// - Returns: Empty for a missing line.
    package func line(_ number: Int) -> String {
        guard starts.indices.contains(number - 1) else { return "" }
        var range = starts[number - 1].byte..<bytes.count
        if number < starts.count { range = range.lowerBound..<starts[number].byte }
        var line = bytes[range]
        while line.last == 0x0A || line.last == 0x0D { line.removeLast() }
        return String(decoding: line, as: UTF8.self)
    }

    /// The place of a character, which is counted in Unicode scalars from the start of the text.
    func location(ofCharacter index: Int) -> SourceLocation {
        let line = lineIndex(ofCharacter: index)
        let column = index - starts[line].character + 1
        return SourceLocation(file: file, line: line + 1, column: column)
    }

    /// The line of a character, from zero.
    private func lineIndex(ofCharacter index: Int) -> Int {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle].character <= index { low = middle } else { high = middle }
        }
        return low
    }

    /// The place of a byte, which may be one past the last.
    func location(ofByte offset: Int) -> SourceLocation {
        let line = (starts.lastIndex { $0.byte <= offset }) ?? 0
        let before = bytes[starts[line].byte..<min(offset, bytes.count)]
        let characters = before.count { $0 & 0xC0 != 0x80 }
        return SourceLocation(file: file, line: line + 1, column: characters + 1)
    }

    /// The byte at a place, which may be one past the last of its line.
    func byte(at location: SourceLocation, after characters: Int = 0) -> Int {
        var byte = starts[location.line - 1].byte
        for _ in 0..<location.column - 1 + characters where byte < bytes.count {
            byte += 1
            while byte < bytes.count, bytes[byte] & 0xC0 == 0x80 { byte += 1 }
        }
        return byte
    }

    /// Whether a line is short enough to be looked at again and again: 16 KiB.
    func isShort(line number: Int) -> Bool {
        let end = number < starts.count ? starts[number].byte : bytes.count
        return end - starts[number - 1].byte <= 16 * 1024
    }

    /// The index of the first character of a line, counted in Unicode scalars from zero.
    func firstCharacter(ofLine number: Int) -> Int { starts[number - 1].character }
}

// MARK: - Ranges of characters

extension SourceText {
    /// How many of the characters in `range` stand on its first line; at least one.
    func lengthOnFirstLine(_ range: Range<Int>) -> Int {
        let line = lineIndex(ofCharacter: range.lowerBound)
        return max(1, min(range.upperBound, endCharacter(ofLineAt: line)) - range.lowerBound)
    }

    /// The characters in `range`, if they stand on one line; cost grows with the line.
    func text(in range: Range<Int>) -> String? {
        let line = lineIndex(ofCharacter: range.lowerBound)
        guard range.upperBound <= endCharacter(ofLineAt: line) else { return nil }
        let scalars = self.line(line + 1).unicodeScalars.dropFirst(
            range.lowerBound - starts[line].character
        )
        return String(scalars.prefix(range.count))
    }

    /// Whether the characters in `range` stand on one short line and are spaces and tabs only.
    func isBlank(_ range: Range<Int>) -> Bool {
        guard !range.isEmpty else { return true }
        guard isShort(line: lineIndex(ofCharacter: range.lowerBound) + 1) else { return false }
        return text(in: range)?.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } ?? false
    }

    /// The bytes with every character of some ranges, in ascending order, replaced by an x.
    func bytes(replacing ranges: [Range<Int>]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var pending = ranges[...]
        var character = -1
        for byte in bytes {
            let isFirst = byte & 0xC0 != 0x80
            if isFirst { character += 1 }
            while let first = pending.first, first.upperBound <= character { pending.removeFirst() }
            guard let first = pending.first, first.contains(character) else {
                result.append(byte)
                continue
            }
            if isFirst { result.append(UInt8(ascii: "x")) }
        }
        return result
    }

    /// One past the last character of a line, without its line break.
    private func endCharacter(ofLineAt index: Int) -> Int {
        guard index + 1 < starts.count else { return characterCount }
        let next = starts[index + 1]
        let hasTwo =
            next.byte >= 2 && bytes[next.byte - 1] == 0x0A && bytes[next.byte - 2] == 0x0D
        return next.character - (hasTwo ? 2 : 1)
    }
}
