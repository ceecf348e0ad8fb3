/// Samples for security schemes, their signatures, and encodings.
enum SecuritySamples {
    static let accepted: [EditorSample] = [
        EditorSample.lines(
            .scheme,
            #"""
            { type: hmac, key: a, stringToSign: b, into: { header: X } }
            { type: hmac, algorithm: sha512, key: 1, encode: hex, headers: {}, query: { a: 1 }, parameters: [], stringToSign: b, into: { query: s } }
            { type: hmac, key: [a, "{{now '%Y%m%d'}}", 1], keyEncoding: base64, signedHeaders: [Host], stringToSign: "{{canonicalHeaders}}", into: { header: A, value: "{{signedHeaders}} {{signature}}" } }
            { type: hmac, key: a, canonicalRequest: "{{request.sortedQuery}}", stringToSign: "{{canonicalRequest.sha256}}", into: { header: A }, headers: { D: "{{request.bodySha256Base64}}" } }
            { type: hmac, key: a, stringToSign: "{{request.headers.x-date}} {{request.host}}", into: { query: s, value: "a={{signature}}" } }
            { type: apiKey, headers: { A: b } }
            { type: apiKey, headers: {}, query: { a: b } }
            { type: http, scheme: bearer, token: a }
            { type: http, scheme: basic, username: a, password: 1 }
            { type: http, scheme: digest, username: a, password: 1 }
            { type: jwt, algorithm: RS256, key: a }
            { type: jwt, algorithm: HS256, key: 1, header: {}, claims: { a: [1, { b: null }] }, reuse: 20m, query: { t: "{{accessToken}}" } }
            { type: oauth2, token: { path: /token }, clientId: a, clientSecret: 1 }
            { type: oauth2, token: { path: /token }, clientId: a, clientSecret: b, clientAuthentication: basic, scope: "a b" }
            { type: oauth2, token: { path: /token }, clientId: a, clientSecret: b, scope: [], headers: { A: "{{accessToken}}" } }
            """#
        ),
        EditorSample.lines(
            .tokenRequest,
            #"""
            { path: "" }
            { target: api, path: /a, form: {}, query: {} }
            { path: /a, form: { claims: { json: { a: 1 } } } }
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
            { type: hmac, key: a, stringToSign: b, into: { header: X }, algorithm: md4 }
            { type: hmac, key: a, stringToSign: b, into: { header: X }, encode: base32 }
            { type: hmac, key: a, stringToSign: b, into: { header: X }, parameters: {} }
            { type: hmac, key: a, stringToSign: b, into: { header: X }, token: c }
            { type: hmac, key: [], stringToSign: b, into: { header: X } }
            { type: hmac, key: [[a]], stringToSign: b, into: { header: X } }
            { type: hmac, key: a, keyEncoding: base32, stringToSign: b, into: { header: X } }
            { type: hmac, key: a, signedHeaders: host, stringToSign: b, into: { header: X } }
            { type: hmac, key: a, signedHeaders: [1], stringToSign: b, into: { header: X } }
            { type: hmac, key: a, canonicalRequest: [a], stringToSign: b, into: { header: X } }
            { type: apiKey }
            { type: apiKey, headers: {} }
            { type: apiKey, key: a }
            { type: http }
            { type: http, scheme: digest }
            { type: http, scheme: bearer }
            { type: http, scheme: basic, username: a }
            { type: http, scheme: bearer, token: a, username: b }
            { type: jwt, key: a }
            { type: jwt, algorithm: none, key: a }
            { type: jwt, algorithm: ES256 }
            { type: jwt, algorithm: ES256, key: a, header: { alg: RS256 } }
            { type: jwt, algorithm: ES256, key: a, claims: [iss] }
            { type: jwt, algorithm: ES256, key: a, reuse: 30 }
            { type: jwt, algorithm: ES256, key: a, into: { header: A } }
            { type: oauth2, clientId: a, clientSecret: b }
            { type: oauth2, token: /token, clientId: a, clientSecret: b }
            { type: oauth2, token: { path: /token }, clientSecret: b }
            { type: oauth2, token: { path: /token }, clientId: a }
            { type: oauth2, token: { path: /token }, clientId: a, clientSecret: b, scope: { a: b } }
            { type: oauth2, token: { path: /token }, clientId: a, clientSecret: b, clientAuthentication: none }
            """#
        ),
        EditorSample.lines(
            .tokenRequest,
            #"""
            null
            {}
            { path: token }
            { url: "http://a.example/token" }
            { path: /a, method: GET }
            { path: /a, form: "a=b" }
            { path: /a, form: { a: { b: c } } }
            { path: /a, headers: { a: { b: c } } }
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
            { value: "{{signature}}" }
            { header: A, value: sha256= }
            { header: A, value: 1 }
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
