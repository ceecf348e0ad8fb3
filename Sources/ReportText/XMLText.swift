/// Text escaped for an XML 1.0 document.
package enum XMLText {
    /// Escaped for an attribute in double quotes; characters that XML cannot contain are replaced by U+FFFD.
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            // A reader would turn them into spaces.
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
            case "\"": escaped += "&quot;"
            default: append(scalar, to: &escaped)
            }
        }
        return escaped
    }

    /// Escaped for the content of an element, where line ends stay as they are.
    package static func escapedContent(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\t", "\n": escaped.unicodeScalars.append(scalar)
            // A reader would turn it into a line feed.
            case "\r": escaped += "&#13;"
            default: append(scalar, to: &escaped)
            }
        }
        return escaped
    }

    private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
        switch scalar {
        case "&": text += "&amp;"
        case "<": text += "&lt;"
        case ">": text += "&gt;"
        default: text.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
        }
    }

    /// Production 2, "Char", of XML 1.0, less the discouraged C1 controls.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
