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
