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
        /// Only so many characters from the beginning.
        case prefix(Int)
        /// Every element or member on its own (`*`).
        case explode
    }

    /// Reads a template.
    ///
    /// - Parameter text: The template.
    /// - Throws: When it is none; there is no partial expansion of a broken one.
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

    /// The names of the variables of which only the beginning is written, which a list or a mapping
    /// has none of (RFC 6570 §2.4.1).
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
