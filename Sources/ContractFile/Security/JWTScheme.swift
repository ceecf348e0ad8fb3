import Base
import Contract
import JSON

struct JWTSchemeKeys: KeyTable {
    static let keys = Self()
    static let name = "jwtScheme"
    static let outline = TableOutline(
        "A JSON Web Token that is signed with your own key, in Authorization unless `headers`, "
            + "`query` or `form` uses `{{accessToken}}`.",
        examples: #"""
            - { type: jwt, algorithm: ES256, key: "{{clientKey}}", header: { kid: "{{appKey}}" },
                claims: { iss: "{{appKey}}", iat: "{{now unix}}" }, reuse: "30m", headers: {
                authorization: "bearer {{accessToken}}" }, query: { v: 2 } }
            - { type: jwt, algorithm: RS256, key: "{{clientKey}}", claims: { iss: "{{appKey}}" },
                form: { assertion: "{{accessToken}}" } }
            """#
    )

    let type = SchemeType.jwt.key
    let algorithm = Key(
        "algorithm",
        NodeDecoder<SignedToken.Algorithm>.choice,
        "The signature algorithm.",
        required: true
    )
    let key = Key(
        "key",
        .node("text"),
        "The private key in PEM format; for HS256 the shared secret.",
        required: true
    )
    let header = Key(
        "header",
        .mapping([
            "type": "object",
            "properties": [
                "alg": ["description": "Not allowed: `algorithm` determines it.", "not": [:]]
            ],
        ]),
        "Members of the token's header besides alg, for example kid."
    )
    let claims = Key("claims", .mapping, "The claims of the token.")
    let reuse = Key(
        "reuse",
        .duration,
        "How long one token is used; without `reuse`, every request gets its own token, and under "
            + "load all requests share one."
    )
    let headers = Key("headers", .node("fields"), "Header fields to add to the request.")
    let query = Key("query", .node("fields"), "Query fields to add to the request.")
    let form = Key("form", .node("fields"), "Fields to add to the form of the request.")
}

extension SecurityDecoder {
    func jwt(_ name: String, _ reader: KeyReader<JWTSchemeKeys>) -> SecurityScheme {
        let token = SignedToken(
            algorithm: reader[\.algorithm] ?? .es256,
            key: template(reader[\.key]),
            header: members(reader[\.header]),
            claims: members(reader[\.claims]),
            reuse: reader[\.reuse],
            location: reader.node.location
        )
        if let header = reader.node["header"], let algorithm = header["alg"] {
            diagnostics.error("\"alg\" follows from \"algorithm\"", at: algorithm)
        }
        return scheme(
            name,
            .signed(token),
            headers: fields(reader[\.headers]),
            query: fields(reader[\.query]),
            form: fields(reader[\.form]),
            at: reader.node.location
        )
    }

    /// Members of a JSON object, which may be of any type.
    private func members(_ node: YAMLNode?) -> [TemplateValue.Member] {
        node.map(context.values.members) ?? []
    }
}
