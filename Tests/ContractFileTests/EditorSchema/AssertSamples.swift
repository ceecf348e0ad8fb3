/// Samples for asserts: queries and predicates.
enum AssertSamples {
    static let accepted: [EditorSample] = [
        EditorSample.lines(
            .assertion,
            #"""
            { status: 200 }
            { status: { gte: 400 } }
            { status: , gte: 400 }
            { version: "1.1" }
            { version: 1.1 }
            { body: text }
            { body: { a: 1 } }
            { body: , contains: a }
            { bytes: 0 }
            { bytes: { lt: 10 } }
            { bytes: , lt: 10 }
            { sha256: e3b0 }
            { redirect: "https://a.example/" }
            { redirect: , exists: false }
            { certificate: notAfter, after: "{{now +30d}}" }
            { certificate: "{{appKey}}", contains: localhost }
            { duration: { lt: 100 } }
            { duration: connect, lt: 100 }
            { duration: , lt: 100 }
            { url: { contains: a } }
            { method: POST }
            { path: /a }
            { header: A, exists: true }
            { header: A, bytes: 3 }
            { cookie: "a[Max-Age]", gt: 0 }
            { form: a, equals: b }
            { jsonpath: $.a, equals: }
            { jsonpath: $.a, equals: { b: c } }
            { jsonpath: $.a, equals: 1, within: 0.5 }
            { jsonpath: $.a, not: 1 }
            { jsonpath: $.a, type: [string, "null"] }
            { jsonpath: "$.a[*]", count: 3 }
            { xpath: "//a[@b='{{appKey}}']", count: 3 }
            { jsonpath: "$.a[*]", sorted: descending }
            { jsonpath: $.a, equalsUnordered: [] }
            { doc: guide, basis: observed, jsonpath: $.a, filters: [trim], length: 3, x-note: 1 }
            { jsonpath: $.a, equals: { text: "{{appKey}}" } }
            { jsonpath: $.a, equals: [{ b: "{{appKey}}" }] }
            { jsonpath: $.a, type: ["{{appKey}}"] }
            { jsonpath: $.a, equals: "{{appKey}}", within: "{{clientKey}}" }
            { jsonpath: $.a, isDate: false }
            { jsonpath: $.a, before: "2030-01-01T00:00:00Z" }
            { jsonpath: "{{appKey}}", gt: a }
            { jsonpath: $.a, exists: "{{appKey}}" }
            { status: "{{appKey}}" }
            { jsonpath: $.a, matches: { text: "{{appKey}}" } }
            { header: A, anyOf: [a, { gt: b }] }
            """#
        ),
        EditorSample.lines(
            .predicate,
            #"""
            text
            { startsWith: "1" }
            { not: "1.0" }
            { not: { matches: a } }
            { anyOf: [a, { endsWith: b }] }
            { equals: 1, within: 1 }
            { count: 0 }
            { length: { gte: 1 } }
            { bytes: { not: 0 } }
            { empty: false }
            { schema: true }
            { each: { a: 1 } }
            { each: [1] }
            """#
        ),
        EditorSample.lines(
            .predicateOrValue,
            #"""
            null
            [1]
            {}
            { a: 1 }
            { type: x, other: 1 }
            { type: string }
            { within: 1 }
            { within: 1, a: 2 }
            { not: { not: 1 } }
            { x-a: 1 }
            { equals: 1, x-a: 1 }
            { text: a }
            """#
        ),
    ].flatMap(\.self)

    static let refused: [EditorSample] = [
        EditorSample.lines(
            .assertion,
            #"""
            null
            200
            []
            {}
            { equals: 1 }
            { jsonpath: $.a }
            { header: A }
            { status: }
            { body: }
            { bytes: }
            { method: }
            { duration: }
            { status: ok }
            { status: true }
            { status: 1000 }
            { status: 200, equals: 200 }
            { status: { gte: 400 }, lt: 500 }
            { status: true, equals: 200 }
            { body: text, contains: a }
            { bytes: 3, equals: 3 }
            { bytes: -1 }
            { bytes: 1.5 }
            { bytes: { a: 1 } }
            { version: [a] }
            { version: { a: 1 } }
            { url: {} }
            { duration: soon, lt: 100 }
            { duration: 5, lt: 100 }
            { duration: true, lt: 100 }
            { header: 1, exists: true }
            { header: "", exists: true }
            { header: , exists: true }
            { header: A, bytes: }
            { cookie: [a], exists: true }
            { jsonpath: a, exists: true }
            { jsonpath: 1, exists: true }
            { jsonpath: $.a, header: A, exists: true }
            { status: 200, method: POST }
            { jsonpath: $.a, equals: 1, exists: true }
            { header: A, bytes: 3, equals: a }
            { bytes: , gt: 1, lt: 3 }
            { jsonpath: $.a, equal: 1 }
            { jsonpath: $.a, equals: 1, is: 2 }
            { jsonpath: $.a, gt: 1, within: 1 }
            { status: 200, within: 1 }
            { jsonpath: $.a, equals: a, within: 1 }
            { jsonpath: $.a, equals: , within: 1 }
            { jsonpath: $.a, equals: ["{{appKey}}"], within: 1 }
            { jsonpath: $.a, endsWith: ["{{appKey}}"] }
            { jsonpath: $.a, gt: { a: "{{appKey}}" } }
            { jsonpath: $.a, type: { a: "{{appKey}}" } }
            { jsonpath: $.a, equals: 1, within: often }
            { jsonpath: $.a, equals: 1, within: [1] }
            { jsonpath: $.a, gt: true }
            { jsonpath: $.a, gte: }
            { jsonpath: $.a, lt: [1] }
            { jsonpath: $.a, lte: { a: 1 } }
            { jsonpath: $.a, startsWith: 1 }
            { jsonpath: $.a, endsWith: }
            { jsonpath: $.a, matches: 1 }
            { jsonpath: $.a, exists: "true" }
            { jsonpath: $.a, exists: 1 }
            { jsonpath: $.a, empty: }
            { jsonpath: $.a, type: text }
            { jsonpath: $.a, type: [] }
            { jsonpath: $.a, type: 1 }
            { jsonpath: $.a, count: many }
            { jsonpath: $.a, count: -1 }
            { jsonpath: $.a, count: { a: 1 } }
            { jsonpath: $.a, length: [1] }
            { jsonpath: $.a, schema: 1 }
            { jsonpath: $.a, anyOf: 1 }
            { jsonpath: $.a, anyOf: [] }
            { jsonpath: $.a, anyOf: [{ gt: true }] }
            { jsonpath: $.a, each: { gt: true } }
            { jsonpath: $.a, sorted: up }
            { jsonpath: $.a, sorted: true }
            { jsonpath: $.a, equalsUnordered: 1 }
            { jsonpath: $.a, equalsUnordered: { a: 1 } }
            { jsonpath: $.a, isDate: "yes" }
            { jsonpath: $.a, before: 2030 }
            { jsonpath: $.a, after: }
            { basis: sure, status: 200 }
            { doc: 1, status: 200 }
            { status: 200, filters: trimm }
            { redirect: }
            { redirect: [a], exists: true }
            { certificate: notAfter }
            { certificate: Subject, exists: true }
            { certificate: , exists: true }
            { filters: [trim], exists: true }
            { state: 1, exists: true }
            { state: token }
            { state: token, argument: name, equals: 1 }
            { state: token, header: A, equals: 1 }
            { result: $.a, jsonpath: $.b, equals: 1 }
            { request: 0, method: POST }
            { request: 1 }
            { request: 1, status: 200 }
            { request: url, startsWith: a }
            """#
        ),
        EditorSample.lines(
            .predicate,
            #"""
            {}
            { a: 1 }
            { startsWith: 1 }
            { equals: 1, gt: 1 }
            { gt: 1, within: 1 }
            { within: 1 }
            { not: { a: 1 } }
            { anyOf: [[a]] }
            { anyOf: { a: b } }
            { count: { gt: true } }
            { length: { not: a } }
            { bytes: 1.5 }
            { x-a: 1 }
            { equals: 1, x-a: 1 }
            """#
        ),
        EditorSample.lines(
            .predicateOrValue,
            #"""
            { gt: true }
            { equals: 1, gt: 1 }
            { type: x }
            { gt: 1, within: 1 }
            { not: { exists: 1 } }
            { each: { count: a } }
            """#
        ),
    ].flatMap(\.self)
}
