import Contract
import Testing

/// `accepts`, `generate` and `declared`.
struct GenerationKeyTests {
    @Test("What cannot be generated from is shown on its own line", arguments: samples)
    func faults(sample: LoadingSample) {
        #expect(sample.diagnosis == sample.expected)
    }

    @Test(
        "What used files say of generated cases holds too, and the number of the file itself first"
    )
    func settings() throws {
        let loaded = LoadedContract(
            """
            contract: "1"
            use: [common.yaml]
            generate: { exclude: { wipe: it empties the app } }
            operations: { wipe: { request: { method: DELETE, path: / } } }

            """,
            [
                "common.yaml": """
                contract: "1"
                generate:
                  cases: 7
                  waived: [ { kind: refused, at: "/json/*", reason: odd words, until: "2027-06-30" } ]

                """
            ]
        )
        #expect(loaded.diagnosis == "")
        let settings = loaded.contract.generation
        #expect(settings.cases == 7)
        #expect(settings.excluded == [.init(operation: "wipe", reason: "it empties the app")])
        let waived = try #require(settings.waived.first)
        #expect(waived.operation == nil && waived.kind == .refused && waived.place == "/json/*")
        #expect(waived.waiver == Waiver(reason: "odd words", until: "2027-06-30"))
    }

    private static let samples: [LoadingSample] = [
        LoadingSample(
            "a schema that admits nothing",
            #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /push, json: { text: hello } }
                accepts: { json: { properties: { text: { type: string, minLength: 9, maxLength: 3 } } } }

            """#,
            expected: #"""
                a.yaml:5:22: error: the schema admits nothing, not even the example of the request
                    5 |     accepts: { json: { properties: { text: { type: string, minLength: 9, maxLength: 3 } …
                      |                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                   hint: nothing can be generated from it: /text: expected at least 9 characters, got 5; /text: expected at most 3 characters, got 5
                1 error

                """#
        ),
        LoadingSample(
            "an example that is not accepted, in one of its rows",
            #"""
            contract: "1"
            variables: { size: 51 }
            operations:
              list:
                rows: [ { limit: 50 }, { name: many, limit: "{{size}}" } ]
                request: { path: /push, query: { limit: "{{limit}}" } }
                accepts: { query: { properties: { limit: { type: integer, maximum: 50 } } } }

            """#,
            expected: #"""
                a.yaml:7:23: error: the example of the request in row many is not accepted: /limit: expected at most 50, got 51
                    7 |     accepts: { query: { properties: { limit: { type: integer, maximum: 50 } } } }
                      |                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                   hint: query of the request at a.yaml:6:14
                1 error

                """#
        ),
        LoadingSample(
            "names that nobody defines",
            #"""
            contract: "1"
            generate:
              exclude: { sent: it costs }
              waived: [ { operation: send, kind: refuse, reason: odd } ]
            operations: { send: { request: { path: /push } } }

            """#,
            expected: #"""
                a.yaml:3:14: error: unknown operation "sent"
                    3 |   exclude: { sent: it costs }
                      |              ^^^^
                   hint: did you mean "send"?
                a.yaml:4:38: error: expected one of server-error, hang, no-response, stack-trace, undeclared, accepted, refused, unstable, lost-update, vanished, undead, got "refuse"
                    4 |   waived: [ { operation: send, kind: refuse, reason: odd } ]
                      |                                      ^^^^^^
                   hint: did you mean "refused"?
                2 errors

                """#
        ),
        LoadingSample(
            "whatever is declared, and something exact",
            #"""
            contract: "1"
            operations: { send: { request: { path: /push } } }
            cases: { a: { steps: [ { call: send, expect: { declared: failure, status: 400 } } ] } }

            """#,
            expected: #"""
                a.yaml:3:48: error: "declared" cannot be combined with "status"
                    3 | cases: { a: { steps: [ { call: send, expect: { declared: failure, status: 400 } } ] } }
                      |                                                ^^^^^^^^
                   hint: leave one of them out
                1 error

                """#
        ),
    ]
}
