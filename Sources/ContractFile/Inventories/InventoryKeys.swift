import JSON

struct InventoryKeys: KeyTable {
    static let keys = Self()
    static let name = "inventory"
    static let outline = TableOutline(
        "The statements of a document, and the promises that test each."
    )

    let trace = Key.version("trace")
    let document = Key("document", .node(TracedDocumentKeys.self), required: true)
    let statements = Key(
        "statements",
        .entries(of: .mapping(StatementKeys.self), names: "identifier"),
        "The statements of the document, by unique names. Every non-blank line belongs to a "
            + "statement or to `aside`; statements can share lines.",
        required: true
    )
    let aside = Key(
        "aside",
        .list(of: .node(AsideKeys.self)),
        "Lines without statements that can be checked. No other entry may contain them."
    )
}

struct TracedDocumentKeys: KeyTable {
    static let keys = Self()
    static let name = "tracedDocument"
    static let outline = TableOutline(
        "The document that contains the statements; its text is in a separate file.",
        examples: #"""
            - { doc: guide, title: Push guide, lines: 592,
                sha256: 63cdcc2d0f83abeaa9b80c154a78c3d6c68b76a1ab2e0042290fcb219a6adc0d }
            """#
    )

    let doc = Key(
        "doc",
        .filled("the name of a document"),
        "The name of the document in the `docs` of the contracts in this folder.",
        required: true
    )
    let title = Key("title", .filled("a title"), "The title in reports; by default the name.")
    let lines = Key(
        "lines",
        .node(NodeDecoder<Int>.integer(in: 0...TracedDocumentKeys.mostLines).schema),
        "The number of lines of its text; written by `assay trace --update`."
    )
    let sha256 = Key(
        "sha256",
        .node(["type": "string", "pattern": "^[0-9a-f]{64}$"]),
        "The SHA-256 of its file; written by `assay trace --update`."
    )

    let twin = Key(
        "twin",
        .filled("a path"),
        "The inventory of another document with many of the same statements. Statements with the "
            + "same name, or linked by `sameAs`, must be treated alike in both inventories.",
        examples: ["../ncmb/objc.trace.yaml"]
    )

    /// No text has more.
    static let mostLines = 999_999_999
}

struct StatementKeys: KeyTable {
    static let keys = Self()
    static let name = "statement"
    static let outline = TableOutline(
        "A statement that is true or false for a server, a request, a client library or an app.",
        rules: [
            [
                "oneOf": [
                    .has("local"), .has("console"), .has("open"),
                    .hasAny(of: ["promises", "contradicted"]),
                ]
            ]
        ],
        examples: #"""
            - { lines: 301-303, digest: 5f1c09ab, says: "A token of another device is rejected with 409001.",
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

    let lines = Key(
        "lines",
        .lineRanges,
        "The lines of the document that contain the statement.",
        required: true
    )
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
        "The rows of coverage that pass when the statement is true: `operation`, "
            + "`operation/promise`, `errors/CODE`, `call`, `call/promise` or `client/NAME`; with "
            + "`client.yaml#` before a name that occurs in several files of the folder.",
        examples: [["createPush/both-times"]]
    )
    let sameAs = Key(
        "sameAs",
        .string,
        "The name of the same statement in the twin, if it differs."
    )
    let fates = KeyList([
        Key(
            "local",
            .filledText,
            "The reason why only the device or the app can observe it: no traffic shows it."
        ),
        Key("console", .filledText, "The reason why only the service's own web console shows it."),
        Key("open", .filledText, "The reason why no contract promises it yet."),
        Key(
            "contradicted",
            .node(ContradictionKeys.self),
            "The later source that contradicts the statement; `promises`, if given as well, "
                + "follow that source."
        ),
    ])
}

struct ContradictionKeys: KeyTable {
    static let keys = Self()
    static let name = "contradiction"
    static let outline = TableOutline("The reason why a statement no longer holds.")

    let by = Key(
        "by",
        .filledText,
        "The source that contradicts the statement: a name from `docs`, then # and a place in it.",
        required: true,
        examples: ["notes#2017-06"]
    )
    let because = Key(
        "because",
        .filled("a reason"),
        "The reason that the source gives.",
        required: true
    )
}

struct AsideKeys: KeyTable {
    static let keys = Self()
    static let name = "aside"
    static let outline = TableOutline(
        "Lines without statements that can be checked.",
        examples: #"""
            - { lines: 1-12, because: navigation }
            """#
    )

    let lines = Key("lines", .lineRanges, "The lines of the document.", required: true)
    let because = Key(
        "because",
        .filled("a reason"),
        "The content of the lines, for example navigation.",
        required: true
    )
    let digest = Key("digest", .digest)
}

extension ValueDefinitions {
    /// Values of inventories.
    static let inventories = definitions(
        #"""
        {
          "lineRange": {
            "description": "A line such as 77, or lines such as 301-303; the first line is 1.",
            "anyOf": [
              { "type": "integer", "minimum": 1, "maximum": 999999999 },
              { "type": "string", "pattern": "^[1-9][0-9]{0,8}(-[1-9][0-9]{0,8})?$" }
            ]
          },
          "lineRanges": {
            "description": "A range of lines, or a list of ranges; they can contain blank lines.",
            "anyOf": [
              { "$ref": "#/$defs/lineRange" },
              { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/lineRange" } }
            ]
          },
          "digest": {
            "description": "The first eight digits of the SHA-256 of the words in the lines, separated by single spaces; written by `assay trace --update`.",
            "anyOf": [
              { "type": "integer" },
              { "type": "string", "pattern": "^[0-9a-f]{8}$" }
            ]
          }
        }
        """#
    )
}
