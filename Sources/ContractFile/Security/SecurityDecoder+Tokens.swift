import Contract
import JSON

extension SecurityDecoder {
    func jwt(_ name: String, _ reader: MappingReader) -> SecurityScheme {
        let token = SignedToken(
            algorithm: reader.required("algorithm", as: .choice) ?? .es256,
            key: template("key", reader),
            header: members("header", reader),
            claims: members("claims", reader),
            reuse: reader.optional("reuse", as: .duration),
            location: reader.node.location
        )
        if let header = reader.node["header"], let algorithm = header["alg"] {
            diagnostics.error("\"alg\" follows from \"algorithm\"", at: algorithm)
        }
        return scheme(name, .signed(token), reader)
    }

    func oauth2(_ name: String, _ reader: MappingReader) -> SecurityScheme {
        let grant = TokenGrant(
            request: tokenRequest(reader.required("token"), at: reader.node),
            clientID: template("clientId", reader),
            clientSecret: template("clientSecret", reader),
            authentication: reader.optional(
                "clientAuthentication",
                as: .choice,
                default: .basic
            ),
            scope: scope(reader.optional("scope")),
            location: reader.node.location
        )
        return scheme(name, .granted(grant), reader)
    }

    /// A scheme whose token goes where the contract says, else into `Authorization`.
    private func scheme(
        _ name: String,
        _ token: TokenSource,
        _ reader: MappingReader
    ) -> SecurityScheme {
        var headers = fields("headers", reader)
        let query = fields("query", reader)
        let isUsed = (headers + query).flatMap(\.value.templates).contains {
            $0.names.contains(TokenSource.name)
        }
        if !isUsed {
            let parts: [Template.Part] = [.literal("Bearer "), .reference([TokenSource.name])]
            let value = TemplateValue.text(Template(parts: parts, location: reader.node.location))
            headers.append(TemplateValue.Member(name: "Authorization", value: value))
        }
        return SecurityScheme(name: name, headers: headers, query: query, token: token)
    }

    /// Members of a JSON object, which may be of any type.
    private func members(_ key: String, _ reader: MappingReader) -> [TemplateValue.Member] {
        guard let node = reader.optional(key, as: .mapping) else { return [] }
        return context.values.members(node)
    }

    /// One scope or several, or a text that holds several.
    private func scope(_ node: YAMLNode?) -> [Template] {
        guard let node else { return [] }
        return (node.elements ?? [node]).map(context.values.template)
    }

    /// `{ target, path, basePath, headers, query, form }`: always a POST to a target, so that no
    /// server is asked whom the user has not named.
    private func tokenRequest(_ node: YAMLNode?, at place: YAMLNode) -> RequestTemplate {
        guard let node, let reader = MappingReader(node, of: "a token request", diagnostics) else {
            return RequestTemplate(sections: [], location: place.location)
        }
        defer { reader.finish() }
        _ = reader.required("path")
        let requests = RequestDecoder(context: context)
        var sections = [TemplateValue.Member(name: "method", value: .constant("POST"))]
        for name in ["target", "path", "basePath", "headers", "query", "form"] {
            guard let section = reader.optional(name) else { continue }
            if name == "form" || name == "query", section.entries == nil {
                diagnostics.mismatch("a mapping", at: section)
                continue
            }
            sections.append(.init(name: name, value: requests.section(name, section)))
        }
        let request = RequestTemplate(sections: sections, location: node.location)
        requests.checkParameters(of: request, reader)
        return request
    }
}
