import JSON

/// The metaschemas of draft 2020-12, without their titles and comments.
enum Metaschema {
    /// The URI of the dialect that holds where no `$schema` says otherwise.
    static let dialectURI = base + "schema"

    /// A built-in metaschema by its URI without fragment.
    static func document(at uri: String) -> JSONValue? {
        guard uri.utf8.starts(with: base.utf8) else { return nil }
        return documents[String(uri.dropFirst(base.count))]
    }

    private static let base = "https://json-schema.org/draft/2020-12/"

    private static let documents: [String: JSONValue] = [
        "schema": schema,
        "meta/core": core,
        "meta/applicator": applicator,
        "meta/unevaluated": unevaluated,
        "meta/validation": validation,
        "meta/meta-data": metadata,
        "meta/format-annotation": format("format-annotation"),
        "meta/format-assertion": format("format-assertion"),
        "meta/content": content,
    ]

    private static let schema: JSONValue = {
        let parts = SchemaVocabulary.allCases.filter { $0 != .formatAssertion }
        var document = head("schema", vocabularies: parts)
        document["allOf"] = .array(parts.map { ["$ref": .string("meta/" + $0.rawValue)] })
        document["type"] = ["object", "boolean"]
        document["properties"] = [
            "definitions": ["type": "object", "additionalProperties": anySchema],
            "dependencies": [
                "type": "object",
                "additionalProperties": [
                    "anyOf": [anySchema, ["$ref": "meta/validation#/$defs/stringArray"]]
                ],
            ],
            "$recursiveAnchor": ["$ref": "meta/core#/$defs/anchorString"],
            "$recursiveRef": ["$ref": "meta/core#/$defs/uriReferenceString"],
        ]
        return .object(document)
    }()

    private static let core: JSONValue = vocabulary(
        .core,
        properties: [
            "$id": ["$ref": "#/$defs/uriReferenceString", "pattern": "^[^#]*#?$"],
            "$schema": ["$ref": "#/$defs/uriString"],
            "$ref": ["$ref": "#/$defs/uriReferenceString"],
            "$anchor": ["$ref": "#/$defs/anchorString"],
            "$dynamicRef": ["$ref": "#/$defs/uriReferenceString"],
            "$dynamicAnchor": ["$ref": "#/$defs/anchorString"],
            "$vocabulary": [
                "type": "object",
                "propertyNames": ["$ref": "#/$defs/uriString"],
                "additionalProperties": boolean,
            ],
            "$comment": string,
            "$defs": ["type": "object", "additionalProperties": anySchema],
        ],
        definitions: [
            "anchorString": ["type": "string", "pattern": "^[A-Za-z_][-A-Za-z0-9._]*$"],
            "uriString": ["type": "string", "format": "uri"],
            "uriReferenceString": ["type": "string", "format": "uri-reference"],
        ]
    )

    private static let applicator: JSONValue = vocabulary(
        .applicator,
        properties: [
            "prefixItems": ["$ref": "#/$defs/schemaArray"], "items": anySchema,
            "contains": anySchema, "additionalProperties": anySchema,
            "properties": ["type": "object", "additionalProperties": anySchema, "default": [:]],
            "patternProperties": [
                "type": "object", "additionalProperties": anySchema,
                "propertyNames": ["format": "regex"], "default": [:],
            ],
            "dependentSchemas": [
                "type": "object", "additionalProperties": anySchema, "default": [:],
            ],
            "propertyNames": anySchema, "if": anySchema, "then": anySchema, "else": anySchema,
            "allOf": ["$ref": "#/$defs/schemaArray"], "anyOf": ["$ref": "#/$defs/schemaArray"],
            "oneOf": ["$ref": "#/$defs/schemaArray"], "not": anySchema,
        ],
        definitions: ["schemaArray": ["type": "array", "minItems": 1, "items": anySchema]]
    )

