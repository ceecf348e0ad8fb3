/// One element of an XML document with its attributes.
struct XMLElement {
    private let name: String
    private let attributes: String

    init(_ name: String, _ attributes: [(name: String, value: String)]) {
        self.name = name
        self.attributes = attributes.map { attribute in
            " \(attribute.name)=\"\(XMLText.escaped(attribute.value))\""
        }.joined()
    }

    /// The start tag.
    var start: String { "<\(name)\(attributes)>" }

    /// The end tag.
    var end: String { "</\(name)>" }

    /// The element without content.
    var whole: String { "<\(name)\(attributes)/>" }

    /// The element with a text.
    func holding(_ text: String) -> String {
        text.isEmpty ? whole : start + XMLText.escapedContent(text) + end
    }
}
