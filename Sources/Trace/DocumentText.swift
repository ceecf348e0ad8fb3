import Base
import Cryptography

/// The text of a document, line by line.
///
/// Lines end at a line feed, as `wc -l` and editors count them; what stands behind the last one is a line
/// too. Of white space only matters whether there is some.
package struct DocumentText: Sendable {
    /// Larger files are refused; a guide of this size is longer than any that people read.
    package static let maximumBytes = 8 * 1024 * 1024

    /// Without their ends.
    package let lines: [String]
    /// Of the whole file, 64 hexadecimal digits.
    package let sha256: String
    /// The words of each line with one space between them, as UTF-8; empty for a blank line.
    let words: [[UInt8]]

    /// Why a file is not text.
    package struct Failure: Error, Hashable, Sendable {
        /// Counts from one.
        package let line: Int
        /// `a NUL byte`.
        package let found: String
    }

    /// Takes a file apart.
    ///
    /// - Parameter bytes: All of it.
    /// - Throws: What stands in it that no text in UTF-8 has.
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

    /// Whether a line, counted from one, has nothing but white space.
    package func isBlank(_ line: Int) -> Bool { words[line - 1].isEmpty }

    /// Whether the text has all of these lines.
    package func has(_ lines: LineRanges) -> Bool { lines.last <= self.lines.count }

    /// The first eight hexadecimal digits of SHA-256 of the words of some lines, one space between them.
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

/// The digest of lines that come one by one.
struct LineDigest {
    private var hash = RunningHash(.sha256)
    private var isEmpty = true

    /// Goes on with the words of a line, one space between them.
    mutating func add(_ words: [UInt8]) {
        guard !words.isEmpty else { return }
        if !isEmpty { hash.update([UInt8(ascii: " ")]) }
        hash.update(words)
        isEmpty = false
    }

    /// Eight hexadecimal digits.
    var text: String { Hex.encode(Array(hash.value.prefix(Self.byteCount))) }

    /// How many bytes of the hash are kept.
    private static let byteCount = 4
}
