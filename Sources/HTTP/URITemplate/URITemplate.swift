/// A template for URIs (RFC 6570, level 4).
package struct URITemplate: Sendable {
    /// The template as it was written.
    package let text: String
    let parts: [Part]

    enum Part: Sendable {
        /// Encoded already.
        case literal(String)
        case expression(URITemplateOperator, [Variable])
    }

    struct Variable: Sendable {
        let name: String
        let modifier: Modifier
    }

    enum Modifier: Sendable, Equatable {
        case none
        /// A number of characters from the beginning.
        case prefix(Int)
        /// Each element or member separately (`*`).
        case explode
    }

    /// Parses a template.
    ///
    /// - Parameter text: The template.
    /// - Throws: A `URITemplateError` for an invalid template; it has no partial expansion.
    package init(_ text: String) throws(URITemplateError) {
        var parser = URITemplateParser(text)
        parts = try parser.parse()
        self.text = text
    }

    /// The names of the variables in order of their first appearance.
    package var variableNames: [String] {
        var names: [String] = []
        for case .expression(_, let variables) in parts {
            for variable in variables where !names.contains(variable.name) {
                names.append(variable.name)
            }
        }
        return names
    }

    /// The names of the variables with a prefix modifier, which lists and objects do not support (RFC 6570 §2.4.1).
    package var prefixedNames: [String] {
        var names: [String] = []
        for case .expression(_, let variables) in parts {
            for variable in variables {
                if case .prefix = variable.modifier { names.append(variable.name) }
            }
        }
        return names
    }
}

extension URITemplate: CustomStringConvertible {
    package var description: String { text }
}
