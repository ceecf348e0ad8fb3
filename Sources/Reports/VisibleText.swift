/// Text of a server made fit to stand on one line of a report, with nothing hidden in it.
enum VisibleText {
    /// The text on one line; line ends and what cannot be seen, or changes how the text around it is
    /// seen, stand as escapes: `\n`, `\u{202e}`.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - limit: How many characters (code points) of it are shown; a cut one says how many it has.
    /// - Returns: Text without line ends.
    static func line(_ text: String, limit: Int = .max) -> String {
        var line = ""
        var count = 0
        for scalar in text.unicodeScalars {
            if count == limit { return "\(line)… (\(text.unicodeScalars.count) characters)" }
            switch scalar {
            case "\n": line += "\\n"
            case "\r": line += "\\r"
            case "\t": line += "\\t"
            case _ where isHidden(scalar): line += "\\u{\(String(scalar.value, radix: 16))}"
            default: line.unicodeScalars.append(scalar)
            }
            count += 1
        }
        return line
    }

    /// Whether a character is a control, a separator of lines, a mark of direction or has no width.
    static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0xAD, 0x61C, 0x180E, 0x200B...0x200F, 0x2028...0x202E,
            0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xFFFE...0xFFFF, 0xE0000...0xE007F:
            true
        default: false
        }
    }
}

extension String {
    /// The parts between line feeds, empty ones too; `\r\n` ends a line like any other line feed.
    var unicodeLines: [String] {
        unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
