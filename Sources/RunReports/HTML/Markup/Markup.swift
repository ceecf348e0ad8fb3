import ReportText

/// A piece of HTML or of SVG in it.
///
/// Text can be added in one way only, and is escaped there.
struct Markup: Hashable, Sendable {
    /// Well-formed markup, as in the page.
    private(set) var source: String

    /// Empty markup.
    init() { source = "" }

    /// A text; characters that hide or reorder letters are shown as escapes.
    init(text: String) { source = XMLText.escapedContent(PrintableText.line(text)) }

    /// Lines of a text that keeps its line ends, for `pre`.
    init(lines: [String]) {
        source = lines.map { XMLText.escapedContent(PrintableText.line($0)) }
            .joined(separator: "\n")
    }

    /// Parts one after another.
    init(_ parts: [Markup]) { source = parts.map(\.source).joined() }

    /// A constant of this program that is markup already.
    init(constant: StaticString) { source = constant.description }

    /// An element with content; it has an end tag even if the content is empty.
    init(
        _ name: StaticString,
        _ attributes: KeyValuePairs<String, String>,
        _ content: [Markup]
    ) {
        let tag = "\(name)"
        source = "<\(tag)\(Self.text(of: attributes))>\(content.map(\.source).joined())</\(tag)>"
    }

    /// An element without attributes.
    init(_ name: StaticString, _ content: [Markup]) { self.init(name, [:], content) }

    /// An element without content; in HTML one that cannot have any.
    init(_ name: StaticString, _ attributes: KeyValuePairs<String, String>) {
        source = "<\("\(name)")\(Self.text(of: attributes))/>"
    }

    var isEmpty: Bool { source.isEmpty }

    static func + (left: Markup, right: Markup) -> Markup {
        var sum = left
        sum.source += right.source
        return sum
    }

    /// An attribute without a value is left out.
    private static func text(of attributes: KeyValuePairs<String, String>) -> String {
        attributes.filter { !$0.value.isEmpty }
            .map { " \($0.key)=\"\(XMLText.escaped(PrintableText.line($0.value)))\"" }.joined()
    }
}

extension Markup: ExpressibleByStringInterpolation {
    /// A text, escaped like any other.
    init(stringLiteral value: String) { self.init(text: value) }
}
