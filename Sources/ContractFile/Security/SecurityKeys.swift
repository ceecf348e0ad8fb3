import Contract
import Cryptography
import JSON

/// The kinds of security schemes.
enum SchemeType: String, CaseIterable {
    case hmac, apiKey, http, jwt, oauth2
}

/// The ways of HTTP authentication.
enum HTTPScheme: String, CaseIterable {
    case bearer, basic
}

/// The key that says which kind of scheme a mapping is.
struct SchemeTypeKeys: KeyGroup {
    let type = Key("type", NodeDecoder<SchemeType>.choice, required: true)
}

/// The key that says which HTTP authentication a scheme is.
struct HTTPSchemeKeys: KeyGroup {
    let scheme = Key("scheme", NodeDecoder<HTTPScheme>.choice, required: true)
}

struct HMACSchemeKeys: KeyTable {
    static let keys = Self()
    static let name = "hmacScheme"
    static let outline = TableOutline(
        "A keyed hash over a text that is put together from the request.",
        examples: #"""
            - { type: hmac, algorithm: sha256, key: "{{clientKey}}", keyEncoding: text,
                encode: base64, headers: { X-Timestamp: "{{now rfc3339-ms}}" }, query: { v: "2" },
                parameters: [{ header: X-Timestamp }], signedHeaders: [host, x-timestamp],
                canonicalRequest: "{{request.method}}\n{{canonicalHeaders}}\n{{signedHeaders}}\n{{request.bodySha256}}",
                stringToSign: "{{request.method}}\n{{request.path}}\n{{parameters}}\n{{canonicalRequest.sha256}}",
                into: { header: X-Signature }, response: { header: X-Response-Signature,
                stringToSign: "{{stringToSign}}\n{{response.body}}" } }
            """#
    )

    let type = Key(
        "type",
        .only(SchemeType.hmac),
        "Which kind of scheme this is.",
        required: true
    )
    let algorithm = DefaultKey(
        "algorithm",
        .choice,
        default: HashAlgorithm.sha256,
        "sha256",
        "The hash function."
    )
    let key = Key(
        "key",
        .node([
            "type": ["string", "number", "boolean", "array"], "minItems": 1,
            "items": ["$ref": "#/$defs/text"],
        ]),
        "The secret key; of a list the first text signs the second, the result signs the "
            + "third, and the last result is the key.",
        required: true
    )
    let keyEncoding = DefaultKey(
        "keyEncoding",
        .choice,
        default: HMACSignature.KeyEncoding.text,
        "text",
        "How the text of the key becomes its bytes."
    )
    let encode = DefaultKey(
        "encode",
        .choice,
        default: HMACSignature.TextEncoding.base64,
        "base64",
        "How the bytes of the signature become text."
    )
    let headers = Key("headers", .node("fields"), "Header fields that are added before signing.")
    let query = Key("query", .node("fields"), "Query fields that are added before signing.")
    let parameters = Key(
        "parameters",
        .node(["type": "array", "items": ["$ref": "#/$defs/signedParameter"]]),
        "What `{{parameters}}` lists as name=value, sorted by name and joined by &."
    )
    let signedHeaders = Key(
        "signedHeaders",
        .list(of: .string),
        "Header fields that `{{canonicalHeaders}}` lists as name:value lines in byte "
            + "order, and `{{signedHeaders}}` by their names joined with ;."
    )
    let canonicalRequest = Key(
        "canonicalRequest",
        .node("text"),
        "A text whose SHA-256 is `{{canonicalRequest.sha256}}` in the text that is signed."
    )
    let stringToSign = Key(
        "stringToSign",
        .node("text"),
        "The text that is signed, made of `{{request.method}}`, host, hostname, path, "
            + "query, sortedQuery, target, url, body, bodySha256, bodySha256Base64, "
            + "`{{request.headers.name}}` and `{{parameters}}`.",
        required: true
    )
    let into = Key("into", .node("signaturePlace"), required: true)
    let response = Key("response", .node(ResponseSignatureKeys.self))
}

struct APIKeySchemeKeys: KeyTable {
    static let keys = Self()
    static let name = "apiKeyScheme"
    static let outline = TableOutline(
        "Fields that every request carries, for example a key.",
        rules: [
            [
                "anyOf": [
                    ["required": ["headers"], "properties": ["headers": ["minProperties": 1]]],
                    ["required": ["query"], "properties": ["query": ["minProperties": 1]]],
                ]
            ]
        ],
        examples: #"""
            - { type: apiKey, headers: { X-Key: "{{appKey}}" }, query: { key: "{{appKey}}" } }
            """#
    )

    let type = Key(
        "type",
        .only(SchemeType.apiKey),
        "Which kind of scheme this is.",
        required: true
    )
    let headers = Key("headers", .node("fields"), "Header fields that are added.")
    let query = Key("query", .node("fields"), "Query fields that are added.")
}

struct BearerSchemeKeys: KeyTable {
    static let keys = Self()
    static let name = "bearerScheme"
    static let outline = TableOutline(
        "A bearer token in Authorization.",
        examples: #"""
            - { type: http, scheme: bearer, token: "{{appKey}}" }
            """#
    )

    let type = Key(
        "type",
        .only(SchemeType.http),
        "Which kind of scheme this is.",
        required: true
    )
    let scheme = Key(
        "scheme",
        .only(HTTPScheme.bearer),
        "Which HTTP authentication this is.",
        required: true
    )
    let token = Key("token", .node("text"), "The token.", required: true)
}

struct BasicSchemeKeys: KeyTable {
    static let keys = Self()
    static let name = "basicScheme"
    static let outline = TableOutline(
        "User name and password in Authorization.",
        examples: #"""
            - { type: http, scheme: basic, username: assay, password: "{{clientKey}}" }
            """#
    )

    let type = Key(
        "type",
        .only(SchemeType.http),
        "Which kind of scheme this is.",
        required: true
    )
    let scheme = Key(
        "scheme",
        .only(HTTPScheme.basic),
        "Which HTTP authentication this is.",
        required: true
    )
    let username = Key("username", .node("text"), "The user name.", required: true)
    let password = Key("password", .node("text"), "The password.", required: true)
}

struct JWTSchemeKeys: KeyTable {
    static let keys = Self()
    static let name = "jwtScheme"
    static let outline = TableOutline(
        "A JSON Web Token that is signed with a key of one's own, in Authorization unless "
            + "`headers` or `query` use `{{accessToken}}`.",
        examples: #"""
            - { type: jwt, algorithm: ES256, key: "{{clientKey}}", header: { kid: "{{appKey}}" },
                claims: { iss: "{{appKey}}", iat: "{{now unix}}" }, reuse: "30m", headers: {
                authorization: "bearer {{accessToken}}" }, query: { v: 2 } }
            """#
    )

    let type = Key(
        "type",
        .only(SchemeType.jwt),
        "Which kind of scheme this is.",
        required: true
    )
    let algorithm = Key(
        "algorithm",
        NodeDecoder<SignedToken.Algorithm>.choice,
        "What the token is signed with.",
        required: true
    )
    let key = Key(
        "key",
        .node("text"),
        "The private key in PEM form; for HS256 the shared secret.",
        required: true
    )
    let header = Key(
        "header",
        .mapping([
            "type": "object",
            "properties": [
                "alg": ["description": "Not here: it follows from algorithm.", "not": [:]]
            ],
        ]),
        "Members of the token's header beside alg, for example kid."
    )
    let claims = Key("claims", .mapping, "The claims of the token.")
    let reuse = Key(
        "reuse",
        .duration,
        "How long one token is used; without it every request gets its own."
    )
    let headers = Key("headers", .node("fields"), "Header fields that are added.")
    let query = Key("query", .node("fields"), "Query fields that are added.")
}

struct OAuth2SchemeKeys: KeyTable {
    static let keys = Self()
    static let name = "oauth2Scheme"
    static let outline = TableOutline(
        "A token that a server grants for the client's id and secret, in Authorization "
            + "unless `headers` or `query` use `{{accessToken}}`; it is asked for once and used "
            + "as long as its expires_in allows.",
        examples: #"""
            - { type: oauth2, token: { path: "/oauth/token" }, clientId: "{{appKey}}",
                clientSecret: "{{clientKey}}", clientAuthentication: post, scope: [push.send,
                push.read], headers: { X-Token: "{{accessToken}}" }, query: { v: 2 } }
            """#
    )

    let type = Key(
        "type",
        .only(SchemeType.oauth2),
        "Which kind of scheme this is.",
        required: true
    )
    let token = Key("token", .node(TokenRequestKeys.self), required: true)
    let clientId = Key("clientId", .node("text"), "The client's id.", required: true)
    let clientSecret = Key("clientSecret", .node("text"), "The client's secret.", required: true)
    let clientAuthentication = DefaultKey(
        "clientAuthentication",
        .choice,
        default: TokenGrant.Authentication.basic,
        "basic",
        "Where id and secret go: into Authorization, or into the form."
    )
    let scope = Key(
        "scope",
        .node([
            "type": ["string", "number", "boolean", "array"], "items": ["$ref": "#/$defs/text"],
        ]),
        "What the token is to allow."
    )
    let headers = Key("headers", .node("fields"), "Header fields that are added.")
    let query = Key("query", .node("fields"), "Query fields that are added.")
}

struct TokenRequestKeys: KeyTable {
    static let keys = Self()
    static let name = "tokenRequest"
    static let outline = TableOutline(
        "Where the token is asked for: always a POST to a target.",
        examples: #"""
            - { target: api, path: "/oauth/token", basePath: "", headers: {
                Accept: application/json }, query: { v: 2 }, form: { audience: push } }
            """#
    )

    let path = Key("path", .node("path"), required: true)
    let sections = KeyList([
        Key("target", .node("targetName")),
        Key("path", .node("path")),
        Key("basePath", .node("basePath")),
        Key("headers", .node("fields"), "Header fields of the token request."),
        Key("query", .node("tokenFields")),
        Key("form", .node("tokenFields")),
    ])
}

struct SignedParameterKeys: KeyTable {
    static let keys = Self()
    static let name = "signedParameter"
    static let outline = TableOutline(
        "A source of name=value items that are signed.",
        rules: [
            .requires("name", "value"), ["dependentSchemas": ["value": .has("name")]],
            ["dependentSchemas": ["methods": .has("query")]],
        ],
        examples: #"""
            - { name: SignatureVersion, value: "2" }
            - { header: X-Timestamp }
            - { query: "*", methods: [GET] }
            """#
    )

    let source = KeyList(oneOf: [
        Key("name", .filledText, "The name of an item that is always there."),
        Key("header", .filledText, "The name of a header field of the request."),
        Key(
            "query",
            .filledText,
            "The name of a query field of the request, or * for all of them."
        ),
    ])
    let value = Key("value", .node("text"), "The value of an item that is always there.")
    let methods = Key(
        "methods",
        .list(of: .string),
        "The methods for which the query is signed; all of them when this is left out."
    )
}

struct SignaturePlaceKeys: KeyTable {
    static let keys = Self()
    static let name = "signaturePlace"
    static let outline = TableOutline(
        "Where the signature goes.",
        examples: #"""
            - { header: X-Signature, value: "sha256={{signature}}" }
            - { query: signature, value: "v1,{{signature}}" }
            """#
    )

    let value = Key("value", .node("signatureValue"))
    let field = KeyList(oneOf: [
        Key("header", .filledText, "The header field that carries the signature."),
        Key("query", .filledText, "The query field that carries the signature."),
    ])
}

struct ResponseSignatureKeys: KeyTable {
    static let keys = Self()
    static let name = "responseSignature"
    static let outline = TableOutline(
        "How the server signs its answers with the same key.",
        examples: #"""
            - { header: X-Response-Signature, stringToSign: "{{stringToSign}}\n{{response.body}}",
                emptyBody: "{{stringToSign}}", basis: observed, doc: "guide#Signature" }
            """#
    )

    let header = Key(
        "header",
        .filled("the name of a field"),
        "The header field that carries the signature of an answer.",
        required: true
    )
    let stringToSign = Key(
        "stringToSign",
        .node("text"),
        "The text that is signed, made of `{{stringToSign}}` of the request, "
            + "`{{response.body}}` and the names of the request.",
        required: true
    )
    let emptyBody = Key(
        "emptyBody",
        .node("text"),
        "The text that is signed instead when the answer has no body."
    )
    let basis = DefaultKey("basis", .basis, default: Basis.documented, "documented")
    let doc = Key("doc", .node("doc"))
}
