import Testing

struct UnknownTableKeyTests {
    @Test(
        "A key that a table does not know is an error with the nearest one",
        arguments: Self.samples
    )
    func keys(sample: LoadingSample) {
        #expect(sample.diagnosis == sample.expected)
    }

    private static let samples: [LoadingSample] = [
        LoadingSample(
            "of the file",
            #"""
            contract: "1"
            operation: {}
            casess: {}
            x-note: fine

            """#,
            expected: #"""
                a.yaml:2:1: error: unknown key "operation" in a contract
                    2 | operation: {}
                      | ^^^^^^^^^
                   hint: did you mean "operations"?
                a.yaml:3:1: error: unknown key "casess" in a contract
                    3 | casess: {}
                      | ^^^^^^
                   hint: did you mean "cases"?
                2 errors

                """#
        ),
        LoadingSample(
            "of info",
            #"""
            contract: "1"
            info: { titel: A, version: 2 }

            """#,
            expected: #"""
                a.yaml:2:9: error: unknown key "titel" in info
                    2 | info: { titel: A, version: 2 }
                      |         ^^^^^
                   hint: did you mean "title"?
                1 error

                """#
        ),
        LoadingSample(
            "of a document",
            #"""
            contract: "1"
            docs: { objc: { tittle: A } }

            """#,
            expected: #"""
                a.yaml:2:17: error: unknown key "tittle" in document "objc"
                    2 | docs: { objc: { tittle: A } }
                      |                 ^^^^^^
                   hint: did you mean "title"?
                1 error

                """#
        ),
        LoadingSample(
            "of a target",
            #"""
            contract: "1"
            targets: { api: { documented: "http://x", base: /v1 } }

            """#,
            expected: #"""
                a.yaml:2:43: error: unknown key "base" in target "api"
                    2 | targets: { api: { documented: "http://x", base: /v1 } }
                      |                                           ^^^^
                   hint: known keys: documented, basePath, reference, headers
                1 error

                """#
        ),
        LoadingSample(
            "of a variable",
            #"""
            contract: "1"
            variables: { key: { enviroment: KEY } }

            """#,
            expected: #"""
                a.yaml:2:21: error: unknown key "enviroment" in variable "key"
                    2 | variables: { key: { enviroment: KEY } }
                      |                     ^^^^^^^^^^
                   hint: known keys: type, env, file, secret, default
                1 error

                """#
        ),
        LoadingSample(
            "of a security scheme",
            #"""
            contract: "1"
            securitySchemes:
              s: { type: apiKey, header: { X: y } }

            """#,
            expected: #"""
                a.yaml:3:22: error: unknown key "header" in security scheme "s"
                    3 |   s: { type: apiKey, header: { X: y } }
                      |                      ^^^^^^
                   hint: did you mean "headers"?
                1 error

                """#
        ),
        LoadingSample(
            "of a signed parameter",
            #"""
            contract: "1"
            securitySchemes:
              s:
                type: hmac
                key: k
                stringToSign: s
                into: { header: X, querry: y }
                parameters: [{ name: a, valeu: b }, { query: "*", method: [GET] }]

            """#,
            expected: #"""
                a.yaml:7:24: error: unknown key "querry" in "into"
                    7 |     into: { header: X, querry: y }
                      |                        ^^^^^^
                   hint: did you mean "query"?
                a.yaml:8:29: error: unknown key "valeu" in a signed parameter
                    8 |     parameters: [{ name: a, valeu: b }, { query: "*", method: [GET] }]
                      |                             ^^^^^
                   hint: did you mean "value"?
                a.yaml:8:55: error: unknown key "method" in a signed parameter
                    8 |     parameters: [{ name: a, valeu: b }, { query: "*", method: [GET] }]
                      |                                                       ^^^^^^
                   hint: did you mean "methods"?
                3 errors

                """#
        ),
        LoadingSample(
            "of a response signature",
            #"""
            contract: "1"
            securitySchemes:
              s:
                type: hmac
                key: k
                stringToSign: s
                into: { header: X }
                response: { header: X, stringToSign: s, emptybody: "" }

            """#,
            expected: #"""
                a.yaml:8:45: error: unknown key "emptybody" in a response signature
                    8 |     response: { header: X, stringToSign: s, emptybody: "" }
                      |                                             ^^^^^^^^^
                   hint: did you mean "emptyBody"?
                1 error

                """#
        ),
        LoadingSample(
            "of an encoding",
            #"""
            contract: "1"
            encodings: { e: { spaces: "+" } }

            """#,
            expected: #"""
                a.yaml:2:19: error: unknown key "spaces" in encoding "e"
                    2 | encodings: { e: { spaces: "+" } }
                      |                   ^^^^^^
                   hint: did you mean "space"?
                1 error

                """#
        ),
        LoadingSample(
            "of failure",
            #"""
            contract: "1"
            failure:
              when: { status: { gte: 400 } }
              codes: { jsonpath: "$.code" }
              code: { jsonpath: "$.code", types: string }

            """#,
            expected: #"""
                a.yaml:4:3: error: unknown key "codes" in failure
                    4 |   codes: { jsonpath: "$.code" }
                      |   ^^^^^
                   hint: did you mean "code"?
                a.yaml:5:31: error: unknown key "types" in "code"
                    5 |   code: { jsonpath: "$.code", types: string }
                      |                               ^^^^^
                   hint: did you mean "type"?
                2 errors

                """#
        ),
        LoadingSample(
            "of a state",
            #"""
            contract: "1"
            states: { off: { sumary: A } }

            """#,
            expected: #"""
                a.yaml:2:18: error: unknown key "sumary" in state "off"
                    2 | states: { off: { sumary: A } }
                      |                  ^^^^^^
                   hint: did you mean "summary"?
                1 error

                """#
        ),
        LoadingSample(
            "of an error of the catalogue",
            #"""
            contract: "1"
            errors: { E1: { staus: 400, code: { matchs: "^5" } } }

            """#,
            expected: #"""
                a.yaml:2:17: error: unknown key "staus" in error "E1"
                    2 | errors: { E1: { staus: 400, code: { matchs: "^5" } } }
                      |                 ^^^^^
                   hint: did you mean "status"?
                a.yaml:2:37: error: unknown key "matchs" in a code
                    2 | errors: { E1: { staus: 400, code: { matchs: "^5" } } }
                      |                                     ^^^^^^
                   hint: did you mean "matches"?
                2 errors

                """#
        ),
    ]
}
