import Testing

struct WrongTableTypeTests {
    @Test(
        "A value of a wrong kind in a table is an error that says what was expected",
        arguments: Self.samples
    )
    func types(sample: LoadingSample) {
        #expect(sample.diagnosis == sample.expected)
    }

    private static let samples: [LoadingSample] = [
        LoadingSample(
            "of a whole table",
            #"""
            contract: "1"
            info: 1
            use: { a: b }
            docs: []
            targets: a
            variables: [a]
            let: 1
            securitySchemes: []
            encodings: []
            failure: []
            schemas: []
            states: []
            operations: []
            errors: []
            setup: {}
            teardown: 1
            cases: []

            """#,
            expected: #"""
                a.yaml:2:7: error: expected a mapping, got integer 1
                    2 | info: 1
                      |       ^
                a.yaml:3:6: error: expected the path of a contract, got mapping
                    3 | use: { a: b }
                      |      ^^^^^^^^
                a.yaml:4:7: error: expected a mapping, got sequence
                    4 | docs: []
                      |       ^^
                a.yaml:5:10: error: expected a mapping, got string "a"
                    5 | targets: a
                      |          ^
                a.yaml:6:12: error: expected a mapping, got sequence
                    6 | variables: [a]
                      |            ^^^
                a.yaml:7:6: error: expected a mapping, got integer 1
                    7 | let: 1
                      |      ^
                a.yaml:8:18: error: expected a mapping, got sequence
                    8 | securitySchemes: []
                      |                  ^^
                a.yaml:9:12: error: expected a mapping, got sequence
                    9 | encodings: []
                      |            ^^
                a.yaml:10:10: error: expected a mapping, got sequence
                   10 | failure: []
                      |          ^^
                a.yaml:11:10: error: expected a mapping, got sequence
                   11 | schemas: []
                      |          ^^
                a.yaml:12:9: error: expected a mapping, got sequence
                   12 | states: []
                      |         ^^
                a.yaml:13:13: error: expected a mapping, got sequence
                   13 | operations: []
                      |             ^^
                a.yaml:14:9: error: expected a mapping, got sequence
                   14 | errors: []
                      |         ^^
                a.yaml:15:8: error: expected a list of steps, got mapping
                   15 | setup: {}
                      |        ^^
                a.yaml:16:11: error: expected a list of steps, got integer 1
                   16 | teardown: 1
                      |           ^
                a.yaml:17:8: error: expected a mapping, got sequence
                   17 | cases: []
                      |        ^^
                16 errors

                """#
        ),
        LoadingSample(
            "of an entry of a table",
            #"""
            contract: "1"
            docs: { a: b }
            targets: { a: b }
            securitySchemes: { a: b }
            encodings: { a: b }
            states: { a: b }
            operations: { a: b }
            errors: { a: b }
            cases: { a: b }

            """#,
            expected: #"""
                a.yaml:2:12: error: expected a mapping, got string "b"
                    2 | docs: { a: b }
                      |            ^
                a.yaml:3:15: error: expected a mapping, got string "b"
                    3 | targets: { a: b }
                      |               ^
                a.yaml:4:23: error: expected a mapping, got string "b"
                    4 | securitySchemes: { a: b }
                      |                       ^
                a.yaml:5:17: error: expected a mapping, got string "b"
                    5 | encodings: { a: b }
                      |                 ^
                a.yaml:6:14: error: expected a mapping, got string "b"
                    6 | states: { a: b }
                      |              ^
                a.yaml:7:18: error: expected a mapping, got string "b"
                    7 | operations: { a: b }
                      |                  ^
                a.yaml:8:14: error: expected a mapping, got string "b"
                    8 | errors: { a: b }
                      |              ^
                a.yaml:9:13: error: expected a mapping, got string "b"
                    9 | cases: { a: b }
                      |             ^
                8 errors

                """#
        ),
        LoadingSample(
            "of the version",
            #"""
            contract: 2

            """#,
            expected: #"""
                a.yaml:1:11: error: expected version "1" of the format, got integer 2
                    1 | contract: 2
                      |           ^
                   hint: write contract: "1"
                1 error

                """#
        ),
        LoadingSample(
            "of values in the small tables",
            #"""
            contract: "1"
            info: { title: 1, version: [] }
            docs: { d: { title: [], file: 1 } }
            targets: { t: { documented: [], basePath: {}, reference: 1, headers: { X: { a: b } } } }
            variables: { v: { env: 1, secret: maybe } }
            encodings: { e: { space: "_", keep: 1 }, percent: {} }
            states: { s: { summary: 1, parameters: a, provides: [1], basis: sure } }
            errors: { E1: { status: 99, code: [], message: 1, signed: maybe, waived: true, untestable: true, messageBasis: x } }

            """#,
            expected: #"""
                a.yaml:2:16: error: expected a string, got integer 1
                    2 | info: { title: 1, version: [] }
                      |                ^
                   hint: quote this: "1"
                a.yaml:2:28: error: expected a string, a number or a boolean, got sequence
                    2 | info: { title: 1, version: [] }
                      |                            ^^
                a.yaml:3:21: error: expected a string, got sequence
                    3 | docs: { d: { title: [], file: 1 } }
                      |                     ^^
                a.yaml:3:31: error: expected a string, got integer 1
                    3 | docs: { d: { title: [], file: 1 } }
                      |                               ^
                   hint: quote this: "1"
                a.yaml:4:29: error: expected a text, got sequence
                    4 | targets: { t: { documented: [], basePath: {}, reference: 1, headers: { X: { a: b } } } }
                      |                             ^^
                a.yaml:4:43: error: expected a text, got mapping
                    4 | targets: { t: { documented: [], basePath: {}, reference: 1, headers: { X: { a: b } } } }
                      |                                           ^^
                a.yaml:4:58: error: expected a string, got integer 1
                    4 | targets: { t: { documented: [], basePath: {}, reference: 1, headers: { X: { a: b } } } }
                      |                                                          ^
                   hint: quote this: "1"
                a.yaml:4:75: error: expected a scalar or a list of scalars, got mapping
                    4 | targets: { t: { documented: [], basePath: {}, reference: 1, headers: { X: { a: b } } } }
                      |                                                                           ^^^^^^^^
                a.yaml:5:24: error: expected a string, got integer 1
                    5 | variables: { v: { env: 1, secret: maybe } }
                      |                        ^
                   hint: quote this: "1"
                a.yaml:5:35: error: expected true or false, got string "maybe"
                    5 | variables: { v: { env: 1, secret: maybe } }
                      |                                   ^^^^^
                a.yaml:6:26: error: expected one of +, %20, got "_"
                    6 | encodings: { e: { space: "_", keep: 1 }, percent: {} }
                      |                          ^^^
                a.yaml:6:37: error: expected a string, got integer 1
                    6 | encodings: { e: { space: "_", keep: 1 }, percent: {} }
                      |                                     ^
                   hint: quote this: "1"
                a.yaml:6:42: error: "percent" is built in and cannot be defined
                    6 | encodings: { e: { space: "_", keep: 1 }, percent: {} }
                      |                                          ^^^^^^^
                a.yaml:7:25: error: expected a string, got integer 1
                    7 | states: { s: { summary: 1, parameters: a, provides: [1], basis: sure } }
                      |                         ^
                   hint: quote this: "1"
                a.yaml:7:40: error: expected a sequence, got string "a"
                    7 | states: { s: { summary: 1, parameters: a, provides: [1], basis: sure } }
                      |                                        ^
                a.yaml:7:54: error: expected a string, got integer 1
                    7 | states: { s: { summary: 1, parameters: a, provides: [1], basis: sure } }
                      |                                                      ^
                   hint: quote this: "1"
                a.yaml:7:65: error: expected one of documented, observed, inferred, recommended, got "sure"
                    7 | states: { s: { summary: 1, parameters: a, provides: [1], basis: sure } }
                      |                                                                 ^^^^
                a.yaml:8:25: error: expected an integer from 100 to 599, got 99
                    8 | errors: { E1: { status: 99, code: [], message: 1, signed: maybe, waived: true, untestabl…
                      |                         ^^
                a.yaml:8:35: error: expected a code, none or { matches: … }, got sequence
                    8 | …rs: { E1: { status: 99, code: [], message: 1, signed: maybe, waived: true, untestable: t…
                      |                                ^^
                a.yaml:8:48: error: expected a string, got integer 1
                    8 | …tatus: 99, code: [], message: 1, signed: maybe, waived: true, untestable: true, messageB…
                      |                                ^
                   hint: quote this: "1"
                a.yaml:8:59: error: expected true, false or optional, got string "maybe"
                    8 | …code: [], message: 1, signed: maybe, waived: true, untestable: true, messageBasis: x } }
                      |                                ^^^^^
                a.yaml:8:74: error: expected a reason, or { reason, until }, got boolean true
                    8 | …code: [], message: 1, signed: maybe, waived: true, untestable: true, messageBasis: x } }
                      |                                               ^^^^
                a.yaml:8:92: error: expected a reason, got boolean true
                    8 | …code: [], message: 1, signed: maybe, waived: true, untestable: true, messageBasis: x } }
                      |                                                                 ^^^^
                a.yaml:8:112: error: expected one of documented, observed, inferred, recommended, got "x"
                    8 | …code: [], message: 1, signed: maybe, waived: true, untestable: true, messageBasis: x } }
                      |                                                                                     ^
                24 errors

                """#
        ),
        LoadingSample(
            "of values in security schemes",
            #"""
            contract: "1"
            securitySchemes:
              none: { type: http, scheme: mutual }
              a: { type: hmac, algorithm: md4, key: [], encode: x, into: X, parameters: a }
              b: { type: http, scheme: basic, username: u }
              c: { type: apiKey }
              d: { type: hmac, key: k, stringToSign: s, into: {}, parameters: [a, {}, { header: [] }] }
              e: { key: k }

            """#,
            expected: #"""
                a.yaml:3:3: error: "none" stands for no security and cannot be defined
                    3 |   none: { type: http, scheme: mutual }
                      |   ^^^^
                a.yaml:3:31: error: expected one of bearer, basic, digest, got "mutual"
                    3 |   none: { type: http, scheme: mutual }
                      |                               ^^^^^^
                a.yaml:4:6: error: missing key "stringToSign" in security scheme "a"
                    4 |   a: { type: hmac, algorithm: md4, key: [], encode: x, into: X, parameters: a }
                      |      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                a.yaml:4:31: error: expected one of md5, sha1, sha256, sha512, got "md4"
                    4 |   a: { type: hmac, algorithm: md4, key: [], encode: x, into: X, parameters: a }
                      |                               ^^^
                   hint: did you mean "md5"?
                a.yaml:4:41: error: expected a text, or a list of texts, got sequence
                    4 |   a: { type: hmac, algorithm: md4, key: [], encode: x, into: X, parameters: a }
                      |                                         ^^
                a.yaml:4:53: error: expected one of base64, base64url, hex, got "x"
                    4 |   a: { type: hmac, algorithm: md4, key: [], encode: x, into: X, parameters: a }
                      |                                                     ^
                a.yaml:4:62: error: expected a mapping, got string "X"
                    4 |   a: { type: hmac, algorithm: md4, key: [], encode: x, into: X, parameters: a }
                      |                                                              ^
                a.yaml:4:77: error: expected a list of parameters, got string "a"
                    4 |   a: { type: hmac, algorithm: md4, key: [], encode: x, into: X, parameters: a }
                      |                                                                             ^
                a.yaml:5:6: error: missing key "password" in security scheme "b"
                    5 |   b: { type: http, scheme: basic, username: u }
                      |      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                a.yaml:6:6: error: missing key "headers" or "query" in security scheme "c"
                    6 |   c: { type: apiKey }
                      |      ^^^^^^^^^^^^^^^^
                a.yaml:7:51: error: expected exactly one of header, query in "into", got none
                    7 | …: { type: hmac, key: k, stringToSign: s, into: {}, parameters: [a, {}, { header: [] }] }
                      |                                                 ^^
                a.yaml:7:68: error: expected a mapping, got string "a"
                    7 | …: { type: hmac, key: k, stringToSign: s, into: {}, parameters: [a, {}, { header: [] }] }
                      |                                                                  ^
                a.yaml:7:71: error: expected exactly one of name, header, query in a signed parameter, got none
                    7 | …: { type: hmac, key: k, stringToSign: s, into: {}, parameters: [a, {}, { header: [] }] }
                      |                                                                     ^^
                a.yaml:7:85: error: expected a name, got sequence
                    7 | …: { type: hmac, key: k, stringToSign: s, into: {}, parameters: [a, {}, { header: [] }] }
                      |                                                                                   ^^
                a.yaml:8:6: error: missing key "type" in security scheme "e"
                    8 |   e: { key: k }
                      |      ^^^^^^^^^^
                15 errors

                """#
        ),
    ]
}
