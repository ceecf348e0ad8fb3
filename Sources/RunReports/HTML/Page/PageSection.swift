/// A part of a page with a heading.
struct PageSection {
    /// Unique within the page.
    let id: String
    let title: String
    let content: Markup
    /// Whether it is a part of another, so that its heading is a smaller one.
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
