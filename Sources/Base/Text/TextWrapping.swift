/// Breaks text into lines.
package enum TextWrapping {
    /// The lines of a text, broken at spaces.
    ///
    /// - Parameters:
    ///   - text: Words with spaces between them.
    ///   - width: The columns that a line may take; a longer word has a line to itself.
    ///   - indent: What the first line begins with; the others begin with as many spaces.
    /// - Returns: None for a text without words.
    package static func wrap(_ text: String, width: Int, indent: String = "") -> [String] {
        let next = String(repeating: " ", count: indent.count)
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if line.isEmpty {
                line = indent + word
            } else if line.count + 1 + word.count <= width {
                line += " " + word
            } else {
                lines.append(line)
                line = next + word
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
