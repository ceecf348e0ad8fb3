/// Foreign text as it stands in a message.
package enum Excerpt {
    /// The text in double quotes, line breaks and quotes escaped, cut after 60 characters.
    package static func quoted(_ text: String, limit: Int = 60) -> String {
        var result = "\""
        var count = 0
        for scalar in text.unicodeScalars {
            if count == limit { return result + "\"…" }
            count += 1
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where isInvisible(scalar): result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// The text without quotes, cut after 60 characters.
    package static func bare(_ text: String, limit: Int = 60) -> String {
        guard text.unicodeScalars.count > limit else { return text }
        return String(text.unicodeScalars.prefix(limit)) + "…"
    }

    /// Control and formatting characters, which would garble a terminal.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
