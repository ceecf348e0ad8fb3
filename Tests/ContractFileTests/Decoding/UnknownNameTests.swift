import Testing

struct UnknownNameTests {
    @Test("A name that no table has is an error with the nearest one", arguments: Self.samples)
    func names(sample: LoadingSample) {
        #expect(sample.diagnosis == sample.expected)
    }

    private static let samples: [LoadingSample] = [
        LoadingSample(
            "a promise, an operation and an error",
            #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
                promises: { p: { error: E1 } }
                errors: [E3]
            errors: { E12: {} }
            cases:
              a: { covers: send/q, steps: [{ call: sned }] }
              b: { steps: [{ call: send, covers: [errors/E13], expect: { error: E2 } }] }

            """#,
            expected: #"""
                a.yaml:5:29: error: unknown error "E1"
                    5 |     promises: { p: { error: E1 } }
                      |                             ^^
                   hint: did you mean "E12"?
                a.yaml:6:14: error: unknown error "E3"
                    6 |     errors: [E3]
                      |              ^^
                   hint: known: E12
                a.yaml:9:16: error: unknown promise "send/q"
                    9 |   a: { covers: send/q, steps: [{ call: sned }] }
                      |                ^^^^^^
                   hint: did you mean "send/p"?
                a.yaml:9:40: error: unknown operation "sned"
                    9 |   a: { covers: send/q, steps: [{ call: sned }] }
                      |                                        ^^^^
                   hint: did you mean "send"?
                a.yaml:10:39: error: unknown promise "errors/E13"
                   10 |   b: { steps: [{ call: send, covers: [errors/E13], expect: { error: E2 } }] }
                      |                                       ^^^^^^^^^^
                   hint: did you mean "errors/E12"?
                a.yaml:10:69: error: unknown error "E2"
                   10 |   b: { steps: [{ call: send, covers: [errors/E13], expect: { error: E2 } }] }
                      |                                                                     ^^
                   hint: did you mean "E12"?
                6 errors

                """#
        ),
        LoadingSample(
            "a target, an encoding and a security scheme",
            #"""
            contract: "1"
            targets: { api: {} }
            encodings: { swift: {} }
            securitySchemes: { key: { type: apiKey, headers: { X: y } } }
            operations:
              a: { target: apo, request: { path: /a, encoding: swiftt, security: keys } }
              b: { request: { path: /b, encoding: "{{any}}", security: none, target: api } }
            cases:
              c: { steps: [{ call: a, set: { /target: api2 } }] }

            """#,
            expected: #"""
                a.yaml:6:16: error: unknown target "apo"
                    6 |   a: { target: apo, request: { path: /a, encoding: swiftt, security: keys } }
                      |                ^^^
                   hint: did you mean "api"?
                a.yaml:6:52: error: unknown encoding "swiftt"
                    6 |   a: { target: apo, request: { path: /a, encoding: swiftt, security: keys } }
                      |                                                    ^^^^^^
                   hint: did you mean "swift"?
                a.yaml:6:70: error: unknown security scheme "keys"
                    6 |   a: { target: apo, request: { path: /a, encoding: swiftt, security: keys } }
                      |                                                                      ^^^^
                   hint: did you mean "key"?
                a.yaml:9:43: error: unknown target "api2"
                    9 |   c: { steps: [{ call: a, set: { /target: api2 } }] }
                      |                                           ^^^^
                   hint: did you mean "api"?
                4 errors

                """#
        ),
        LoadingSample(
            "a document, wherever a doc may stand",
            #"""
            contract: "1"
            docs: { objc: { file: missing-on-disk.txt } }
            states: { s: { doc: "objd#A" } }
            errors: { E1: { doc: nothing-like-it } }
            operations:
              a:
                doc: "obj#A"
                request: { path: /a }
                responses: { "200": { doc: objcc, asserts: [{ doc: ocjc, status: 200 }] } }
                promises: { p: { doc: "objc#fine" }, q: { doc: objk } }
            cases: { c: { doc: "objx#L1", steps: [{ call: a }] } }

            """#,
            expected: #"""
                a.yaml:3:21: error: unknown document "objd"
                    3 | states: { s: { doc: "objd#A" } }
                      |                     ^^^^^^^^
                   hint: did you mean "objc"?
                a.yaml:4:22: error: unknown document "nothing-like-it"
                    4 | errors: { E1: { doc: nothing-like-it } }
                      |                      ^^^^^^^^^^^^^^^
                   hint: known: objc
                a.yaml:7:10: error: unknown document "obj"
                    7 |     doc: "obj#A"
                      |          ^^^^^^^
                   hint: did you mean "objc"?
                a.yaml:9:32: error: unknown document "objcc"
                    9 |     responses: { "200": { doc: objcc, asserts: [{ doc: ocjc, status: 200 }] } }
                      |                                ^^^^^
                   hint: did you mean "objc"?
                a.yaml:9:56: error: unknown document "ocjc"
                    9 |     responses: { "200": { doc: objcc, asserts: [{ doc: ocjc, status: 200 }] } }
                      |                                                        ^^^^
                   hint: did you mean "objc"?
                a.yaml:10:52: error: unknown document "objk"
                   10 |     promises: { p: { doc: "objc#fine" }, q: { doc: objk } }
                      |                                                    ^^^^
                   hint: did you mean "objc"?
                a.yaml:11:20: error: unknown document "objx"
                   11 | cases: { c: { doc: "objx#L1", steps: [{ call: a }] } }
                      |                    ^^^^^^^^^
                   hint: did you mean "objc"?
                7 errors

                """#
        ),
        LoadingSample(
            "a state and a parameter of one",
            #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
            states: { quota-used-up: {}, history: { parameters: [count] } }
            cases:
              a: { given: quota-used, steps: [{ call: send }] }
              b: { given: [quota-used-up, { history: { cuont: 1 } }, { nothing: {} }], steps: [{ call: send }] }

            """#,
            expected: #"""
                a.yaml:7:15: error: unknown state "quota-used"
                    7 |   a: { given: quota-used, steps: [{ call: send }] }
                      |               ^^^^^^^^^^
                   hint: did you mean "quota-used-up"?
                a.yaml:8:44: error: unknown parameter of state history "cuont"
                    8 | …: [quota-used-up, { history: { cuont: 1 } }, { nothing: {} }], steps: [{ call: send }] }
                      |                                 ^^^^^
                   hint: did you mean "count"?
                a.yaml:8:60: error: unknown state "nothing"
                    8 | …: [quota-used-up, { history: { cuont: 1 } }, { nothing: {} }], steps: [{ call: send }] }
                      |                                                 ^^^^^^^
                   hint: known: history, quota-used-up
                3 errors

