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

    /// Finds the lines; the bytes need not be UTF-8. Cost is one pass over the bytes.
    package init(file: String, bytes: [UInt8]) {
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let text = hasMark ? Array(bytes.dropFirst(3)) : bytes
        self.file = file
        self.bytes = text
        starts = Self.lineStarts(of: text)
    }

    private static func lineStarts(of bytes: [UInt8]) -> [(byte: Int, character: Int)] {
        var starts = [(byte: 0, character: 0)]
        var characters = 0
        for (offset, byte) in bytes.enumerated() {
            if byte & 0xC0 != 0x80 { characters += 1 }
            let nextIsLineFeed = offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
            if byte == 0x0A || (byte == 0x0D && !nextIsLineFeed) {
                starts.append((offset + 1, characters))
            }
        }
        return starts
    }
}

extension SourceText {
    /// How many lines there are; at least one.
    package var lineCount: Int { starts.count }

    /// A line without its line break; bytes that are not UTF-8 become U+FFFD.
    ///
    /// - Parameter number: Counts from one.
    /// - Returns: Empty when there is no such line.
    package func line(_ number: Int) -> String {
        guard starts.indices.contains(number - 1) else { return "" }
        var range = starts[number - 1].byte..<bytes.count
        if number < starts.count { range = range.lowerBound..<starts[number].byte }
        var line = bytes[range]
        while line.last == 0x0A || line.last == 0x0D { line.removeLast() }
        return String(decoding: line, as: UTF8.self)
    }

    /// The place of a character.
    ///
    /// - Parameter index: Counts Unicode scalars from the start of the text, from zero.
    func location(ofCharacter index: Int) -> SourceLocation {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle].character <= index { low = middle } else { high = middle }
        }
        return SourceLocation(file: file, line: low + 1, column: index - starts[low].character + 1)
    }

    /// The place of a byte, which may be one past the last.
    func location(ofByte offset: Int) -> SourceLocation {
        let line = (starts.lastIndex { $0.byte <= offset }) ?? 0
        let before = bytes[starts[line].byte..<min(offset, bytes.count)]
        let characters = before.count { $0 & 0xC0 != 0x80 }
        return SourceLocation(file: file, line: line + 1, column: characters + 1)
    }

    /// The index of the first character of a line, counted in Unicode scalars from zero.
    func firstCharacter(ofLine number: Int) -> Int { starts[number - 1].character }
}

extension SourceText {
    /// How many of the characters in `range` stand on its first line; at least one.
    func lengthOnFirstLine(_ range: Range<Int>) -> Int {
        let location = location(ofCharacter: range.lowerBound)
        let onLine = line(location.line).unicodeScalars.count - location.column + 1
        return max(1, min(range.count, onLine))
    }
}
