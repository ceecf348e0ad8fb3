/// A part of a page with a heading.
struct PageSection {
    /// Unique within the page.
    let id: String
    let title: String
    let content: Markup
    /// Whether it is part of another section, with a smaller heading.
    var isInner = false

    var markup: Markup {
        Markup(
            "section",
            ["id": id, "aria-labelledby": "\(id)-heading"],
            [
                Markup(isInner ? "h3" : "h2", ["id": "\(id)-heading"], [Markup(text: title)]),
                content,
            ]
        )
    }
}