                """#
        ),
        LoadingSample(
            "a filter, a query and a predicate",
            #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
            cases:
              a:
                steps:
                  - call: send
                    captures:
                      x: { jsonpat: "$.a" }
                      y: { header: X, filters: [base64decode, { zzzzz: a }, { nth: one }, lenght] }
                    expect:
                      asserts:
                        - { heder: X, exists: true }
                        - { header: X, equls: 1 }
                        - { status: { grt: 1 } }
                        - { jsonpath: "$.a", count: { gtee: 1 } }
                        - { jsonpath: "$.a", each: { typ: string } }
                        - { duration: firstbyte, lt: 100 }

            """#,
            expected: #"""
                a.yaml:10:16: error: unknown key "jsonpat" in a capture
                   10 |           x: { jsonpat: "$.a" }
                      |                ^^^^^^^
                   hint: did you mean "jsonpath"?
                a.yaml:11:37: error: unknown filter "base64decode"
                   11 |           y: { header: X, filters: [base64decode, { zzzzz: a }, { nth: one }, lenght] }
                      |                                     ^^^^^^^^^^^^
                   hint: did you mean "base64Decode"?
                a.yaml:11:51: error: unknown filter "zzzzz"
                   11 |           y: { header: X, filters: [base64decode, { zzzzz: a }, { nth: one }, lenght] }
                      |                                                   ^^^^^^^^^^^^
                   hint: known: base64Decode, base64Encode, base64UrlEncode, count, first, hexDecode, hexEncode, jsonpath, keys, last, length, lowercase and 17 more
                a.yaml:11:72: error: filter "nth" expects an integer, got "one"
                   11 |           y: { header: X, filters: [base64decode, { zzzzz: a }, { nth: one }, lenght] }
                      |                                                                        ^^^
                a.yaml:11:79: error: unknown filter "lenght"
                   11 |           y: { header: X, filters: [base64decode, { zzzzz: a }, { nth: one }, lenght] }
                      |                                                                               ^^^^^^
                   hint: did you mean "length"?
                a.yaml:14:17: error: unknown key "heder" in an assert
                   14 |             - { heder: X, exists: true }
                      |                 ^^^^^
                   hint: did you mean "header"?
                a.yaml:15:28: error: unknown key "equls" in an assert
                   15 |             - { header: X, equls: 1 }
                      |                            ^^^^^
                   hint: did you mean "equals"?
                a.yaml:16:27: error: unknown predicate "grt"
                   16 |             - { status: { grt: 1 } }
                      |                           ^^^
                   hint: did you mean "gt"?
                a.yaml:17:43: error: unknown predicate "gtee"
                   17 |             - { jsonpath: "$.a", count: { gtee: 1 } }
                      |                                           ^^^^
                   hint: did you mean "gte"?
                a.yaml:18:42: warning: "typ" is not a predicate, so this is a value to equal
                   18 |             - { jsonpath: "$.a", each: { typ: string } }
                      |                                          ^^^
                   hint: did you mean "type"?
                a.yaml:19:27: error: expected one of nameLookup, connect, tlsHandshake, firstByte, total, got "firstbyte"
                   19 |             - { duration: firstbyte, lt: 100 }
                      |                           ^^^^^^^^^
                   hint: did you mean "firstByte"?
                10 errors, 1 warning

