import Compression
import Contract
import Cryptography
import HTTP
import JSON

extension ValueDefinitions {
    /// Names from closed sets, which are those of the tool.
    static let names: [JSONObject.Member] = [
        .init(name: "basis", value: basis(["enum": all(Basis.self)])),
        .init(
            name: "rowBasis",
            value: basis(["anyOf": [.ref("basis"), ValueSchema.template]])
        ),
        .init(name: "valueName", value: valueName(orRemark: true)),
        .init(name: "columnName", value: valueName(orRemark: false)),
        .init(
            name: "builtInEncoding",
            value: ["enum": .names(QueryEncoding.builtIn.keys.sorted())]
        ),
        .init(
            name: "compression",
            value: [
                "description": "The compression of the body, which is applied before signing.",
                "type": "string",
                "anyOf": [["enum": all(ContentCoding.self)], ValueSchema.template],
                "examples": ["gzip"],
            ]
        ),
        .init(
            name: "redirects",
            value: [
                "description": .string(
                    "Whether redirects are followed, as with curl -L, or the maximum number of "
                        + "redirects; follow stands for \(RedirectPolicy.usual)."
                ),
                "type": ["string", "integer"],
                "default": "none",
                "anyOf": [
                    ["enum": all(RedirectPolicy.self)],
                    [
                        "type": "integer",
                        "minimum": .integer(RedirectPolicy.possible.lowerBound),
                        "maximum": .integer(RedirectPolicy.possible.upperBound),
                    ],
                ],
                "examples": ["follow", 3],
            ]
        ),
        .init(
            name: "transportKind",
            value: [
                "anyOf": [
                    [
                        "description": "A way to get no response.",
                        "enum": all(TransportFailure.Kind.self),
                    ], ValueSchema.template,
                ]
            ]
        ),
        .init(
            name: "certificateQuery",
            value: [
                "description":
                    "A field of the server's certificate; dates are in RFC 3339 format.",
                "anyOf": [["enum": all(Query.CertificateField.self)], ValueSchema.template],
            ]
        ),
        .init(
            name: "phase",
            value: [
                "description": .string(
                    "The part of the exchange that ends with this event; by default the complete "
                        + "exchange."
                ),
                "enum": .array((all(Query.Phase.self).arrayValue ?? []) + [.null]),
            ]
        ),
        .init(
            name: "valueType",
            value: [
                "description": "A JSON type; number includes integers.",
                "enum": all(JSONValue.Kind.self),
            ]
        ),
        .init(
            name: "filterName",
            value: [
                "description": "A filter without an argument.",
                "enum": .names(Filter.plainNames.keys.sorted()),
            ]
        ),
    ]

    private static func all<Value: RawRepresentable & CaseIterable>(_: Value.Type) -> JSONValue
    where Value.RawValue == String {
        .names(Value.allCases.map(\.rawValue))
    }

    private static func basis(_ values: JSONValue) -> JSONValue {
        let description: JSONValue = [
            "description": .string(
                "The degree of certainty: documented, observed at the real service, inferred, or "
                    + "only recommended."
            )
        ]
        return description.adding(values).adding(["default": "documented"])
    }

    /// What may name a value; a remark of the author's is none.
    private static func valueName(orRemark: Bool) -> JSONValue {
        [
            "type": "string",
            "pattern": .string((orRemark ? "^x-|" : "") + "^[^ .'{}]+$"),
            "not": ["enum": .names(TemplateFunction.names + DecodingContext.ownNames)],
        ]
    }
}
