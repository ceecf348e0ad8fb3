import Testing

struct UndefinedNameTests {
    @Test("A name that nobody defines is found before anything is sent", arguments: Self.samples)
    func undefined(sample: LoadingSample) {
        #expect(sample.diagnosis == sample.expected)
    }

    private static let samples: [LoadingSample] = [
        LoadingSample(
            "that load profiles have",
            #"""
            contract: "1"
            operations:
              send: { request: { method: POST, path: /push } }
            cases:
              a: { steps: [{ call: send, text: "{{run}}" }] }

            """#,
            expected: #"""
                a.yaml:5:39: error: "run" is not defined
                    5 |   a: { steps: [{ call: send, text: "{{run}}" }] }
                      |                                       ^^^
                   hint: {{run}} is for load profiles; use {{hex 8}} for a random text
                1 error

                """#
        ),
        LoadingSample(
            "in a request, with the nearest name",
            #"""
            contract: "1"
            variables: { appKey: abc }
            operations:
              send: { request: { method: POST, path: "/{{appKye}}", headers: { X: "{{nothing}}" }, json: { a: ["{{appKey}}", "b {{aKey}} c"] } } }
            cases:
              a: { steps: [{ call: send }] }
              b: { steps: [{ call: send }] }

            """#,
            expected: #"""
                a.yaml:4:46: error: "appKye" is not defined
                    4 | …st: { method: POST, path: "/{{appKye}}", headers: { X: "{{nothing}}" }, json: { a: ["{{a…
                      |                                ^^^^^^
                   hint: did you mean "appKey"?
                a.yaml:4:74: error: "nothing" is not defined
                    4 | …{{appKye}}", headers: { X: "{{nothing}}" }, json: { a: ["{{appKey}}", "b {{aKey}} c"] } …
                      |                                ^^^^^^^
                   hint: names come from variables, let, rows, states and captures of earlier steps
                a.yaml:4:119: error: "aKey" is not defined
                    4 | …ppKye}}", headers: { X: "{{nothing}}" }, json: { a: ["{{appKey}}", "b {{aKey}} c"] } } }
                      |                                                                          ^^^^
                   hint: did you mean "appKey"?
                3 errors

                """#
        ),
        LoadingSample(
            "in a step: let, edits, tamper, expect, captures, polling",
            #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
            cases:
              a:
                let: { one: "{{two}}", two: 2 }
                steps:
                  - call: send
                    let: { three: "{{one}}{{four}}" }
                    set: { /json/a: "{{five}}" }
                    tamper: { set: { /headers/X: "{{six}}" } }
                    captures: { c: { jsonpath: "$.{{seven}}" } }
                    expect: { status: "{{eight}}", equals: ["{{nine}}"], asserts: [{ header: "{{ten}}", equals: "{{eleven}}{{c}}" }] }
                    eventually: { within: 1s, unless: { status: "{{twelve}}" } }
                  - call: send
                    json: "{{three}}"

            """#,
            expected: #"""
                a.yaml:7:20: error: "two" is not defined
                    7 |     let: { one: "{{two}}", two: 2 }
                      |                    ^^^
                   hint: names come from variables, let, rows, states and captures of earlier steps
                a.yaml:10:33: error: "four" is not defined
                   10 |         let: { three: "{{one}}{{four}}" }
                      |                                 ^^^^
                   hint: names come from variables, let, rows, states and captures of earlier steps
                a.yaml:11:28: error: "five" is not defined
                   11 |         set: { /json/a: "{{five}}" }
                      |                            ^^^^
                   hint: names come from variables, let, rows, states and captures of earlier steps
                a.yaml:12:41: error: "six" is not defined
                   12 |         tamper: { set: { /headers/X: "{{six}}" } }
                      |                                         ^^^
                   hint: names come from variables, let, rows, states and captures of earlier steps
                a.yaml:13:41: error: "seven" is not defined
                   13 |         captures: { c: { jsonpath: "$.{{seven}}" } }
                      |                                         ^^^^^
                   hint: names come from variables, let, rows, states and captures of earlier steps
                a.yaml:14:30: error: "eight" is not defined
                   14 |         expect: { status: "{{eight}}", equals: ["{{nine}}"], asserts: [{ header: "{{ten}…
                      |                              ^^^^^
                   hint: names come from variables, let, rows, states and captures of earlier steps
                a.yaml:14:52: error: "nine" is not defined
                   14 | …tus: "{{eight}}", equals: ["{{nine}}"], asserts: [{ header: "{{ten}}", equals: "{{eleven…
                      |                                ^^^^
                   hint: names come from variables, let, rows, states and captures of earlier steps
                a.yaml:14:85: error: "ten" is not defined
                   14 | …}}", equals: ["{{nine}}"], asserts: [{ header: "{{ten}}", equals: "{{eleven}}{{c}}" }] }
                      |                                                    ^^^
                   hint: names come from variables, let, rows, states and captures of earlier steps
                a.yaml:14:104: error: "eleven" is not defined
                   14 | …}}", equals: ["{{nine}}"], asserts: [{ header: "{{ten}}", equals: "{{eleven}}{{c}}" }] }
                      |                                                                       ^^^^^^
                   hint: names come from variables, let, rows, states and captures of earlier steps
                a.yaml:15:56: error: "twelve" is not defined
                   15 |         eventually: { within: 1s, unless: { status: "{{twelve}}" } }
                      |                                                        ^^^^^^
                   hint: names come from variables, let, rows, states and captures of earlier steps
                a.yaml:17:18: error: "three" is not defined
                   17 |         json: "{{three}}"
                      |                  ^^^^^
                   hint: names come from variables, let, rows, states and captures of earlier steps
                11 errors

                """#
        ),
        LoadingSample(
            "that only a later step captures",
            #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
            cases:
              a:
                setup:
                  - { call: send, captures: { early: { jsonpath: "$.a" } } }
                steps:
                  - { call: send, json: ["{{early}}", "{{late}}"] }
                  - { call: send, captures: { late: { jsonpath: "$.a" } } }
                teardown:
                  - { call: send, json: ["{{early}}", "{{late}}"] }
              b: { steps: [{ call: send, json: "{{early}}" }] }

            """#,
            expected: #"""
                a.yaml:10:46: error: "late" is not defined
                   10 |       - { call: send, json: ["{{early}}", "{{late}}"] }
                      |                                              ^^^^
                   hint: names come from variables, let, rows, states and captures of earlier steps
                a.yaml:14:39: error: "early" is not defined
                   14 |   b: { steps: [{ call: send, json: "{{early}}" }] }
                      |                                       ^^^^^
                   hint: names come from variables, let, rows, states and captures of earlier steps
                2 errors

                """#
        ),
        LoadingSample(
            "in a security scheme that is used",
            #"""
            contract: "1"
            variables: { key: k }
            securitySchemes:
              used: { type: hmac, key: "{{kye}}", stringToSign: "{{request.method}}{{parameters}}{{other}}", into: { header: X }, headers: { Y: "{{headr}}" }, parameters: [{ name: a, value: "{{vlaue}}" }] }
            operations: { send: { request: { path: /p, security: used } } }
            cases: { a: { steps: [{ call: send }] } }

            """#,
            expected: #"""
                a.yaml:4:31: error: "kye" is not defined
                    4 |   used: { type: hmac, key: "{{kye}}", stringToSign: "{{request.method}}{{parameters}}{{o…
                      |                               ^^^
                   hint: did you mean "key"?
                a.yaml:4:88: error: "other" is not defined
                    4 | …quest.method}}{{parameters}}{{other}}", into: { header: X }, headers: { Y: "{{headr}}" }…
                      |                                ^^^^^
                   hint: names come from variables, let, rows, states and captures of earlier steps
                a.yaml:4:136: error: "headr" is not defined
                    4 | …header: X }, headers: { Y: "{{headr}}" }, parameters: [{ name: a, value: "{{vlaue}}" }] …
                      |                                ^^^^^
                   hint: names come from variables, let, rows, states and captures of earlier steps
                a.yaml:4:182: error: "vlaue" is not defined
                    4 | …eader: X }, headers: { Y: "{{headr}}" }, parameters: [{ name: a, value: "{{vlaue}}" }] }
                      |                                                                             ^^^^^
                   hint: names come from variables, let, rows, states and captures of earlier steps
                4 errors

