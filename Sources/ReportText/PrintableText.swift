import Base

/// Text that a terminal only displays, without control sequences.
package enum PrintableText {
    /// The text on one line; control characters, line ends and marks that change the direction of
    /// writing are shown as escapes.
    package static func line(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: mustBeEscaped) else { return text }
        var line = ""
        for scalar in text.unicodeScalars { append(scalar, to: &line) }
        return line
    }

    /// The text on one line, cut after `limit` characters (code points); a cut text includes its
    /// full length.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - limit: How many characters are shown.
    /// - Returns: Text without line ends.
    package static func line(_ text: String, limit: Int) -> String {
        let scalars = text.unicodeScalars
        guard
            let end = scalars.index(
                scalars.startIndex,
                offsetBy: limit,
                limitedBy: scalars.endIndex
            ), end < scalars.endIndex
        else { return line(text) }
        return line(String(scalars[..<end])) + "… (\(scalars.count) characters)"
    }

    /// The lines of a text, each of them printable; a line end at the very end adds none.
    package static func lines(_ text: String) -> [String] {
        var lines: [String] = []
        var line = ""
        for scalar in text.unicodeScalars {
            if scalar == "\n" {
                lines.append(line)
                line = ""
            } else {
                append(scalar, to: &line)
            }
        }
        return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
    }

    private static func append(_ scalar: Unicode.Scalar, to line: inout String) {
        switch scalar {
        case "\n": line += "\\n"
        case "\r": line += "\\r"
        case "\t": line += "\\t"
        case _ where !mustBeEscaped(scalar): line.unicodeScalars.append(scalar)
        case _ where scalar.value <= 0xFF: line += "\\x" + Hex.text(of: scalar.value, digits: 2)
        default: line += "\\u{" + Hex.text(of: scalar.value, digits: 4) + "}"
        }
    }

    /// C0 and C1 controls, line and paragraph separators, and what reorders or hides text.
    static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0xAD, 0x61C, 0x180E, 0x200B...0x200F, 0x2028...0x202E,
            0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
            true
        default: false
        }
    }
}
