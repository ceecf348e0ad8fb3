/// Samples for the contract itself and its small tables.
enum TableSamples {
    static let accepted: [EditorSample] = [
        EditorSample.lines(
            .whole,
            #"""
            { contract: "1" }
            { contract: 1, x-note: [1, { a: b }] }
            { contract: "1", use: [], docs: {}, targets: {}, variables: {}, let: {}, cases: {} }
            { contract: "1", cookies: keep, namespaces: { a: "urn:a" } }
            { contract: "1", schemas: {}, states: {}, operations: {}, errors: {}, setup: [] }
            """#
        ),
        EditorSample.lines(
            .key("info"),
            #"""
            {}
            { title: T, version: 2.1, description: D, x-a: 1 }
            """#
        ),
        EditorSample.lines(
            .key("use"),
            #"""
            common.yaml
            [common.yaml]
            """#
        ),
        EditorSample.lines(
            .key("let"),
            #"""
            { token: "{{hex 64}}", list: [1, null, { a: 1 }] }
            """#
        ),
        EditorSample.lines(
            .key("setup"),
            #"""
            [{ call: createPush }]
            """#
        ),
        EditorSample.lines(
            .key("teardown"),
            #"""
            [{ call: createPush }]
            []
            """#
        ),
        EditorSample.lines(
            .document,
            #"""
            {}
            { title: T, file: a.txt, url: "https://a", sha256: ab }
            """#
        ),
        EditorSample.lines(
            .target,
            #"""
            {}
            { documented: "https://a", basePath: /v1, reference: ncmb, headers: {} }
            { basePath: "{{appKey}}", headers: { A: 1, B: [a, b], C: null, x-d: e } }
            """#
        ),
        EditorSample.lines(
            .variable,
            #"""
            a
            1
            null
            [a, { b: 1 }]
            {}
            { env: A, secret: true, default: { a: 1 } }
            { file: a.key, secret: false }
            { x-note: 1 }
            """#
        ),
        EditorSample.lines(
            .key("failure"),
            #"""
            { when: { status: { gte: 400 } } }
            { when: { jsonpath: $.code, exists: true }, code: { jsonpath: $.code, type: string }, message: { header: X }, schema: { type: object } }
            """#
        ),
        EditorSample.lines(
            .failureCode,
            #"""
            { status: true }
            { status: }
            { duration: total }
            { jsonpath: $.code, filters: [trim] }
            { body: true, filters: { regex: "<Code>(.*)</Code>" }, type: string }
            """#
        ),
        EditorSample.lines(
            .schema,
            #"""
            true
            {}
            { type: [string, "null"], pattern: ^a }
            { $ref: "#/schemas/Created" }
            { properties: { a: { minimum: 1.5, multipleOf: 2 } }, required: [a], x-note: 1 }
            { nosuch: 1, allOf: [true], enum: [], uniqueItems: true, maxItems: 3 }
            """#
        ),
        EditorSample.lines(
            .state,
            #"""
            {}
            { summary: S, parameters: [a], provides: [b], doc: guide }
            """#
        ),
        EditorSample.lines(
            .errorEntry,
            #"""
            {}
            { status: 400, code: none, message: M, messageBasis: observed, signed: optional }
            { status: [400, 422] }
            { code: 17, signed: true, waived: because, untestable: because, summary: S }
            """#
        ),
        EditorSample.lines(
            .code,
            #"""
            { matches: ^E4 }
            true
            1.5
            """#
        ),
    ].flatMap(\.self)

    static let refused: [EditorSample] = [
        EditorSample.lines(
            .whole,
            #"""
            {}
            []
            text
            { contract: "2" }
            { contract: }
            { contract: ["1"] }
            { contract: "1", operation: {} }
            { contract: "1", client: [] }
            { contract: "1", calls: [] }
            """#
        ),
        ["docs", "targets", "variables", "let", "securitySchemes", "encodings"].flatMap(noMapping),
        ["schemas", "states", "listeners", "operations", "errors", "cases", "info", "failure"]
            .flatMap(noMapping),
        EditorSample.lines(
            .key("info"),
            #"""
            { titel: T }
            { title: 1 }
            { version: }
            { version: [] }
            """#
        ),
        EditorSample.lines(
            .key("use"),
            #"""
            1
            [1]
            ""
            [""]
            {}
            null
            """#
        ),
        EditorSample.lines(
            .key("let"),
            #"""
            { hex: 1 }
            { "a b": 1 }
            { a.b: 1 }
            { index: 1 }
            """#
        ),
        EditorSample.lines(
            .key("setup"),
            #"""
            {}
            null
            [1]
            [{}]
            [{ call: createPush, x: 1 }]
            """#
        ),
        EditorSample.lines(
            .key("teardown"),
            #"""
            [{ call: createPush, covers: createPush }]
            """#
        ),
        EditorSample.lines(
            .whole,
            #"""
            { contract: "1", securitySchemes: { none: { type: apiKey, headers: { A: b } } } }
            { contract: "1", encodings: { percent: {} } }
            { contract: "1", encodings: { form: {} } }
            { contract: "1", operations: { errors: { request: { path: / } } } }
            { contract: "1", operations: { "a b": { request: { path: / } } } }
            { contract: "1", errors: { a/b: {} } }
            { contract: "1", cases: { a*: { steps: [{ request: { path: / } }] } } }
            """#
        ),
        EditorSample.lines(
            .document,
            #"""
            null
            a
            []
            { titel: T }
            { title: 1 }
            { sha256: 12 }
            """#
        ),
        EditorSample.lines(
            .target,
            #"""
            null
            a
            { base: / }
            { documented: }
            { basePath: [] }
            { basePath: 2013 }
            { basePath: v1 }
            { reference: 1 }
            { headers: [] }
            { headers: { A: { b: c } } }
            { headers: { A: [[b]] } }
            """#
        ),
        EditorSample.lines(
            .variable,
            #"""
            { env: 1 }
            { file: "" }
            { secret: "true" }
            { secret: yes }
            { environment: A }
            { default: { first: a } }
            """#
        ),
        EditorSample.lines(
            .key("failure"),
            #"""
            {}
            { code: { jsonpath: $.code } }
            { when: status }
            { when: { status: } }
            { when: { status: { gte: 400 } }, codes: {} }
            { when: { status: { gte: 400 } }, schema: 1 }
            """#
        ),
        EditorSample.lines(
            .failureCode,
            #"""
            {}
            $.code
            { type: string }
            { jsonpath: $.code, type: text }
            { jsonpath: $.code, header: X }
            { jsonpath: $.code, filters: [nosuch] }
            { jsonpath: $.code, filters: { regex: 1 } }
            { status: 200 }
            { duration: soon }
            { jsonpath: 1 }
            { status: true, bytes: true }
            """#
        ),
        EditorSample.lines(
            .schema,
            #"""
            null
            1
            []
            { type: text }
            { type: [] }
            { required: a }
            { definitions: 1 }
            { minLength: -1 }
            { minLength: 1.5 }
            { multipleOf: 0 }
            { allOf: [] }
            { properties: [] }
            { properties: { a: 1 } }
            { enum: 1 }
            { uniqueItems: "yes" }
            { $anchor: 1a }
            { not: [] }
            """#
        ),
        EditorSample.lines(
            .state,
            #"""
            null
            { parameter: a }
            { parameters: a }
            { provides: [1] }
            { doc: 1 }
            { basis: }
            """#
        ),
        EditorSample.lines(
            .errorEntry,
            #"""
            null
            { state: 400 }
            { status: "400" }
            { status: 99 }
            { status: [] }
            { status: [400, 99] }
            { status: 600 }
            { message: 1 }
            { messageBasis: sure }
            { signed: 1 }
            { signed: "true" }
            { untestable: "" }
            { untestable: true }
            { tags: [a] }
            """#
        ),
        EditorSample.lines(
            .code,
            #"""
            null
            []
            {}
            { matches: 1 }
            { match: a }
            """#
        ),
    ].flatMap(\.self)

    private static func noMapping(_ table: String) -> [EditorSample] {
        ["null", "1", "text", "[]", "[a]"].map { text in
            EditorSample(.whole, "{ contract: \"1\", \(table): \(text) }")
        }
    }
}
