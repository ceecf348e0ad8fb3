import Base

/// The bytes of a body as a person can read them on a terminal.
package enum BodyText {
    /// The maximum number of bytes in a hexadecimal dump: 256 lines.
    private static let longestDump = 4096

    /// Lines of text; a binary body becomes a hexadecimal dump of its first 4,096 bytes at most.
    ///
    /// - Parameters:
    ///   - bytes: The body; not empty.
    ///   - limit: The maximum number of bytes shown; the rest is counted.
    /// - Returns: At least one line.
    package static func lines(_ bytes: [UInt8], limit: Int) -> [String] {
        var shown = bytes.prefix(limit)
        let lines: [String]
        if let text = text(shown, isCut: shown.count < bytes.count) {
            lines = PrintableText.lines(text)
        } else {
            shown = shown.prefix(longestDump)
            lines = dump(shown)
        }
        guard shown.count < bytes.count else { return lines }
        return lines + ["… \(bytes.count - shown.count) more of \(bytes.count) bytes"]
    }

    /// `nil` for text that is not UTF-8; a character that the cut divides is left out.
    private static func text(_ bytes: ArraySlice<UInt8>, isCut: Bool) -> String? {
        guard !bytes.contains(0) else { return nil }
        for cut in 0...(isCut ? 3 : 0) {
            let whole = bytes.dropLast(cut)
            if let text = String(validating: whole, as: UTF8.self) { return text }
        }
        return nil
    }

    /// Sixteen bytes per line: offset, bytes, letters.
    private static func dump(_ bytes: ArraySlice<UInt8>) -> [String] {
        stride(from: 0, to: bytes.count, by: 16).map { start in
            let row = bytes.dropFirst(start).prefix(16)
            let digits = row.map { Hex.text(of: $0, digits: 2) }.joined(separator: " ")
            let padding = String(repeating: " ", count: 47 - digits.utf8.count)
            let letters = row.map { (0x20...0x7E).contains($0) ? Character(.init($0)) : "." }
            return "\(Hex.text(of: start, digits: 6))  \(digits)\(padding)  \(String(letters))"
        }
    }
}
