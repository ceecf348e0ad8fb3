/// Samples for security schemes, their signatures, and encodings.
enum SecuritySamples {
    static let accepted: [EditorSample] = [
        EditorSample.lines(
            .scheme,
            #"""
            { type: hmac, key: a, stringToSign: b, into: { header: X } }
            { type: hmac, algorithm: sha512, key: 1, encode: hex, headers: {}, query: { a: 1 }, parameters: [], stringToSign: b, into: { query: s } }
            { type: apiKey, headers: { A: b } }
            { type: apiKey, headers: {}, query: { a: b } }
            { type: http, scheme: bearer, token: a }
            { type: http, scheme: basic, username: a, password: 1 }
            """#
        ),
        EditorSample.lines(
            .parameter,
            #"""
            { name: a, value: 1 }
            { header: A }
            { query: "*" }
            { query: a, methods: [GET] }
            """#
        ),
        EditorSample.lines(
            .responseSignature,
            #"""
            { header: X, stringToSign: "{{stringToSign}}{{response.body}}" }
            { header: X, stringToSign: a, emptyBody: b, basis: observed, doc: guide#A }
            """#
        ),
        EditorSample.lines(
            .encoding,
            #"""
            {}
            { space: "%20", keep: all }
            """#
        ),
    ].flatMap(\.self)

    static let refused: [EditorSample] = [
        EditorSample.lines(
            .scheme,
            #"""
            null
            {}
            { type: hamc }
            { type: [hmac] }
            { type: hmac, stringToSign: b, into: { header: X } }
            { type: hmac, key: a, into: { header: X } }
            { type: hmac, key: a, stringToSign: b }
            { type: hmac, key: a, stringToSign: b, into: { header: X }, algorithm: md5 }
            { type: hmac, key: a, stringToSign: b, into: { header: X }, encode: base32 }
            { type: hmac, key: a, stringToSign: b, into: { header: X }, parameters: {} }
            { type: hmac, key: a, stringToSign: b, into: { header: X }, token: c }
            { type: hmac, key: [a], stringToSign: b, into: { header: X } }
            { type: apiKey }
            { type: apiKey, headers: {} }
            { type: apiKey, key: a }
            { type: http }
            { type: http, scheme: digest }
            { type: http, scheme: bearer }
            { type: http, scheme: basic, username: a }
            { type: http, scheme: bearer, token: a, username: b }
            """#
        ),
        EditorSample.lines(
            .parameter,
            #"""
            null
            a
            {}
            { name: a }
            { name: 1, value: a }
            { header: "" }
            { header: A, query: b }
            { header: A, methods: [GET] }
            { query: a, methods: GET }
            { query: a, value: b }
            """#
        ),
        EditorSample.lines(
            .into,
            #"""
            null
            header
            {}
            { header: 1 }
            { header: A, query: b }
            { cookie: c }
            """#
        ),
        EditorSample.lines(
            .responseSignature,
            #"""
            null
            {}
            { header: X }
            { stringToSign: a }
            { header: 1, stringToSign: a }
            { header: X, stringToSign: a, into: b }
            { header: X, stringToSign: a, basis: sure }
            { header: X, stringToSign: a, emptyBody: }
            """#
        ),
        EditorSample.lines(
            .encoding,
            #"""
            null
            { space: _ }
            { keep: 1 }
            { keeps: all }
            """#
        ),
    ].flatMap(\.self)
}
