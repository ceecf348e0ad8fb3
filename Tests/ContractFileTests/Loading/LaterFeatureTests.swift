import Testing

struct LaterFeatureTests {
    @Test(
        "What belongs to a later version is told as such, with nothing that follows from it",
        arguments: Self.samples
    )
    func later(sample: LoadingSample) {
        #expect(sample.diagnosis == sample.expected)
    }

    private static let samples: [LoadingSample] = [
        LoadingSample(
            "calls, their cases and promises",
            #"""
            contract: "1"
            client: { state: {} }
            calls: { register: { performs: [] } }
            listeners: { apns: {} }
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
            cases:
              a:
                provokes: register/timeout
                clients: { app: {} }
                listeners: {}
                steps: [{ call: register, as: app, arguments: { a: 1 }, fault: hang, background: one }]
              b: { steps: [{ call: send }, { join: one }, { received: apns, where: [], within: 1s, count: 1 }] }
              c: { steps: [{ call: send, expect: { requests: 1, asserts: [{ result: "$", equals: 1 }, { state: s, exists: true }] } }] }

            """#,
            expected: #"""
                a.yaml:2:1: error: "client" is not supported yet
                    2 | client: { state: {} }
                      | ^^^^^^
                a.yaml:3:1: error: "calls" is not supported yet
                    3 | calls: { register: { performs: [] } }
                      | ^^^^^
                a.yaml:4:1: error: "listeners" is not supported yet
                    4 | listeners: { apns: {} }
                      | ^^^^^^^^^
                a.yaml:11:5: error: "clients" is not supported yet
                   11 |     clients: { app: {} }
                      |     ^^^^^^^
                a.yaml:12:5: error: "listeners" is not supported yet
                   12 |     listeners: {}
                      |     ^^^^^^^^^
                a.yaml:13:31: error: "as" is not supported yet
                   13 |     steps: [{ call: register, as: app, arguments: { a: 1 }, fault: hang, background: one…
                      |                               ^^
                a.yaml:13:40: error: "arguments" is not supported yet
                   13 | … steps: [{ call: register, as: app, arguments: { a: 1 }, fault: hang, background: one }]
                      |                                      ^^^^^^^^^
                a.yaml:13:61: error: "fault" is not supported yet
                   13 | … steps: [{ call: register, as: app, arguments: { a: 1 }, fault: hang, background: one }]
                      |                                                           ^^^^^
                a.yaml:13:74: error: "background" is not supported yet
                   13 | … steps: [{ call: register, as: app, arguments: { a: 1 }, fault: hang, background: one }]
                      |                                                                        ^^^^^^^^^^
                a.yaml:14:34: error: "join" is not supported yet
                   14 | …: { steps: [{ call: send }, { join: one }, { received: apns, where: [], within: 1s, coun…
                      |                                ^^^^
                a.yaml:14:49: error: "received" is not supported yet
                   14 | …: [{ call: send }, { join: one }, { received: apns, where: [], within: 1s, count: 1 }] }
                      |                                      ^^^^^^^^
                a.yaml:14:65: error: "where" is not supported yet
                   14 | …: [{ call: send }, { join: one }, { received: apns, where: [], within: 1s, count: 1 }] }
                      |                                                      ^^^^^
                a.yaml:14:76: error: "within" is not supported yet
                   14 | …: [{ call: send }, { join: one }, { received: apns, where: [], within: 1s, count: 1 }] }
                      |                                                                 ^^^^^^
                a.yaml:14:88: error: "count" is not supported yet
                   14 | …: [{ call: send }, { join: one }, { received: apns, where: [], within: 1s, count: 1 }] }
                      |                                                                             ^^^^^
                a.yaml:15:40: error: "requests" is not supported yet
                   15 | …eps: [{ call: send, expect: { requests: 1, asserts: [{ result: "$", equals: 1 }, { state…
                      |                                ^^^^^^^^
                a.yaml:15:65: error: "result" is not supported yet
                   15 | …t: { requests: 1, asserts: [{ result: "$", equals: 1 }, { state: s, exists: true }] } }]…
                      |                                ^^^^^^
                a.yaml:15:93: error: "state" is not supported yet
                   15 | … { requests: 1, asserts: [{ result: "$", equals: 1 }, { state: s, exists: true }] } }] }
                      |                                                          ^^^^^
                17 errors

                """#
        )
    ]
}
