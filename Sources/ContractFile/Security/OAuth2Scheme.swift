import Contract
import JSON

struct OAuth2SchemeKeys: KeyTable {
    static let keys = Self()
    static let name = "oauth2Scheme"
    static let outline = TableOutline(
        "A token that a server issues for the client's ID and secret, in Authorization unless "
            + "`headers` or `query` uses `{{accessToken}}`; it is requested once and used until it "
            + "expires (expires_in); under load it is renewed before that.",
        examples: #"""
            - { type: oauth2, token: { path: "/oauth/token" }, clientId: "{{appKey}}",
                clientSecret: "{{clientKey}}", clientAuthentication: post, scope: [push.send,
                push.read], headers: { X-Token: "{{accessToken}}" }, query: { v: 2 } }
            """#
    )

    let type = SchemeType.oauth2.key
    let token = Key("token", .node(TokenRequestKeys.self), required: true)
    let clientId = Key("clientId", .node("text"), "The client's ID.", required: true)
    let clientSecret = Key("clientSecret", .node("text"), "The client's secret.", required: true)
    let clientAuthentication = DefaultKey(
        "clientAuthentication",
        .choice,
        default: TokenGrant.Authentication.basic,
        "basic",
        "Where the ID and the secret are sent: in Authorization, or in the form."
    )
    let scope = Key(
        "scope",
        .node([
            "type": ["string", "number", "boolean", "array"], "items": ["$ref": "#/$defs/text"],
        ]),
        "The scope of the token."
    )
    let headers = Key("headers", .node("fields"), "Header fields to add to the request.")
    let query = Key("query", .node("fields"), "Query fields to add to the request.")
}

struct TokenRequestKeys: KeyTable {
    static let keys = Self()
    static let name = "tokenRequest"
    static let outline = TableOutline(
        "The token request, always a POST to a target.",
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

extension SecurityDecoder {
    func oauth2(_ name: String, _ reader: KeyReader<OAuth2SchemeKeys>) -> SecurityScheme {
        let grant = TokenGrant(
            request: tokenRequest(reader[\.token], at: reader.node),
            clientID: template(reader[\.clientId]),
            clientSecret: template(reader[\.clientSecret]),
            authentication: reader[\.clientAuthentication],
            scope: scope(reader[\.scope]),
            location: reader.node.location
        )
        return scheme(
            name,
            .granted(grant),
            headers: fields(reader[\.headers]),
            query: fields(reader[\.query]),
            at: reader.node.location
        )
    }

    /// One scope or several, or a text that holds several.
    private func scope(_ node: YAMLNode?) -> [Template] {
        guard let node else { return [] }
        return (node.elements ?? [node]).map(context.values.template)
    }

    /// `{ target, path, basePath, headers, query, form }`: always a POST to a target, so that no
    /// server is asked whom the user has not named.
    private func tokenRequest(_ node: YAMLNode?, at place: YAMLNode) -> RequestTemplate {
        guard let node,
            let reader = KeyReader(node, of: "a token request", TokenRequestKeys.self, diagnostics)
        else {
            return RequestTemplate(sections: [], location: place.location)
        }
        defer { reader.finish() }
        _ = reader[\.path]
        let requests = RequestDecoder(context: context)
        var sections = [TemplateValue.Member(name: "method", value: .constant("POST"))]
        for name in TokenRequestKeys.keys.sections.names {
            guard let section = reader.value(\.sections, name) else { continue }
            if name == "form" || name == "query", section.entries == nil {
                diagnostics.mismatch("a mapping", at: section)
                continue
            }
            sections.append(.init(name: name, value: requests.section(name, section)))
        }
        let request = RequestTemplate(sections: sections, location: node.location)
        requests.checkParameters(of: request, node)
        return request
    }
}