    private static let unevaluated: JSONValue = vocabulary(
        .unevaluated,
        properties: ["unevaluatedItems": anySchema, "unevaluatedProperties": anySchema]
    )

    private static let validation: JSONValue = vocabulary(
        .validation,
        properties: [
            "type": [
                "anyOf": [
                    ["$ref": "#/$defs/simpleTypes"],
                    [
                        "type": "array", "items": ["$ref": "#/$defs/simpleTypes"], "minItems": 1,
                        "uniqueItems": true,
                    ],
                ]
            ],
            "const": true, "enum": ["type": "array", "items": true],
            "multipleOf": ["type": "number", "exclusiveMinimum": 0],
            "maximum": number, "exclusiveMaximum": number,
            "minimum": number, "exclusiveMinimum": number,
            "maxLength": count, "minLength": countFromZero,
            "pattern": ["type": "string", "format": "regex"],
            "maxItems": count, "minItems": countFromZero,
            "uniqueItems": ["type": "boolean", "default": false],
            "maxContains": count,
            "minContains": ["$ref": "#/$defs/nonNegativeInteger", "default": 1],
            "maxProperties": count, "minProperties": countFromZero,
            "required": ["$ref": "#/$defs/stringArray"],
            "dependentRequired": [
                "type": "object", "additionalProperties": ["$ref": "#/$defs/stringArray"],
            ],
        ],
        definitions: [
            "nonNegativeInteger": ["type": "integer", "minimum": 0],
            "nonNegativeIntegerDefault0": ["$ref": "#/$defs/nonNegativeInteger", "default": 0],
            "simpleTypes": [
                "enum": ["array", "boolean", "integer", "null", "number", "object", "string"]
            ],
            "stringArray": [
                "type": "array", "items": string, "uniqueItems": true, "default": [],
            ],
        ]
    )

    private static let metadata: JSONValue = vocabulary(
        .metadata,
        properties: [
            "title": string, "description": string, "default": true,
            "deprecated": flag, "readOnly": flag, "writeOnly": flag,
            "examples": ["type": "array", "items": true],
        ]
    )

    private static let content: JSONValue = vocabulary(
        .content,
        properties: [
            "contentEncoding": string, "contentMediaType": string, "contentSchema": anySchema,
        ]
    )

    private static func format(_ name: String) -> JSONValue {
        vocabulary(
            SchemaVocabulary(rawValue: name) ?? .formatAnnotation,
            properties: ["format": string]
        )
    }
}

extension Metaschema {
    private static let anySchema: JSONValue = ["$dynamicRef": "#meta"]
    private static let string: JSONValue = ["type": "string"]
    private static let number: JSONValue = ["type": "number"]
    private static let boolean: JSONValue = ["type": "boolean"]
    private static let flag: JSONValue = ["type": "boolean", "default": false]
    private static let count: JSONValue = ["$ref": "#/$defs/nonNegativeInteger"]
    private static let countFromZero: JSONValue = ["$ref": "#/$defs/nonNegativeIntegerDefault0"]

    /// The members that every metaschema starts with.
    private static func head(
        _ path: String,
        vocabularies: [SchemaVocabulary]
    ) -> JSONObject {
        let used = vocabularies.map {
            JSONObject.Member(name: base + "vocab/" + $0.rawValue, value: true)
        }
        return JSONObject([
            JSONObject.Member(name: "$schema", value: .string(dialectURI)),
            JSONObject.Member(name: "$id", value: .string(base + path)),
            JSONObject.Member(name: "$vocabulary", value: .object(JSONObject(used))),
            JSONObject.Member(name: "$dynamicAnchor", value: "meta"),
        ])
    }

    private static func vocabulary(
        _ name: SchemaVocabulary,
        properties: JSONValue,
        definitions: JSONValue? = nil
    ) -> JSONValue {
        var document = head("meta/" + name.rawValue, vocabularies: [name])
        document["type"] = ["object", "boolean"]
        document["properties"] = properties
        document["$defs"] = definitions
        return .object(document)
    }
}
