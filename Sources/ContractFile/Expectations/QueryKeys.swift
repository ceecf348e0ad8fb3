import Contract
import JSON

/// The keys of which one says what is asked.
struct QueryKeys: KeyGroup {
    let list: KeyList

    /// - Parameters:
    ///   - isJudged: Whether a predicate may stand in the place of an argument.
    ///   - client: Queries about a call and the client that makes it.
    init(isJudged: Bool = false, client: [Key<YAMLNode>] = []) {
        let others = Self.withoutArgument.map { query -> Key<YAMLNode> in
            let kind: NodeDecoder<YAMLNode> =
                isJudged ? query.judgedKind : query.name == "duration" ? .phase : .node("bareQuery")
            return Key(query.name, kind, isJudged ? query.judged : query.taken)
        }
        list = KeyList(client + Self.withArgument + others, refusing: QueryTemplate.aboutClient)
    }

    /// The names of queries about what was received.
    static let names = withArgument.map(\.name) + withoutArgument.map(\.name)

    private static let withArgument = [
        Key("header", .node("headerQuery")),
        Key("cookie", .node("cookieQuery")),
        Key("jsonpath", .node("jsonpathQuery")),
        Key("form", .node("formQuery")),
        Key("certificate", .node("certificateQuery")),
    ]

    /// A query that needs no argument, so that a predicate may stand in its place.
    private struct Plain {
        let name: String
        /// What it is where its value is taken, and where it is judged.
        let taken: String
        let judged: String
        /// What may stand in its place where it is judged.
        let value: String

        init(_ name: String, _ value: String, _ taken: String, _ judged: String) {
            self.name = name
            self.value = value
            self.taken = taken
            self.judged = judged
        }

        var judgedKind: NodeDecoder<YAMLNode> {
            let none: JSONValue = name == "duration" ? .ref("phase") : ["type": "null"]
            return .node(ValueSchema(["anyOf": [none, .ref(value)]]))
        }
    }

    private static let withoutArgument = [
        Plain(
            "status",
            "statusOrPredicate",
            "The status code.",
            "The status code: a number, or a predicate on it."
        ),
        Plain(
            "version",
            "scalarOrPredicate",
            "The version of HTTP.",
            #"The version of HTTP, for example "1.1": a text, or a predicate on it."#
        ),
        Plain(
            "body",
            "valueOrPredicate",
            "The body as text.",
            "The body as text, or as bytes when it is no UTF-8: a text, or a predicate on it."
        ),
        Plain(
            "bytes",
            "countOrPredicate",
            "The body as bytes.",
            "How many bytes the body has; beside another query, how many bytes that text "
                + "takes in UTF-8: a number, or a predicate on it."
        ),
        Plain(
            "sha256",
            "scalarOrPredicate",
            "The SHA-256 of the body.",
            "The SHA-256 of the body as 64 lower-case hexadecimal digits: a text, or a "
                + "predicate on it."
        ),
        Plain(
            "redirect",
            "scalarOrPredicate",
            "Where the answer redirects to.",
            "Where the answer redirects to, as a whole URL: a text, or a predicate on it."
        ),
        Plain(
            "duration",
            "scalarOrPredicate",
            "How long the exchange took up to the end of a phase, in milliseconds.",
            "How long the exchange took, in milliseconds: a predicate; or, beside a "
                + "predicate, up to which phase."
        ),
        Plain(
            "url",
            "scalarOrPredicate",
            "The address of the request.",
            "The address of the request: a text, or a predicate on it."
        ),
        Plain(
            "method",
            "scalarOrPredicate",
            "The method of the request.",
            "The method of the request: a text, or a predicate on it."
        ),
        Plain(
            "path",
            "scalarOrPredicate",
            "The path of the request as it was sent.",
            "The path of the request as it was sent: a text, or a predicate on it."
        ),
    ]
}

// MARK: - Queries about a client

extension QueryKeys {
    private static let name: NodeDecoder<YAMLNode> = .node(["type": "string", "minLength": 1])

    static let state = Key("state", name, "What the client remembers under a name.")
    static let argument = Key("argument", name, "What the call was given under a name.")
    static let result = Key(
        "result",
        .node("jsonpathQuery"),
        "What a JSONPath finds in what the call gave back."
    )
    static let request = Key(
        "request",
        .node(NodeDecoder<Int>.integer(in: 1...1_000).schema),
        "Which request of the call the query beside it is about, counted from 1."
    )
    static let nextRequest = Key(
        "request",
        .node(["enum": ["url", "method", "path", "body"]]),
        "A part of the request that is about to be sent."
    )
    /// Those that can be asked once a call has ended.
    static let ofAnsweredCalls = [state, argument, result, request]
}

/// The keys of an assert, which other mappings may have beside their own.
struct AssertKeys: KeyGroup {
    let doc = Key("doc", .node("doc"))
    let basis = Key("basis", .basis)
    let filters = Key("filters", .node("filters"))
    let query: QueryKeys
    let predicates = PredicateKeys.list
    let within = PredicateKeys.within

    /// - Parameter client: Queries about a call and the client that makes it.
    init(client: [Key<YAMLNode>]) {
        query = QueryKeys(isJudged: true, client: client)
    }

    /// Examples of asserts that name an error for when they do not hold, without some queries.
    static func examples(besides queries: [String]) -> [JSONValue] {
        AssertionKeys.outline.examples
            .filter { example in !queries.contains { example[$0] != nil } }
            .map { $0.adding(["else": "failed"]) }
    }

    /// What asserts must be, and what queries alone.
    static let rules: [JSONValue] = [
        .all(["oneQuery", "oneAssertedPredicate", "toleranceOfEquals"])
    ]
}

