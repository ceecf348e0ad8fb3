/// Samples for cases and steps.
enum StepSamples {
    static let accepted: [EditorSample] = [
        EditorSample.lines(
            .aCase,
            #"""
            { steps: [{ call: createPush }] }
            { summary: S, doc: guide, basis: observed, tags: a, covers: createPush, let: { a: 1 }, given: [quota-used-up], setup: [], teardown: [], waived: r, steps: [{ call: createPush }], x-note: 1 }
            { covers: [createPush/both-times, errors/E403002], steps: [{ call: createPush }] }
            { covers: "*/both-times", steps: [{ call: "{{operation}}" }] }
            """#
        ),
        EditorSample.lines(
            .inCase("given"),
            #"""
            quota-used-up
            [quota-used-up, { history: { days: 3 } }]
            { history: { days: 3 } }
            { history: }
            []
            """#
        ),
        EditorSample.lines(
            .step,
            #"""
            { call: createPush }
            { request: { path: / } }
            { call: createPush, name: N, method: PUT, path: /a, json: {}, security: none }
            { call: createPush, headers: { A: b }, query: a=b, encoding: plus, target: api }
            { call: createPush, repeat: 2, delay: 1.5s, timeout: 200ms, x-note: 1 }
            { call: createPush, covers: [createPush/both-times, createPush] }
            { call: createPush, let: { clientKey: a, b: { base64: c } } }
            { call: createPush, set: {}, unset: [], tamper: {}, captures: {}, expect: {} }
            """#
        ),
        EditorSample.lines(
            .setupStep,
            #"""
            { call: createPush }
            """#
        ),
        EditorSample.lines(
            .inStep("set"),
            #"""
            { /json/a: { b: c }, /json/list/-: 2, /headers/A: b, /query/a: { json: [] } }
            { /params/id: 1, /method: PUT, /path: /a, /text: a, /security: none }
            { /json: [1] }
            { /multipart: { a: { file: data.bin } } }
            { /json/a~1b~0c: 1 }
            """#
        ),
        EditorSample.lines(
            .inStep("unset"),
            #"""
            /json/flag
            [/json/flag, /json/message]
            """#
        ),
        EditorSample.lines(
            .tamper,
            #"""
            { flip: /headers/X-Signature }
            { set: { /json/message: a }, unset: /json/flag, flip: [/headers/A, /path] }
            """#
        ),
        EditorSample.lines(
            .polling,
            #"""
            { within: 10s }
            { within: 0s, every: 0ms, unless: { jsonpath: $.status, equals: 4 } }
            """#
        ),
        EditorSample.lines(
            .inStep("fault"),
            #"""
            { hang: true }
            { garbage: 1 }
            { truncate: 0, x-note: 1 }
            { drop-after: 10 }
            { drop-after: 10, of: response, request: 3 }
            { latency: 1.5s, request: 1 }
            { status: 599 }
            """#
        ),
        EditorSample.lines(
            .inStep("captures"),
            #"""
            { id: { jsonpath: $.objectId }, tok: { header: A, filters: trim }, x-note: 1 }
            """#
        ),
        EditorSample.lines(
            .capture,
            #"""
            { status: true }
            { body: }
            { bytes: true, filters: [base64Encode] }
            { duration: connect }
            { duration: }
            { cookie: a }
            { form: a, x-note: 1 }
            """#
        ),
        EditorSample.lines(
            .filter,
            #"""
            trim
            { split: "," }
            { nth: -1 }
            { jsonpath: $.a }
            { split: "" }
            { regex: "^(a|b)" }
            { replace: [a, ""] }
            { urlQueryParam: a }
            """#
        ),
        EditorSample.lines(
            .expectation,
            #"""
            {}
            { status: 404 }
            { status: { anyOf: [404, { gte: 500 }] } }
            { status: { not: 200 } }
            { error: E400008 }
            { error: { id: E403002 } }
            { transport: timeout }
            { transport: [reset, too-large] }
            { transport: [] }
            { basis: inferred, signed: optional, schema: { type: object }, x-note: 1 }
            { like: { a: 1 }, contains: {}, equals: }
            { contains: { a: [1, 2] }, arrays: unordered }
            { equals: [1, 2], arrays: ordered }
            { asserts: { header: A, exists: true } }
            """#
        ),
    ].flatMap(\.self)

    static let refused: [EditorSample] = [
        EditorSample.lines(
            .aCase,
            #"""
            null
            []
            {}
            { steps: }
            { steps: [] }
            { steps: { call: createPush } }
            { steps: [null] }
            { step: [], steps: [{ call: createPush }] }
            { steps: [{ call: createPush }], clients: [] }
            { steps: [{ call: createPush }], setup: { call: createPush } }
            { steps: [{ call: createPush }], let: [a] }
            { steps: [{ call: createPush }], tags: }
            { steps: [{ call: createPush }], let: { uuid: 1 } }
            { steps: [{ call: createPush }], covers: }
            { steps: [{ call: createPush }], covers: [null] }
            { steps: [{ call: createPush }], covers: { a: b } }
            { steps: [{ call: createPush }], basis: sure }
            { steps: [{ call: createPush }], untestable: because }
            """#
        ),
        EditorSample.lines(
            .inCase("given"),
            #"""
            null
            1
            [1]
            [null]
            [[quota-used-up]]
            { history: 3 }
            [{ history: [3] }]
            """#
        ),
        EditorSample.lines(
            .step,
            #"""
            null
            createPush
            []
            {}
            { name: N }
            { call: }
            { call: 1 }
            { call: [createPush] }
            { call: createPush, request: { path: / } }
            { request: / }
            { request: {} }
            { call: createPush, capture: {} }
            { call: register, as: 1 }
            { join: other, call: createPush }
            { call: createPush, fault: hang }
            { call: createPush, background: 1 }
            { call: createPush, name: 1 }
            { call: createPush, repeat: 0 }
            { call: createPush, repeat: 100001 }
            { call: createPush, repeat: 1.5 }
            { call: createPush, repeat: often }
            { call: createPush, repeat: "2" }
            { call: createPush, delay: 5 }
            { call: createPush, delay: 5min }
            { call: createPush, delay: -1s }
            { call: createPush, timeout: }
            { call: createPush, timeout: 1.s }
            { call: createPush, json: 1, text: a }
            { call: createPush, covers: }
            { call: createPush, let: 1 }
            { call: createPush, security: }
            { call: createPush, method: 1 }
            { call: createPush, query: [a] }
            { call: createPush, tags: [a] }
            """#
        ),
        EditorSample.lines(
            .setupStep,
            #"""
            { call: createPush, covers: createPush }
            {}
            1
            """#
        ),
        EditorSample.lines(
            .inStep("set"),
            #"""
            null
            []
            /json/a
            { json/a: 1 }
            { "": 1 }
            { 1: 1 }
            { /body/a: 1 }
            { /json/a~2: 1 }
            { /json/a~: 1 }
            { /headers/A: { b: c } }
            { /query/a: { b: c } }
            { /form/a: [[1]] }
            { /method: 1 }
            { /path: push }
            { /security: }
            { /multipart/a: { filename: b } }
            { /multipart/a/file: 1 }
            { /text: [a] }
            { /headers: a }
            { /basePath: v2 }
            """#
        ),
        EditorSample.lines(
            .inStep("unset"),
            #"""
            null
            1
            { /json/flag: 1 }
            [1]
            [null]
            json/flag
            [/body]
            /jso
            """#
        ),
        EditorSample.lines(
            .tamper,
            #"""
            null
            /path
            { sett: {} }
            { flip: 1 }
            { set: [] }
            """#
        ),
        EditorSample.lines(
            .polling,
            #"""
            null
            10s
            {}
            { every: 1s }
            { within: 10 }
            { within: 10s, evry: 1s }
            { within: 10s, every: 5 }
            { within: -1s }
            { within: 10 s }
            { within: 10s, unless: 4 }
            { within: 10s, unless: { jsonpath: $.a } }
            """#
        ),
        EditorSample.lines(
            .inStep("fault"),
            #"""
            null
            []
            {}
            { request: 2 }
            { hang: false }
            { hang: }
            { hang: 5s }
            { hang: true, reset: true }
            { hang: true, of: request }
            { hang: true, request: 0 }
            { hang: true, request: "2" }
            { latency: 5 }
            { latency: 5 s }
            { status: 199 }
            { status: 600 }
            { status: "503" }
            { slow: 0 }
            { slow: 1.5 }
            { truncate: -1 }
            { truncate: true }
            { garbage: 0 }
            { garbage: false }
            { drop-after: 10, of: both }
            { malformed_chunk: true }
            """#
        ),
        EditorSample.lines(
            .inStep("captures"),
            #"""
            null
            []
            { id: $.objectId }
            { id: }
            { now: { body: true } }
            { a.b: { body: true } }
            { request: { body: true } }
            """#
        ),
        EditorSample.lines(
            .capture,
            #"""
            {}
            []
            { jsonpath: $.a, header: A }
            { jsonpath: $.a, equals: 1 }
            { jsonpath: a }
            { jsonpath: }
            { header: 1 }
            { header: "" }
            { status: 200 }
            { status: "true" }
            { status: false }
            { body: text }
            { duration: true }
            { duration: soon }
            { filters: [trim] }
            { jsonpath: $.a, filter: trim }
            { bytes: true, body: true, header: A }
            { bytes: true, body: true }
            """#
        ),
        EditorSample.lines(
            .filter,
            #"""
            trimm
            null
            1
            []
            {}
            { trim: true }
            { trim: }
            split
            { split: 1 }
            { regex: 1 }
            { replace: a }
            { replace: [a] }
            { replace: [a, b, c] }
            { replace: ["", b] }
            { replace: [a, 1] }
            { urlQueryParam: }
            { nth: first }
            { nth: 1.5 }
            { jsonpath: a }
            { jsonpath: 1 }
            { split: a, nth: 1 }
            { split: a, x-note: 1 }
            jsonpath
            """#
        ),
        EditorSample.lines(
            .expectation,
            #"""
            null
            200
            []
            { state: 404 }
            { arrays: unordered }
            { like: [1, 2], arrays: unordered }
            { equals: [1, 2], arrays: any }
            { status: "404" }
            { status: }
            { status: true }
            { status: [404] }
            { status: { gtee: 400 } }
            { status: {} }
            { status: { gte: 400, lt: 500 } }
            { status: { not: ok } }
            { status: { anyOf: [ok] } }
            { status: { within: 1 } }
            { error: }
            { error: [E400008] }
            { transport: hangs }
            { transport: }
            { transport: [1] }
            { signed: "yes" }
            { signed: 1 }
            { schema: }
            { schema: { type: text } }
            { asserts: }
            { asserts: [null] }
            { requests: -1 }
            { doc: guide }
            { basis: 1 }
            """#
        ),
    ].flatMap(\.self)
}
