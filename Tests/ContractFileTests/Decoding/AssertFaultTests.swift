import JSONPaths
import Testing

struct AssertFaultTests {
    @Test("An assert that cannot be meant is refused where it stands", arguments: Self.samples)
    func asserts(sample: LoadingSample) {
        #expect(sample.diagnosis == sample.expected)
    }

    private static let samples: [LoadingSample] = [
        LoadingSample(
            "two queries, two predicates, none",
            #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
            cases:
              a:
                steps:
                  - call: send
                    expect:
                      asserts:
                        - { header: X, jsonpath: "$", exists: true }
                        - { header: X, exists: true, equals: 1 }
                        - { header: X }
                        - { status: 200, gt: 100 }
                        - { body: { contains: a, matches: b } }
                        - { jsonpath: "$.a", not: { gt: 1, lt: 2 } }
                        - { status: }
                        - { equals: 1, filters: [trim] }

            """#,
            expected: #"""
                a.yaml:11:28: error: a second query in an assert
                   11 |             - { header: X, jsonpath: "$", exists: true }
                      |                            ^^^^^^^^
                a.yaml:12:42: error: a second predicate in an assert
                   12 |             - { header: X, exists: true, equals: 1 }
                      |                                          ^^^^^^
                   hint: write one assert for each
                a.yaml:13:15: error: no predicate in an assert
                   13 |             - { header: X }
                      |               ^^^^^^^^^^^^^
                   hint: known: equals, not, gt, gte, lt, lte, startsWith, endsWith, contains, matches, exists, empty, type, count, length, bytes, schema, each, anyOf, sorted, equalsUnordered, isDate, before, after
                a.yaml:14:25: error: "status" has both a value and a predicate; remove one of them
                   14 |             - { status: 200, gt: 100 }
                      |                         ^^^
                a.yaml:15:38: error: a second predicate
                   15 |             - { body: { contains: a, matches: b } }
                      |                                      ^^^^^^^
                   hint: write one assert for each
                a.yaml:16:48: error: a second predicate
                   16 |             - { jsonpath: "$.a", not: { gt: 1, lt: 2 } }
                      |                                                ^^
                   hint: write one assert for each
                a.yaml:17:15: error: no predicate in an assert
                   17 |             - { status: }
                      |               ^^^^^^^^^^^
                   hint: known: equals, not, gt, gte, lt, lte, startsWith, endsWith, contains, matches, exists, empty, type, count, length, bytes, schema, each, anyOf, sorted, equalsUnordered, isDate, before, after
                a.yaml:18:15: error: no query in an assert
                   18 |             - { equals: 1, filters: [trim] }
                      |               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                   hint: known: header, cookie, jsonpath, xpath, form, certificate, status, version, body, bytes, sha256, duration, redirect, url, method, path
                8 errors

                """#
        ),
        LoadingSample(
            "arguments and values that do not suit",
            #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
            cases:
              a:
                steps:
                  - call: send
                    expect:
                      asserts:
                        - { jsonpath: "$.[", exists: true }
                        - { jsonpath: "$.a", matches: "(" }
                        - { jsonpath: "$.a", exists: yes }
                        - { jsonpath: "$.a", type: text }
                        - { jsonpath: "$.a", gt: true }
                        - { jsonpath: "$.a", count: many }
                        - { jsonpath: "$.a", sorted: up }
                        - { jsonpath: "$.a", equalsUnordered: 1 }
                        - { jsonpath: "$.a", anyOf: 1 }
                        - { jsonpath: "$.a", gt: 1, within: 2 }
                        - { jsonpath: "$.a", equals: x, within: 2 }
                        - { header: 1, exists: true }
                        - { bytes: -1 }
                        - { version: [1] }

            """#,
            expected: #"""
                a.yaml:11:27: error: JSONPath "$.[", character 3: expected a member name or "*" after ".", found "["
                   11 |             - { jsonpath: "$.[", exists: true }
                      |                           ^^^^^
                a.yaml:12:43: error: regular expression "(", character 2: expected ")" at the end of a group, found the end
                   12 |             - { jsonpath: "$.a", matches: "(" }
                      |                                           ^^^
                a.yaml:13:42: error: "exists" expects true or false, got "yes"
                   13 |             - { jsonpath: "$.a", exists: yes }
                      |                                          ^^^
                a.yaml:14:40: error: "type" expects one of null, boolean, integer, number, string, array, object, or a list of them, got "text"
                   14 |             - { jsonpath: "$.a", type: text }
                      |                                        ^^^^
                a.yaml:15:38: error: "gt" expects a number or a text, got true
                   15 |             - { jsonpath: "$.a", gt: true }
                      |                                      ^^^^
                a.yaml:16:41: error: expected a number of 0 or more, or a predicate, got string "many"
                   16 |             - { jsonpath: "$.a", count: many }
                      |                                         ^^^^
                a.yaml:17:42: error: "sorted" expects ascending or descending, got "up"
                   17 |             - { jsonpath: "$.a", sorted: up }
                      |                                          ^^
                a.yaml:18:51: error: "equalsUnordered" expects a list, got 1
                   18 |             - { jsonpath: "$.a", equalsUnordered: 1 }
                      |                                                   ^
                a.yaml:19:41: error: expected a list of predicates, got integer 1
                   19 |             - { jsonpath: "$.a", anyOf: 1 }
                      |                                         ^
                a.yaml:20:49: error: "within" requires "equals", got "gt"
                   20 |             - { jsonpath: "$.a", gt: 1, within: 2 }
                      |                                                 ^
                a.yaml:21:42: error: "within" requires two numbers in "equals"
                   21 |             - { jsonpath: "$.a", equals: x, within: 2 }
                      |                                          ^
                a.yaml:22:25: error: expected the argument of "header", got integer 1
                   22 |             - { header: 1, exists: true }
                      |                         ^
                a.yaml:23:24: error: expected a number of 0 or more, or a predicate, got integer -1
                   23 |             - { bytes: -1 }
                      |                        ^^
                a.yaml:24:26: error: expected a scalar or a predicate, got sequence
                   24 |             - { version: [1] }
                      |                          ^^^
                14 errors

                """#
        ),
        LoadingSample(
            "patterns in a path that can never match",
            #"""
            contract: "1"
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
            cases:
              a:
                steps:
                  - call: send
                    captures: { a: { jsonpath: '$[?match(@.a, "\\d")]' } }
                    expect: { asserts: [{ body: { count: 1 }, filters: [parseJson, { jsonpath: '$[?search(@, "(")]' }] }] }

            """#,
            expected: #"""
                a.yaml:9:36: warning: regular expression "\\d", character 2: expected one of ( ) * + - . ? [ \ ] ^ { | } n r t p P after "\", found "d"
                    9 |         captures: { a: { jsonpath: '$[?match(@.a, "\\d")]' } }
                      |                                    ^^^^^^^^^^^^^^^^^^^^^^^
                   hint: match() and search() with an invalid pattern are never true
                a.yaml:10:84: warning: regular expression "(", character 2: expected ")" at the end of a group, found the end
                   10 | …ts: [{ body: { count: 1 }, filters: [parseJson, { jsonpath: '$[?search(@, "(")]' }] }] }
                      |                                                              ^^^^^^^^^^^^^^^^^^^^
                   hint: match() and search() with an invalid pattern are never true
                2 warnings

                """#
        ),
        LoadingSample(
            "a message with places the catalogue does not have",
            #"""
            contract: "1"
            errors: { E1: { message: "Either {0} or {1}." }, E2: {} }
            operations:
              send:
                request: { method: POST, path: /push, json: { a: 1 } }
                promises:
                  a: { error: { id: E1, message: [x, y] } }
                  b: { error: { id: E1, message: [x, y, z] } }
                  c: { error: { id: E2, message: [x] } }
                  d: { error: { id: E2, message: verbatim } }
                  e: { error: { id: E1, message: { a: b } } }

            """#,
            expected: #"""
                a.yaml:8:45: error: the message of error "E1" has no {2}
                    8 |       b: { error: { id: E1, message: [x, y, z] } }
                      |                                             ^
                   hint: it reads "Either {0} or {1}."
                a.yaml:9:38: error: error "E2" has no message to insert 1 into
                    9 |       c: { error: { id: E2, message: [x] } }
                      |                                      ^^^
                a.yaml:11:38: error: expected a text, got mapping
                   11 |       e: { error: { id: E1, message: { a: b } } }
                      |                                      ^^^^^^^^
                3 errors

                """#
        ),
    ]
}
