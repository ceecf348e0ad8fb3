extension Article {
    /// The article for `man`.
    func page(_ names: PageNames) -> ManualPage {
        let name = names.page(ofTopic: topic)
        var roff = Roff(name, section: 7, abstract: abstract)
        // Every page has one, and an article may begin without a heading.
        if !startsWithHeading { roff.heading("Description") }
        for block in body { roff.add(block, names) }
        return ManualPage(name: name, section: 7, text: roff.text)
    }

    private var startsWithHeading: Bool {
        guard case .heading = body.first else { return false }
        return true
    }
}

extension Roff {
    fileprivate mutating func add(_ block: MarkdownBlock, _ names: PageNames) {
        switch block {
        case .heading(let level, let text): heading(text.replacing("`", with: ""), level: level)
        case .paragraph(let text): paragraph(Self.text(of: text, names))
        case .code(let content): code(content)
        case .list(let items):
            for item in items {
                let mark = item.marker == "-" ? "\\(bu" : item.marker
                request(".IP \(mark) \(max(item.marker.count + 1, 3))")
                add(Self.text(of: item.text, names))
            }
        case .table(let header, let rows):
            table(
                header: header.map { Self.text(of: $0, names) },
                rows: rows.map { $0.map { Self.text(of: $0, names) } }
            )
        }
    }

    private static func text(of markdown: String, _ names: PageNames) -> String {
        text(of: MarkdownSpan.all(in: markdown), font: "R", names)
    }

    /// The spans, escaped; text in another font is followed by `font` again.
    private static func text(
        of spans: [MarkdownSpan],
        font: String,
        _ names: PageNames
    ) -> String {
        spans.map { span in
            switch span {
            case .text(let text): escaped(text)
            case .code(let code): "\\fB\(escaped(code))\\f\(font)"
            case .strong(let inner): "\\fB\(text(of: inner, font: "B", names))\\f\(font)"
            case .emphasis(let inner): "\\fI\(text(of: inner, font: "I", names))\\f\(font)"
            case .link(let label, let target):
                text(of: label, font: font, names)
                    + (MarkdownSpan.place(of: target, besides: label)
                        .map { " (\(escaped($0)))" } ?? "")
            case .article(let name): names.reference(toArticle: name)
            }
        }.joined()
    }
}
