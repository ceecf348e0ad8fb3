/// A verdict, with a sign besides the colour.
struct PageVerdict: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable {
        case passed, failed, doubtful, neutral

        /// Distinguishes verdicts without colours.
        var sign: String {
            switch self {
            case .passed: "✓"
            case .failed: "✗"
            case .doubtful: "!"
            case .neutral: "•"
            }
        }
    }

    let kind: Kind
    let text: String

    init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// Distinguishes verdicts without colours.
    var sign: String { kind.sign }

    /// The verdict in its colour.
    var badge: Markup {
        Markup(
            "strong",
            ["class": "badge \(kind.rawValue)"],
            [
                Markup("span", ["aria-hidden": "true"], [Markup(text: "\(kind.sign) ")]),
                Markup(text: text),
            ]
        )
    }

    /// The verdict with a sentence after it, as at the start of a page.
    func lead(_ sentence: String) -> Markup {
        Markup("p", ["class": "lead"], [badge, " ", Markup(text: sentence)])
    }

    /// Sentences, each with its sign; empty without any.
    static func list(_ items: [PageVerdict]) -> Markup {
        guard !items.isEmpty else { return Markup() }
        return Markup(
            "ul",
            ["class": "remarks"],
            items.map { Markup("li", ["class": $0.kind.rawValue], [Markup(text: $0.text)]) }
        )
    }
}
