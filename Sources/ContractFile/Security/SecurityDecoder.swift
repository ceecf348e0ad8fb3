import Contract
import HTTP
import JSON

/// Reads the `securitySchemes` table.
struct SecurityDecoder {
    let context: DecodingContext

    var diagnostics: Diagnostics { context.diagnostics }

    func schemes(_ entries: [NamedValue<YAMLNode>]?) -> [SecurityScheme] {
        (entries ?? []).map { entry in
            let name = entry.name
            let subject = "security scheme \(Excerpt.quoted(name))"
            if name == "none" {
                diagnostics.error(
                    "\"none\" stands for no security and cannot be defined",
                    at: entry.key
                )
            }
            guard
                let reader = KeyReader(entry.value, of: subject, SchemeTypeKeys(), diagnostics),
                let type = reader[\.type]
            else {
                // What is wrong has been said; that operations name the scheme is not wrong.
                return SecurityScheme(name: name)
            }
            defer { reader.finish() }
            switch type {
            case .hmac: return hmac(name, reader.with(HMACSchemeKeys.keys))
            case .apiKey: return apiKey(name, reader.with(APIKeySchemeKeys.keys))
            case .http: return http(name, reader.with(HTTPSchemeKeys()))
            case .jwt: return jwt(name, reader.with(JWTSchemeKeys.keys))
            case .oauth2: return oauth2(name, reader.with(OAuth2SchemeKeys.keys))
            }
        }
    }

    func fields(_ node: YAMLNode?) -> [TemplateValue.Member] {
        TableDecoder(context: context).fields(node)
    }

    /// A text with templates, in which some names of the tool's own are known.
    func template(_ node: YAMLNode?, knowing names: [String: [String]] = [:]) -> Template {
        guard let node else { return Template(parts: []) }
        let template = context.values.template(node)
        for case .reference(let path) in template.parts {
            guard Self.responseNames[path[0]] != nil || names[path[0]] != nil else { continue }
            // The fields of a request are its own affair.
            if path.count == 3, path[0...1] == ["request", "headers"], names["request"] != nil {
                continue
            }
            let members = names[path[0]].map { $0.isEmpty ? [[]] : $0.map { [$0] } } ?? []
            guard !members.contains(Array(path.dropFirst())) else { continue }
            let known = names.keys.sorted().flatMap { name in
                (names[name] ?? []).isEmpty ? [name] : (names[name] ?? []).map { "\(name).\($0)" }
            }
            diagnostics.error(
                "\(Excerpt.quoted(path.joined(separator: "."))) is not known here",
                at: node,
                hint: known.isEmpty
                    ? "only names of variables, let, rows and captures are"
                    : "known beside names of the contract: \(known.joined(separator: ", "))"
            )
        }
        return template
    }

    /// What the tool defines while it signs a request, with the members of each.
    static let requestNames = [
        "request": HTTPRequest.signedPartNames + ["body"], "parameters": [],
    ]

    /// What it defines while it works out the signature of an answer.
    static let responseNames = requestNames.merging([
        "response": ["body"], "stringToSign": [],
    ]) { first, _ in first }

    /// A scalar, as a text with templates.
    private func text(_ node: YAMLNode?) -> TemplateValue {
        .text(template(node))
    }
}

// MARK: - Keys and credentials

extension SecurityDecoder {
    private func apiKey(
        _ name: String,
        _ reader: KeyReader<APIKeySchemeKeys>
    ) -> SecurityScheme {
        let headers = fields(reader[\.headers])
        let query = fields(reader[\.query])
        if headers.isEmpty && query.isEmpty {
            diagnostics.error(
                "missing key \"headers\" or \"query\" in \(reader.subject)",
                at: reader.node
            )
        }
        return SecurityScheme(name: name, headers: headers, query: query)
    }

    private func http(_ name: String, _ reader: KeyReader<HTTPSchemeKeys>) -> SecurityScheme {
        let credentials: TemplateExpression
        let basic = reader.with(BasicSchemeKeys.keys)
        let bearer = reader.with(BearerSchemeKeys.keys)
        switch reader[\.scheme] {
        case .basic:
            let pair = TemplateExpression.join(
                .array([text(basic[\.username]), text(basic[\.password])]),
                with: .constant(":")
            )
            let encoded = TemplateExpression.base64(.expression(pair))
            credentials = .join(
                .array([.constant("Basic "), .expression(encoded)]),
                with: .constant("")
            )
        case .bearer:
            credentials = .join(
                .array([.constant("Bearer "), text(bearer[\.token])]),
                with: .constant("")
            )
        case nil:
            basic.passOver()
            bearer.passOver()
            return SecurityScheme(name: name)
        }
        let member = TemplateValue.Member(name: "Authorization", value: .expression(credentials))
        return SecurityScheme(name: name, headers: [member])
    }
}
