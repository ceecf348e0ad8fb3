import Testing

struct ListenerLoadingTests {
    @Test(
        "A fault in a listener, or in a step that receives, is told at its place",
        arguments: samples
    )
    func faults(sample: LoadingSample) {
        #expect(sample.diagnosis == sample.expected)
    }

    private static let samples: [LoadingSample] = [
        LoadingSample(
            "names of listeners",
            #"""
            contract: "1"
            targets: { api: {} }
            states: { downstream: { parameters: [listener] } }
            listeners: { apns: {} }
            cases:
              a:
                given: [ { downstream: { listener: apsn } } ]
                steps: [ { received: apms }, { request: { url: "{{listeners.apn.url}}" } } ]

            """#,
            expected: #"""
                a.yaml:7:40: error: unknown listener "apsn"
                    7 |     given: [ { downstream: { listener: apsn } } ]
                      |                                        ^^^^
                   hint: did you mean "apns"?
                a.yaml:8:26: error: unknown listener "apms"
                    8 |     steps: [ { received: apms }, { request: { url: "{{listeners.apn.url}}" } } ]
                      |                          ^^^^
                   hint: did you mean "apns"?
                a.yaml:8:55: error: "listeners.apn.url" is not defined
                    8 |     steps: [ { received: apms }, { request: { url: "{{listeners.apn.url}}" } } ]
                      |                                                       ^^^^^^^^^^^^^^^^^
                   hint: did you mean "listeners.apns.url"?
                3 errors

                """#
        ),
        LoadingSample(
            "where they listen",
            #"""
            contract: "1"
            targets: { api: {} }
            listeners:
              a: { address: "127.0.0.1:65536" }
              b: { address: 8443, tls: { cert: nosuch.pem } }

            """#,
            expected: #"""
                a.yaml:4:17: error: expected HOST:PORT, such as 127.0.0.1:8443 or [::1]:8443, got string "127.0.0.1:65536"
                    4 |   a: { address: "127.0.0.1:65536" }
                      |                 ^^^^^^^^^^^^^^^^^
                a.yaml:5:17: error: expected HOST:PORT, such as 127.0.0.1:8443 or [::1]:8443, got integer 8443
                    5 |   b: { address: 8443, tls: { cert: nosuch.pem } }
                      |                 ^^^^
                a.yaml:5:28: error: missing key "key" in tls
                    5 |   b: { address: 8443, tls: { cert: nosuch.pem } }
                      |                            ^^^^^^^^^^^^^^^^^^^^
                a.yaml:5:36: error: cannot read nosuch.pem: No such file or directory
                    5 |   b: { address: 8443, tls: { cert: nosuch.pem } }
                      |                                    ^^^^^^^^^^
                4 errors

                """#
        ),
        LoadingSample(
            "what only answers have",
            #"""
            contract: "1"
            targets: { api: {} }
            listeners: { apns: { respond: { json: {}, text: a } } }
            operations: { push: { request: { path: / }, promises: { p: {} } } }
            setup: [ { received: apns } ]
            cases:
              a: { steps: [ { received: apns, covers: push, expect: { status: 200 } } ] }

            """#,
            expected: #"""
                a.yaml:3:43: error: a response has one body, got "json" and "text"
                    3 | listeners: { apns: { respond: { json: {}, text: a } } }
                      |                                           ^^^^
                a.yaml:5:22: error: listeners run only inside a case
                    5 | setup: [ { received: apns } ]
                      |                      ^^^^
                a.yaml:7:43: error: "push" is shown by a response, but this step receives requests
                    7 |   a: { steps: [ { received: apns, covers: push, expect: { status: 200 } } ] }
                      |                                           ^^^^
                   hint: move "covers" to the step that calls the operation
                a.yaml:7:59: error: "status" applies to responses, but this step receives requests
                    7 |   a: { steps: [ { received: apns, covers: push, expect: { status: 200 } } ] }
                      |                                                           ^^^^^^
                4 errors

                """#
        ),
    ]
}
