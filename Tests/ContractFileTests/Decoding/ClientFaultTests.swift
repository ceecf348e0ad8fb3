import Testing

struct ClientFaultTests {
    @Test(
        "What is wrong with a client, its calls and the steps that make them is found, with its place",
        arguments: Self.samples
    )
    func faults(sample: LoadingSample) {
        #expect(sample.diagnosis == sample.expected)
    }

    private static let samples: [LoadingSample] = [
        LoadingSample(
            "names, arguments and keys that do not go together",
            #"""
            contract: "1"
            operations:
              send: { request: { method: POST, path: /send }, promises: { fast: {} } }
            client:
              state: { token: null, user: null }
              let: { owner: { first: [{ when: { state: usr, equals: 1 }, value: a }, "{{tokn}}"] } }
              errors: { failed: {}, busy: {} }
              requires: [{ argument: a, equals: 1, else: failed }, { request: url, startsWith: h, else: fail }]
              outcomes: [{ when: { transport: timeot }, error: failed }, { when: { result: $, equals: 1 }, error: busy }]
            calls:
              send: {}
              register:
                arguments: { name: { type: string }, token: {} }
                requires: [{ argument: nam, equals: a, else: failed }, { exclusive: "{{nam}}", else: busy, empty: true }]
                performs:
                  - { when: { state: usr, equals: 1 }, call: sent, captures: { id: { jsonpath: $.id } } }
                  - { call: send, path: "/{{idd}}" }
                then: { tokn: "{{id}}" }
                errors: [faild]
              mark: { local: kept in the app, errors: [failed] }
            cases:
              a: { clients: { one: { usr: 1 }, two: {} }, steps: [{ call: register, as: thre, arguments: { nam: a } }, { call: register, arguments: { name: 1 } }] }
              b: { steps: [{ call: register, arguments: { name: a }, set: { /json/a: 1 }, covers: send/fast }, { call: send, covers: register/failed, as: one }] }
              c: { steps: [{ call: send, background: x, expect: {} }, { join: y }, { call: mark }, { call: send, expect: { asserts: [{ state: user, exists: true }] } }] }

            """#,
            expected: #"""
                a.yaml:6:44: error: unknown state of the client "usr"
                    6 |   let: { owner: { first: [{ when: { state: usr, equals: 1 }, value: a }, "{{tokn}}"] } }
                      |                                            ^^^
                   hint: did you mean "user"?
                a.yaml:6:77: error: "tokn" is not defined
                    6 |   let: { owner: { first: [{ when: { state: usr, equals: 1 }, value: a }, "{{tokn}}"] } }
                      |                                                                             ^^^^
                   hint: did you mean "token"?
                a.yaml:8:16: error: "argument" requires a call of a client
                    8 |   requires: [{ argument: a, equals: 1, else: failed }, { request: url, startsWith: h, el…
                      |                ^^^^^^^^
                a.yaml:8:93: error: unknown error of the client "fail"
                    8 | … [{ argument: a, equals: 1, else: failed }, { request: url, startsWith: h, else: fail }]
                      |                                                                                   ^^^^
                   hint: did you mean "failed"?
                a.yaml:9:35: error: expected one of refused, dns, unreachable, timeout, reset, empty, tls, truncated, malformed, too-large, proxy, cancelled, other, got "timeot"
                    9 | …tcomes: [{ when: { transport: timeot }, error: failed }, { when: { result: $, equals: 1 …
                      |                                ^^^^^^
                   hint: did you mean "timeout"?
                a.yaml:9:72: error: "result" is known only after a call
                    9 | …{ transport: timeot }, error: failed }, { when: { result: $, equals: 1 }, error: busy }]
                      |                                                    ^^^^^^
                a.yaml:11:3: error: "send" is an operation already (a.yaml:3:3)
                   11 |   send: {}
                      |   ^^^^
                   hint: calls and operations share their names
                a.yaml:13:42: error: "token" is a name of the client already
                   13 |     arguments: { name: { type: string }, token: {} }
                      |                                          ^^^^^
                a.yaml:14:28: error: unknown argument "nam"
                   14 |     requires: [{ argument: nam, equals: a, else: failed }, { exclusive: "{{nam}}", else:…
                      |                            ^^^
                   hint: did you mean "name"?
                a.yaml:14:76: error: "nam" is not defined
                   14 | …ment: nam, equals: a, else: failed }, { exclusive: "{{nam}}", else: busy, empty: true }]
                      |                                                        ^^^
                   hint: did you mean "name"?
                a.yaml:14:96: error: "empty" cannot be combined with "exclusive"
                   14 | …ment: nam, equals: a, else: failed }, { exclusive: "{{nam}}", else: busy, empty: true }]
                      |                                                                            ^^^^^
                a.yaml:16:26: error: unknown state of the client "usr"
                   16 |       - { when: { state: usr, equals: 1 }, call: sent, captures: { id: { jsonpath: $.id …
                      |                          ^^^
                   hint: did you mean "user"?
                a.yaml:16:50: error: unknown operation "sent"
                   16 | … - { when: { state: usr, equals: 1 }, call: sent, captures: { id: { jsonpath: $.id } } }
                      |                                              ^^^^
                   hint: did you mean "send"?
                a.yaml:17:33: error: "idd" is not defined
                   17 |       - { call: send, path: "/{{idd}}" }
                      |                                 ^^^
                   hint: did you mean "id"?
                a.yaml:18:13: error: unknown state of the client "tokn"
                   18 |     then: { tokn: "{{id}}" }
                      |             ^^^^
                   hint: did you mean "token"?
                a.yaml:19:14: error: unknown error of the client "faild"
                   19 |     errors: [faild]
                      |              ^^^^^
                   hint: did you mean "failed"?
                a.yaml:20:11: error: a call that is local is listed and never made
                   20 |   mark: { local: kept in the app, errors: [failed] }
                      |           ^^^^^
                   hint: remove requires, performs, then, returns, promises and errors
                a.yaml:22:26: error: unknown state of the client "usr"
                   22 |   a: { clients: { one: { usr: 1 }, two: {} }, steps: [{ call: register, as: thre, argume…
                      |                          ^^^
                   hint: did you mean "user"?
                a.yaml:22:77: error: unknown client "thre"
                   22 | …steps: [{ call: register, as: thre, arguments: { nam: a } }, { call: register, arguments…
                      |                                ^^^^
                   hint: known: one, two
                a.yaml:22:94: error: missing argument "name" of register
                   22 | …egister, as: thre, arguments: { nam: a } }, { call: register, arguments: { name: 1 } }] …
                      |                                ^^^^^^^^^^
                a.yaml:22:96: error: unknown argument of register "nam"
                   22 | …gister, as: thre, arguments: { nam: a } }, { call: register, arguments: { name: 1 } }] }
                      |                                 ^^^
                   hint: did you mean "name"?
                a.yaml:22:108: error: the case has several clients; name one, as in "as: one"
                   22 | …gister, as: thre, arguments: { nam: a } }, { call: register, arguments: { name: 1 } }] }
                      |                                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                a.yaml:22:145: error: argument "name": expected string, got 1
                   22 | …gister, as: thre, arguments: { nam: a } }, { call: register, arguments: { name: 1 } }] }
                      |                                                                                  ^
                a.yaml:23:16: error: "send/fast" is a promise of the server, and this step makes a call of the client
                   23 |   b: { steps: [{ call: register, arguments: { name: a }, set: { /json/a: 1 }, covers: se…
                      |                ^
                a.yaml:23:58: error: "set" changes the request of an operation
                   23 | …ster, arguments: { name: a }, set: { /json/a: 1 }, covers: send/fast }, { call: send, co…
                      |                                ^^^
                   hint: "performs" of the call defines the requests that it sends
                a.yaml:23:122: error: unknown promise "register/failed"
                   23 | …{ /json/a: 1 }, covers: send/fast }, { call: send, covers: register/failed, as: one }] }
                      |                                                             ^^^^^^^^^^^^^^^
                   hint: known: client/busy, client/failed, mark, mark/failed, register, send, send, send/fast
                a.yaml:23:143: error: unknown client "one"
                   23 | …{ /json/a: 1 }, covers: send/fast }, { call: send, covers: register/failed, as: one }] }
                      |                                                                                  ^^^
                   hint: known: client
                a.yaml:24:16: warning: no step joins "x", so it is never checked
                   24 |   c: { steps: [{ call: send, background: x, expect: {} }, { join: y }, { call: mark }, {…
                      |                ^
                   hint: add a step { join: x }
                a.yaml:24:45: error: "expect" cannot be combined with "background"
                   24 | …[{ call: send, background: x, expect: {} }, { join: y }, { call: mark }, { call: send, e…
                      |                                ^^^^^^
                   hint: the step that joins a background step checks it
                a.yaml:24:67: error: unknown step in the background "y"
                   24 | …und: x, expect: {} }, { join: y }, { call: mark }, { call: send, expect: { asserts: [{ s…
                      |                                ^
                   hint: known: x
                a.yaml:24:80: error: "mark" is local, so a step cannot make it
                   24 | …t: {} }, { join: y }, { call: mark }, { call: send, expect: { asserts: [{ state: user, e…
                      |                                ^^^^
                   hint: kept in the app
                30 errors, 1 warning

                """#
        ),
        LoadingSample(
            "a request that shows what a call did, with and without the call before it",
            #"""
            contract: "1"
            operations:
              read: { request: { method: GET, path: /notes }, responses: { "200": {} } }
            client: { state: { last: null } }
            calls:
              save: { performs: [{ call: read }], promises: { kept: {} } }
            cases:
              a: { setup: [{ call: save }], steps: [{ call: read, covers: save/kept }] }
              b: { steps: [{ call: save }, { call: read, covers: [save, save/kept] }] }
              c: { steps: [{ call: read, covers: save/kept }, { call: save }] }

            """#,
            expected: #"""
                a.yaml:10:16: error: "save/kept" is a promise of the client, and no step before this one makes a call of "save"
                   10 |   c: { steps: [{ call: read, covers: save/kept }, { call: save }] }
                      |                ^
                1 error

                """#
        ),
    ]
}