                """#
        ),
        LoadingSample(
            "a row of an operation",
            #"""
            contract: "1"
            operations:
              send:
                rows: [{ os: ios }, { os: android }]
                request: { path: "/{{os}}" }
              plain: { request: { path: /p } }
            setup: [{ call: send }]
            cases:
              a: { steps: [{ call: "send[io]" }, { call: "plain[ios]" }, { call: "send[ios" }] }

            """#,
            expected: #"""
                a.yaml:7:17: error: "send" has rows; name one, as in send[ios]
                    7 | setup: [{ call: send }]
                      |                 ^^^^
                a.yaml:9:24: error: unknown row of send "io"
                    9 |   a: { steps: [{ call: "send[io]" }, { call: "plain[ios]" }, { call: "send[ios" }] }
                      |                        ^^^^^^^^^^
                   hint: did you mean "ios"?
                a.yaml:9:46: error: "plain" has no rows, got [ios]
                    9 |   a: { steps: [{ call: "send[io]" }, { call: "plain[ios]" }, { call: "send[ios" }] }
                      |                                              ^^^^^^^^^^^^
                a.yaml:9:70: error: unknown operation "send[ios"
                    9 |   a: { steps: [{ call: "send[io]" }, { call: "plain[ios]" }, { call: "send[ios" }] }
                      |                                                                      ^^^^^^^^^^
                   hint: known: send, plain
                4 errors

                """#
        ),
        LoadingSample(
            "a promise of every operation",
            #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
                promises: { quota: {} }
            cases:
              a: { covers: "*/qota", steps: [{ call: send }] }
              b: { covers: ["*/quota"], steps: [{ call: send }] }
              c: { steps: [{ call: send, covers: "*/quota" }] }

            """#,
            expected: #"""
                a.yaml:7:16: error: unknown promise of any operation "qota"
                    7 |   a: { covers: "*/qota", steps: [{ call: send }] }
                      |                ^^^^^^^^
                   hint: did you mean "quota"?
                a.yaml:8:17: error: "*/quota" is allowed only as the single "covers" of a case
                    8 |   b: { covers: ["*/quota"], steps: [{ call: send }] }
                      |                 ^^^^^^^^^
                a.yaml:9:38: error: "*/quota" is allowed only as the single "covers" of a case
                    9 |   c: { steps: [{ call: send, covers: "*/quota" }] }
                      |                                      ^^^^^^^^^
                3 errors

                """#
        ),
        LoadingSample(
            "a section of a request",
            #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
            cases:
              a: { steps: [{ call: send, set: { /jsn/a: 1, header/X: 2 }, unset: [/haeders/X, "/json/~2"], tamper: { flip: /heders/X } }] }

            """#,
            expected: #"""
                a.yaml:6:37: error: unknown section of a request "jsn"
                    6 | … steps: [{ call: send, set: { /jsn/a: 1, header/X: 2 }, unset: [/haeders/X, "/json/~2"],…
                      |                                ^^^^^^
                   hint: did you mean "json"?
                a.yaml:6:48: error: JSON Pointer "header/X": character 1: expected nothing, or "/" before every name, found "h"
                    6 | …call: send, set: { /jsn/a: 1, header/X: 2 }, unset: [/haeders/X, "/json/~2"], tamper: { …
                      |                                ^^^^^^^^
                a.yaml:6:71: error: unknown section of a request "haeders"
                    6 | …n/a: 1, header/X: 2 }, unset: [/haeders/X, "/json/~2"], tamper: { flip: /heders/X } }] }
                      |                                 ^^^^^^^^^^
                   hint: did you mean "headers"?
                a.yaml:6:83: error: JSON Pointer "/json/~2": character 8: expected "0" or "1" after "~" ("~0" stands for "~", "~1" for "/"), found "2"
                    6 | …n/a: 1, header/X: 2 }, unset: [/haeders/X, "/json/~2"], tamper: { flip: /heders/X } }] }
                      |                                             ^^^^^^^^^^
                a.yaml:6:112: error: unknown section of a request "heders"
                    6 | …n/a: 1, header/X: 2 }, unset: [/haeders/X, "/json/~2"], tamper: { flip: /heders/X } }] }
                      |                                                                          ^^^^^^^^^
                   hint: did you mean "headers"?
                5 errors

                """#
        ),
    ]
}
