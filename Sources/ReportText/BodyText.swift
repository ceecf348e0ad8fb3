import Base

/// The bytes of a body as a person can read them on a terminal.
package enum BodyText {
    /// Lines of text; a binary body becomes a hexadecimal dump.
    ///
    /// - Parameters:
    ///   - bytes: The body; not empty.
    ///   - limit: The maximum number of bytes shown; the rest is counted.
    /// - Returns: At least one line.
    package static func lines(_ bytes: [UInt8], limit: Int) -> [String] {
        let shown = bytes.prefix(limit)
        let isCut = shown.count < bytes.count
        let lines = text(shown, isCut: isCut).map(PrintableText.lines) ?? dump(shown)
        guard isCut else { return lines }
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
