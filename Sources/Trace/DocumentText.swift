import Base
import Cryptography

/// The text of a document, line by line.
///
/// Lines end at a line feed, as `wc -l` and editors count them; text after the last one is a line too. Only the
/// presence of white space matters, not its amount.
package struct DocumentText: Sendable {
    /// Larger files are rejected; no guide that people read is that long.
    package static let maximumBytes = 8 * 1024 * 1024

    /// Without their line ends.
    package let lines: [String]
    /// Of the whole file, 64 hexadecimal digits.
    package let sha256: String
    /// The words of each line with one space between them, as UTF-8; empty for a blank line.
    let words: [[UInt8]]

    /// Why a file is not text.
    package struct Failure: Error, Hashable, Sendable {
        /// Counted from one.
        package let line: Int
        /// A description of the content: `a NUL byte`.
        package let found: String
    }

    /// Splits a file into lines.
    ///
    /// - Parameter bytes: All of it.
    /// - Throws: A description of content that is not valid in a UTF-8 text.
    package init(_ bytes: [UInt8]) throws(Failure) {
        var lines: [String] = []
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var rest = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        while !rest.isEmpty {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            lines.append(try Self.text(of: line, number: lines.count + 1))
            rest = rest[line.endIndex...].dropFirst()
        }
        self.lines = lines
        words = lines.map { line in
            Array(
                line.unicodeScalars.split { $0.properties.isWhitespace }
                    .map { String($0) }.joined(separator: " ").utf8
            )
        }
        sha256 = Hex.encode(Digest.hash(.sha256, bytes))
    }

    private static func text(
        of line: ArraySlice<UInt8>,
        number: Int
    ) throws(Failure) -> String {
        if line.contains(0) { throw Failure(line: number, found: "a NUL byte") }
        guard let text = String(validating: line, as: UTF8.self) else {
            throw Failure(line: number, found: "bytes that are not UTF-8")
        }
        return text.last == "\r" ? String(text.dropLast()) : text
    }

    /// Whether a line, counted from one, has only white space.
    package func isBlank(_ line: Int) -> Bool { words[line - 1].isEmpty }

    /// Whether the text has all of these lines.
    package func has(_ lines: LineRanges) -> Bool { lines.last <= self.lines.count }

    /// The first eight hexadecimal digits of the SHA-256 of the words in some lines, with single spaces between them.
    ///
    /// - Parameter lines: Lines that the text has.
    /// - Returns: The digits, in lower case.
    package func digest(of lines: LineRanges) -> String {
        var digest = LineDigest()
        for range in lines.ranges {
            for line in range { digest.add(words[line - 1]) }
        }
        return digest.text
    }
}

/// The digest of lines that are added one by one.
struct LineDigest {
    private var hash = RunningHash(.sha256)
    private var isEmpty = true

    /// Adds the words of a line, with single spaces between them.
    mutating func add(_ words: [UInt8]) {
        guard !words.isEmpty else { return }
        if !isEmpty { hash.update([UInt8(ascii: " ")]) }
        hash.update(words)
        isEmpty = false
    }

    /// Eight hexadecimal digits.
    var text: String { Hex.encode(Array(hash.value.prefix(Self.byteCount))) }

    /// The number of bytes kept of the hash.
    private static let byteCount = 4
}
