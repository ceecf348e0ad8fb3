/// Colour for terminals; plain text elsewhere.
package struct TextStyle: Hashable, Sendable {
    package let isColored: Bool

    package init(isColored: Bool) {
        self.isColored = isColored
    }

    /// The meaning of a piece of text.
    package enum Role: String {
        case bold = "1"
        case dim = "2"
        case good = "32"
        case bad = "31"
        case doubtful = "33"
    }

    package func text(_ text: String, _ role: Role) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
    }
}
