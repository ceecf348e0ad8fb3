/// Breaks text into lines.
package enum TextWrapping {
    /// The lines of a text, broken at spaces.
    ///
    /// - Parameters:
    ///   - text: Words separated by spaces.
    ///   - width: Columns of a line; a longer word gets its own line.
    ///   - indent: Prefix of the first line; the others begin with as many spaces.
    /// - Returns: Empty for a text without words.
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
