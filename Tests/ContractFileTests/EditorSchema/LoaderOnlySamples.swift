/// What no schema can know: the loader refuses it, the editor says nothing.
enum LoaderOnlySamples {
    static let refused: [EditorSample] = [
        // Names that another table has, or has not.
        EditorSample.lines(
            .operation,
            #"""
            { request: { path: / }, doc: nosuch#A }
            { request: { path: / }, target: nosuch }
            { request: { path: / }, errors: [E1] }
            """#
        ),
        EditorSample.lines(
            .request,
            #"""
            { path: /, security: nosuch }
            { path: /, encoding: nosuch }
            """#
        ),
        EditorSample.lines(
            .promise,
            #"""
            { error: E1 }
            """#
        ),
        EditorSample.lines(
            .step,
            #"""
            { call: nosuch }
            { call: "createPush[row]" }
            { call: createPush, covers: createPush/nosuch }
            { call: createPush, covers: createPush/both-times, fault: { reset: true } }
            { call: createPush, covers: createPush, fault: { latency: 1ms } }
            """#
        ),
        EditorSample.lines(
            .inCase("given"),
            #"""
            nosuch
            { history: { hours: 3 } }
            """#
        ),
        EditorSample.lines(
            .inCase("covers"),
            #"""
            "*/nosuch"
            """#
        ),
        EditorSample.lines(
            .schema,
            #"""
            { $ref: "#/schemas/nosuch" }
            """#
        ),
        EditorSample.lines(
            .operation,
            #"""
            { request: { path: / }, errors: [E403002, E403002] }
            """#
        ),
        // Names in templates, and what templates say.
        EditorSample.lines(
            .step,
            #"""
            { call: createPush, json: "{{nosuch}}" }
            { call: createPush, json: "{{hex}}" }
            { call: createPush, json: "{{open" }
            { call: createPush, json: { "{{appKey}}": 1 } }
            """#
        ),
        EditorSample.lines(
            .scheme,
            #"""
            { type: hmac, key: "{{request.method}}", stringToSign: a, into: { header: X } }
            """#
        ),
        // Templates that no row fills in, where a template alone is not enough.
        EditorSample.lines(
            .step,
            #"""
            "{{step}}"
            { call: createPush, repeat: "{{appKey}}" }
            { call: createPush, delay: "{{appKey}}ms" }
            { call: createPush, set: "{{appKey}}" }
            { call: createPush, "{{appKey}}": 1 }
            """#
        ),
        EditorSample.lines(
            .expectation,
            #"""
            "{{appKey}}"
            { basis: "{{appKey}}" }
            { schema: { type: "{{appKey}}" } }
            """#
        ),
        EditorSample.lines(
            .assertion,
            #"""
            { jsonpath: $.a, "{{appKey}}": 1 }
            { jsonpath: $.a, equals: "{{appKey}}", gt: "{{clientKey}}" }
            """#
        ),
        // What a row puts there.
        EditorSample.lines(
            .step,
            #"""
            { group: nosuch }
            { group: send }
            { group: send, with: { text: a, other: b } }
            { group: send, with: { text: "{{uuid}}" } }
            """#
        ),
        EditorSample.lines(
            .aCase,
            #"""
            { needs: nosuch, steps: [{ call: createPush }] }
            { needs: hole, steps: [{ call: createPush }] }
            { rows: [{ v: often }], steps: [{ call: createPush, repeat: "{{v}}" }] }
            { rows: [{ v: { a: 1 } }], steps: [{ call: createPush, text: "a{{v}}" }] }
            { rows: [{ v: createPush }, {}], steps: [{ call: "{{v}}" }] }
            { rows: [{ v: 1, w: 2 }], steps: [{ call: createPush, json: "{{v}}", text: "{{w}}" }] }
            """#
        ),
        EditorSample.lines(
            .rows,
            #"""
            { csv: nosuch.csv }
            """#
        ),
        // The insides of texts: paths, patterns, pointers into the request.
        EditorSample.lines(
            .request,
            #"""
            { path: "/{id" }
            { path: "/{id}" }
            { url: "http://" }
            { path: /, file: nosuch.bin }
            """#
        ),
        EditorSample.lines(
            .assertion,
            #"""
            { jsonpath: "$.", exists: true }
            { jsonpath: $.a, matches: "(" }
            """#
        ),
        EditorSample.lines(
            .code,
            #"""
            { matches: "(" }
            """#
        ),
        EditorSample.lines(
            .schema,
            #"""
            { pattern: "(" }
            """#
        ),
        EditorSample.lines(
            .inStep("unset"),
            #"""
            /json/nosuch
            """#
        ),
        EditorSample.lines(
            .inStep("set"),
            #"""
            { /json/list/7: 1 }
            """#
        ),
        EditorSample.lines(
            .errorReference,
            #"""
            { id: E400008, message: [a, b, c] }
            """#
        ),
        // What stands twice, in other words.
        EditorSample.lines(
            .operation,
            #"""
            { request: { path: / }, responses: { 2xx: {}, 2XX: {} } }
            { request: { path: / }, promises: { E403002: {} }, errors: [E403002] }
            """#
        ),
        // How a number is spelled; a schema sees its value only.
        EditorSample.lines(
            .whole,
            #"""
            { contract: 1.0 }
            { contract: 0x1 }
            """#
        ),
        EditorSample.lines(
            .step,
            #"""
            { call: createPush, repeat: 2.0 }
            """#
        ),
        EditorSample.lines(
            .errorEntry,
            #"""
            { status: 400.0 }
            """#
        ),
        // Other files.
        EditorSample.lines(
            .key("use"),
            #"""
            nosuch.yaml
            a.yaml
            """#
        ),
    ].flatMap(\.self)
}
