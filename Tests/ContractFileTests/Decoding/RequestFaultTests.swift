import Testing

struct RequestFaultTests {
    @Test("A request that cannot be sent is refused", arguments: Self.samples)
    func requests(sample: LoadingSample) {
        #expect(sample.diagnosis == sample.expected)
    }

    private static let samples: [LoadingSample] = [
        LoadingSample(
            "paths",
            #"""
            contract: "1"
            operations:
              a: { request: { path: "/a/{id" } }
              b: { request: { path: "/b/{id}/{{c}}/{other}{?q}", params: { ids: 1 } } }
              c: { request: { path: "/c/{id}", params: { id: 1 } } }
              d: { request: { path: "/d/{{x" } }
              e: { request: { path: /e, url: "http://e" } }
            cases:
              a: { steps: [{ call: c, params: { x: 1 } }, { call: c, unset: [/params/id] }] }

            """#,
            expected: #"""
                a.yaml:3:25: error: URI template "/a/{id", character 7: expected ",", ":", "*" or "}" after a variable, for the "{" at character 4, found the end
                    3 |   a: { request: { path: "/a/{id" } }
                      |                         ^^^^^^^^
                a.yaml:4:25: error: the path names {id}, for which "params" has no value
                    4 |   b: { request: { path: "/b/{id}/{{c}}/{other}{?q}", params: { ids: 1 } } }
                      |                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^
                   hint: did you mean "ids"?
                a.yaml:4:25: error: the path names {other}, for which "params" has no value
                    4 |   b: { request: { path: "/b/{id}/{{c}}/{other}{?q}", params: { ids: 1 } } }
                      |                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^
                   hint: write params: { other: none }; a step can override it
                a.yaml:6:25: error: "{{" without "}}" in "/d/{{x"
                    6 |   d: { request: { path: "/d/{{x" } }
                      |                         ^^^^^^^^
                a.yaml:7:17: error: a request has a path or a url, got both
                    7 |   e: { request: { path: /e, url: "http://e" } }
                      |                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                a.yaml:9:35: error: the path names {id}, for which "params" has no value
                    9 |   a: { steps: [{ call: c, params: { x: 1 } }, { call: c, unset: [/params/id] }] }
                      |                                   ^^^^^^^^
                   hint: write params: { id: none }; a step can override it
                6 errors

                """#
        ),
        LoadingSample(
            "lengths of what is no text",
            #"""
            contract: "1"
            operations:
              a: { request: { path: "/a{?k:1}", params: { k: { a: b } } } }
              b: { request: { path: "/b/{+k:1}", params: { k: [a] } } }
              c: { request: { path: "/c/{k*}{l:1}", params: { k: { a: b }, l: text } } }

            """#,
            expected: #"""
                a.yaml:3:25: error: the path uses a prefix of {k}, which is not a text but a mapping
                    3 |   a: { request: { path: "/a{?k:1}", params: { k: { a: b } } } }
                      |                         ^^^^^^^^^^
                   hint: write {k} or {k*}, without a length
                a.yaml:4:25: error: the path uses a prefix of {k}, which is not a text but a list
                    4 |   b: { request: { path: "/b/{+k:1}", params: { k: [a] } } }
                      |                         ^^^^^^^^^^^
                   hint: write {k} or {k*}, without a length
                2 errors

                """#
        ),
        LoadingSample(
            "base paths",
            #"""
            contract: "1"
            targets: { a: { basePath: v1 }, b: { basePath: "{{v}}" }, c: { basePath: "" } }
            variables: { v: /v1 }
            operations:
              a: { request: { path: /a, basePath: v2 } }
              b: { request: { path: /b, basePath: "" } }
              c: { request: { path: /c, basePath: 3 } }

            """#,
            expected: #"""
                a.yaml:2:27: error: expected nothing, or a path that begins with "/", got string "v1"
                    2 | targets: { a: { basePath: v1 }, b: { basePath: "{{v}}" }, c: { basePath: "" } }
                      |                           ^^
                a.yaml:5:39: error: expected nothing, or a path that begins with "/", got string "v2"
                    5 |   a: { request: { path: /a, basePath: v2 } }
                      |                                       ^^
                a.yaml:7:39: error: expected nothing, or a path that begins with "/", got integer 3
                    7 |   c: { request: { path: /c, basePath: 3 } }
                      |                                       ^
                3 errors

                """#
        ),
        LoadingSample(
            "bodies",
            #"""
            contract: "1"
            operations:
              a: { request: { path: /a, json: {}, text: x, form: {} } }
            cases:
              a: { steps: [{ call: a, json: {}, file: missing.bin }] }

            """#,
            expected: #"""
                a.yaml:3:39: error: a request has one body, got "json" and "text" and "form"
                    3 |   a: { request: { path: /a, json: {}, text: x, form: {} } }
                      |                                       ^^^^
                a.yaml:5:37: error: a request has one body, got "json" and "file"
                    5 |   a: { steps: [{ call: a, json: {}, file: missing.bin }] }
                      |                                     ^^^^
                a.yaml:5:43: error: cannot read missing.bin: No such file or directory
                    5 |   a: { steps: [{ call: a, json: {}, file: missing.bin }] }
                      |                                           ^^^^^^^^^^^
                3 errors

                """#
        ),
        LoadingSample(
            "edits",
            #"""
            contract: "1"
            operations:
              a: { request: { path: /a, json: { a: [1] }, headers: { X-A: 1 } } }
            cases:
              a:
                steps:
                  - { call: a, set: { /json/a/3: 1, /json/a/0/b: 1, /json/b/c: 1, "": 1, json: 1 }, unset: [/json/nothing, /headers/x-b, ""] }
                  - { call: a, set: { /query/q: { a: 1 }, /query: 1, /method: 1, /headers/Y: { a: 1 } } }

            """#,
            expected: #"""
                a.yaml:7:27: error: /json/a/3: no element "3" in a list of 1; "-" at the end appends one
                    7 |       - { call: a, set: { /json/a/3: 1, /json/a/0/b: 1, /json/b/c: 1, "": 1, json: 1 }, …
                      |                           ^
                a.yaml:7:41: error: /json/a/0/b: "b" would be inside integer 1
                    7 | …call: a, set: { /json/a/3: 1, /json/a/0/b: 1, /json/b/c: 1, "": 1, json: 1 }, unset: [/j…
                      |                                ^
                a.yaml:7:71: error: expected a JSON Pointer such as /json/message, got string ""
                    7 | …/json/a/0/b: 1, /json/b/c: 1, "": 1, json: 1 }, unset: [/json/nothing, /headers/x-b, ""]…
                      |                                ^^
                a.yaml:7:78: error: JSON Pointer "json": character 1: expected nothing, or "/" before every name, found "j"
                    7 | …son/a/0/b: 1, /json/b/c: 1, "": 1, json: 1 }, unset: [/json/nothing, /headers/x-b, ""] }
                      |                                     ^^^^
                a.yaml:7:97: error: /json/nothing: nothing exists there to remove
                    7 | …son/a/0/b: 1, /json/b/c: 1, "": 1, json: 1 }, unset: [/json/nothing, /headers/x-b, ""] }
                      |                                                        ^
                a.yaml:7:112: error: /headers/x-b: nothing exists there to remove
                    7 | …son/a/0/b: 1, /json/b/c: 1, "": 1, json: 1 }, unset: [/json/nothing, /headers/x-b, ""] }
                      |                                                                       ^
                a.yaml:7:126: error: expected a JSON Pointer such as /json/message, got string ""
                    7 | …son/a/0/b: 1, /json/b/c: 1, "": 1, json: 1 }, unset: [/json/nothing, /headers/x-b, ""] }
                      |                                                                                     ^^
                a.yaml:8:37: error: expected a scalar or a list of scalars, got mapping
                    8 | … - { call: a, set: { /query/q: { a: 1 }, /query: 1, /method: 1, /headers/Y: { a: 1 } } }
                      |                                 ^^^^^^^^
                   hint: to send JSON, write { json: … }
                a.yaml:8:55: error: expected a mapping, or a text to send as it is, got integer 1
                    8 | … - { call: a, set: { /query/q: { a: 1 }, /query: 1, /method: 1, /headers/Y: { a: 1 } } }
                      |                                                   ^
                a.yaml:8:67: error: expected a method such as POST, got integer 1
                    8 | … - { call: a, set: { /query/q: { a: 1 }, /query: 1, /method: 1, /headers/Y: { a: 1 } } }
                      |                                                               ^
                a.yaml:8:82: error: expected a scalar or a list of scalars, got mapping
                    8 | … - { call: a, set: { /query/q: { a: 1 }, /query: 1, /method: 1, /headers/Y: { a: 1 } } }
                      |                                                                              ^^^^^^^^
                11 errors

                """#
        ),
        LoadingSample(
            "templates",
            #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
            cases:
              a: { steps: [{ call: send, json: ["{{", "{{}}", "{{hex}}", "{{hex 0}}", "{{now +x}}", "{{upper a}}", "{{a..b}}", "{{uuid 4}}"] }] }

            """#,
            expected: #"""
                a.yaml:6:37: error: "{{" without "}}" in "{{"
                    6 | … steps: [{ call: send, json: ["{{", "{{}}", "{{hex}}", "{{hex 0}}", "{{now +x}}", "{{upp…
                      |                                ^^^^
                a.yaml:6:43: error: nothing between "{{" and "}}"
                    6 | …: [{ call: send, json: ["{{", "{{}}", "{{hex}}", "{{hex 0}}", "{{now +x}}", "{{upper a}}…
                      |                                ^^^^^^
                a.yaml:6:51: error: "hex" takes one number from 1 to 65536, as in "{{hex 16}}"
                    6 | …l: send, json: ["{{", "{{}}", "{{hex}}", "{{hex 0}}", "{{now +x}}", "{{upper a}}", "{{a.…
                      |                                ^^^^^^^^^
                a.yaml:6:62: error: "hex" takes one number from 1 to 65536, as in "{{hex 16}}"
                    6 | …on: ["{{", "{{}}", "{{hex}}", "{{hex 0}}", "{{now +x}}", "{{upper a}}", "{{a..b}}", "{{u…
                      |                                ^^^^^^^^^^^
                a.yaml:6:75: error: "+x" is not a shift such as +3m or -7d
                    6 | …{}}", "{{hex}}", "{{hex 0}}", "{{now +x}}", "{{upper a}}", "{{a..b}}", "{{uuid 4}}"] }] …
                      |                                ^^^^^^^^^^^^
                a.yaml:6:89: error: unknown function "upper" in "{{upper a}}"; known: hex, digits, alnum, uuid, seq, now
                    6 | …}}", "{{hex}}", "{{hex 0}}", "{{now +x}}", "{{upper a}}", "{{a..b}}", "{{uuid 4}}"] }] }
                      |                                             ^^^^^^^^^^^^^
                a.yaml:6:104: error: "a..b" is not a name
                    6 | …}}", "{{hex}}", "{{hex 0}}", "{{now +x}}", "{{upper a}}", "{{a..b}}", "{{uuid 4}}"] }] }
                      |                                                            ^^^^^^^^^^
                a.yaml:6:116: error: "uuid" takes nothing after it
                    6 | …}}", "{{hex}}", "{{hex 0}}", "{{now +x}}", "{{upper a}}", "{{a..b}}", "{{uuid 4}}"] }] }
                      |                                                                        ^^^^^^^^^^^^
                8 errors

                """#
        ),
        LoadingSample(
            "expressions",
            #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
            cases:
              a:
                let: { a: { join: 1 }, b: { repeat: x, of: 1 }, c: { repeat: 2 }, d: { first: x }, e: { repeat: 1000001, of: 1 }, f: { text: a, lang: b } }
                steps: [{ call: send }]

            """#,
            expected: #"""
                a.yaml:7:23: error: expected a list, got integer 1
                    7 |     let: { a: { join: 1 }, b: { repeat: x, of: 1 }, c: { repeat: 2 }, d: { first: x }, e…
                      |                       ^
                a.yaml:7:41: error: expected a number from 0 to 1000000, got string "x"
                    7 | … a: { join: 1 }, b: { repeat: x, of: 1 }, c: { repeat: 2 }, d: { first: x }, e: { repeat…
                      |                                ^
                a.yaml:7:56: error: missing key "of" in "repeat"
                    7 | …, b: { repeat: x, of: 1 }, c: { repeat: 2 }, d: { first: x }, e: { repeat: 1000001, of: …
                      |                                ^^^^^^^^^^^^^
                a.yaml:7:83: error: expected a list, got string "x"
                    7 | …c: { repeat: 2 }, d: { first: x }, e: { repeat: 1000001, of: 1 }, f: { text: a, lang: b …
                      |                                ^
                a.yaml:7:101: error: expected a number from 0 to 1000000, got integer 1000001
                    7 | …{ repeat: 2 }, d: { first: x }, e: { repeat: 1000001, of: 1 }, f: { text: a, lang: b } }
                      |                                               ^^^^^^^
                5 errors

                """#
        ),
        LoadingSample(
            "names that cannot be used",
            #"""
            contract: "1"
            variables: { hex: 1, "a b": 2, request: 3, "a.b": 4, "": 5 }
            let: { now: 1 }
            operations:
              "a/b": { request: { path: /a } }
              errors: { request: { path: /a }, promises: { "p q": {} } }
              s: { request: { path: /s } }
            cases:
              "c[1]": { steps: [{ call: s, captures: { uuid: { body: } }, let: { index: 1 } }] }
              "": { rows: [{ seq: 1 }], steps: [{ call: s }] }

            """#,
            expected: #"""
                a.yaml:2:14: error: "hex" is a function of templates and cannot name a value
                    2 | variables: { hex: 1, "a b": 2, request: 3, "a.b": 4, "": 5 }
                      |              ^^^
                a.yaml:2:22: error: "a b" cannot name a value: no spaces, dots, quotes or braces
                    2 | variables: { hex: 1, "a b": 2, request: 3, "a.b": 4, "": 5 }
                      |                      ^^^^^
                a.yaml:2:32: error: "request" is a name of the tool's own
                    2 | variables: { hex: 1, "a b": 2, request: 3, "a.b": 4, "": 5 }
                      |                                ^^^^^^^
                a.yaml:2:44: error: "a.b" cannot name a value: no spaces, dots, quotes or braces
                    2 | variables: { hex: 1, "a b": 2, request: 3, "a.b": 4, "": 5 }
                      |                                            ^^^^^
                a.yaml:2:54: error: "" cannot name a value: no spaces, dots, quotes or braces
                    2 | variables: { hex: 1, "a b": 2, request: 3, "a.b": 4, "": 5 }
                      |                                                      ^^
                a.yaml:3:8: error: "now" is a function of templates and cannot name a value
                    3 | let: { now: 1 }
                      |        ^^^
                a.yaml:5:3: error: "a/b" cannot name an operation: no brackets, "/", "*" or spaces
                    5 |   "a/b": { request: { path: /a } }
                      |   ^^^^^
                a.yaml:6:3: error: "errors" cannot name an operation
                    6 |   errors: { request: { path: /a }, promises: { "p q": {} } }
                      |   ^^^^^^
                   hint: errors/CODE names a row of the catalogue
                a.yaml:6:48: error: "p q" cannot name a promise: no brackets, "/", "*" or spaces
                    6 |   errors: { request: { path: /a }, promises: { "p q": {} } }
                      |                                                ^^^^^
                a.yaml:9:3: error: "c[1]" cannot name a case: no brackets, "/", "*" or spaces
                    9 |   "c[1]": { steps: [{ call: s, captures: { uuid: { body: } }, let: { index: 1 } }] }
                      |   ^^^^^^
                a.yaml:9:44: error: "uuid" is a function of templates and cannot name a value
                    9 |   "c[1]": { steps: [{ call: s, captures: { uuid: { body: } }, let: { index: 1 } }] }
                      |                                            ^^^^
                a.yaml:9:70: error: "index" is a name of the tool's own
                    9 |   "c[1]": { steps: [{ call: s, captures: { uuid: { body: } }, let: { index: 1 } }] }
                      |                                                                      ^^^^^
                a.yaml:10:3: error: "" cannot name a case: no brackets, "/", "*" or spaces
                   10 |   "": { rows: [{ seq: 1 }], steps: [{ call: s }] }
                      |   ^^
                a.yaml:10:18: error: "seq" is a function of templates and cannot name a value
                   10 |   "": { rows: [{ seq: 1 }], steps: [{ call: s }] }
                      |                  ^^^
                14 errors

                """#
        ),
        LoadingSample(
            "durations",
            #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
            cases:
              a: { steps: [{ call: send, delay: 1w, timeout: -1s, eventually: { within: 10, every: "" } }] }

            """#,
            expected: #"""
                a.yaml:6:37: error: expected a time such as 200ms, 10s or 3m, got string "1w"
                    6 | … steps: [{ call: send, delay: 1w, timeout: -1s, eventually: { within: 10, every: "" } }]…
                      |                                ^^
                   hint: a time is a number and us, ms, s, m, h or d
                a.yaml:6:50: error: expected a time such as 200ms, 10s or 3m, got string "-1s"
                    6 | …teps: [{ call: send, delay: 1w, timeout: -1s, eventually: { within: 10, every: "" } }] }
                      |                                           ^^^
                   hint: a time is a number and us, ms, s, m, h or d
                a.yaml:6:77: error: expected a time such as 200ms, 10s or 3m, got integer 10
                    6 | …teps: [{ call: send, delay: 1w, timeout: -1s, eventually: { within: 10, every: "" } }] }
                      |                                                                      ^^
                   hint: a time is a number and us, ms, s, m, h or d
                a.yaml:6:88: error: expected a time such as 200ms, 10s or 3m, got string ""
                    6 | …teps: [{ call: send, delay: 1w, timeout: -1s, eventually: { within: 10, every: "" } }] }
                      |                                                                                 ^^
                   hint: a time is a number and us, ms, s, m, h or d
                4 errors

                """#
        ),
    ]
}
