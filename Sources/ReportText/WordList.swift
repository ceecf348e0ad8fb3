/// Words of a list, over as many lines as they need.
package enum WordList {
    /// The columns that a line may take.
    static let width = 80

    /// The words with commas between them.
    ///
    /// - Parameters:
    ///   - words: In order.
    ///   - indent: What every line begins with.
    ///   - limit: How many lines are filled at most; `nil` for no limit. What is left out is
    ///     counted at the end.
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
