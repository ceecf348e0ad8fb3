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
        Key("xpath", .node("xpathQuery")),
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
            "The status code: a number or a predicate."
        ),
        Plain(
            "version",
            "scalarOrPredicate",
            "The HTTP version.",
            #"The HTTP version, for example "1.1": a string or a predicate."#
        ),
        Plain(
            "body",
            "valueOrPredicate",
            "The body as text.",
            "The body as text, or as bytes if it is not UTF-8: a string or a predicate."
        ),
        Plain(
            "bytes",
            "countOrPredicate",
            "The body as bytes.",
            "The number of bytes of the body or, with another query, of its string in UTF-8: a "
                + "number or a predicate."
        ),
        Plain(
            "sha256",
            "scalarOrPredicate",
            "The SHA-256 of the body.",
            "The SHA-256 of the body as 64 lower-case hexadecimal digits: a string or a predicate."
        ),
        Plain(
            "redirect",
            "scalarOrPredicate",
            "The target of the redirect.",
            "The target of the redirect as a complete URL: a string or a predicate."
        ),
        Plain(
            "duration",
            "scalarOrPredicate",
            "The duration of the exchange up to the end of a phase, in milliseconds.",
            "The duration of the exchange in milliseconds: a predicate; or, with a separate "
                + "predicate, the phase at whose end the measurement stops."
        ),
        Plain(
            "url",
            "scalarOrPredicate",
            "The URL of the request.",
            "The URL of the request: a string or a predicate."
        ),
        Plain(
            "method",
            "scalarOrPredicate",
            "The method of the request.",
            "The method of the request: a string or a predicate."
        ),
        Plain(
            "path",
            "scalarOrPredicate",
            "The path of the request as sent.",
            "The path of the request as sent: a string or a predicate."
        ),
    ]
}

// MARK: - Queries about a client

extension QueryKeys {
    private static let name: NodeDecoder<YAMLNode> = .node(["type": "string", "minLength": 1])

    static let state = Key("state", name, "A value of the client's state, by name.")
    static let argument = Key("argument", name, "An argument of the call, by name.")
    static let result = Key(
        "result",
        .node("jsonpathQuery"),
        "The values that a JSONPath selects in the result of the call."
    )
    static let request = Key(
        "request",
        .node(NodeDecoder<Int>.integer(in: 1...1_000).schema),
        "The number, from 1, of the request of the call that the other query applies to."
    )
    static let nextRequest = Key(
        "request",
        .node(["enum": ["url", "method", "path", "body"]]),
        "A part of the request to be sent."
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
            .filter { example in !(queries + ["waived"]).contains { example[$0] != nil } }
            .map { $0.adding(["else": "failed"]) }
    }

    /// What asserts must be, and what queries alone.
    static let rules: [JSONValue] = [
        .all(["oneQuery", "oneAssertedPredicate", "toleranceOfEquals"])
    ]
}
