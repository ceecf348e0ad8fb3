import Base
package import JSON
package import RegularExpressions

/// A query for nodes of a JSON value (RFC 9535, all of it).
package struct JSONPath: Sendable {
    /// The query as it was written.
    package let text: String
    private let query: PathQuery
    /// Patterns of `match` and `search` that are not I-Regexp (RFC 9485).
    ///
    /// By RFC 9535 §2.4.6 they are not an error of the query and match nothing, which is seldom what
    /// the writer meant; `\d` is one, for which I-Regexp has `[0-9]` or `\p{Nd}`.
    package let unusablePatterns: [RegularExpressionError]

    /// Reads a query.
    ///
    /// - Parameter text: The query, from its `$` on, without blanks around it.
    /// - Throws: When it is not well-formed or not well-typed, holds an index beyond ±(2^53 − 1),
    ///   or nests more than 100 filters, parentheses and functions within each other.
    package init(_ text: String) throws(JSONPathError) {
        var parser = JSONPathParser(text)
        query = try parser.parse()
        unusablePatterns = parser.unusablePatterns
        self.text = text
    }

    /// Whether the query finds at most one node in any value: only names and indices.
    package var isSingular: Bool { query.isSingular }

    /// Whether the query lists nodes, however many there are: by wildcards, slices or descendants, and not by a filter,
    /// which may be there to find one.
    package var listsNodes: Bool {
        let selectors = query.segments.flatMap(\.selectors)
        let isFiltered = selectors.contains { if case .filter = $0 { true } else { false } }
        let isOpen = selectors.contains { selector in
            switch selector {
            case .wildcard, .slice: true
            case .name, .index, .filter: false
            }
        }
        return !isFiltered && (isOpen || query.segments.contains(where: \.isDescendant))
    }

    /// One step of a query that finds at most one node.
    package enum Step: Hashable, Sendable {
        case name(String)
        /// Negative counts from the end.
        case index(Int)
    }

    /// The names and indices of a query that finds at most one node; `nil` for any other.
    package var singularSteps: [Step]? {
        guard isSingular else { return nil }
        return query.segments.compactMap { segment in
            switch segment.selectors[0] {
            case .name(let name): .name(name)
            case .index(let index): .index(index)
            case .wildcard, .slice, .filter: nil
            }
        }
    }

    /// The nodes that the query finds, in the order RFC 9535 gives; objects in source order.
    package func nodes(in value: JSONValue) -> [Node] {
        let root = Node(value: value, location: .root)
        return PathEvaluator(root: root).nodes(of: query, from: root)
    }
}

extension JSONPath: CustomStringConvertible {
    package var description: String { text }
}

extension JSONPath: Hashable {
    package static func == (left: JSONPath, right: JSONPath) -> Bool {
        left.text.hasSameCodePoints(as: right.text)
    }

    package func hash(into hasher: inout Hasher) {
        text.hashCodePoints(into: &hasher)
    }
}

/// Why a JSONPath query was refused: it is not well-formed, or not well-typed.
package struct JSONPathError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The query as it was written.
    package let query: String
    /// Where the fault is; counts code points from zero.
    package let offset: Int
    package let expected: String
    package let found: String

    package var description: String {
        "JSONPath \(JSONValue.string(query).text(maximumLength: 120)), "
            + "character \(offset + 1): expected \(expected), found \(found)"
    }
}
