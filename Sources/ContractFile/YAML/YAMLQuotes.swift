/// Writes text as a quoted scalar of YAML.
package enum YAMLQuotes {
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
                let digits = String(scalar.value, radix: 16)
                result += "\\x" + (digits.utf8.count == 1 ? "0" : "") + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
