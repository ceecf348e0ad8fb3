import Testing

struct NothingIgnoredTests {
    @Test("What would be passed over in an assert or a capture is an error", arguments: samples)
    func ignored(sample: LoadingSample) {
        #expect(sample.diagnosis == sample.expected)
    }

    @Test("An expression is one whatever the order of its names")
    func orderOfNames() {
        let loaded = LoadedContract(
            #"""
            contract: "1"
            operations:
              send:
                request:
                  path: /push
                  query: { a: { with: ",", join: [x, y] }, b: { of: z, repeat: 3 } }

            """#
        )
        #expect(loaded.diagnosis == "")
    }

    private static let samples: [LoadingSample] = [
        LoadingSample(
            "a tolerance without equals",
            contract("expect: { asserts: { status: 200, within: 1 } }"),
            expected: #"""
                a.yaml:4:79: error: "within" requires "equals"
                    4 | cases: { a: { steps: [{ call: send, expect: { asserts: { status: 200, within: 1 } } }] } }
                      |                                                                               ^
                1 error

                """#
        ),
        LoadingSample(
            "bytes beside another query of a capture",
            contract("captures: { a: { body: true, bytes: true } }"),
            expected: #"""
                a.yaml:4:66: error: a second query in a capture
                    4 | cases: { a: { steps: [{ call: send, captures: { a: { body: true, bytes: true } } }] } }
                      |                                                                  ^^^^^
                1 error

                """#
        ),
        LoadingSample(
            "a text in place of true",
            contract(#"captures: { a: { status: "true" } }"#),
            expected: #"""
                a.yaml:4:62: error: "status" takes no argument, got string "true"
                    4 | cases: { a: { steps: [{ call: send, captures: { a: { status: "true" } } }] } }
                      |                                                              ^^^^^^
                   hint: write status: true
                1 error

                """#
        ),
        LoadingSample(
            "a list with a template where only a text can be",
            contract(#"expect: { asserts: { header: X, endsWith: ["{{v}}"] } }"#),
            expected: #"""
                a.yaml:4:79: error: "endsWith" expects a scalar, got sequence
                    4 | …: { steps: [{ call: send, expect: { asserts: { header: X, endsWith: ["{{v}}"] } } }] } }
                      |                                                                      ^^^^^^^^^
                1 error

                """#
        ),
        LoadingSample(
            "a mapping with a template where only a list can be",
            contract(#"expect: { asserts: { header: X, equalsUnordered: { a: "{{v}}" } } }"#),
            expected: #"""
                a.yaml:4:86: error: "equalsUnordered" expects a list, got mapping
                    4 | …{ call: send, expect: { asserts: { header: X, equalsUnordered: { a: "{{v}}" } } } }] } }
                      |                                                                 ^^^^^^^^^^^^^^
                1 error

                """#
        ),
        LoadingSample(
            "a list with a template beside a tolerance",
            contract(#"expect: { asserts: { header: X, equals: ["{{v}}"], within: 1 } }"#),
            expected: #"""
                a.yaml:4:77: error: "equals" expects a scalar, got sequence
                    4 | …: [{ call: send, expect: { asserts: { header: X, equals: ["{{v}}"], within: 1 } } }] } }
                      |                                                           ^^^^^^^^^
                1 error

                """#
        ),
        LoadingSample(
            "rows of a case by another name",
            #"""
            contract: "1"
            operations: { send: { request: { path: /push } } }
            cases: { a: { row: [{ v: 1 }], steps: [{ call: send }] } }

            """#,
            expected: #"""
                a.yaml:3:15: error: unknown key "row" in case "a"
                    3 | cases: { a: { row: [{ v: 1 }], steps: [{ call: send }] } }
                      |               ^^^
                   hint: did you mean "rows"?
                1 error

                """#
        ),
    ]

    /// A contract with one step that has one key more.
    private static func contract(_ key: String) -> String {
        """
        contract: "1"
        variables: { v: 1 }
        operations: { send: { request: { path: /push } } }
        cases: { a: { steps: [{ call: send, \(key) }] } }

        """
    }
}
