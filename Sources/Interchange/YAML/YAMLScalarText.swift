import Base

/// Writes texts as YAML scalars that every parser reads as these texts.
///
/// It quotes more than the core schema requires: `no` and `2013-09-01` are texts there, but not for
/// parsers of YAML 1.1.
enum YAMLScalarText {
    /// The text on one line, plain if that is safe, else in quotes.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - inFlow: Whether it is inside `{ }` or `[ ]`.
    /// - Returns: The scalar.
    static func spelled(_ text: String, inFlow: Bool) -> String {
        isPlain(text, inFlow: inFlow) ? text : quoted(text)
    }

    private static func isPlain(_ text: String, inFlow: Bool) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last else { return false }
        if first == UInt8(ascii: " ") || last == UInt8(ascii: " ") { return false }
        if indicators.contains(first) || text == "<<" || text == "=" { return false }
        // At the start of a line it would end the document.
        if text.hasPrefix("...") { return false }
        if isWord(text) || looksLikeNumber(text) { return false }
        var previous: Unicode.Scalar = "x"
        for scalar in text.unicodeScalars {
            if needsEscape(scalar) || scalar == ":" { return false }
            if scalar == "{" || scalar == "}" || scalar == "[" || scalar == "]" { return false }
            if scalar == "," && inFlow { return false }
            if scalar == "#" && previous == " " { return false }
            previous = scalar
        }
        return true
    }

    /// Characters that a plain scalar cannot begin with, or only under conditions.
    private static let indicators = Set("-?:,[]{}#&*!|>'\"%@`".utf8)

    /// Plain scalars that are not texts, in the core schema or in YAML 1.1.
    private static let words: Set<String> = [
        "~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", ".inf", ".nan",
    ]

    private static func isWord(_ text: String) -> Bool {
        words.contains((text.hasPrefix("+") ? text.dropFirst() : text[...]).lowercased())
    }

    /// Whether a text could be read as a number or a date.
    private static func looksLikeNumber(_ text: String) -> Bool {
        guard let first = text.utf8.first, "+-.0123456789".utf8.contains(first) else {
            return false
        }
        return text.utf8.allSatisfy { "0123456789abcdefABCDEFxoXO+-._".utf8.contains($0) }
    }

    /// The text with blanks in place of line ends and all other characters that need an escape.
    static func withoutControls(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: needsEscape) else { return text }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: text.unicodeScalars.map { needsEscape($0) ? " " : $0 })
        return String(view)
    }

    /// Whether a character must be escaped, or is a line break to some readers.
    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
        default: false
        }
    }

    /// In double quotes; in single ones if these need no escapes and double ones would.
    private static func quoted(_ text: String) -> String {
        let isAwkward = text.utf8.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
        if isAwkward, !text.unicodeScalars.contains(where: needsEscape) {
            var result = "'"
            for scalar in text.unicodeScalars {
                if scalar == "'" { result += "'" }
                result.unicodeScalars.append(scalar)
            }
            return result + "'"
        }
        var result = "\""
        for scalar in text.unicodeScalars {
            if let escape = escape(of: scalar) {
                result += escape
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// `nil` for a character that is written as it is.
    private static func escape(of scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        default:
            guard needsEscape(scalar) else { return nil }
            let width = scalar.value < 0x100 ? 2 : 4
            return (width == 2 ? "\\x" : "\\u")
                + Hex.text(of: scalar.value, digits: width, uppercase: true)
        }
    }
}