/// What is expected of an answer, whether it is a success or not.
struct ExpectedKeys: KeyGroup {
    let basis = Key("basis", .basis)
    let status = Key("status", .node("expectedStatus"))
    let signed = Key("signed", .node("signed"))
    let schema = Key("schema", .node("bodySchema"))
    let examples = KeyList([
        Key("like", .node("like")), Key("contains", .node("containedBody")),
        Key("equals", .node("equalBody")),
    ])
    let arrays = DefaultKey(
        "arrays",
        .choice,
        default: BodyMatcher.ArrayOrder.ordered,
        "ordered",
        "Whether the elements of lists come in the order of `contains` or `equals` beside it."
    )
    let asserts = Key("asserts", .node("asserts"))

    /// What its keys must be beside each other.
    static let rules: [JSONValue] = [
        ["dependentSchemas": ["arrays": .hasAny(of: ["contains", "equals"])]]
    ]
}

/// A predicate, of which one key says what it is.
struct PredicateKeys: KeyTable {
    let predicates = Self.list
    let within = Self.within

    static let keys = Self()
    static let name = "predicate"
    static let outline = TableOutline(
        "One predicate.",
        rules: [.unlessFilled(.all(["onePredicate", "toleranceOfEquals"]))],
        // A name of one's own is a member of a value to equal.
        alternatives: ["type": "object", "patternProperties": ["\\{\\{": true]],
        examples: #"""
            - { equals: 2, within: 0.5 }
            - { not: { matches: "^E" } }
            - { gt: 0 }
            - { gte: 1 }
            - { lt: 10 }
            - { lte: 9 }
            - { startsWith: E }
            - { endsWith: Z }
            - { contains: o }
            - { matches: "^E[0-9]{6}$" }
            - { exists: true }
            - { empty: false }
            - { type: string }
            - { count: 3 }
            - { length: { gte: 1 } }
            - { bytes: 0 }
            - { schema: { type: string } }
            - { each: { gt: 0 } }
            - { anyOf: [1, { gt: 5 }] }
            - { sorted: ascending }
            - { equalsUnordered: [1, 2] }
            - { isDate: true }
            - { before: "2030-01-01T00:00:00Z" }
            - { after: "2020-01-01T00:00:00Z" }
            """#
    )

    static let within = Key(
        "within",
        .node(["type": ["number", "string"], "pattern": "\\{\\{"]),
        "Beside `equals`: how far apart the numbers may be."
    )
    static let list = KeyList([
        Key("equals", .node(.any), "The same value, of the same type."),
        Key(
            "not",
            .node("valueOrPredicate"),
            "Not equal to this value; or the opposite of a predicate."
        ),
        Key("gt", .node("ordered"), "Greater than this number or text."),
        Key("gte", .node("ordered"), "At least this number or text."),
        Key("lt", .node("ordered"), "Less than this number or text."),
        Key("lte", .node("ordered"), "At most this number or text."),
        Key("startsWith", .node("string"), "A text that begins so."),
        Key("endsWith", .node("string"), "A text that ends so."),
        Key(
            "contains",
            .node(.any),
            "A text with this part, a list with this element, or an object with these members."
        ),
        Key(
            "matches",
            .node("string"),
            "A text some part of which this regular expression describes."
        ),
        Key("exists", .node("boolean"), "Whether anything is there; null is something."),
        Key("empty", .node("boolean"), "Whether a text, a list or an object has nothing in it."),
        Key(
            "type",
            .node([
                "anyOf": [
                    ["$ref": "#/$defs/valueType"],
                    [
                        "type": "array", "minItems": 1,
                        "items": [
                            "anyOf": [["$ref": "#/$defs/valueType"], ["$ref": "#/$defs/template"]]
                        ],
                    ], ["$ref": "#/$defs/template"], ["$ref": "#/$defs/textExpression"],
                ]
            ]),
            "The type of the value, or several of which it has one."
        ),
        Key(
            "count",
            .node("countOrPredicate"),
            "How many finds, elements or members there are: a number, or a predicate on it."
        ),
        Key(
            "length",
            .node("countOrPredicate"),
            "How many characters a text has, or elements a list: a number, or a predicate on it."
        ),
        Key(
            "bytes",
            .node("countOrPredicate"),
            "How many bytes a text takes in UTF-8: a number, or a predicate on it."
        ),
        Key(
            "schema",
            .node("jsonSchema"),
            "A JSON Schema (draft 2020-12) that the value keeps to."
        ),
        Key(
            "each",
            .node("valueOrPredicate"),
            "A predicate on every element, or a value that every element equals."
        ),
        Key(
            "anyOf",
            .node([
                "type": ["array", "string"], "pattern": #"^\{\{ *[^{} ]+ *\}\}$"#, "minItems": 1,
                "items": ["$ref": "#/$defs/valueOrPredicate"],
            ]),
            "Predicates or values, one of which must hold."
        ),
        Key(
            "sorted",
            .node([
                "anyOf": [
                    ["enum": ["ascending", "descending"]], ["$ref": "#/$defs/template"],
                    ["$ref": "#/$defs/textExpression"],
                ]
            ]),
            "The order of a list."
        ),
        Key(
            "equalsUnordered",
            .node([
                "anyOf": [
                    ["type": "array"], ["$ref": "#/$defs/template"],
                    ["$ref": "#/$defs/textExpression"],
                ]
            ]),
            "A list of these values in any order."
        ),
        Key("isDate", .node("boolean"), "Whether a text is a date and time of RFC 3339."),
        Key("before", .node("string"), "A date and time earlier than this one."),
        Key("after", .node("string"), "A date and time later than this one."),
    ])
}
