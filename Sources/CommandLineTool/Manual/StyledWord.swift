/// A word of an article, laid out for a terminal.
struct StyledWord {
    /// How many columns it takes.
    private(set) var width = 0
    /// The text, with the codes that make it bold.
    private(set) var text = ""

    /// Lays text out, word by word.
    struct Style {
        /// Whether the terminal can show bold text.
        let isStyled: Bool
        /// The topics of articles, by their names.
        let topics: [String: String]

        /// The text, bold where that can be shown.
        func bold(_ text: String) -> String { isStyled ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

        /// The words of a text in Markdown.
        func words(of markdown: String) -> [StyledWord] {
            var words = [StyledWord()]
            add(MarkdownSpan.all(in: markdown), isBold: false, to: &words)
            return words.filter { $0.width > 0 }
        }

        private func add(_ spans: [MarkdownSpan], isBold: Bool, to words: inout [StyledWord]) {
            for span in spans {
                switch span {
                case .text(let text): add(text, isBold, &words)
                // Without bold text, quotes show where code ends.
                case .code(let code): add(isStyled ? code : "`\(code)`", true, &words)
                case .strong(let inner): add(inner, isBold: true, to: &words)
                case .emphasis(let inner): add(inner, isBold: isBold, to: &words)
                case .link(let label, let target): add(label, target, isBold, &words)
                case .article(let name):
                    add("\"assay help \(topics[name] ?? name)\"", isBold, &words)
                }
            }
        }

        /// A link, with its target unless the label shows it.
        private func add(
            _ label: [MarkdownSpan],
            _ target: String,
            _ isBold: Bool,
            _ words: inout [StyledWord]
        ) {
            add(label, isBold: isBold, to: &words)
            guard let place = MarkdownSpan.place(of: target, besides: label) else { return }
            add(" (\(place))", isBold, &words)
        }

        private func add(_ text: String, _ isBold: Bool, _ words: inout [StyledWord]) {
            let parts = text.split(separator: " ", omittingEmptySubsequences: false)
            for (index, part) in parts.enumerated() {
                if index > 0 { words.append(StyledWord()) }
                guard !part.isEmpty else { continue }
                let last = words.count - 1
                words[last].width += part.count
                words[last].text += isBold ? bold(String(part)) : String(part)
            }
        }
    }

    /// The lines of `words`, as wide as `width` where no word is wider; each with its own width.
    static func wrap(_ words: [StyledWord], width: Int) -> [StyledWord] {
        var lines: [StyledWord] = []
        for word in words {
            if let last = lines.last, last.width + 1 + word.width <= width {
                lines[lines.count - 1].width += 1 + word.width
                lines[lines.count - 1].text += " " + word.text
            } else {
                lines.append(word)
            }
        }
        return lines
    }

    /// The text followed by spaces to a width of `width` columns.
    func padded(to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - self.width))
    }
}

extension MarkdownSpan {
    /// The text for a link's target after its label; `nil` if the label shows it.
    ///
    /// A file is shown by its path in the package: articles lie three folders deep.
    static func place(of target: String, besides label: [MarkdownSpan]) -> String? {
        let place = target.replacing("../", with: "")
        let isNamed = label == [.code(place)] || label == [.text(place)]
        return isNamed || place.hasPrefix("#") ? nil : place
    }
}