                """#
        ),
        LoadingSample(
            "of the tool's own where it has none",
            #"""
            contract: "1"
            securitySchemes:
              s: { type: hmac, key: "{{request.body}}", stringToSign: "{{request.verb}}{{response.body}}", into: { header: X }, response: { header: X, stringToSign: "{{stringToSign}}{{response.status}}{{parameters.a}}" } }

            """#,
            expected: #"""
                a.yaml:3:25: error: "request.body" is not known here
                    3 |   s: { type: hmac, key: "{{request.body}}", stringToSign: "{{request.verb}}{{response.bo…
                      |                         ^^^^^^^^^^^^^^^^^^
                   hint: only names of variables, let, rows and captures are
                a.yaml:3:59: error: "request.verb" is not known here
                    3 | …equest.body}}", stringToSign: "{{request.verb}}{{response.body}}", into: { header: X }, …
                      |                                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                   hint: known in addition to names of the contract: parameters, request.method, request.host, request.hostname, request.path, request.query, request.sortedQuery, request.canonicalPath, request.canonicalQuery, request.target, request.url, request.bodySha256, request.bodySha256Base64, request.bodyMd5Base64, request.body
                a.yaml:3:59: error: "response.body" is not known here
                    3 | …equest.body}}", stringToSign: "{{request.verb}}{{response.body}}", into: { header: X }, …
                      |                                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                   hint: known in addition to names of the contract: parameters, request.method, request.host, request.hostname, request.path, request.query, request.sortedQuery, request.canonicalPath, request.canonicalQuery, request.target, request.url, request.bodySha256, request.bodySha256Base64, request.bodyMd5Base64, request.body
                a.yaml:3:154: error: "response.status" is not known here
                    3 | …se: { header: X, stringToSign: "{{stringToSign}}{{response.status}}{{parameters.a}}" } }
                      |                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                   hint: known in addition to names of the contract: parameters, request.method, request.host, request.hostname, request.path, request.query, request.sortedQuery, request.canonicalPath, request.canonicalQuery, request.target, request.url, request.bodySha256, request.bodySha256Base64, request.bodyMd5Base64, request.body, response.body, stringToSign
                a.yaml:3:154: error: "parameters.a" is not known here
                    3 | …se: { header: X, stringToSign: "{{stringToSign}}{{response.status}}{{parameters.a}}" } }
                      |                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                   hint: known in addition to names of the contract: parameters, request.method, request.host, request.hostname, request.path, request.query, request.sortedQuery, request.canonicalPath, request.canonicalQuery, request.target, request.url, request.bodySha256, request.bodySha256Base64, request.bodyMd5Base64, request.body, response.body, stringToSign
                5 errors

                """#
        ),
        LoadingSample(
            "in tables that every case uses",
            #"""
            contract: "1"
            targets: { api: { documented: "http://{{host}}", basePath: "/{{version}}" } }
            variables: { version: "{{release}}", release: v1, b: { default: "{{version}}" } }
            let: { c: "{{b}}{{d}}", d: 1 }
            failure: { when: { status: { gte: "{{limit}}" } } }

            """#,
            expected: #"""
                a.yaml:2:41: error: "host" is not defined
                    2 | targets: { api: { documented: "http://{{host}}", basePath: "/{{version}}" } }
                      |                                         ^^^^
                   hint: names come from variables, let, rows, states and captures of earlier steps
                a.yaml:3:26: error: "release" is not defined
                    3 | variables: { version: "{{release}}", release: v1, b: { default: "{{version}}" } }
                      |                          ^^^^^^^
                   hint: names come from variables, let, rows, states and captures of earlier steps
                a.yaml:4:19: error: "d" is not defined
                    4 | let: { c: "{{b}}{{d}}", d: 1 }
                      |                   ^
                   hint: names come from variables, let, rows, states and captures of earlier steps
                a.yaml:5:38: error: "limit" is not defined
                    5 | failure: { when: { status: { gte: "{{limit}}" } } }
                      |                                      ^^^^^
                   hint: names come from variables, let, rows, states and captures of earlier steps
                4 errors

                """#
        ),
        LoadingSample(
            "in what a promise, an error or a response expects",
            #"""
            contract: "1"
            errors: { E1: { message: "no {0}" } }
            operations:
              send:
                request: { path: /p }
                responses: { "200": { contains: { a: "{{one}}" } } }
                promises: { p: { error: { id: E1, message: ["{{two}}"] }, expect: { contains: { a: "{{three}}" } } } }
            cases:
              a: { covers: send/p, steps: [{ call: send }] }
              b: { given: [{ s: { x: "{{four}}" } }], steps: [{ call: send }] }
            states: { s: { parameters: [x], provides: [one] } }

            """#,
            expected: #"""
                a.yaml:7:52: error: "two" is not defined
                    7 | … { error: { id: E1, message: ["{{two}}"] }, expect: { contains: { a: "{{three}}" } } } }
                      |                                   ^^^
                   hint: names come from variables, let, rows, states and captures of earlier steps
                a.yaml:7:91: error: "three" is not defined
                    7 | … { error: { id: E1, message: ["{{two}}"] }, expect: { contains: { a: "{{three}}" } } } }
                      |                                                                          ^^^^^
                   hint: names come from variables, let, rows, states and captures of earlier steps
                a.yaml:10:29: error: "four" is not defined
                   10 |   b: { given: [{ s: { x: "{{four}}" } }], steps: [{ call: send }] }
                      |                             ^^^^
                   hint: names come from variables, let, rows, states and captures of earlier steps
                3 errors

                """#
        ),
        LoadingSample(
            "in set-up and teardown of the file",
            #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
            setup:
              - { call: send, json: "{{a}}", captures: { b: { jsonpath: "$.b" } } }
            teardown:
              - { call: send, json: "{{b}}", captures: { c: { jsonpath: "$.b" } } }
            cases: { a: { steps: [{ call: send, json: ["{{b}}", "{{c}}"] }] } }

            """#,
            expected: #"""
                a.yaml:6:28: error: "a" is not defined
                    6 |   - { call: send, json: "{{a}}", captures: { b: { jsonpath: "$.b" } } }
                      |                            ^
                   hint: names come from variables, let, rows, states and captures of earlier steps
                a.yaml:9:56: error: "c" is not defined
                    9 | cases: { a: { steps: [{ call: send, json: ["{{b}}", "{{c}}"] }] } }
                      |                                                        ^
                   hint: names come from variables, let, rows, states and captures of earlier steps
                2 errors

                """#
        ),
        LoadingSample(
            "in a name, where templates are not filled in",
            #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
            cases: { a: { steps: [{ call: send, json: { "{{a}}": 1 } }] } }

            """#,
            expected: #"""
                a.yaml:5:45: error: a name cannot contain templates, got "{{a}}"
                    5 | cases: { a: { steps: [{ call: send, json: { "{{a}}": 1 } }] } }
                      |                                             ^^^^^^^
                   hint: only columns of `rows` can be inserted into names
                1 error

                """#
        ),
    ]
}
