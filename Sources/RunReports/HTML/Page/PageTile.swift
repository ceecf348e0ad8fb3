/// A main figure in large letters, with its name above and an explanation below.
struct PageTile {
    let name: String
    let value: String
    let detail: String

    init(_ name: String, _ value: String, _ detail: String) {
        self.name = name
        self.value = value
        self.detail = detail
    }

    /// Tiles side by side.
    static func list(_ tiles: [PageTile]) -> Markup {
        Markup("dl", ["class": "tiles"], tiles.map(\.markup))
    }

    private var markup: Markup {
        Markup(
            "div",
            [
                Markup("dt", [Markup(text: name)]),
                Markup("dd", ["class": "value"], [Markup(text: value)]),
                Markup("dd", ["class": "detail"], [Markup(text: Self.unbroken(detail))]),
            ]
        )
    }

    /// Keeps a unit on the line of its number.
    private static func unbroken(_ text: String) -> String {
        ["ns", "µs", "ms", "s"].reduce(text) { $0.replacing(" \($1)", with: "\u{A0}\($1)") }
    }
}
