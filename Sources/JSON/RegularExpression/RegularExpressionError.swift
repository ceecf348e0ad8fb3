/// Why a regular expression was refused.
package struct RegularExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The expression as it was written.
    package let pattern: String
    /// Where the fault is; counts code points from zero.
    package let offset: Int
    package let expected: String
    package let found: String

    package var description: String {
        "regular expression \(JSONValue.string(pattern).text(maximumLength: 80)), "
            + "character \(offset + 1): expected \(expected), found \(found)"
    }
}
