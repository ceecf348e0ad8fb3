import Contract
import HTTP
import JSON

/// Writes security schemes in OpenAPI's form.
struct OpenAPISecurityWriter {
    private(set) var components = JSONObject()

    /// Adds a scheme's components; returns the requirement for them.
    ///
    /// - Parameters:
    ///   - scheme: The scheme.
    ///   - address: The URL of its token request, if it has one.
    /// - Returns: The requirement.
    mutating func requirement(
        for scheme: SecurityScheme,
        tokensFrom address: String
    ) -> JSONObject {
        var requirement = JSONObject()
        for part in parts(of: scheme, address) {
            let name = OpenAPISchemas.name(part.name)
            components[name] = .object(part.content)
            requirement[name] = .array([])
        }
        return requirement
    }

    private func parts(
        of scheme: SecurityScheme,
        _ address: String
    ) -> [(name: String, content: JSONObject)] {
        var parts: [(name: String, content: JSONObject)] = []
        if let signature = scheme.signature {
            parts.append((scheme.name, Self.content(of: signature)))
        }
        if scheme.digest != nil {
            let content = JSONObject([
                .init(name: "type", value: "http"), .init(name: "scheme", value: "digest"),
            ])
            parts.append((scheme.name, content))
        }
        if let token = scheme.token {
            parts.append((scheme.name, Self.content(of: token, address)))
        }
        let all = scheme.headers.map { ("header", $0) } + scheme.query.map { ("query", $0) }
        let fields = all.filter { _, field in !(scheme.token?.isIn(field) ?? false) }
        let isAlone = parts.isEmpty && fields.count == 1
        for (place, field) in fields {
            let name = isAlone ? scheme.name : "\(scheme.name).\(field.name)"
            parts.append((name, Self.content(of: field, in: place)))
        }
        return parts
    }

    private static func content(of field: TemplateValue.Member, in place: String) -> JSONObject {
        let isAuthorization = HTTPFields.areSame(field.name, "Authorization")
        if isAuthorization, let kind = SchemeKind(field.value) {
            return JSONObject([
                .init(name: "type", value: "http"),
                .init(name: "scheme", value: .string(kind.name)),
            ])
        }
        return JSONObject([
            .init(name: "type", value: "apiKey"), .init(name: "in", value: .string(place)),
            .init(name: "name", value: .string(field.name)),
        ])
    }

    private static func content(of token: TokenSource, _ address: String) -> JSONObject {
        switch token {
        case .signed(let token):
            return JSONObject([
                .init(name: "type", value: "http"), .init(name: "scheme", value: "bearer"),
                .init(name: "bearerFormat", value: "JWT"),
                .init(
                    name: "description",
                    value: .string("A JSON Web Token signed with \(token.algorithm.rawValue).")
                ),
            ])
        case .granted(let grant):
            let words = grant.scope.flatMap { $0.written.split(separator: " ").map(String.init) }
            let scopes = words.map { JSONObject.Member(name: $0, value: "") }
            let flow = JSONObject([
                .init(name: "tokenUrl", value: .string(address)),
                .init(name: "scopes", value: .object(JSONObject(scopes))),
            ])
            let flows = JSONObject([.init(name: "clientCredentials", value: .object(flow))])
            return JSONObject([
                .init(name: "type", value: "oauth2"), .init(name: "flows", value: .object(flows)),
            ])
        }
    }

    private static func content(of signature: HMACSignature) -> JSONObject {
        var content = JSONObject([.init(name: "type", value: "apiKey")])
        switch signature.place {
        case .header(let name):
            content["in"] = "header"
            content["name"] = .string(name)
        case .query(let name):
            content["in"] = "query"
            content["name"] = .string(name)
        }
        let algorithm = "\(signature.algorithm)".uppercased()
        content["description"] = .string(
            "HMAC \(algorithm) in \(signature.encoding.rawValue) of: "
                + Self.lines(signature.stringToSign.written)
        )
        return content
    }

    /// A text with visible line ends.
    private static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n")
    }
}

extension TokenSource {
    /// Whether a field contains the token itself, so that OpenAPI need not describe it.
    fileprivate func isIn(_ field: TemplateValue.Member) -> Bool {
        HTTPFields.areSame(field.name, "Authorization")
            && field.value.templates.contains { $0.names.contains(Self.name) }
    }
}

extension SecurityScheme {
    /// How a server grants its token; `nil` for any other.
    var grant: TokenGrant? { if case .granted(let grant)? = token { grant } else { nil } }
}
