import Base

/// Writes text as a quoted scalar of YAML.
package enum YAMLQuotes {
    /// "quote this: …" with the text as it should be written, unless it is too long to repeat.
    package static func hint(for text: String) -> String {
        text.unicodeScalars.count <= 200 ? "quote this: \(quoted(text))" : "quote this text"
    }

    /// The text in quotes that need no or the fewest escapes.
    package static func quoted(_ text: String) -> String {
        let needsEscapes = text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
        let hasAwkward = text.utf8.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
        if hasAwkward, !needsEscapes {
            var result = "'"
            for scalar in text.unicodeScalars {
                if scalar == "'" { result += "'" }
                result.unicodeScalars.append(scalar)
            }
            return result + "'"
        }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                result += "\\x" + Hex.text(of: scalar.value, digits: 2)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
