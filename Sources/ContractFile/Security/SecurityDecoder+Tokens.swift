import Contract
import JSON

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
            at: reader.node.location
        )
    }

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

    /// A scheme whose token goes where the contract says, else into `Authorization`.
    ///
    /// - Parameters:
    ///   - name: The scheme.
    ///   - token: Where the token comes from.
    ///   - headers: Header fields that are added.
    ///   - query: Query fields that are added.
    ///   - location: The scheme's.
    /// - Returns: The scheme.
    private func scheme(
        _ name: String,
        _ token: TokenSource,
        headers: [TemplateValue.Member],
        query: [TemplateValue.Member],
        at location: SourceLocation
    ) -> SecurityScheme {
        var headers = headers
        let isUsed = (headers + query).flatMap(\.value.templates).contains {
            $0.names.contains(TokenSource.name)
        }
        if !isUsed {
            let parts: [Template.Part] = [.literal("Bearer "), .reference([TokenSource.name])]
            let value = TemplateValue.text(Template(parts: parts, location: location))
            headers.append(TemplateValue.Member(name: "Authorization", value: value))
        }
        return SecurityScheme(name: name, headers: headers, query: query, token: token)
    }

    /// Members of a JSON object, which may be of any type.
    private func members(_ node: YAMLNode?) -> [TemplateValue.Member] {
        node.map(context.values.members) ?? []
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
