/// Words of a list, over as many lines as they need.
package enum WordList {
    /// The maximum width of a line, in columns.
    static let width = 80

    /// The words separated by commas.
    ///
    /// - Parameters:
    ///   - words: In order.
    ///   - indent: The start of every line.
    ///   - limit: The maximum number of lines; `nil` for no limit. The rest is counted at the end.
    /// - Returns: The lines; one longer word has a line to itself.
    package static func lines(_ words: [String], indent: String, limit: Int?) -> [String] {
        var lines: [String] = []
        var line = ""
        for (position, word) in words.enumerated() {
            let piece = position + 1 < words.count ? "\(word)," : word
            if line.isEmpty {
                line = indent + piece
            } else if line.count + 1 + piece.count <= width {
                line += " \(piece)"
            } else {
                lines.append(line)
                if lines.count == limit {
                    return lines + ["\(indent)… \(words.count - position) more"]
                }
                line = indent + piece
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// The text, cut to about `length` characters for a list.
    package static func excerpt(_ text: String, length: Int = 120) -> String {
        text.count <= length ? text : "\(text.prefix(length - 1))…"
    }
}
