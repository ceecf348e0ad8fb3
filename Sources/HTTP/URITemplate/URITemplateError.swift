import JSON

/// Why a URI template is invalid, or could not be expanded.
package struct URITemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Kind of error.
    package enum Kind: Hashable, Sendable {
        /// The template is invalid; the offset counts code points from zero.
        case syntax(offset: Int)
        /// The value of this variable is impossible at its place in the template.
        case value(variable: String)
    }

    /// The template as it was written.
    package let template: String
    package let kind: Kind
    package let expected: String
    package let found: String

    package var description: String {
        let place =
            switch kind {
            case .syntax(let offset): "character \(offset + 1)"
            case .value(let variable): "variable \"\(variable)\""
            }
        return "URI template \(JSONValue.string(template).text(maximumLength: 120)), \(place): "
            + "expected \(expected), found \(found)"
    }
}
