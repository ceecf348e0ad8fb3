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
            .filter { example in !(queries + ["waived"]).contains { example[$0] != nil } }
            .map { $0.adding(["else": "failed"]) }
    }

    /// What asserts must be, and what queries alone.
    static let rules: [JSONValue] = [
        .all(["oneQuery", "oneAssertedPredicate", "toleranceOfEquals"])
    ]
}
