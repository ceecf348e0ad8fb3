/// Samples for operations and what they promise.
enum OperationSamples {
    static let accepted: [EditorSample] = [
        EditorSample.lines(
            .operation,
            #"""
            { request: { path: / } }
            { request: { path: / }, summary: S, doc: guide#A, basis: inferred, tags: [a, b], target: api, untestable: because, x-note: 1 }
            { request: { path: / }, tags: a, responses: {}, promises: {}, errors: [] }
            { request: { path: / }, errors: [E400008] }
            { request: { path: / }, responses: { "201": {}, 2xx: {}, default: {}, x-a: 1 } }
            { request: { path: / }, promises: { p: {}, x-note: 1 } }
            """#
        ),
        EditorSample.lines(
            .response,
            #"""
            {}
            { summary: S, doc: guide, basis: observed, status: 201, signed: false, schema: true }
            { like: null, contains: [1], equals: text, asserts: [] }
            { asserts: { header: A, exists: true } }
            """#
        ),
        EditorSample.lines(
            .promise,
            #"""
            {}
            { summary: S, doc: guide, basis: observed, error: E400008, expect: {}, waived: r }
            { untestable: because, x-a: b }
            """#
        ),
        EditorSample.lines(
            .errorReference,
            #"""
            { id: E400008 }
            { id: E400008, basis: inferred, message: [a, 1] }
            { id: E400008, message: Bad. }
            """#
        ),
        EditorSample.lines(
            .waiver,
            #"""
            because
            { reason: because }
            { reason: because, until: 2027-06-30 }
            { reason: because, x-by: me }
            """#
        ),
        EditorSample.lines(
            .rows,
            #"""
            [{ a: 1 }]
            [{ a: [1] }, {}]
            { csv: rows.csv }
            """#
        ),
    ].flatMap(\.self)

    static let refused: [EditorSample] = [
        EditorSample.lines(
            .operation,
            #"""
            null
            {}
            { request: }
            { request: / }
            { request: { path: / }, respond: {} }
            { request: { path: / }, basis: sure }
            { request: { path: / }, basis: 1 }
            { request: { path: / }, tags: 1 }
            { request: { path: / }, tags: [1] }
            { request: { path: / }, target: 1 }
            { request: { path: / }, doc: }
            { request: { path: / }, summary: [] }
            { request: { path: / }, errors: E400008 }
            { request: { path: / }, errors: [{ id: E400008 }] }
            { request: { path: / }, errors: [null] }
            { request: { path: / }, promises: [a] }
            { request: { path: / }, promises: { p: } }
            { request: { path: / }, promises: { "a b": {} } }
            { request: { path: / }, responses: [] }
            { request: { path: / }, responses: { "201": } }
            { request: { path: / }, responses: { "20": {} } }
            { request: { path: / }, responses: { "601": {} } }
            { request: { path: / }, responses: { +20: {} } }
            { request: { path: / }, untestable: "" }
            """#
        ),
        EditorSample.lines(
            .response,
            #"""
            true
            { error: E400008 }
            { transport: timeout }
            { requests: 0 }
            { body: a }
            { signed: maybe }
            { signed: }
            { status: ok }
            { status: 99 }
            { schema: text }
            { asserts: text }
            { basis: [observed] }
            """#
        ),
        EditorSample.lines(
            .promise,
            #"""
            null
            { errors: E400008 }
            { error: }
            { error: [E400008] }
            { expect: }
            { expect: [] }
            { waived: true }
            { basis: }
            { tags: [a] }
            """#
        ),
        EditorSample.lines(
            .errorReference,
            #"""
            {}
            { message: [a] }
            { id: }
            { id: [E400008] }
            { id: E400008, code: 1 }
            { id: E400008, message: }
            { id: E400008, message: { a: b } }
            { id: E400008, basis: sure }
            """#
        ),
        EditorSample.lines(
            .waiver,
            #"""
            null
            ""
            1
            []
            {}
            { until: 2027-06-30 }
            { reason: }
            { reason: 1 }
            { reason: "" }
            { reason: a, until: 30.6.2027 }
            { reason: a, until: 2027-13-01 }
            { reason: a, untill: 2027-06-30 }
            { reason: a, until: 2027 }
            """#
        ),
        EditorSample.lines(
            .rows,
            #"""
            null
            []
            {}
            [1]
            [null]
            [[a]]
            rows.csv
            { csv: }
            { csv: "" }
            { csv: rows.csv, header: true }
            [{ now: 1 }]
            [{ "a b": 1 }]
            """#
        ),
    ].flatMap(\.self)
}
