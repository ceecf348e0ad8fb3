/// A set of keywords that a dialect has or leaves out.
enum SchemaVocabulary: String, Hashable, Sendable, CaseIterable {
    case core, applicator, unevaluated, validation
    case metadata = "meta-data"
    case formatAnnotation = "format-annotation"
    case formatAssertion = "format-assertion"
    case content

    init?(uri: String) {
        let prefix = "https://json-schema.org/draft/2020-12/vocab/"
        guard uri.utf8.starts(with: prefix.utf8) else { return nil }
        self.init(rawValue: String(uri.dropFirst(prefix.count)))
    }
}

/// What a keyword's value must look like.
enum SchemaKeywordShape: Hashable, Sendable {
    case anything, boolean, string, number, positiveNumber, count, array
    case strings, stringsByName
    case pattern, types
    case schema, schemas, schemasByName, schemasByPattern
    /// A schema or a list of names, by name; only for `dependencies`.
    case dependencies
}

/// What is known about a keyword before its value is read.
struct SchemaKeywordFacts: Hashable, Sendable {
    let vocabulary: SchemaVocabulary
    let shape: SchemaKeywordShape

    /// The facts about a keyword of draft 2020-12; `nil` for every other name.
    static func of(_ name: String) -> SchemaKeywordFacts? { table[name] }

    /// All keywords, for suggestions.
    static var names: [String] { table.keys.sorted() }

    private static let table: [String: SchemaKeywordFacts] = {
        var table: [String: SchemaKeywordFacts] = [:]
        for (vocabulary, shapes) in keywords {
            for (shape, names) in shapes {
                for name in names.split(separator: " ") {
                    table[String(name)] = SchemaKeywordFacts(vocabulary: vocabulary, shape: shape)
                }
            }
        }
        return table
    }()

    /// Source: JSON Schema Core and Validation, draft 2020-12; `definitions` and `dependencies`
    /// are older names that its metaschema still admits.
    private static let keywords: [(SchemaVocabulary, [(SchemaKeywordShape, String)])] = [
        (
            .core,
            [
                (.string, "$schema $id $ref $anchor $dynamicRef $dynamicAnchor $comment"),
                (.anything, "$vocabulary"),
                (.schemasByName, "$defs"),
            ]
        ),
        (
            .applicator,
            [
                (
                    .schema,
                    "items contains additionalProperties propertyNames if then else not"
                ),
                (.schemas, "prefixItems allOf anyOf oneOf"),
                (.schemasByName, "properties dependentSchemas definitions"),
                (.schemasByPattern, "patternProperties"),
                (.dependencies, "dependencies"),
            ]
        ),
        (.unevaluated, [(.schema, "unevaluatedItems unevaluatedProperties")]),
        (
            .validation,
            [
                (.types, "type"), (.anything, "const"), (.array, "enum"),
                (.positiveNumber, "multipleOf"),
                (.number, "maximum exclusiveMaximum minimum exclusiveMinimum"),
                (
                    .count,
                    """
                    maxLength minLength maxItems minItems maxContains minContains maxProperties \
                    minProperties
                    """
                ),
                (.pattern, "pattern"), (.boolean, "uniqueItems"), (.strings, "required"),
                (.stringsByName, "dependentRequired"),
            ]
        ),
        (
            .metadata,
            [
                (.string, "title description"), (.anything, "default"), (.array, "examples"),
                (.boolean, "deprecated readOnly writeOnly"),
            ]
        ),
        (.formatAnnotation, [(.string, "format")]),
        (
            .content,
            [(.string, "contentEncoding contentMediaType"), (.schema, "contentSchema")]
        ),
    ]
}
