/// A stretch of text within a block of Markdown.
indirect enum MarkdownSpan: Hashable {
    case text(String)
    case code(String)
    case strong([MarkdownSpan])
    case emphasis([MarkdownSpan])
    /// To a page, or to a file of the package when `target` is a relative path.
    case link([MarkdownSpan], target: String)
    /// To another article, by its name: `<doc:Load>`.
    case article(String)

    /// The spans of `text`, in order.
    static func all(in text: some StringProtocol) -> [MarkdownSpan] {
        var spans: [MarkdownSpan] = []
        var plain = ""
        var rest = Substring(text)
        while let character = rest.first {
            if let (span, length) = marked(rest) {
                if !plain.isEmpty { spans.append(.text(plain)) }
                plain = ""
                spans.append(span)
                rest = rest.dropFirst(length)
            } else {
                plain.append(character)
                rest = rest.dropFirst()
            }
        }
        return plain.isEmpty ? spans : spans + [.text(plain)]
    }

    /// The span with whose mark `text` begins, and how many characters it takes.
    private static func marked(_ text: Substring) -> (MarkdownSpan, Int)? {
        switch text.first {
        case "`":
            return enclosed(text, "`", "`").map { (.code(String($0)), $0.count + 2) }
        case "*":
            if let inner = enclosed(text, "**", "**") {
                return (.strong(all(in: inner)), inner.count + 4)
            }
            return enclosed(text, "*", "*").map { (.emphasis(all(in: $0)), $0.count + 2) }
        case "[":
            guard let label = enclosed(text, "[", "]("),
                let target = enclosed(text.dropFirst(label.count + 2), "(", ")")
            else { return nil }
            let length = label.count + target.count + 4
            return (.link(all(in: label), target: String(target)), length)
        case "<":
            return enclosed(text, "<doc:", ">").map { (.article(String($0)), $0.count + 6) }
        default: return nil
        }
    }

    /// The text between two marks at the beginning of `text`: not empty, without spaces at its ends;
    /// marks within `code` do not end it.
    private static func enclosed(
        _ text: Substring,
        _ opening: String,
        _ closing: String
    ) -> Substring? {
        guard text.hasPrefix(opening) else { return nil }
        let inner = text.dropFirst(opening.count)
        var isCode = false
        for index in inner.indices {
            if !isCode, inner[index...].hasPrefix(closing) {
                let part = inner[..<index]
                return part.isEmpty || part.first == " " || part.last == " " ? nil : part
            }
            if inner[index] == "`" { isCode.toggle() }
        }
        return nil
    }
}
