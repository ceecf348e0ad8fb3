import Contract
import JSON

extension ValueDefinitions {
    /// Rules about keys that several mappings have, made from the lists of those keys.
    static let rules: [JSONObject.Member] = [
        .init(
            name: "oneBody",
            value: [
                "anyOf": [
                    .each(RequestTemplate.bodySections, is: .ref("rowValue")),
                    .hasOne(of: RequestTemplate.bodySections),
                ]
            ]
        ),
        .init(
            name: "securityScheme",
            value: [
                "description": "A way to authenticate requests.",
                "oneOf": .array(SchemeType.allCases.flatMap(\.forms).map { .ref($0.name) }),
            ]
        ),
        .init(name: "oneQuery", value: oneQuery),
        .init(
            name: "hasOtherQuery",
            value: ["anyOf": [.ref("hasClientQuery"), .hasAny(of: queries)]]
        ),
        .init(name: "hasPredicate", value: .hasAny(of: PredicateKeys.list.names)),
        .init(name: "hasPlainPredicate", value: .hasAny(of: plainPredicates)),
        .init(name: "predicateName", value: ["enum": .names(predicates + ["within"])]),
        .init(name: "onePredicate", value: .leavesOne(of: predicates)),
        .init(name: "oneAssertedPredicate", value: oneAssertedPredicate),
        .init(name: "set", value: set),
        .init(
            name: "pointer",
            value: [
                "description": .string(
                    "A JSON Pointer into the request, for example /json/message or "
                        + "/headers/Accept."
                ),
                "type": "string", "pattern": .string(pointer),
            ]
        ),
        .init(
            name: "pointers",
            value: [
                "type": ["string", "array"], "pattern": .string(pointer),
                "items": .ref("pointer"), "examples": [["/json/message"]],
            ]
        ),
    ]

    private static let predicates = PredicateKeys.list.names
    /// `bytes` is a query too; the others are nothing else.
    private static let plainPredicates = predicates.filter { $0 != "bytes" }
    private static let queries = QueryKeys.names.filter { $0 != "bytes" }
    private static let bareQueries = QueryTemplate.withoutArgument.filter { $0 != "bytes" }
    /// What the request that a call sent has none of.
    private static let answered = ["status", "version", "duration", "certificate", "redirect"]

    /// One query; beside another, `bytes` is a predicate.
    private static let oneQuery: JSONValue = [
        "if": .ref("hasClientQuery"),
        "then": [
            "oneOf": [
                .has("state"), .has("argument"),
                ["required": ["result"], "not": .has("jsonpath")],
            ],
            "not": .hasAny(of: ["request"] + queries.filter { $0 != "jsonpath" }),
        ],
        "else": [
            "anyOf": [
                .leavesOne(of: queries),
                ["required": ["bytes"], "not": .ref("hasOtherQuery")],
            ]
        ],
        "dependentSchemas": ["request": ["not": .hasAny(of: answered)]],
    ]

    /// One predicate beside a query, or in its place.
    private static let oneAssertedPredicate: JSONValue = {
        let bytesBeside: JSONValue = ["required": ["bytes"], "allOf": [.ref("hasOtherQuery")]]
        let noValue = JSONValue.ref("noValue")
        let value: JSONValue = ["not": ["type": "null"]]
        let phase: JSONValue = ["duration": ["anyOf": [.ref("phase"), .ref("rowValue")]]]
        let unvalued = bareQueries.filter { $0 != "duration" }
        let members = phase.adding(JSONValue.each(unvalued, is: noValue)["properties"] ?? [:])
            .adding(["bytes": value])
        let bytes: JSONValue = .leavesOne(of: plainPredicates)
        return [
            "if": ["anyOf": [.ref("hasPlainPredicate"), bytesBeside]],
            "then": [
                "if": .ref("hasOtherQuery"),
                "then": ["allOf": [.ref("onePredicate")], "properties": members],
                "else": bytes.adding(["properties": ["bytes": noValue]]),
            ],
            "else": JSONValue.hasAny(of: bareQueries + ["bytes"])
                .adding(.each(bareQueries + ["bytes"], is: value)),
        ]
    }()

    /// What `set` may hold, by the place that a pointer names.
    private static let set: JSONValue = {
        var places: JSONValue = [
            "^/(query|form)/[^/]*$": .ref("computedField"),
            "^/headers/[^/]*$": .ref("fieldValue"), "^/multipart/[^/]*$": .ref("parts"),
            "^/multipart/[^/]*/[0-9]+$": .ref("part"),
            "^/multipart/[^/]*/file$": .ref("file"),
        ]
        for key in ChangeKeys(.none).list.keys {
            places = places.adding(
                .object(JSONObject([.init(name: "^/\(key.name)$", value: key.kind.schema.plain)]))
            )
        }
        let doc: JSONValue = [
            "description": .string(
                "Values to set in the request before signing, by JSON Pointer; - at the end "
                    + "appends to a list."
            )
        ]
        return doc.adding(ValueSchema.orRow("object")).adding([
            "propertyNames": .ref("pointer"), "patternProperties": places,
            "examples": [["/json/message": "changed", "/headers/Accept": "text/plain"]],
        ])
    }()

    private static let pointer =
        "^/(\(RequestTemplate.sections.joined(separator: "|")))(/([^~/]|~[01])*)*$|\\{\\{"
}
