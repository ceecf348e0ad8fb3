import Contract
import HTTP
import JSON

/// Schemas in OpenAPI's form.
enum OpenAPISchemas {
    /// A valid name of a component.
    static func name(_ name: String) -> String {
        let letters = name.map { character -> Character in
            let isFit = character.isASCII && (character.isLetter || character.isNumber)
            return isFit || character == "." || character == "_" || character == "-"
                ? character : "_"
        }
        return letters.isEmpty ? "_" : String(letters)
    }

    /// The start of a schema of a form that the contract does not describe: tools need the names of its fields, but
    /// nothing follows from it.
    static let undescribed = JSONObject([
        .init(name: "type", value: "object"),
        .init(name: "x-assay-basis", value: .string(Basis.inferred.rawValue)),
    ])

    /// Whether nothing follows from a schema.
    static func isUndescribed(_ schema: JSONValue) -> Bool {
        schema["x-assay-basis"] == .string(Basis.inferred.rawValue)
    }

    /// The table of named schemas.
    static func components(_ schemas: JSONObject) -> JSONObject {
        JSONObject(
            schemas.members.map { .init(name: name($0.name), value: referring($0.value)) }
        )
    }

    /// A schema whose references point to components.
    static func referring(_ schema: JSONValue) -> JSONValue {
        switch schema {
        case .array(let elements): return .array(elements.map(referring))
        case .object(let object):
            return .object(
                JSONObject(
                    object.members.map { member in
                        guard member.name == "$ref", let text = member.value.stringValue,
                            text.hasPrefix("#/schemas/")
                        else { return .init(name: member.name, value: referring(member.value)) }
                        var tokens = text.dropFirst("#/schemas/".utf8.count)
                            .split(separator: "/", omittingEmptySubsequences: false)
                            .map(String.init)
                        tokens[0] = name(PercentEncoding.decoded(tokens[0]))
                        let target = "#/components/schemas/" + tokens.joined(separator: "/")
                        return .init(name: member.name, value: .string(target))
                    }
                )
            )
        case .null, .bool, .number, .string: return schema
        }
    }
}
