import Testing

struct UnknownKeyTests {
    @Test(
        "A key that operations and cases do not know is an error with the nearest one",
        arguments: Self.samples
    )
    func keys(sample: LoadingSample) {
        #expect(sample.diagnosis == sample.expected)
    }

    private static let samples: [LoadingSample] = [
        LoadingSample(
            "of an operation and its request",
            #"""
            contract: "1"
            operations:
              send:
                responces: {}
                request: { method: POST, pth: /push, path: /push }

            """#,
            expected: #"""
                a.yaml:4:5: error: unknown key "responces" in operation "send"
                    4 |     responces: {}
                      |     ^^^^^^^^^
                   hint: did you mean "responses"?
                a.yaml:5:30: error: unknown key "pth" in a request
                    5 |     request: { method: POST, pth: /push, path: /push }
                      |                              ^^^
                   hint: did you mean "path"?
                2 errors

                """#
        ),
        LoadingSample(
            "of a promise and a mention of an error",
            #"""
            contract: "1"
            errors: { E1: {} }
            operations:
              send:
                request: { path: /push }
                promises:
                  a: { errors: E1 }
                  b: { error: { id: E1, mesage: [x] } }

            """#,
            expected: #"""
                a.yaml:7:12: error: unknown key "errors" in promise "a"
                    7 |       a: { errors: E1 }
                      |            ^^^^^^
                   hint: did you mean "error"?
                a.yaml:8:29: error: unknown key "mesage" in an error
                    8 |       b: { error: { id: E1, mesage: [x] } }
                      |                             ^^^^^^
                   hint: did you mean "message"?
                2 errors

                """#
        ),
        LoadingSample(
            "of a response and an assert",
            #"""
            contract: "1"
            operations:
              send:
                request: { path: /push }
                responses:
                  "200": { shema: {}, error: E1 }
                  "201": { asserts: [{ header: X, equal: 1, exists: true }] }

            """#,
            expected: #"""
                a.yaml:6:16: error: unknown key "shema" in an expectation
                    6 |       "200": { shema: {}, error: E1 }
                      |                ^^^^^
                   hint: did you mean "schema"?
                a.yaml:6:27: error: unknown key "error" in an expectation
                    6 |       "200": { shema: {}, error: E1 }
                      |                           ^^^^^
                   hint: known keys: basis, status, doc, summary, signed, schema, like, contains, equals, arrays, asserts, encoded, events
                a.yaml:7:39: error: unknown key "equal" in an assert
                    7 |       "201": { asserts: [{ header: X, equal: 1, exists: true }] }
                      |                                       ^^^^^
                   hint: did you mean "equals"?
                3 errors

                """#
        ),
        LoadingSample(
            "of a waiver",
            #"""
            contract: "1"
            operations: { send: { request: { path: /push }, waived: { reason: A, untill: "2027-01-01" } } }

            """#,
            expected: #"""
                a.yaml:2:70: error: unknown key "untill" in a waiver
                    2 | …ons: { send: { request: { path: /push }, waived: { reason: A, untill: "2027-01-01" } } }
                      |                                                                ^^^^^^
                   hint: did you mean "until"?
                1 error

                """#
        ),
        LoadingSample(
            "of a case and a step",
            #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
            cases:
              a:
                step: []
                steps:
                  - call: send
                    capture: {}
                    tamper: { sett: {} }
                    eventually: { within: 1s, evry: 1s }

            """#,
            expected: #"""
                a.yaml:7:5: error: unknown key "step" in case "a"
                    7 |     step: []
                      |     ^^^^
                   hint: did you mean "steps"?
                a.yaml:10:9: error: unknown key "capture" in a step
                   10 |         capture: {}
                      |         ^^^^^^^
                   hint: to capture a value of the response, write captures: { id: { jsonpath: $.id } }
                a.yaml:11:19: error: unknown key "sett" in "tamper"
                   11 |         tamper: { sett: {} }
                      |                   ^^^^
                   hint: did you mean "set"?
                a.yaml:12:35: error: unknown key "evry" in "eventually"
                   12 |         eventually: { within: 1s, evry: 1s }
                      |                                   ^^^^
                   hint: did you mean "every"?
                4 errors

                """#
        ),
        LoadingSample(
            "of a part of a form",
            #"""
            contract: "1"
            operations: { send: { request: { path: /push, multipart: { f: { file: a.bin, name: x } } } } }

            """#,
            files: [
                "a.bin": #"""
                x
                """#
            ],
            expected: #"""
                a.yaml:2:78: error: unknown key "name" in a part of a form
                    2 | …ions: { send: { request: { path: /push, multipart: { f: { file: a.bin, name: x } } } } }
                      |                                                                         ^^^^
                   hint: known keys: file, text, filename, type
                1 error

                """#
        ),
        LoadingSample(
            "of rows",
            #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
            cases:
              a:
                rows: { csv: a.csv, header: true }
                steps: [{ call: send }]

            """#,
            files: [
                "a.csv": #"""
                a
                1

                """#
            ],
            expected: #"""
                a.yaml:7:25: error: unknown key "header" in "rows"
                    7 |     rows: { csv: a.csv, header: true }
                      |                         ^^^^^^
                   hint: known keys: csv
                1 error

                """#
        ),
    ]
}
