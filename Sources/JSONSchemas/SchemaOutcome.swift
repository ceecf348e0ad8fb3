/// What a schema says about an instance.
package struct SchemaOutcome: Hashable, Sendable {
    /// The first violations, as many as were asked for.
    package let violations: [SchemaViolation]
    /// How many violations there are in all.
    package let count: Int
    /// Whether the evaluation was given up, because it nested too deep or would never end.
    ///
    /// The reason is then one of the violations, so an undecided instance is never valid.
    package let isUndecided: Bool

    /// Whether the instance keeps to the schema.
    package var isValid: Bool { count == 0 }
}

/// One place where an instance departs from a schema.
package struct SchemaViolation: Hashable, Sendable, CustomStringConvertible {
    /// The JSON Pointer of the faulty value inside the instance; empty for the whole instance.
    package let instanceLocation: String
    /// The path of keywords from the schema's root, through references: `/items/$ref/type`.
    package let keywordLocation: String
    /// Where the keyword is written: the URI of its resource and a JSON Pointer in the fragment.
    package let absoluteKeywordLocation: String
    /// What the keyword asks for: `string`, `at most 10 characters`.
    package let expected: String
    /// What the instance has, with its type: `1`, `"abc"`, `object`, `nothing`.
    package let actual: String
    /// The two in one phrase: `expected string, got 1`.
    package let message: String
    /// Why each alternative of a failed `anyOf` or `oneOf` did not match: its first violation.
    package let causes: [SchemaViolation]

    package var description: String {
        instanceLocation.isEmpty ? message : "\(instanceLocation): \(message)"
    }
}
