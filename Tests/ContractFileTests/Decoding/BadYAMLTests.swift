import Testing

struct BadYAMLTests {
    @Test("A file that is no contract is refused with its place", arguments: Self.samples)
    func yaml(sample: LoadingSample) {
        #expect(sample.diagnosis == sample.expected)
    }

    private static let samples: [LoadingSample] = [
        LoadingSample(
            "empty",
            "",
            expected: #"""
                a.yaml:1:1: error: the file is empty; a contract begins with `contract: "1"`
                    1 |
                      | ^
                1 error

                """#
        ),
        LoadingSample(
            "only a comment",
            #"""
            # nothing

            """#,
            expected: #"""
                a.yaml:1:1: error: the file is empty; a contract begins with `contract: "1"`
                    1 | # nothing
                      | ^
                1 error

                """#
        ),
        LoadingSample(
            "a list",
            #"""
            - 1

            """#,
            expected: #"""
                a.yaml:1:1: error: expected a mapping, got sequence
                    1 | - 1
                      | ^
                1 error

                """#
        ),
        LoadingSample(
            "another kind of file",
            #"""
            openapi: "3.1.0"
            paths: {}

            """#,
            expected: #"""
                a.yaml:1:1: error: missing key "contract" in a contract
                    1 | openapi: "3.1.0"
                      | ^^^^^^^
                a.yaml:1:1: error: unknown key "openapi" in a contract
                    1 | openapi: "3.1.0"
                      | ^^^^^^^
                   hint: known keys: contract, use, info, docs, variables, let, encodings, cookies, namespaces, schemas, targets, states, listeners, securitySchemes, failure, errors, operations, generate, client, calls, groups, setup, teardown, cases
                a.yaml:2:1: error: unknown key "paths" in a contract
                    2 | paths: {}
                      | ^^^^^
                   hint: known keys: contract, use, info, docs, variables, let, encodings, cookies, namespaces, schemas, targets, states, listeners, securitySchemes, failure, errors, operations, generate, client, calls, groups, setup, teardown, cases
                3 errors

                """#
        ),
        LoadingSample(
            "a tab",
            #"""
            contract: "1"
            cases:
            \#ta: 1

            """#,
            expected: #"""
                a.yaml:3:1: error: a tab cannot indent a line of YAML
                    3 |     a: 1
                      | ^^^^
                   hint: replace it with spaces
                1 error

                """#
        ),
        LoadingSample(
            "bytes that are not UTF-8 would show U+FFFD; a control character",
            #"""
            contract: "1"
            info: { title: "a\#u{1}b" }

            """#,
            expected: #"""
                a.yaml:2:18: error: the control character U+0001 is not allowed
                    2 | info: { title: "a�b" }
                      |                  ^
                   hint: write it as \u0001 in double quotes, or remove it
                1 error

                """#
        ),
        LoadingSample(
            "YAML errors and loader errors in one run",
            #"""
            contract: "1"
            operatons: {}
            operations:
              a: { request: { path: /push/{id} } }
              b: { request: { path: /b, query: 1 } }

            """#,
            expected: #"""
                a.yaml:2:1: error: unknown key "operatons" in a contract
                    2 | operatons: {}
                      | ^^^^^^^^^
                   hint: did you mean "operations"?
                a.yaml:4:25: error: "/push/{id}" must be quoted: inside { } or [ ] a bracket begins or ends a collection
                    4 |   a: { request: { path: /push/{id} } }
                      |                         ^^^^^^^^^^
                   hint: quote this: "/push/{id}"
                a.yaml:4:25: error: the path names {id}, for which "params" has no value
                    4 |   a: { request: { path: /push/{id} } }
                      |                         ^^^^^^^^^^
                   hint: write params: { id: none }; a step can override it
                a.yaml:5:36: error: expected a mapping, or a text to send as it is, got integer 1
                    5 |   b: { request: { path: /b, query: 1 } }
                      |                                    ^
                4 errors

                """#
        ),
    ]
}
