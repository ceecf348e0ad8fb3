/// Finds secrets in an XML text by the names of its elements and attributes.
struct SecretXML {
    /// A part of the text.
    struct Piece: Hashable {
        let text: String
        /// The name of the element or the attribute if the part is a secret.
        let field: String?
    }

    /// The whole text, in order.
    private(set) var pieces: [Piece] = []
    private var rest: Substring
    /// The text after the last piece.
    private var plain = ""

    /// Splits a text; text that is not XML is not a secret.
    init(_ text: String) {
        rest = text[...]
        while let next = rest.popFirst() {
            plain.append(next)
            guard next == "<" else { continue }
            if rest.hasPrefix("!--") { take(through: "-->") } else { takeTag() }
        }
        flush()
    }

    private mutating func takeTag() {
        let element = rest.prefix { !$0.isWhitespace && !"/>".contains($0) }
        plain += element
        rest = rest[element.endIndex...]
        var (attribute, isNew, isEmpty) = ("", true, false)
        while let next = rest.popFirst() {
            switch next {
            case ">":
                plain.append(next)
                if !isEmpty { takeContent(of: Self.localName(element)) }
                return
            case "\"", "'":
                plain.append(next)
                take(rest.prefix { $0 != next }, field: Self.localName(attribute[...]))
                if let closing = rest.popFirst() { plain.append(closing) }
            default:
                plain.append(next)
                isEmpty = next == "/"
                if next.isWhitespace {
                    isNew = true
                } else if next != "=" {
                    attribute = isNew ? String(next) : attribute + String(next)
                    isNew = false
                }
            }
        }
    }

    private mutating func takeContent(of element: String) {
        guard SecretNames.isSecretField(element) else { return }
        let (opening, closing) = ("<![CDATA[", "]]>")
        if rest.hasPrefix(opening) {
            plain += opening
            rest = rest.dropFirst(opening.count)
            let end = rest.firstRange(of: closing)?.lowerBound ?? rest.endIndex
            take(rest[..<end], field: element)
        } else {
            let content = rest.prefix { $0 != "<" }
            // Blanks before nested elements.
            guard !content.allSatisfy(\.isWhitespace) else { return }
            take(content, field: element)
        }
    }

    private mutating func take(_ value: Substring, field: String) {
        rest = rest[value.endIndex...]
        guard SecretNames.isSecretField(field), !value.isEmpty else { return plain += value }
        flush()
        pieces.append(Piece(text: String(value), field: field))
    }

    private mutating func take(through end: String) {
        let last = rest.firstRange(of: end)?.upperBound ?? rest.endIndex
        plain += rest[..<last]
        rest = rest[last...]
    }

    private mutating func flush() {
        if !plain.isEmpty { pieces.append(Piece(text: plain, field: nil)) }
        plain = ""
    }

    /// Without the prefix of its namespace.
    private static func localName(_ name: Substring) -> String {
        String(name.split(separator: ":").last ?? "")
    }
}
