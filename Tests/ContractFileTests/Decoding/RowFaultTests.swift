import Testing

struct RowFaultTests {
    @Test("What is wrong with rows is told once, however many there are", arguments: Self.samples)
    func rows(sample: LoadingSample) {
        #expect(sample.diagnosis == sample.expected)
    }

    private static let samples: [LoadingSample] = [
        LoadingSample(
            "the same fault in every row",
            #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
            cases:
              a:
                rows: [{ a: 1 }, { a: 2 }, { a: 3 }]
                sumary: x
                steps:
                  - { call: sned, json: "{{nobody}}" }
                  - { call: send, expct: {}, expect: { status: "{{a}}00" } }

            """#,
            expected: #"""
                a.yaml:8:5: error: unknown key "sumary" in case "a"
                    8 |     sumary: x
                      |     ^^^^^^
                   hint: did you mean "summary"?
                a.yaml:10:17: error: unknown operation "sned"
                   10 |       - { call: sned, json: "{{nobody}}" }
                      |                 ^^^^
                   hint: did you mean "send"?
                a.yaml:10:32: error: "nobody" is not defined
                   10 |       - { call: sned, json: "{{nobody}}" }
                      |                                ^^^^^^
                   hint: names come from variables, let, rows, states and captures of earlier steps
                a.yaml:11:23: error: unknown key "expct" in a step
                   11 |       - { call: send, expct: {}, expect: { status: "{{a}}00" } }
                      |                       ^^^^^
                   hint: did you mean "expect"?
                a.yaml:11:52: error: expected a status from 100 to 599, or a predicate, got string "100"
                   11 |       - { call: send, expct: {}, expect: { status: "{{a}}00" } }
                      |                                                    ^^^^^^^^^
                a.yaml:11:52: error: expected a status from 100 to 599, or a predicate, got string "200"
                   11 |       - { call: send, expct: {}, expect: { status: "{{a}}00" } }
                      |                                                    ^^^^^^^^^
                a.yaml:11:52: error: expected a status from 100 to 599, or a predicate, got string "300"
                   11 |       - { call: send, expct: {}, expect: { status: "{{a}}00" } }
                      |                                                    ^^^^^^^^^
                7 errors

                """#
        ),
        LoadingSample(
            "a value of one row that does not fit",
            #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
            cases:
              a:
                rows:
                  - { delay: 1s, id: send }
                  - { delay: 1 second, id: [x] }
                  - { id: "a b" }
                steps:
                  - { call: send, delay: "{{delay}}", json: { "{{id}}": 1, send: 2, text: "in {{delay}} of {{id}}" } }

            """#,
            expected: #"""
                a.yaml:9:18: error: expected a time such as 200ms, 10s or 3m, got string "1 second"
                    9 |       - { delay: 1 second, id: [x] }
                      |                  ^^^^^^^^
                   hint: a time is a number and us, ms, s, m, h or d
                a.yaml:12:51: error: expected a scalar from this row as a key, got sequence
                   12 | …nd, delay: "{{delay}}", json: { "{{id}}": 1, send: 2, text: "in {{delay}} of {{id}}" } }
                      |                                  ^^^^^^^^
                a.yaml:12:64: error: duplicate key "send" with the values of a row
                   12 | …nd, delay: "{{delay}}", json: { "{{id}}": 1, send: 2, text: "in {{delay}} of {{id}}" } }
                      |                                               ^^^^
                a.yaml:12:79: error: "id" is not a scalar in a row, and it is part of the text "in {{delay}} of {{id}}"
                   12 | …nd, delay: "{{delay}}", json: { "{{id}}": 1, send: 2, text: "in {{delay}} of {{id}}" } }
                      |                                                              ^^^^^^^^^^^^^^^^^^^^^^^^
                a.yaml:12:79: error: a row has no "delay", and it is part of the text "in {{delay}} of {{id}}"
                   12 | …nd, delay: "{{delay}}", json: { "{{id}}": 1, send: 2, text: "in {{delay}} of {{id}}" } }
                      |                                                              ^^^^^^^^^^^^^^^^^^^^^^^^
                5 errors

                """#
        ),
        LoadingSample(
            "a CSV file with ragged lines",
            #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
            cases:
              a:
                rows: { csv: devices.csv }
                steps: [{ call: send, json: ["{{token}}", "{{os}}"] }]

            """#,
            files: [
                "devices.csv": #"""
                token,os
                abc,ios
                def
                "g
                h",android,14
                last,"x""y"

                """#
            ],
            expected: #"""
                devices.csv:3:1: error: expected 2 fields as in the first line, got 1
                    3 | def
                      | ^
                devices.csv:4:1: error: expected 2 fields as in the first line, got 3
                    4 | "g
                      | ^
                2 errors

                """#
        ),
        LoadingSample(
            "a CSV file with a value that does not fit",
            #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
            cases:
              a:
                rows: { csv: times.csv }
                steps: [{ call: send, delay: "{{delay}}" }]

            """#,
            files: [
                "times.csv": #"""
                name,delay
                a,1s
                b,soon

                """#
            ],
            expected: #"""
                times.csv:3:1: error: expected a time such as 200ms, 10s or 3m, got string "soon"
                    3 | b,soon
                      | ^
                   hint: a time is a number and us, ms, s, m, h or d
                1 error

                """#
        ),
        LoadingSample(
            "CSV files that are none",
            #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
            cases:
              a: { rows: { csv: quote.csv }, steps: [{ call: send }] }
              b: { rows: { csv: behind.csv }, steps: [{ call: send }] }
              c: { rows: { csv: empty.csv }, steps: [{ call: send }] }
              d: { rows: { csv: header.csv }, steps: [{ call: send }] }
              e: { rows: { csv: twice.csv }, steps: [{ call: send }] }
              f: { rows: { csv: missing.csv }, steps: [{ call: send }] }
              g: { rows: { csv: [] }, steps: [{ call: send }] }
              h: { rows: {}, steps: [{ call: send }] }

            """#,
            files: [
                "quote.csv": #"""
                a
                "b
                c

                """#,
                "behind.csv": #"""
                a,b
                "c"d,e

                """#,
                "empty.csv": "",
                "header.csv": #"""
                a,b

                """#,
                "twice.csv": #"""
                a,b,a
                1,2,3

                """#,
            ],
            expected: #"""
                a.yaml:8:21: error: empty.csv is empty; its first line names the columns
                    8 |   c: { rows: { csv: empty.csv }, steps: [{ call: send }] }
                      |                     ^^^^^^^^^
                a.yaml:9:14: error: "rows" is empty, so nothing would run
                    9 |   d: { rows: { csv: header.csv }, steps: [{ call: send }] }
                      |              ^^^^^^^^^^^^^^^^^^^
                a.yaml:11:21: error: cannot read missing.csv: No such file or directory
                   11 |   f: { rows: { csv: missing.csv }, steps: [{ call: send }] }
                      |                     ^^^^^^^^^^^
                a.yaml:12:21: error: expected the path of a CSV file, got sequence
                   12 |   g: { rows: { csv: [] }, steps: [{ call: send }] }
                      |                     ^^
                a.yaml:13:14: error: missing key "csv" in "rows"
                   13 |   h: { rows: {}, steps: [{ call: send }] }
                      |              ^^
                behind.csv:2:1: error: expected a comma behind the closing quote
                    2 | "c"d,e
                      | ^
                quote.csv:2:1: error: a quote that is never closed
                    2 | "b
                      | ^
                twice.csv:1:1: error: duplicate column "a"
                    1 | a,b,a
                      | ^
                8 errors

                """#
        ),
        LoadingSample(
            "two operations whose rows differ",
            #"""
            contract: "1"
            operations:
              a: { rows: [{ x: ios }, { x: android }], request: { path: "/{{x}}" } }
              b: { rows: [{ x: ios }, { x: web }], request: { path: "/{{x}}" } }
            cases:
              c: { steps: [{ call: a }, { call: b }] }

            """#,
            expected: #"""
                a.yaml:6:37: error: unknown row of b "android"
                    6 |   c: { steps: [{ call: a }, { call: b }] }
                      |                                     ^
                   hint: known: ios, web
                1 error

                """#
        ),
    ]
}
