import Testing

struct WrongRequestTypeTests {
    @Test(
        "A value of a wrong kind in an operation is an error that says what was expected",
        arguments: Self.samples
    )
    func types(sample: LoadingSample) {
        #expect(sample.diagnosis == sample.expected)
    }

    private static let samples: [LoadingSample] = [
        LoadingSample(
            "of values in an operation",
            #"""
            contract: "1"
            operations:
              a:
                doc: []
                tags: 1
                request: []
                responses: { "2000": {}, "20X": {}, "2xx": {}, "2XX": {}, default: a }
                promises: { p: a, q: { error: [], expect: [], untestable: "" } }
                errors: E1
              b: { summary: A, rows: 1, target: [] }
              c: { request: { path: /c }, errors: [[], { id: E1 }, ~], waived: { reason: "", until: 2027-13-01 } }

            """#,
            expected: #"""
                a.yaml:4:10: error: expected a pointer such as "objc#Heading", got sequence
                    4 |     doc: []
                      |          ^^
                a.yaml:5:11: error: expected a string, got integer 1
                    5 |     tags: 1
                      |           ^
                   hint: quote this: "1"
                a.yaml:6:14: error: expected a mapping, got sequence
                    6 |     request: []
                      |              ^^
                a.yaml:7:18: error: expected a status such as "201", "2XX" or default, got "2000"
                    7 |     responses: { "2000": {}, "20X": {}, "2xx": {}, "2XX": {}, default: a }
                      |                  ^^^^^^
                a.yaml:7:30: error: expected a status such as "201", "2XX" or default, got "20X"
                    7 |     responses: { "2000": {}, "20X": {}, "2xx": {}, "2XX": {}, default: a }
                      |                              ^^^^^
                a.yaml:7:52: error: a second rule for 2XX
                    7 |     responses: { "2000": {}, "20X": {}, "2xx": {}, "2XX": {}, default: a }
                      |                                                    ^^^^^
                a.yaml:7:72: error: expected a mapping, got string "a"
                    7 |     responses: { "2000": {}, "20X": {}, "2xx": {}, "2XX": {}, default: a }
                      |                                                                        ^
                a.yaml:8:20: error: expected a mapping, got string "a"
                    8 |     promises: { p: a, q: { error: [], expect: [], untestable: "" } }
                      |                    ^
                a.yaml:8:35: error: expected the name of an error, got sequence
                    8 |     promises: { p: a, q: { error: [], expect: [], untestable: "" } }
                      |                                   ^^
                a.yaml:8:47: error: expected a mapping, got sequence
                    8 |     promises: { p: a, q: { error: [], expect: [], untestable: "" } }
                      |                                               ^^
                a.yaml:8:63: error: expected a reason, got string ""
                    8 |     promises: { p: a, q: { error: [], expect: [], untestable: "" } }
                      |                                                               ^^
                a.yaml:9:13: error: expected a list of errors, got string "E1"
                    9 |     errors: E1
                      |             ^^
                a.yaml:10:6: error: missing key "request" in operation "b"
                   10 |   b: { summary: A, rows: 1, target: [] }
                      |      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                a.yaml:10:26: error: expected a list of mappings, or { csv: FILE }, got integer 1
                   10 |   b: { summary: A, rows: 1, target: [] }
                      |                          ^
                a.yaml:11:40: error: expected the name of an error, got sequence
                   11 | …quest: { path: /c }, errors: [[], { id: E1 }, ~], waived: { reason: "", until: 2027-13-0…
                      |                                ^^
                a.yaml:11:44: error: expected the name of an error, got mapping
                   11 | …t: { path: /c }, errors: [[], { id: E1 }, ~], waived: { reason: "", until: 2027-13-01 } …
                      |                                ^^^^^^^^^^
                a.yaml:11:56: error: expected the name of an error, got null
                   11 | …: { path: /c }, errors: [[], { id: E1 }, ~], waived: { reason: "", until: 2027-13-01 } }
                      |                                           ^
                a.yaml:11:78: error: expected a reason, got string ""
                   11 | …: { path: /c }, errors: [[], { id: E1 }, ~], waived: { reason: "", until: 2027-13-01 } }
                      |                                                                 ^^
                a.yaml:11:89: error: expected a day such as 2027-06-30, got string "2027-13-01"
                   11 | …: { path: /c }, errors: [[], { id: E1 }, ~], waived: { reason: "", until: 2027-13-01 } }
                      |                                                                            ^^^^^^^^^^
                19 errors

                """#
        ),
        LoadingSample(
            "of sections of a request",
            #"""
            contract: "1"
            operations:
              a: { request: { method: "GO T", path: 1, headers: x, params: [], query: 1, form: [], encoding: 1, security: ~ } }
              b: { request: { path: push, url: "ftp://x", text: {}, json: {} } }
              c: { request: { path: /c, multipart: [], query: { a: { b: 1 }, c: [[1]] }, headers: { A: {}, B: [1, { c: 1 }] } } }
              d: { request: { path: /d, multipart: { a: [], b: { type: x }, c: { file: 1 } } } }
              e: { request: { path: /e, file: [] } }
              f: { request: {} }

