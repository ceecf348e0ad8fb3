/// Text of a contract inside a line of Markdown.
package enum MarkdownSpan {
    /// Plain words, with every character escaped that Markdown, HTML or GitHub would interpret.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n", "\r": result += " "
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case "@", "#":
                // A backslash does not prevent GitHub from linking a name or an issue.
                result += "&#\(scalar.value);"
            case "\\", "`", "*", "_", "[", "]", "|", "~", "$":
                result += "\\"
                result.unicodeScalars.append(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
