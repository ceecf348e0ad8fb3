import Base

/// Scalars as YAML 1.2 text that no parser can misread.
package enum YAMLText {
    /// The text in double quotes.
    ///
    /// Source: YAML 1.2.2 §5.7 and §7.3.1.
    package static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case _ where mustBeEscaped(scalar): quoted += escape(scalar)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// The lines under a key: a literal block, or a quoted text where a block is not possible.
    package static func block(_ key: String, _ lines: [String]) -> [String] {
        // A block takes its indentation from its first line. And a reader that searches every line
        // for the end of the document must not find it here.
        let isPlain = lines.allSatisfy { line in
            let bare = line.drop { $0 == " " }
            return bare != "..." && bare != "---"
                && !line.unicodeScalars.contains(where: mustBeEscaped)
        }
        guard isPlain, let first = lines.first, !first.isEmpty, !first.hasPrefix(" ") else {
            return ["\(key): \(quoted(lines.joined(separator: "\n")))"]
        }
        return ["\(key): |"] + lines.map { $0.isEmpty ? "" : "  \($0)" }
    }

    /// Characters that YAML does not allow unescaped, or that should be visible.
    private static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
        PrintableText.mustBeEscaped(scalar) || scalar.value & 0xFFFE == 0xFFFE
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let (letter, length) =
            scalar.value <= 0xFF ? ("x", 2) : scalar.value <= 0xFFFF ? ("u", 4) : ("U", 8)
        return "\\\(letter)" + Hex.text(of: scalar.value, digits: length)
    }
}