            """#,
            expected: #"""
                a.yaml:3:27: error: expected a method such as POST, got string "GO T"
                    3 |   a: { request: { method: "GO T", path: 1, headers: x, params: [], query: 1, form: [], e…
                      |                           ^^^^^^
                a.yaml:3:41: error: expected a path, got integer 1
                    3 | …uest: { method: "GO T", path: 1, headers: x, params: [], query: 1, form: [], encoding: 1…
                      |                                ^
                a.yaml:3:53: error: expected a mapping, got string "x"
                    3 | …od: "GO T", path: 1, headers: x, params: [], query: 1, form: [], encoding: 1, security: …
                      |                                ^
                a.yaml:3:64: error: expected a mapping, got sequence
                    3 | …GO T", path: 1, headers: x, params: [], query: 1, form: [], encoding: 1, security: ~ } }
                      |                                      ^^
                a.yaml:3:75: error: expected a mapping, or a text to send as it is, got integer 1
                    3 | …GO T", path: 1, headers: x, params: [], query: 1, form: [], encoding: 1, security: ~ } }
                      |                                                 ^
                a.yaml:3:84: error: expected a mapping, or a text to send as it is, got sequence
                    3 | …GO T", path: 1, headers: x, params: [], query: 1, form: [], encoding: 1, security: ~ } }
                      |                                                          ^^
                a.yaml:3:98: error: expected the name of an encoding, got integer 1
                    3 | …GO T", path: 1, headers: x, params: [], query: 1, form: [], encoding: 1, security: ~ } }
                      |                                                                        ^
                a.yaml:3:111: error: expected the name of a security scheme, got null
                    3 | …GO T", path: 1, headers: x, params: [], query: 1, form: [], encoding: 1, security: ~ } }
                      |                                                                                     ^
                   hint: write security: none
                a.yaml:4:17: error: a request has a path or a url, got both
                    4 |   b: { request: { path: push, url: "ftp://x", text: {}, json: {} } }
                      |                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                a.yaml:4:25: error: a path begins with "/", got "push"
                    4 |   b: { request: { path: push, url: "ftp://x", text: {}, json: {} } }
                      |                         ^^^^
                a.yaml:4:36: error: expected an http or https URL, got string "ftp://x"
                    4 |   b: { request: { path: push, url: "ftp://x", text: {}, json: {} } }
                      |                                    ^^^^^^^^^
                a.yaml:4:53: error: expected a text, got mapping
                    4 |   b: { request: { path: push, url: "ftp://x", text: {}, json: {} } }
                      |                                                     ^^
                a.yaml:4:57: error: a request has one body, got "text" and "json"
                    4 |   b: { request: { path: push, url: "ftp://x", text: {}, json: {} } }
                      |                                                         ^^^^
                a.yaml:5:40: error: expected a mapping, got sequence
                    5 | …quest: { path: /c, multipart: [], query: { a: { b: 1 }, c: [[1]] }, headers: { A: {}, B:…
                      |                                ^^
                a.yaml:5:56: error: expected a scalar or a list of scalars, got mapping
                    5 | …c, multipart: [], query: { a: { b: 1 }, c: [[1]] }, headers: { A: {}, B: [1, { c: 1 }] }…
                      |                                ^^^^^^^^
                   hint: to send JSON, write { json: … }
                a.yaml:5:70: error: expected a scalar or a list of scalars, got sequence
                    5 | …ultipart: [], query: { a: { b: 1 }, c: [[1]] }, headers: { A: {}, B: [1, { c: 1 }] } } }
                      |                                          ^^^
                   hint: to send JSON, write { json: … }
                a.yaml:5:92: error: expected a scalar or a list of scalars, got mapping
                    5 | …ultipart: [], query: { a: { b: 1 }, c: [[1]] }, headers: { A: {}, B: [1, { c: 1 }] } } }
                      |                                                                ^^
                a.yaml:5:103: error: expected a scalar or a list of scalars, got mapping
                    5 | …ultipart: [], query: { a: { b: 1 }, c: [[1]] }, headers: { A: {}, B: [1, { c: 1 }] } } }
                      |                                                                           ^^^^^^^^
                a.yaml:6:52: error: expected exactly one of file, text in a part of a form, got none
                    6 |   d: { request: { path: /d, multipart: { a: [], b: { type: x }, c: { file: 1 } } } }
                      |                                                    ^^^^^^^^^^^
                a.yaml:6:76: error: expected the path of a file, got integer 1
                    6 |   d: { request: { path: /d, multipart: { a: [], b: { type: x }, c: { file: 1 } } } }
                      |                                                                            ^
                a.yaml:7:35: error: expected the path of a file, got sequence
                    7 |   e: { request: { path: /e, file: [] } }
                      |                                   ^^
                a.yaml:8:17: error: missing key "path" in a request
                    8 |   f: { request: {} }
                      |                 ^^
                22 errors

                """#
        ),
    ]
}
