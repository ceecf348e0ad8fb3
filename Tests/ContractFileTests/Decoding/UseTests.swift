import Testing

struct UseTests {
    @Test(
        "What goes wrong between files is shown where one names the other",
        arguments: Self.samples
    )
    func use(sample: LoadingSample) {
        #expect(sample.diagnosis == sample.expected)
    }

    @Test("A chain of files is read however long it is")
    func chain() {
        let last = 800
        func text(_ number: Int) -> String {
            let use = number < last ? "use: [f\(number + 1).yaml]" : "targets: { api: {} }"
            let schema = "schemas: { S\(number): { type: string } }"
            return "contract: \"1\"\n\(use)\n\(schema)\n"
        }
        let files = Dictionary(uniqueKeysWithValues: (1...last).map { ("f\($0).yaml", text($0)) })
        let sample = LoadingSample("a chain", text(0), files: files, expected: "")
        #expect(!sample.diagnosis.contains("error"))
    }

    /// A contract with one name in every table that other contracts can use.
    private static let oneOfEach = #"""
        contract: "1"
        docs: { d: {} }
        targets: { t: {} }
        variables: { v: 1 }
        let: { l: 1 }
        securitySchemes: { s: { type: apiKey, headers: { X: y } } }
        encodings: { e: {} }
        failure: { when: { status: { gte: 400 } } }
        schemas: { S: {} }
        states: { p: {} }
        operations: { o: { request: { path: /o } } }
        errors: { E: {} }

        """#

    private static let samples: [LoadingSample] = [
        LoadingSample(
            "a file that is not there",
            #"""
            contract: "1"
            use: [missing.yaml, other/also.yaml]
            cases: { a: { covers: x/y, steps: [{ call: unknownHere, json: "{{unknownToo}}" }] } }

            """#,
            expected: #"""
                a.yaml:2:7: error: cannot read missing.yaml: No such file or directory
                    2 | use: [missing.yaml, other/also.yaml]
                      |       ^^^^^^^^^^^^
                a.yaml:2:21: error: cannot read other/also.yaml: No such file or directory
                    2 | use: [missing.yaml, other/also.yaml]
                      |                     ^^^^^^^^^^^^^^^
                2 errors

                """#
        ),
        LoadingSample(
            "a circle",
            #"""
            contract: "1"
            use: [b.yaml]

            """#,
            files: [
                "b.yaml": #"""
                contract: "1"
                use: [c.yaml]

                """#,
                "c.yaml": #"""
                contract: "1"
                use: [a.yaml]

                """#,
            ],
            expected: #"""
                c.yaml:2:7: error: cyclic "use": a.yaml uses b.yaml uses c.yaml uses a.yaml
                    2 | use: [a.yaml]
                      |       ^^^^^^
                1 error

                """#
        ),
        LoadingSample(
            "a file that uses itself, and one that is used twice",
            #"""
            contract: "1"
            use: [a.yaml, b.yaml, ./b.yaml]

            """#,
            files: [
                "b.yaml": #"""
                contract: "1"

                """#
            ],
            expected: #"""
                a.yaml:2:7: error: cyclic "use": a.yaml uses a.yaml
                    2 | use: [a.yaml, b.yaml, ./b.yaml]
                      |       ^^^^^^
                a.yaml:2:23: warning: b.yaml is used already
                    2 | use: [a.yaml, b.yaml, ./b.yaml]
                      |                       ^^^^^^^^
                1 error, 1 warning

                """#
        ),
        LoadingSample(
            "a file with errors of its own, told once",
            #"""
            contract: "1"
            use: [b.yaml, c.yaml]

            """#,
            files: [
                "b.yaml": #"""
                contract: "1"
                use: [d.yaml]

                """#,
                "c.yaml": #"""
                contract: "1"
                use: [d.yaml]

                """#,
                "d.yaml": #"""
                contract: "1"
                operatons: {}

                """#,
            ],
            expected: #"""
                d.yaml:2:1: error: unknown key "operatons" in a contract
                    2 | operatons: {}
                      | ^^^^^^^^^
                   hint: did you mean "operations"?
                1 error

                """#
        ),
        LoadingSample(
            "a file that is no YAML, told once and without consequences",
            #"""
            contract: "1"
            use: [b.yaml, c.yaml]
            cases: { a: { steps: [{ call: send, json: "{{x}}" }] } }

