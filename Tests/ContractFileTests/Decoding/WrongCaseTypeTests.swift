import Testing

struct WrongCaseTypeTests {
    @Test(
        "A value of a wrong kind in a case is an error that says what was expected",
        arguments: Self.samples
    )
    func types(sample: LoadingSample) {
        #expect(sample.diagnosis == sample.expected)
    }

    private static let samples: [LoadingSample] = [
        LoadingSample(
            "of keys of a case",
            #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
            cases:
              a: { steps: {} }
              b: { steps: [] }
              c: { steps: [1, { call: [] }, {}, { call: send, request: { path: /x } }], tags: {}, given: 1, let: [], setup: x, teardown: 1, waived: 1, basis: sure, covers: [{}] }
              d: { given: [{ s: 1 }], rows: [1, 2], steps: [{ call: send }] }
              e: { rows: [], steps: [{ call: send }] }
              f: {}
            states: { s: {} }

            """#,
            expected: #"""
                a.yaml:6:15: error: expected a list of steps, got mapping
                    6 |   a: { steps: {} }
                      |               ^^
                a.yaml:7:15: error: a case has at least one step
                    7 |   b: { steps: [] }
                      |               ^^
                a.yaml:8:16: error: expected a mapping, got integer 1
                    8 |   c: { steps: [1, { call: [] }, {}, { call: send, request: { path: /x } }], tags: {}, gi…
                      |                ^
                a.yaml:8:27: error: expected a string, got sequence
                    8 |   c: { steps: [1, { call: [] }, {}, { call: send, request: { path: /x } }], tags: {}, gi…
                      |                           ^^
                a.yaml:8:33: error: expected exactly one of call, request, join in a step, got none
                    8 | …c: { steps: [1, { call: [] }, {}, { call: send, request: { path: /x } }], tags: {}, give…
                      |                                ^^
                a.yaml:8:51: error: expected exactly one of call, request, join in a step, got "call" and "request"
                    8 | …call: [] }, {}, { call: send, request: { path: /x } }], tags: {}, given: 1, let: [], set…
                      |                                ^^^^^^^
                a.yaml:8:83: error: expected a string, got mapping
                    8 | …quest: { path: /x } }], tags: {}, given: 1, let: [], setup: x, teardown: 1, waived: 1, b…
                      |                                ^^
                a.yaml:8:94: error: expected a state, or { state: { parameter: value } }, got integer 1
                    8 | …th: /x } }], tags: {}, given: 1, let: [], setup: x, teardown: 1, waived: 1, basis: sure,…
                      |                                ^
                a.yaml:8:102: error: expected a mapping, got sequence
                    8 | … }], tags: {}, given: 1, let: [], setup: x, teardown: 1, waived: 1, basis: sure, covers:…
                      |                                ^^
                a.yaml:8:113: error: expected a list of steps, got string "x"
                    8 | …gs: {}, given: 1, let: [], setup: x, teardown: 1, waived: 1, basis: sure, covers: [{}] }
                      |                                    ^
                a.yaml:8:126: error: expected a list of steps, got integer 1
                    8 | …gs: {}, given: 1, let: [], setup: x, teardown: 1, waived: 1, basis: sure, covers: [{}] }
                      |                                                 ^
                a.yaml:8:137: error: expected a reason, or { reason, until }, got integer 1
                    8 | …gs: {}, given: 1, let: [], setup: x, teardown: 1, waived: 1, basis: sure, covers: [{}] }
                      |                                                            ^
                a.yaml:8:147: error: expected one of documented, observed, inferred, recommended, got "sure"
                    8 | …gs: {}, given: 1, let: [], setup: x, teardown: 1, waived: 1, basis: sure, covers: [{}] }
                      |                                                                      ^^^^
                a.yaml:8:162: error: expected a promise such as send/NAME, got mapping
                    8 | …gs: {}, given: 1, let: [], setup: x, teardown: 1, waived: 1, basis: sure, covers: [{}] }
                      |                                                                                     ^^
                a.yaml:9:21: error: expected a mapping of parameters, got integer 1
                    9 |   d: { given: [{ s: 1 }], rows: [1, 2], steps: [{ call: send }] }
                      |                     ^
                a.yaml:9:34: error: expected a mapping, got integer 1
                    9 |   d: { given: [{ s: 1 }], rows: [1, 2], steps: [{ call: send }] }
                      |                                  ^
                a.yaml:9:37: error: expected a mapping, got integer 2
                    9 |   d: { given: [{ s: 1 }], rows: [1, 2], steps: [{ call: send }] }
                      |                                     ^
                a.yaml:10:14: error: "rows" is empty, so nothing would run
                   10 |   e: { rows: [], steps: [{ call: send }] }
                      |              ^^
                a.yaml:11:6: error: missing key "steps" in case "f"
                   11 |   f: {}
                      |      ^^
                19 errors

                """#
        ),
        LoadingSample(
            "of keys of a step",
            #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
            cases:
              a:
                setup: [{ call: send, covers: send }]
                steps:
                  - call: send
                    name: 1
                    set: []
                    unset: { a: b }
                    tamper: 1
                    let: 1
                    expect: 1
                    covers: [[]]
                    captures: []
                    eventually: 1s
                    repeat: 0
                    delay: 10
                    timeout: 5 s
                  - { call: send, eventually: { every: 1w }, captures: { a: 1, b: {}, c: { body: x } } }

            """#,
            expected: #"""
                a.yaml:7:27: error: setup and teardown cannot cover promises; only "steps" are checked
                    7 |     setup: [{ call: send, covers: send }]
                      |                           ^^^^^^
                a.yaml:10:15: error: expected a string, got integer 1
                   10 |         name: 1
                      |               ^
                   hint: quote this: "1"
                a.yaml:11:14: error: expected a mapping of JSON Pointers to values, got sequence
                   11 |         set: []
                      |              ^^
                a.yaml:12:16: error: expected a JSON Pointer such as /json/message, got mapping
                   12 |         unset: { a: b }
                      |                ^^^^^^^^
                a.yaml:13:17: error: expected a mapping, got integer 1
                   13 |         tamper: 1
                      |                 ^
                a.yaml:14:14: error: expected a mapping, got integer 1
                   14 |         let: 1
                      |              ^
                a.yaml:15:17: error: expected a mapping, got integer 1
                   15 |         expect: 1
                      |                 ^
                a.yaml:16:18: error: expected a promise such as send/NAME, got sequence
                   16 |         covers: [[]]
                      |                  ^^
                a.yaml:17:19: error: expected a mapping, got sequence
                   17 |         captures: []
                      |                   ^^
                a.yaml:18:21: error: expected a mapping, got string "1s"
                   18 |         eventually: 1s
                      |                     ^^
                   hint: write eventually: { within: 1s }
                a.yaml:19:17: error: expected an integer from 1 to 100000, got 0
                   19 |         repeat: 0
                      |                 ^
                a.yaml:20:16: error: expected a time such as 200ms, 10s or 3m, got integer 10
                   20 |         delay: 10
                      |                ^^
                   hint: a time is a number and us, ms, s, m, h or d
                a.yaml:21:18: error: expected a time such as 200ms, 10s or 3m, got string "5 s"
                   21 |         timeout: 5 s
                      |                  ^^^
                   hint: a time is a number and us, ms, s, m, h or d
                a.yaml:22:35: error: "eventually" needs "within" or "tries"
                   22 | …  - { call: send, eventually: { every: 1w }, captures: { a: 1, b: {}, c: { body: x } } }
                      |                                ^^^^^^^^^^^^^
                   hint: write eventually: { within: 10s }
                a.yaml:22:44: error: expected a time such as 200ms, 10s or 3m, got string "1w"
                   22 | …  - { call: send, eventually: { every: 1w }, captures: { a: 1, b: {}, c: { body: x } } }
                      |                                         ^^
                   hint: a time is a number and us, ms, s, m, h or d
                a.yaml:22:65: error: expected a query, got integer 1
                   22 | …  - { call: send, eventually: { every: 1w }, captures: { a: 1, b: {}, c: { body: x } } }
                      |                                                              ^
                   hint: write a: { header: 1 }
                a.yaml:22:71: error: no query in a capture
                   22 | …  - { call: send, eventually: { every: 1w }, captures: { a: 1, b: {}, c: { body: x } } }
                      |                                                                    ^^
                   hint: known: header, cookie, jsonpath, xpath, form, certificate, status, version, body, bytes, sha256, duration, redirect, url, method, path
                a.yaml:22:86: error: "body" takes no argument, got string "x"
                   22 | …  - { call: send, eventually: { every: 1w }, captures: { a: 1, b: {}, c: { body: x } } }
                      |                                                                                   ^
                   hint: write body: true
                18 errors

                """#
        ),
        LoadingSample(
            "of keys of an expectation",
            #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
            cases:
              a:
                steps:
                  - { call: send, expect: { status: [], error: [], transport: never, signed: 1, schema: 1, asserts: 1, basis: x } }
                  - { call: send, expect: { status: "200", error: {}, asserts: [1, {}, { status: 700 }] } }

            """#,
            expected: #"""
                a.yaml:8:41: error: expected a status from 100 to 599, or a predicate, got sequence
                    8 | …call: send, expect: { status: [], error: [], transport: never, signed: 1, schema: 1, ass…
                      |                                ^^
                a.yaml:8:52: error: expected the name of an error, got sequence
                    8 | … expect: { status: [], error: [], transport: never, signed: 1, schema: 1, asserts: 1, ba…
                      |                                ^^
                a.yaml:8:67: error: expected one of refused, dns, unreachable, timeout, reset, empty, tls, truncated, malformed, too-large, proxy, cancelled, other, got "never"
                    8 | … status: [], error: [], transport: never, signed: 1, schema: 1, asserts: 1, basis: x } }
                      |                                     ^^^^^
                a.yaml:8:82: error: expected true, false or optional, got integer 1
                    8 | … status: [], error: [], transport: never, signed: 1, schema: 1, asserts: 1, basis: x } }
                      |                                                    ^
                a.yaml:8:93: error: schema: expected a schema (an object or a boolean), got 1
                    8 | … status: [], error: [], transport: never, signed: 1, schema: 1, asserts: 1, basis: x } }
                      |                                                               ^
                a.yaml:8:105: error: expected a mapping, got integer 1
                    8 | … status: [], error: [], transport: never, signed: 1, schema: 1, asserts: 1, basis: x } }
                      |                                                                           ^
                a.yaml:8:115: error: expected one of documented, observed, inferred, recommended, got "x"
                    8 | … status: [], error: [], transport: never, signed: 1, schema: 1, asserts: 1, basis: x } }
                      |                                                                                     ^
                a.yaml:9:41: error: expected a status from 100 to 599, or a predicate, got string "200"
                    9 | … { call: send, expect: { status: "200", error: {}, asserts: [1, {}, { status: 700 }] } }
                      |                                   ^^^^^
                a.yaml:9:55: error: missing key "id" in an error
                    9 | … { call: send, expect: { status: "200", error: {}, asserts: [1, {}, { status: 700 }] } }
                      |                                                 ^^
                a.yaml:9:69: error: expected a mapping, got integer 1
                    9 | … { call: send, expect: { status: "200", error: {}, asserts: [1, {}, { status: 700 }] } }
                      |                                                               ^
                a.yaml:9:72: error: no query in an assert
                    9 | … { call: send, expect: { status: "200", error: {}, asserts: [1, {}, { status: 700 }] } }
                      |                                                                  ^^
                   hint: known: header, cookie, jsonpath, xpath, form, certificate, status, version, body, bytes, sha256, duration, redirect, url, method, path
                a.yaml:9:86: error: expected a status from 100 to 599, or a predicate, got integer 700
                    9 | … { call: send, expect: { status: "200", error: {}, asserts: [1, {}, { status: 700 }] } }
                      |                                                                                ^^^
                12 errors

                """#
        ),
        LoadingSample(
            "of a doc pointer that a row fills in",
            #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
            cases: { a: { rows: [{ a: [1] }], doc: "{{a}}", steps: [{ call: send }] } }

            """#,
            expected: #"""
                a.yaml:5:27: error: expected a pointer such as "objc#Heading", got sequence
                    5 | cases: { a: { rows: [{ a: [1] }], doc: "{{a}}", steps: [{ call: send }] } }
                      |                           ^^^
                1 error

                """#
        ),
    ]
}
