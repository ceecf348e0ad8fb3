import Testing

struct SlipHintTests {
    @Test("A slip that people make is answered with what they meant", arguments: Self.samples)
    func slips(sample: LoadingSample) {
        #expect(sample.diagnosis == sample.expected)
    }

    private static let samples: [LoadingSample] =
        handWritten + [
            LoadingSample(
                "a list or a mapping where a text is put together",
                #"""
                contract: "1"
                let:
                  a: { join: [{ repeat: 3, of: x }] }
                  b: { join: [{ repaet: 3, of: x }, [1], x, "{{hex 4}}"] }
                  c: { base64: { a: 1 } }
                  d: { text: [1] }
                  e: { join: { repeat: 3, of: x } }
                  f: { join: [{ repeat: 3, of: x, with: "" }, { json: { a: 1 } }] }
                  g: { repeat: 3, of: { a: 1 }, with: "," }
                  h: { join: { repeat: 3, of: [1] }, with: "," }
                  i: { repeat: 3, of: { json: { a: 1 } }, with: "," }
                  j: { repeat: 3, of: { a: 1 } }

                """#,
                expected: #"""
                    a.yaml:3:15: error: "repeat" alone gives a list, and a text is wanted here
                        3 |   a: { join: [{ repeat: 3, of: x }] }
                          |               ^^^^^^^^^^^^^^^^^^^^
                       hint: add with: "" to join the repetitions
                    a.yaml:4:15: error: expected a text, got mapping
                        4 |   b: { join: [{ repaet: 3, of: x }, [1], x, "{{hex 4}}"] }
                          |               ^^^^^^^^^^^^^^^^^^^^
                       hint: did you mean "repeat"?
                    a.yaml:4:37: error: expected a text, got sequence
                        4 |   b: { join: [{ repaet: 3, of: x }, [1], x, "{{hex 4}}"] }
                          |                                     ^^^
                       hint: to have its JSON text, write { json: … }
                    a.yaml:5:16: error: expected a text, got mapping
                        5 |   c: { base64: { a: 1 } }
                          |                ^^^^^^^^
                       hint: to have its JSON text, write { json: … }
                    a.yaml:6:14: error: expected a text, got sequence
                        6 |   d: { text: [1] }
                          |              ^^^
                       hint: to have its JSON text, write { json: … }
                    a.yaml:9:23: error: expected a text, got mapping
                        9 |   g: { repeat: 3, of: { a: 1 }, with: "," }
                          |                       ^^^^^^^^
                       hint: to have its JSON text, write { json: … }
                    a.yaml:10:31: error: expected a text, got sequence
                       10 |   h: { join: { repeat: 3, of: [1] }, with: "," }
                          |                               ^^^
                       hint: to have its JSON text, write { json: … }
                    7 errors

                    """#
            ),
            LoadingSample(
                "a key that is needed and mistyped",
                #"""
                contract: "1"
                failure: { when: { stat: { gte: 400 } }, code: { jsonpaht: "$.error" } }
                operations:
                  a: { request: { paht: /a } }
                cases:
                  a: { stpes: [{ call: a }] }
                  b: { steps: [{ cal: a }] }

                """#,
                expected: #"""
                    a.yaml:2:20: error: unknown key "stat" in an assert
                        2 | failure: { when: { stat: { gte: 400 } }, code: { jsonpaht: "$.error" } }
                          |                    ^^^^
                       hint: did you mean "status"?
                    a.yaml:2:50: error: unknown key "jsonpaht" in "code"
                        2 | failure: { when: { stat: { gte: 400 } }, code: { jsonpaht: "$.error" } }
                          |                                                  ^^^^^^^^
                       hint: did you mean "jsonpath"?
                    a.yaml:4:19: error: unknown key "paht" in a request
                        4 |   a: { request: { paht: /a } }
                          |                   ^^^^
                       hint: did you mean "path"?
                    a.yaml:6:8: error: unknown key "stpes" in case "a"
                        6 |   a: { stpes: [{ call: a }] }
                          |        ^^^^^
                       hint: did you mean "steps"?
                    a.yaml:7:18: error: unknown key "cal" in a step
                        7 |   b: { steps: [{ cal: a }] }
                          |                  ^^^
                       hint: did you mean "call"?
                    5 errors

                    """#
            ),
            LoadingSample(
                "what is computed elsewhere and is data in JSON",
                #"""
                contract: "1"
                operations:
                  a:
                    request:
                      method: POST
                      path: /a
                      json: { a: { base64: "{{b}}" }, b: { json: [1] }, c: { text: x }, d: { first: x } }
                let: { b: x }
                cases:
                  a:
                    steps:
                      - { call: a, set: { /json/e: { first: [1] }, /json/f: { join: [x] } } }
                      - { call: a, set: { /json/g: { repeat: -1, of: x }, /json/h: { repeat: 3 } } }

                """#,
                expected: #"""
                    a.yaml:7:18: warning: { base64: … } is literal data here
                        7 |       json: { a: { base64: "{{b}}" }, b: { json: [1] }, c: { text: x }, d: { first: x } }
                          |                  ^^^^^^^^^^^^^^^^^^^
                       hint: to compute it, bind it in "let", and write "{{…}}" with its name here
                    a.yaml:7:42: warning: { json: … } is literal data here
                        7 |       json: { a: { base64: "{{b}}" }, b: { json: [1] }, c: { text: x }, d: { first: x } }
                          |                                          ^^^^^^^^^^^^^
                       hint: to compute it, bind it in "let", and write "{{…}}" with its name here
                    a.yaml:12:36: warning: { first: … } is literal data here
                       12 |       - { call: a, set: { /json/e: { first: [1] }, /json/f: { join: [x] } } }
                          |                                    ^^^^^^^^^^^^^^
                       hint: to compute it, bind it in "let", and write "{{…}}" with its name here
                    a.yaml:12:61: warning: { join: … } is literal data here
                       12 |       - { call: a, set: { /json/e: { first: [1] }, /json/f: { join: [x] } } }
                          |                                                             ^^^^^^^^^^^^^
                       hint: to compute it, bind it in "let", and write "{{…}}" with its name here
                    a.yaml:13:46: error: expected a number from 0 to 1000000, got integer -1
                       13 |       - { call: a, set: { /json/g: { repeat: -1, of: x }, /json/h: { repeat: 3 } } }
                          |                                              ^^
                    1 error, 4 warnings

                    """#
            ),
            LoadingSample(
                "the name of a schema in place of a reference",
                #"""
                contract: "1"
                schemas: { Created: { type: object } }
                operations:
                  a: { request: { path: /a }, responses: { "201": { schema: Created }, "200": { schema: { properties: { b: create } } } } }
                  b: { request: { path: /b }, responses: { "201": { schema: nothing } } }

                """#,
                expected: #"""
                    a.yaml:4:61: error: schema: expected a schema (an object or a boolean), got "Created"
                        4 | …responses: { "201": { schema: Created }, "200": { schema: { properties: { b: create } } …
                          |                                ^^^^^^^
                       hint: write { $ref: "#/schemas/Created" }
                    a.yaml:4:108: error: schema: expected a schema (an object or a boolean), got "create"
                        4 | …nses: { "201": { schema: Created }, "200": { schema: { properties: { b: create } } } } }
                          |                                                                          ^^^^^^
                       hint: write { $ref: "#/schemas/Created" }
                    a.yaml:5:61: error: schema: expected a schema (an object or a boolean), got "nothing"
                        5 |   b: { request: { path: /b }, responses: { "201": { schema: nothing } } }
                          |                                                             ^^^^^^^
                    3 errors

                    """#
            ),
            LoadingSample(
                "keys and values of other tools in a step",
                #"""
                contract: "1"
                operations:
                  list: { request: { path: /a } }
                cases:
                  a:
                    steps:
                      - { call: list, retry: 3 }
                      - { call: list, eventually: 5s }
                      - { call: list, eventually: often }
                      - { call: list, covers: }

                """#,
                expected: #"""
                    a.yaml:7:23: error: unknown key "retry" in a step
                        7 |       - { call: list, retry: 3 }
                          |                       ^^^^^
                       hint: to repeat a step until its response is as expected, write eventually: { within: 10s }
                    a.yaml:8:35: error: expected a mapping, got string "5s"
                        8 |       - { call: list, eventually: 5s }
                          |                                   ^^
                       hint: write eventually: { within: 5s }
                    a.yaml:9:35: error: expected a mapping, got string "often"
                        9 |       - { call: list, eventually: often }
                          |                                   ^^^^^
                       hint: write eventually: { within: 10s }
                    a.yaml:10:31: error: expected a promise such as list/NAME, got null
                       10 |       - { call: list, covers: }
                          |                               ^
                    4 errors

                    """#
            ),
            LoadingSample(
                "a path that repeats what stands before it",
                #"""
                contract: "1"
                targets: { api: { basePath: /v1 }, other: { basePath: /v2/ } }
                operations:
                  a: { request: { path: /v1/a } }
                  b: { request: { path: /v1a } }
                  c: { request: { path: /v2/a }, target: other }
                  d: { request: { path: /v3, basePath: /v3 } }
                  e: { request: { path: /v1/e, basePath: "" } }
                cases:
                  a: { steps: [{ call: b, path: /v1/b }, { request: { path: "/v1/{{hex 4}}" } }, { call: c, path: /c }] }

                """#,
                expected: #"""
                    a.yaml:4:25: warning: the path begins with "/v1", which the basePath of target "api" already adds
                        4 |   a: { request: { path: /v1/a } }
                          |                         ^^^^^
                       hint: write path: /a; else it is /v1/v1/a
                    a.yaml:6:25: warning: the path begins with "/v2", which the basePath of target "other" already adds
                        6 |   c: { request: { path: /v2/a }, target: other }
                          |                         ^^^^^
                       hint: write path: /a; else it is /v2/v2/a
                    a.yaml:7:25: warning: the path begins with "/v3", which its basePath already adds
                        7 |   d: { request: { path: /v3, basePath: /v3 } }
                          |                         ^^^
                       hint: write path: ""; else it is /v3/v3
                    a.yaml:10:33: warning: the path begins with "/v1", which the basePath of target "api" already adds
                       10 | …a: { steps: [{ call: b, path: /v1/b }, { request: { path: "/v1/{{hex 4}}" } }, { call: c…
                          |                                ^^^^^
                       hint: write path: /b; else it is /v1/v1/b
                    a.yaml:10:61: warning: the path begins with "/v1", which the basePath of target "api" already adds
                       10 | …call: b, path: /v1/b }, { request: { path: "/v1/{{hex 4}}" } }, { call: c, path: /c }] }
                          |                                             ^^^^^^^^^^^^^^^
                       hint: write path: /{{hex 4}}; else it is /v1/v1/{{hex 4}}
                    5 warnings

                    """#
            ),
            LoadingSample(
                "a scheme that cannot be read, and operations that name it",
                #"""
                contract: "1"
                targets: { api: {} }
                securitySchemes: { app: { type: hmack, key: k }, other: 1, plain: {} }
                operations:
                  a: { request: { path: /a, security: app } }
                  b: { request: { path: /b, security: other } }
                  c: { request: { path: /c, security: plain } }
                  d: { request: { path: /d, security: oter } }

                """#,
                expected: #"""
                    a.yaml:3:33: error: expected one of hmac, apiKey, http, jwt, oauth2, got "hmack"
                        3 | securitySchemes: { app: { type: hmack, key: k }, other: 1, plain: {} }
                          |                                 ^^^^^
                       hint: did you mean "hmac"?
                    a.yaml:3:57: error: expected a mapping, got integer 1
                        3 | securitySchemes: { app: { type: hmack, key: k }, other: 1, plain: {} }
                          |                                                         ^
                    a.yaml:3:67: error: missing key "type" in security scheme "plain"
                        3 | securitySchemes: { app: { type: hmack, key: k }, other: 1, plain: {} }
                          |                                                                   ^^
                    a.yaml:8:39: error: unknown security scheme "oter"
                        8 |   d: { request: { path: /d, security: oter } }
                          |                                       ^^^^
                       hint: did you mean "other"?
                    4 errors

                    """#
            ),
        ]

    private static let handWritten: [LoadingSample] = [
        LoadingSample(
            "a text in braces that its comma ends",
            #"""
            contract: "1"
            errors: { GONE: { status: 404, message: Nothing is there, or no more, of it } }
            operations: { a: { request: { path: /a } } }
            cases: { b: { summary: one, two, steps: [ { call: a } ] } }

            """#,
            expected: #"""
                a.yaml:2:59: error: in braces a comma ends a text
                    2 | errors: { GONE: { status: 404, message: Nothing is there, or no more, of it } }
                      |                                                           ^^^^^^^^^^
                   hint: quote it: message: "Nothing is there, or no more, of it"
                a.yaml:4:29: error: in braces a comma ends a text
                    4 | cases: { b: { summary: one, two, steps: [ { call: a } ] } }
                      |                             ^^^
                   hint: quote it: summary: "one, two"
                2 errors

                """#
        ),
        LoadingSample(
            "a section that is mistyped",
            #"""
            contract: "1"
            erors: { GONE: { status: 404 } }
            operatons: { a: { request: { path: /a } } }
            cases: { b: { covers: errors/GONE, steps: [ { call: a, json: "{{c}}" } ] } }

            """#,
            expected: #"""
                a.yaml:2:1: error: unknown key "erors" in a contract
                    2 | erors: { GONE: { status: 404 } }
                      | ^^^^^
                   hint: did you mean "errors"?
                a.yaml:3:1: error: unknown key "operatons" in a contract
                    3 | operatons: { a: { request: { path: /a } } }
                      | ^^^^^^^^^
                   hint: did you mean "operations"?
                2 errors

                """#
        ),
        LoadingSample(
            "what an error says in place of its name",
            #"""
            contract: "1"
            errors: { GONE: { status: 404, message: Nothing is there }, Text is missing: { status: 422 } }
            operations: { a: { request: { path: /a } } }
            cases:
              b: { covers: nothing is there, steps: [ { call: a } ] }
              c: { covers: Text is missing, steps: [ { call: a } ] }

            """#,
            expected: #"""
                a.yaml:2:61: error: "Text is missing" cannot name an error: no brackets, "/", "*" or spaces
                    2 | …: { GONE: { status: 404, message: Nothing is there }, Text is missing: { status: 422 } }
                      |                                                        ^^^^^^^^^^^^^^^
                   hint: write its text as the message: TEXT_IS_MISSING: { status: 422, message: "Text is missing" }
                a.yaml:5:16: error: unknown promise "nothing is there"
                    5 |   b: { covers: nothing is there, steps: [ { call: a } ] }
                      |                ^^^^^^^^^^^^^^^^
                   hint: write errors/GONE, the error with this text
                2 errors

                """#
        ),
        LoadingSample(
            "captures in the words of others",
            #"""
            contract: "1"
            operations: { a: { request: { path: "/a/{id}" } } }
            cases:
              b: { steps: [ { call: a, params: { id: "1" }, capture: { id: { jsonpath: $.id } } } ] }
              c: { steps: [ { call: a, params: { id: "1" }, captures: { id: $.id, tag: ETag } } ] }

            """#,
            expected: #"""
                a.yaml:2:37: error: the path names {id}, for which "params" has no value
                    2 | operations: { a: { request: { path: "/a/{id}" } } }
                      |                                     ^^^^^^^^^
                   hint: write params: { id: none }; a step can override it
                a.yaml:4:49: error: unknown key "capture" in a step
                    4 |   b: { steps: [ { call: a, params: { id: "1" }, capture: { id: { jsonpath: $.id } } } ] }
                      |                                                 ^^^^^^^
                   hint: to capture a value of the response, write captures: { id: { jsonpath: $.id } }
                a.yaml:5:65: error: expected a query, got string "$.id"
                    5 |   c: { steps: [ { call: a, params: { id: "1" }, captures: { id: $.id, tag: ETag } } ] }
                      |                                                                 ^^^^
                   hint: write id: { jsonpath: "$.id" }
                a.yaml:5:76: error: expected a query, got string "ETag"
                    5 |   c: { steps: [ { call: a, params: { id: "1" }, captures: { id: $.id, tag: ETag } } ] }
                      |                                                                            ^^^^
                   hint: write tag: { header: ETag }
                4 errors

                """#
        ),
        LoadingSample(
            "the audience of a load profile",
            #"""
            contract: "1"
            operations: { a: { request: { path: /a } } }
            cases: { b: { steps: [ { call: a, json: "{{recipients}}" } ] } }

            """#,
            expected: #"""
                a.yaml:3:44: error: "recipients" is not defined
                    3 | cases: { b: { steps: [ { call: a, json: "{{recipients}}" } ] } }
                      |                                            ^^^^^^^^^^
                   hint: only the "audience" of a load profile defines it
                1 error

                """#
        ),
    ]
}
