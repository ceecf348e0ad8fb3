import ContractFile
import JSON
import JSONSchemas

/// The schema that editors use to complete and check contracts.
struct EditorSchema {
    /// The schema as written in its file.
    let document: JSONValue
    /// Every schema within the schema, starting with the schema itself.
    let parts: [Part]
    private let schema: JSONSchema

    /// The folder of the package, without a trailing slash.
    static let packageFolder = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        .dropLast(4).joined(separator: "/")

    /// Compiled once for all tests.
    private static let shared = Result<EditorSchema, any Error> { try EditorSchema() }

    /// The schema of this package.
    static func loaded() throws -> EditorSchema { try shared.get() }

    private init() throws {
        document = try JSONValue(parsing: Format.contract.editorSchema)
        parts = Self.parts(of: document, at: [])
        schema = try JSONSchema(document: document)
    }

    /// Whether the schema accepts a contract.
    func accepts(_ contract: JSONValue) -> Bool { schema.isValid(contract) }

    /// The schema's violations in a contract; empty when it accepts the contract.
    func objections(to contract: JSONValue) -> [String] {
        schema.violations(in: contract, limit: 5).violations.map(\.description)
    }
}

extension EditorSchema {
    /// A schema within the schema.
    struct Part {
        /// Location of the part; empty for the complete schema.
        let pointer: JSONPointer
        let schema: JSONObject

        /// The name under `$defs`, or "" for the complete schema; `nil` for deeper parts.
        var definition: String? {
            let tokens = pointer.tokens
            if tokens.isEmpty { return "" }
            return tokens.count == 2 && tokens[0] == "$defs" ? tokens[1] : nil
        }

        /// The keys that this part describes, in source order.
        var keys: [String] { schema["properties"]?.objectValue?.names ?? [] }

        /// Whether no other keys are allowed, so that this part describes a mapping of the format.
        var isClosed: Bool {
            schema["properties"] != nil && schema["additionalProperties"] == false
        }

        var examples: [JSONValue] { schema["examples"]?.arrayValue ?? [] }
    }

    /// A part by its name under `$defs`.
    func definition(_ name: String) -> Part? {
        parts.first { $0.definition == name }
    }

    private static func parts(of value: JSONValue, at tokens: [String]) -> [Part] {
        guard let object = value.objectValue else { return [] }
        let own = Part(pointer: JSONPointer(tokens: tokens), schema: object)
        return [own]
            + object.members.flatMap { member -> [Part] in
                let path = tokens + [member.name]
                switch member.name {
                case "properties", "patternProperties", "$defs":
                    return (member.value.objectValue?.members ?? []).flatMap {
                        parts(of: $0.value, at: path + [$0.name])
                    }
                case "allOf", "anyOf", "oneOf":
                    return (member.value.arrayValue ?? []).enumerated().flatMap {
                        parts(of: $0.element, at: path + ["\($0.offset)"])
                    }
                case "items", "additionalProperties", "propertyNames", "not", "if", "then", "else":
                    return parts(of: member.value, at: path)
                default:
                    return []
                }
            }
    }
}
