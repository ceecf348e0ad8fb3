import JSON

struct InventoryKeys: KeyTable {
    static let keys = Self()
    static let name = "inventory"
    static let outline = TableOutline(
        "What a document says, statement by statement, and what becomes of each."
    )

    let trace = Key(
        "trace",
        .node(["enum": ["1", 1]]),
        #"The version of the format: always "1"."#,
        required: true,
        default: "1"
    )
    let document = Key("document", .node(TracedDocumentKeys.self), required: true)
    let statements = Key(
        "statements",
        .entries(of: .mapping(StatementKeys.self), names: "identifier"),
        "What the document says, each statement by a name of its own. Every line that is not blank "
            + "belongs to a statement or stands aside; statements may share lines.",
        required: true
    )
    let aside = Key(
        "aside",
        .list(of: .node(AsideKeys.self)),
        "Lines in which nothing is said that could be checked. No other entry may have them."
    )
}

struct TracedDocumentKeys: KeyTable {
    static let keys = Self()
    static let name = "tracedDocument"
    static let outline = TableOutline(
        "The document that the statements are of; its text lies elsewhere.",
        examples: #"""
            - { doc: guide, title: Push guide, lines: 592,
                sha256: 63cdcc2d0f83abeaa9b80c154a78c3d6c68b76a1ab2e0042290fcb219a6adc0d }
            """#
    )

    let doc = Key(
        "doc",
        .filled("the name of a document"),
        "Its name in the `docs` of the contracts in this folder.",
        required: true
    )
    let title = Key("title", .filled("a title"), "What reports call it, when it is not its name.")
    let lines = Key(
        "lines",
        .node(NodeDecoder<Int>.integer(in: 0...TracedDocumentKeys.mostLines).schema),
        "How many lines its text has; written by `assay trace --update`."
    )
    let sha256 = Key(
        "sha256",
        .node(["type": "string", "pattern": "^[0-9a-f]{64}$"]),
        "The SHA-256 of its file; written by `assay trace --update`."
    )

    let twin = Key(
        "twin",
        .filled("a path"),
        "Another inventory, of a document that says much of the same. Statements of one name, and those "
            + "that `sameAs` names, have the same fate in both.",
        examples: ["../ncmb/objc.trace.yaml"]
    )

    /// No text has more.
    static let mostLines = 999_999_999
}

struct StatementKeys: KeyTable {
    static let keys = Self()
    static let name = "statement"
    static let outline = TableOutline(
        "One thing that can be true or false of a server, a request, a client library or an app.",
        rules: [
            [
                "oneOf": [
                    .has("local"), .has("console"), .has("open"),
                    .hasAny(of: ["promises", "contradicted"]),
                ]
            ]
        ],
        examples: #"""
            - { lines: 301-303, digest: 5f1c09ab, says: "A token that another device has answers 409001.",
                promises: [createInstallation/token-taken] }
            - { lines: 77, says: Opening the app clears the badge.,
                local: "the app does it; nothing crosses a wire" }
            - { lines: [12, 40-44], says: The dashboard shows the deliveries., console: only the dashboard }
            - { lines: 210, says: A message is kept for ten days., open: no case waits that long }
            - { lines: 9, sameAs: kept, says: A message is kept., promises: [createPush/kept] }
            - { lines: 96, says: A text has 128 bytes at most., promises: [createPush/too-long],
                contradicted: { by: "notes#2017-06", because: the limit was raised to 256 bytes } }
            """#
    )

    let lines = Key("lines", .lineRanges, "Where the document says it.", required: true)
    let digest = Key("digest", .digest)
    let says = Key(
        "says",
        .filled("a sentence"),
        "The statement, in your own words.",
        required: true
    )
    let promises = Key(
        "promises",
        .node([
            "type": "array", "minItems": 1,
            "items": ["type": "string", "minLength": 1],
        ]),
        "The rows of coverage that hold when the statement is true: `operation`, "
            + "`operation/promise`, `errors/CODE`, `call`, `call/promise` or `client/NAME`; with "
            + "`client.yaml#` before a name that several files of the folder have.",
        examples: [["createPush/both-times"]]
    )
    let sameAs = Key(
        "sameAs",
        .string,
        "The statement of the twin that says the same under another name."
    )
    let fates = KeyList([
        Key(
            "local",
            .filledText,
            "Why only the device or the app can see it: nothing crosses a wire."
        ),
        Key("console", .filledText, "Why only the service's own web console shows it."),
        Key("open", .filledText, "Why no contract promises it yet."),
        Key(
            "contradicted",
            .node(ContradictionKeys.self),
            "The later source that says otherwise; `promises` may stand beside it and follow that."
        ),
    ])
}

struct ContradictionKeys: KeyTable {
    static let keys = Self()
    static let name = "contradiction"
    static let outline = TableOutline("Why a statement no longer holds.")

    let by = Key(
        "by",
        .filledText,
        "The source that says otherwise: a name of `docs`, and # with a place in it.",
        required: true,
        examples: ["notes#2017-06"]
    )
    let because = Key("because", .filled("a reason"), "What it says.", required: true)
}

struct AsideKeys: KeyTable {
    static let keys = Self()
    static let name = "aside"
    static let outline = TableOutline(
        "Lines in which nothing is said that could be checked.",
        examples: #"""
            - { lines: 1-12, because: navigation }
            """#
    )

    let lines = Key("lines", .lineRanges, "Which lines.", required: true)
    let because = Key("because", .filled("a reason"), "What they are.", required: true)
    let digest = Key("digest", .digest)
}

extension ValueDefinitions {
    /// Values of inventories.
    static let inventories = definitions(
        #"""
        {
          "lineRange": {
            "description": "A line such as 77, or lines such as 301-303; they count from one.",
            "anyOf": [
              { "type": "integer", "minimum": 1, "maximum": 999999999 },
              { "type": "string", "pattern": "^[1-9][0-9]{0,8}(-[1-9][0-9]{0,8})?$" }
            ]
          },
          "lineRanges": {
            "description": "A range of lines, or several in a list; blank lines may lie in them.",
            "anyOf": [
              { "$ref": "#/$defs/lineRange" },
              { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/lineRange" } }
            ]
          },
          "digest": {
            "description": "The first eight digits of SHA-256 of the words of the lines, with one space between them; written by `assay trace --update`.",
            "anyOf": [
              { "type": "integer" },
              { "type": "string", "pattern": "^[0-9a-f]{8}$" }
            ]
          }
        }
        """#
    )
}
