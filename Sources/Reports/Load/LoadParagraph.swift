/// A sentence over as many lines as it needs.
enum LoadParagraph {
    /// - Parameters:
    ///   - text: Words with single spaces between them.
    ///   - indent: What the first line begins with; the others begin with as many spaces.
    ///   - width: The columns that a line may take; a longer word has a line to itself.
    /// - Returns: The lines.
    static func lines(_ text: String, indent: String, width: Int) -> [String] {
        let next = String(repeating: " ", count: indent.count)
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty && next.count + line.count + 1 + word.count > width {
                lines.append(line)
                line = String(word)
            } else {
                line += (line.isEmpty ? "" : " ") + word
            }
        }
        lines.append(line)
        return lines.enumerated().map { ($0.offset == 0 ? indent : next) + $0.element }
    }
}
