/// Samples for listeners, and for steps that wait for what they receive.
enum ListenerSamples {
    static let accepted: [EditorSample] = [
        EditorSample.lines(
            .listener,
            #"""
            {}
            { summary: S, doc: guide, respond: { status: 200 }, x-note: 1 }
            { respond: [{ status: 503 }, { delay: 1s }, {}] }
            { address: "127.0.0.1:8443" }
            { address: "push.example.com:65535" }
            { address: "[::1]:1" }
            """#
        ),
        EditorSample.lines(
            .listenerResponse,
            #"""
            {}
            { status: 200, headers: { A: [b, c], D: }, json: [1] }
            { status: 599, form: { a: 1, b: { json: {} } } }
            { json: "not { json" }
            """#
        ),
        EditorSample.lines(
            .inCase("listeners"),
            #"""
            {}
            { apns: {}, other: { respond: { status: 200, text: a } }, x-note: 1 }
            """#
        ),
        EditorSample.lines(
            .inCase("given"),
            #"""
            { downstream: { listener: apns } }
            { downstream: { listener: "{{listeners.apns.url}}" } }
            """#
        ),
        EditorSample.lines(
            .step,
            #"""
            { received: apns }
            { received: apns, name: N, count: 0, within: 10s, where: { method: POST }, x-note: 1 }
            { received: apns, where: [], let: { a: 1 }, delay: 1ms, covers: updatePush/partial }
            { received: apns, expect: { like: {}, contains: {}, equals: {}, asserts: [], schema: {} } }
            { received: apns, count: 1000, captures: { b: { body: true } } }
            """#
        ),
        EditorSample.lines(
            .setupStep,
            #"""
            { received: apns, count: 2 }
            """#
        ),
        [
            EditorSample(
                .aCase,
                "{ rows: [{ v: 0, w: apns, s: 410 }], listeners: { apns: { respond: { status: "
                    + #""{{s}}" } } }, steps: [{ received: "{{w}}", count: "{{v}}" }] }"#
            )
        ],
    ].flatMap(\.self)

    static let refused: [EditorSample] = [
        EditorSample.lines(
            .listener,
            #"""
            null
            []
            { respond: }
            { respond: [] }
            { respond: 200 }
            { respond: [200] }
            { status: 200 }
            { address: 8443 }
            { address: "8443" }
            { address: ":8443" }
            { address: "127.0.0.1:0" }
            { address: "127.0.0.1:08443" }
            { address: "127.0.0.1:+8443" }
            { address: "::1:8443" }
            { address: "[localhost]:8443" }
            { tls: true }
            { tls: { cert: a.pem } }
            { tls: { cert: a.pem, key: "" } }
            """#
        ),
        EditorSample.lines(
            .listenerResponse,
            #"""
            { status: 199 }
            { status: 600 }
            { status: "200" }
            { json: {}, text: a }
            { text: [a] }
            { headers: a }
            { form: [a] }
            { multipart: { a: b } }
            { delay: 1 }
            { query: a }
            """#
        ),
        EditorSample.lines(
            .inCase("listeners"),
            #"""
            null
            [apns]
            { apns: }
            { uuid: {} }
            { "a.b": {} }
            """#
        ),
        EditorSample.lines(
            .step,
            #"""
            { received: }
            { received: [apns] }
            { received: apns, call: createPush }
            { received: apns, request: { path: / } }
            { received: apns, count: -1 }
            { received: apns, count: 1001 }
            { received: apns, count: 1.5 }
            { received: apns, count: all }
            { received: apns, within: 10 }
            { received: apns, where: { method: POST, path: / } }
            { received: apns, where: a }
            { received: apns, expect: { status: 200 } }
            { received: apns, expect: { error: E400008 } }
            { received: apns, expect: { transport: timeout } }
            { received: apns, expect: { signed: true } }
            { received: apns, timeout: 1s }
            { received: apns, eventually: { within: 1s } }
            { received: apns, repeat: 2 }
            { received: apns, json: {} }
            { where: [], call: createPush }
            """#
        ),
        EditorSample.lines(
            .setupStep,
            #"""
            { received: apns, covers: updatePush/partial }
            """#
        ),
        EditorSample.lines(
            .key("setup"),
            #"""
            [{ received: apns }]
            """#
        ),
        EditorSample.lines(
            .key("teardown"),
            #"""
            [{ received: apns }]
            """#
        ),
    ].flatMap(\.self)

    /// What no schema can know; see `LoaderOnlySamples`.
    static let loaderOnly: [EditorSample] = [
        EditorSample.lines(
            .step,
            #"""
            { received: nosuch }
            { received: apns, covers: createPush/both-times }
            { received: apns, covers: createPush }
            { received: apns, covers: errors/E403002 }
            { received: apns, where: { path: "{{listeners.nosuch.url}}" } }
            { received: apns, where: { path: "{{listeners.apns.port}}" } }
            """#
        ),
        EditorSample.lines(
            .inCase("given"),
            #"""
            { downstream: { listener: nosuch } }
            """#
        ),
        [
            EditorSample(
                .aCase,
                "{ listeners: { apns: { respond: { text: \"{{nosuch}}\" } } }, "
                    + "steps: [{ received: apns }] }"
            )
        ],
    ].flatMap(\.self)
}