            """#,
            files: [
                "b.yaml": #"""
                contract: "1"
                operations: {

                """#,
                "c.yaml": #"""
                contract: "1"
                use: [b.yaml]

                """#,
            ],
            expected: #"""
                b.yaml:2:13: error: this bracket is never closed
                    2 | operations: {
                      |             ^
                1 error

                """#
        ),
        LoadingSample(
            "the same name in two used files",
            #"""
            contract: "1"
            use: [b.yaml, c.yaml]

            """#,
            files: ["b.yaml": oneOfEach, "c.yaml": oneOfEach],
            expected: #"""
                a.yaml:2:15: error: "failure" is defined in b.yaml:8:1 and in c.yaml:8:1
                    2 | use: [b.yaml, c.yaml]
                      |               ^^^^^^
                a.yaml:2:15: error: document "d" is defined in b.yaml:2:9 and in c.yaml:2:9
                    2 | use: [b.yaml, c.yaml]
                      |               ^^^^^^
                a.yaml:2:15: error: encoding "e" is defined in b.yaml:7:14 and in c.yaml:7:14
                    2 | use: [b.yaml, c.yaml]
                      |               ^^^^^^
                a.yaml:2:15: error: error "E" is defined in b.yaml:12:11 and in c.yaml:12:11
                    2 | use: [b.yaml, c.yaml]
                      |               ^^^^^^
                a.yaml:2:15: error: operation "o" is defined in b.yaml:11:15 and in c.yaml:11:15
                    2 | use: [b.yaml, c.yaml]
                      |               ^^^^^^
                a.yaml:2:15: error: schema "S" is defined in b.yaml:9:12 and in c.yaml:9:12
                    2 | use: [b.yaml, c.yaml]
                      |               ^^^^^^
                a.yaml:2:15: error: security scheme "s" is defined in b.yaml:6:20 and in c.yaml:6:20
                    2 | use: [b.yaml, c.yaml]
                      |               ^^^^^^
                a.yaml:2:15: error: state "p" is defined in b.yaml:10:11 and in c.yaml:10:11
                    2 | use: [b.yaml, c.yaml]
                      |               ^^^^^^
                a.yaml:2:15: error: target "t" is defined in b.yaml:3:12 and in c.yaml:3:12
                    2 | use: [b.yaml, c.yaml]
                      |               ^^^^^^
                a.yaml:2:15: error: value "l" is defined in b.yaml:5:8 and in c.yaml:5:8
                    2 | use: [b.yaml, c.yaml]
                      |               ^^^^^^
                a.yaml:2:15: error: variable "v" is defined in b.yaml:4:14 and in c.yaml:4:14
                    2 | use: [b.yaml, c.yaml]
                      |               ^^^^^^
                11 errors

                """#
        ),
        LoadingSample(
            "the same name as in a used file",
            #"""
            contract: "1"
            use: [b.yaml]
            docs: { d: {} }
            targets: { t: {} }
            variables: { v: 2 }
            let: { l: 1 }
            securitySchemes: { s: { type: apiKey, headers: { X: y } } }
            encodings: { e: {} }
            failure: { when: { status: { gte: 400 } } }
            schemas: { S: {} }
            states: { p: {} }
            operations: { o: { request: { path: /o } } }
            errors: { E: {} }

            """#,
            files: ["b.yaml": oneOfEach],
            expected: #"""
                a.yaml:6:8: error: value "l" is already defined in b.yaml:5:8
                    6 | let: { l: 1 }
                      |        ^
                   hint: of a used file, only docs, targets and variables may be overridden
                a.yaml:7:20: error: security scheme "s" is already defined in b.yaml:6:20
                    7 | securitySchemes: { s: { type: apiKey, headers: { X: y } } }
                      |                    ^
                   hint: of a used file, only docs, targets and variables may be overridden
                a.yaml:8:14: error: encoding "e" is already defined in b.yaml:7:14
                    8 | encodings: { e: {} }
                      |              ^
                   hint: of a used file, only docs, targets and variables may be overridden
                a.yaml:9:1: error: "failure" is already defined in b.yaml:8:1
                    9 | failure: { when: { status: { gte: 400 } } }
                      | ^^^^^^^
                a.yaml:10:12: error: schema "S" is already defined in b.yaml:9:12
                   10 | schemas: { S: {} }
                      |            ^
                   hint: of a used file, only docs, targets and variables may be overridden
                a.yaml:11:11: error: state "p" is already defined in b.yaml:10:11
                   11 | states: { p: {} }
                      |           ^
                   hint: of a used file, only docs, targets and variables may be overridden
                a.yaml:12:15: error: operation "o" is already defined in b.yaml:11:15
                   12 | operations: { o: { request: { path: /o } } }
                      |               ^
                   hint: of a used file, only docs, targets and variables may be overridden
                a.yaml:13:11: error: error "E" is already defined in b.yaml:12:11
                   13 | errors: { E: {} }
                      |           ^
                   hint: of a used file, only docs, targets and variables may be overridden
                8 errors

                """#
        ),
    ]
}
