/// Samples for the places that rows fill in before a case is read.
enum RowSamples {
    static let accepted: [EditorSample] = [
        rows(#"repeat: "{{v}}""#, "2"),
        rows(#"delay: "{{v}}""#, "10ms"),
        rows(#"delay: "{{v}}ms""#, "10"),
        rows(#"json: "{{v}}""#, "{ a: 1 }"),
        rows(#"set: "{{v}}""#, "{ /json/a: 1 }"),
        rows(#"set: { "/json/{{v}}": 1 }"#, "a"),
        rows(#"set: { "{{v}}": 1 }"#, "/json/a"),
        rows(#"unset: "{{v}}""#, "[/json/flag]"),
        rows(#"tamper: "{{v}}""#, "{ flip: /path }"),
        rows(#"captures: { c: "{{v}}" }"#, "{ header: A }"),
        rows(#"captures: { "{{v}}": { header: A } }"#, "c"),
        rows(#"eventually: "{{v}}""#, "{ within: 1s }"),
        rows(#"expect: "{{v}}""#, "{ status: 200 }"),
        rows(#"expect: { status: "{{v}}" }"#, "200"),
        rows(#"expect: { basis: "{{v}}" }"#, "observed"),
        rows(#"expect: { signed: "{{v}}" }"#, "false"),
        rows(#"expect: { transport: "{{v}}" }"#, "timeout"),
        rows(#"expect: { schema: "{{v}}" }"#, "{ type: object }"),
        rows(#"expect: { schema: { minProperties: "{{v}}", type: "{{w}}" } }"#, "1", "object"),
        rows(#"expect: { error: "{{v}}" }"#, "{ id: E400008 }"),
        rows(#"expect: { asserts: "{{v}}" }"#, "[{ status: 200 }]"),
        rows(#"expect: { asserts: ["{{v}}"] }"#, "{ status: 200 }"),
        rows(#"expect: { asserts: [{ jsonpath: $.a, "{{v}}": 3 }] }"#, "gt"),
        rows(#"expect: { asserts: [{ jsonpath: $.a, count: "{{v}}" }] }"#, "{ gt: 3 }"),
        rows(#"expect: { asserts: [{ jsonpath: $.a, anyOf: "{{v}}" }] }"#, "[1, 2]"),
        rows(#"expect: { asserts: [{ header: A, filters: "{{v}}", equals: 1 }] }"#, "[toInteger]"),
        rows(#"expect: { asserts: [{ header: A, filters: ["{{v}}Decode"], equals: 1 }] }"#, "hex"),
        rows(#"expect: { asserts: [{ header: A, filters: [{ nth: "{{v}}" }], equals: 1 }] }"#, "0"),
        rows(#""{{v}}": a"#, "text"),
        rows(#"headers: "{{v}}""#, "{ A: b }"),
        rows(#"multipart: { a: "{{v}}" }"#, "{ file: data.bin }"),
        absent(
            #"expect: { asserts: [{ jsonpath: $.a, equals: "{{v}}", exists: "{{w}}" }] }"#,
            "1",
            "true"
        ),
        absent(#"json: "{{v}}", text: "{{w}}""#, "1", "a"),
        EditorSample(
            .aCase,
            "{ rows: [{ v: createPush }, { w: { path: / } }], "
                + #"steps: [{ call: "{{v}}", request: "{{w}}" }] }"#
        ),
        EditorSample(.aCase, #"{ rows: [{ v: [{ call: createPush }] }], steps: "{{v}}" }"#),
        EditorSample(
            .aCase,
            #"{ rows: [{ v: { days: 1 } }], given: [{ history: "{{v}}" }], steps: [{ call: createPush }] }"#
        ),
        EditorSample(.requestWithRows, #"{ path: /, json: "{{v}}", text: "{{w}}" }"#),
    ]

    static let refused: [EditorSample] = [
        rows(#"repeat: "{{v}}", repat: 1"#, "2"),
        rows(#"expect: { asserts: [{ jsonpath: $.a, equals: "{{v}}", exists: true }] }"#, "1"),
        rows(#"json: "{{v}}", text: a"#, "1"),
        rows(#"set: "x{{v}}""#, "a"),
        rows(#"expect: "{{v}} {{w}}""#, "a", "b"),
        rows(#"request: "{{v}}""#, "{ path: / }"),
        EditorSample(.requestWithRows, #"{ path: /, json: { a: "{{v}}" }, text: "{{w}}" }"#),
    ]

    /// A case with one row that gives `v` and `w`.
    private static func rows(
        _ step: String,
        _ v: String,
        _ w: String = "1"
    ) -> EditorSample {
        EditorSample(
            .aCase,
            "{ rows: [{ v: \(v), w: \(w) }], steps: [{ call: createPush, \(step) }] }"
        )
    }

    /// A case with two rows, one of which gives `v` and the other `w`.
    private static func absent(_ step: String, _ v: String, _ w: String) -> EditorSample {
        EditorSample(
            .aCase,
            "{ rows: [{ v: \(v) }, { w: \(w) }], steps: [{ call: createPush, \(step) }] }"
        )
    }
}
