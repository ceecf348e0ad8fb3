import Contract
import HTTP
import JSON
import JSONSchemas

/// The `accepts` of an operation in OpenAPI's words.
struct OpenAPIAccepted {
    /// A field of a section with separate fields, such as the query.
    struct Field {
        let name: String
        /// Without keywords if only its name is known.
        let schema: JSONValue
        let isRequired: Bool
    }

    private let rules: [AcceptanceRule]
    /// Media types of the body, besides that of the example.
    let mediaTypes: [String]

    init(_ operation: Operation) {
        rules = operation.accepted
        mediaTypes = operation.acceptedTypes
    }

    private func rule(of section: String) -> AcceptanceRule? {
        rules.first { $0.section == section }
    }

    /// The fields that a section describes or requires, in order.
    func fields(of section: String) -> [Field] {
        guard let view = rule(of: section).flatMap({ SchemaView($0.schema) }) else { return [] }
        let forms = view.alternatives.isEmpty ? [view] : view.alternatives
        var seen: Set<String> = []
        let names = forms.flatMap { $0.properties + $0.required }
        return names.filter { seen.insert($0).inserted }.map { name in
            Field(
                name: name,
                schema: Self.schema(of: name, in: forms),
                isRequired: forms.allSatisfy { $0.required.contains(name) }
            )
        }
    }

    private static func schema(of name: String, in forms: [SchemaView]) -> JSONValue {
        var schemas: [JSONValue] = []
        for form in forms {
            guard let schema = form.keywords["properties"]?[name] else { return [:] }
            if !schemas.contains(schema) { schemas.append(schema) }
        }
        let written = schemas.map(OpenAPISchemas.referring)
        return written.count == 1 ? written[0] : ["anyOf": .array(written)]
    }

    /// What a section's schema states of several fields at once, which parameters cannot state; empty for nothing.
    func inexpressible(of section: String) -> [String] {
        let keywords = rule(of: section).flatMap { SchemaView($0.schema) }?.keywords
        let isClosed = section == "query" && keywords?["additionalProperties"] == false
        return (isClosed ? ["additionalProperties"] : [])
            + [
                "dependentRequired", "dependentSchemas", "if", "not", "minProperties",
                "maxProperties", "patternProperties", "propertyNames",
            ].filter { keywords?[$0] != nil }
    }

    /// The body section of a request without a body; `nil` if no rule describes one.
    var bodySection: String? {
        RequestTemplate.bodySections.first { rule(of: $0) != nil }
    }

    /// The schema of a body; `nil` without a rule.
    func body(_ section: String) -> JSONValue? {
        guard let schema = rule(of: section)?.schema.written else { return nil }
        return OpenAPISchemas.referring(Self.withoutNull(schema))
    }

    /// Whether a request without this body is accepted.
    func isOptional(_ section: String) -> Bool { rule(of: section)?.accepts(nil) ?? false }

    /// The schema of a body that may be missing, without the alternative for a missing one.
    private static func withoutNull(_ schema: JSONValue) -> JSONValue {
        let missing: JSONValue = ["type": "null"]
        guard schema.objectValue?.count == 1, let forms = schema["anyOf"]?.arrayValue,
            forms.count == 2, forms[1] == missing
        else { return schema }
        return forms[0]
    }
}

extension JSONSchema {
    /// The schema as the contract writes it.
    var written: JSONValue? { document[place] }
}
