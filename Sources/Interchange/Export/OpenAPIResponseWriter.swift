import Contract
import HTTP
import JSON
import JSONSchemas

/// Writes the body of a response in OpenAPI's words.
struct OpenAPIResponseWriter {
    let expectation: ExpectationTemplate
    let contracts: ContractSet
    let evaluator: Evaluator

    /// The content of the response; `nil` if the contract does not describe its body.
    var content: JSONValue? {
        let examples = expectation.examples.compactMap(example)
        let own = expectation.schema?.schema.written.map(OpenAPISchemas.referring)
        let schemas = [own].compactMap(\.self) + examples.map(\.schema)
        guard !schemas.isEmpty || expectation.events != nil else { return nil }
        var media = JSONObject()
        media["schema"] = schemas.count > 1 ? ["allOf": .array(schemas)] : schemas.first
        media["example"] = examples.map(\.value).first { value in
            expectation.schema?.schema.isValid(value) ?? true
        }
        return .object(JSONObject([.init(name: mediaType, value: .object(media))]))
    }

    /// The type that an assert requires, otherwise that of an event stream or JSON.
    private var mediaType: String {
        let stated = expectation.asserts.lazy.compactMap { assert -> String? in
            guard case .ready(.header(let name)) = assert.query, assert.filters.isEmpty,
                HTTPFields.areSame(name, "Content-Type")
            else { return nil }
            switch assert.predicate.constant {
            case .equals(let value)?: return value.stringValue
            case .startsWith(let text)?: return text
            default: return nil
            }
        }
        return stated.map(MediaType.name).first { $0.contains("/") && !$0.hasSuffix("/") }
            ?? (expectation.events == nil ? "application/json" : "text/event-stream")
    }

    /// An example body, and the schema of the bodies that match it; `nil` if it cannot be filled in.
    private func example(
        _ example: ExpectationTemplate.BodyExample
    ) -> (schema: JSONValue, value: JSONValue)? {
        var (shown, typed) = (evaluator, evaluator)
        for path in contracts.openNames(in: example.value.templates) {
            shown.define(.string("<\(path.joined(separator: "."))>"), at: path)
            // Its type is not known, and a null is not described.
            typed.define(.null, at: path)
        }
        do {
            let schema = SchemaInference.schema(of: [try typed.value(of: example.value)])
            return (
                Self.relaxed(schema, isAlike: example.mode == .like),
                try shown.value(of: example.value)
            )
        } catch {
            return nil
        }
    }

    /// A schema that requires no more than the example does: among kinds, integers and other numbers are one.
    private static func relaxed(_ schema: JSONValue, isAlike: Bool) -> JSONValue {
        guard var object = schema.objectValue else { return schema }
        let types = object["type"]?.arrayValue ?? [object["type"]].compactMap(\.self)
        if types.contains("null") {
            object["type"] = nil
        } else if isAlike, types.contains("integer") {
            let kinds = types.map { $0 == "integer" ? "number" : $0 }
            object["type"] = kinds.count == 1 ? kinds[0] : .array(kinds)
        }
        if let items = object["items"] { object["items"] = relaxed(items, isAlike: isAlike) }
        if let members = object["properties"]?.objectValue?.members {
            let properties = members.map { member in
                JSONObject.Member(
                    name: member.name,
                    value: relaxed(member.value, isAlike: isAlike)
                )
            }
            object["properties"] = .object(JSONObject(properties))
        }
        return .object(object)
    }
}
