/// Text that GitHub's Markdown shows literally.
///
/// Only code is safe: in it markup, HTML, links, `@names` and `#numbers` have no meaning.
///
/// Source: GitHub Flavored Markdown Spec §6.3 and §4.5.
package enum MarkdownText {
    /// The text as code inside a line.
    ///
    /// - Parameters:
    ///   - text: Any text; line ends and hidden characters are shown as escapes.
    ///   - limit: How many characters of it are shown.
    /// - Returns: Text without line ends.
    package static func code(_ text: String, limit: Int = 500) -> String {
        let line = PrintableText.line(text, limit: limit)
        guard line.unicodeScalars.contains(where: { $0 != " " }) else { return "`\"\(line)\"`" }
        let marks = String(repeating: "`", count: longestRun(in: line) + 1)
        // Without these spaces marks would join, and spaces at both ends would be removed.
        let isBare = !line.hasPrefix("`") && !line.hasSuffix("`") && !line.hasPrefix(" ")
        return isBare ? marks + line + marks : "\(marks) \(line) \(marks)"
    }

    /// The text as code inside a cell of a table, which a bar would end.
    package static func cell(_ text: String) -> String { code(text).replacing("|", with: "\\|") }

    /// The lines as a block of code.
    ///
    /// - Parameters:
    ///   - lines: Any lines; hidden characters in them are shown as escapes.
    ///   - language: For colours; one word.
    ///   - limit: The maximum number of bytes shown; the rest is counted.
    /// - Returns: The block with its fences, without an end of line at its end.
    package static func block(_ lines: [String], language: String, limit: Int = 8_192) -> String {
        var shown: [String] = []
        var room = limit
        for whole in lines {
            let line = PrintableText.line(whole, limit: room)
            guard line.utf8.count < room else {
                shown.append(line.beginning(room) + "… (the rest is left out)")
                break
            }
            shown.append(line)
            room -= line.utf8.count + 1
        }
        let longest = shown.map(longestRun).max() ?? 0
        let fence = String(repeating: "`", count: max(3, longest + 1))
        return ([fence + language] + shown + [fence]).joined(separator: "\n")
    }

    /// The length of the longest run of backticks.
    private static func longestRun(in text: String) -> Int {
        var (longest, current) = (0, 0)
        for byte in text.utf8 {
            current = byte == UInt8(ascii: "`") ? current + 1 : 0
            longest = max(longest, current)
        }
        return longest
    }
}

extension String {
    /// As many whole characters (code points) as fit into that number of bytes.
    fileprivate func beginning(_ count: Int) -> String {
        var end = unicodeScalars.startIndex
        var room = count
        while end < unicodeScalars.endIndex {
            room -= UTF8.width(unicodeScalars[end])
            guard room >= 0 else { break }
            end = unicodeScalars.index(after: end)
        }
        return String(unicodeScalars[..<end])
    }
}
