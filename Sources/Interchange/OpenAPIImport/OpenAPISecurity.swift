import JSON

/// Imports the security schemes that the operations of a document use.
struct OpenAPISecurity {
    private let document: OpenAPIDocument
    /// In the order of their first use.
    private(set) var schemes: [ContractDraft.Scheme] = []
    private(set) var variables: [ContractDraft.Variable] = []
    /// Servers used only for tokens.
    private(set) var targets: [ContractDraft.Target] = []
    /// The undeclared names that operations use.
    private(set) var undeclared: [String] = []
    private var variableNames = UniqueNames(reserved: DraftVariableNames.reserved)
    /// The result for each scheme of the document.
    private var parts: [String: Part] = [:]

    /// The additions of a scheme to a request.
    private struct Part {
        /// The scheme as in a contract; `nil` if unsupported.
        let content: JSONValue?
        var comment: [String] = []
        /// Its fields, so that several schemes can be combined.
        var headers = JSONObject()
        var query = JSONObject()
        var canBeCombined = true
    }

    init(_ document: OpenAPIDocument) {
        self.document = document
    }

    /// Applies the first supported authentication alternative to a request: none, if that is one of them, because
    /// credentials that may be missing cannot be checked.
    mutating func apply(
        _ requirement: LocatedValue?,
        to request: inout ContractDraft.Request
    ) throws(InterchangeError) {
        let alternatives = requirement?.elements ?? []
        guard !alternatives.isEmpty else { return }
        let isOptional = alternatives.contains { $0.members.isEmpty }
        for alternative in alternatives where !alternative.members.isEmpty {
            let names = alternative.members.map(\.name)
            for name in names { try take(name) }
            if let security = combined(names) {
                if !isOptional { request.security = security }
                return
            }
        }
        guard !isOptional else { return }
        let names = alternatives.map { $0.members.map(\.name).joined(separator: " with ") }
        request.comment.append("FILL IN security: \(names.joined(separator: ", or ")).")
    }

    /// The contract's name of schemes that are used together; `nil` when one is unsupported.
    private mutating func combined(_ names: [String]) -> String? {
        let parts = names.compactMap { self.parts[$0] }
        guard let first = names.first, parts.allSatisfy({ $0.content != nil }) else { return nil }
        let isOneFamily = names.dropFirst().allSatisfy { $0.hasPrefix("\(first).") }
        let name = DraftName.identifier(isOneFamily ? first : names.joined(separator: "+"))
        if schemes.contains(where: { $0.name == name }) { return name }
        guard let content = names.count == 1 ? parts[0].content : Self.content(of: parts) else {
            return nil
        }
        let comment = parts.flatMap(\.comment)
        schemes.append(ContractDraft.Scheme(name: name, comment: comment, content: content))
        return name
    }

    /// The fields of several schemes as one scheme; `nil` if one of them is not a plain field.
    private static func content(of parts: [Part]) -> JSONValue? {
        guard parts.allSatisfy(\.canBeCombined) else { return nil }
        var content = JSONObject([.init(name: "type", value: "apiKey")])
        let headers = JSONObject(parts.flatMap(\.headers.members))
        let query = JSONObject(parts.flatMap(\.query.members))
        if !headers.isEmpty { content["headers"] = .object(headers) }
        if !query.isEmpty { content["query"] = .object(query) }
        return .object(content)
    }

    private mutating func take(_ name: String) throws(InterchangeError) {
        guard parts[name] == nil else { return }
        guard let entry = document.root["components"]?["securitySchemes"]?[name] else {
            undeclared.append(name)
            parts[name] = Part(content: nil)
            return
        }
        let scheme = try document.resolved(entry)
        var part = part(name, scheme)
        if let text = scheme.text("description") { part.comment = [Prose.paragraph(text)] }
        parts[name] = part
        guard part.content == nil else { return }
        schemes.append(
            ContractDraft.Scheme(
                name: DraftName.identifier(name),
                comment: unsupported(name, scheme),
                sample: [Self.sample(name)],
                content: nil
            )
        )
    }
}

// MARK: - Kinds

extension OpenAPISecurity {
    private mutating func part(_ name: String, _ scheme: LocatedValue) -> Part {
        switch (scheme.text("type"), scheme.text("scheme")?.lowercased()) {
        case ("apiKey", _): return apiKey(name, scheme)
        case ("http", "bearer"):
            let token = variable(name, "token")
            let header = JSONValue.string("Bearer \(token)")
            return Part(
                content: ["type": "http", "scheme": "bearer", "token": .string(token)],
                headers: JSONObject([.init(name: "Authorization", value: header)])
            )
        case ("http", let word?) where word == "basic" || word == "digest":
            return Part(
                content: [
                    "type": "http", "scheme": .string(word),
                    "username": .string(variable(name, "username", isSecret: false)),
                    "password": .string(variable(name, "password")),
                ],
                canBeCombined: false
            )
        case ("oauth2", _):
            guard let flow = scheme["flows"]?["clientCredentials"], let url = flow.text("tokenUrl")
            else { return Part(content: nil) }
            return clientCredentials(name, flow, tokensFrom: url)
        default: return Part(content: nil)
        }
    }

    private mutating func clientCredentials(
        _ name: String,
        _ flow: LocatedValue,
        tokensFrom url: String
    ) -> Part {
        let place = OriginAndPath(LiteralText.apart(url))
        let server = document.root["servers"]?.elements.first?.text("url")
        var token = JSONObject()
        if let origin = place.origin, origin != server.flatMap({ OriginAndPath($0).origin }) {
            let target = DraftName.identifier("\(name)-tokens")
            targets.append(
                ContractDraft.Target(name: target, documented: origin, basePath: nil)
            )
            token["target"] = .string(target)
        } else {
            token["basePath"] = ""
        }
        token["path"] = .string(place.path ?? "/")
        var content = JSONObject([
            .init(name: "type", value: "oauth2"), .init(name: "token", value: .object(token)),
            .init(
                name: "clientId",
                value: .string(variable(name, "clientId", isSecret: false))
            ),
            .init(name: "clientSecret", value: .string(variable(name, "clientSecret"))),
        ])
        let scopes = flow["scopes"]?.members.map(\.name) ?? []
        if !scopes.isEmpty {
            content["scope"] = .array(scopes.map { .string(LiteralText.apart($0)) })
        }
        return Part(content: .object(content), canBeCombined: false)
    }

    private mutating func apiKey(_ name: String, _ scheme: LocatedValue) -> Part {
        let field = LiteralText.apart(scheme.text("name") ?? name)
        let value = JSONValue.string(variable(name, nil))
        var part: Part
        switch scheme.text("in") {
        case "query":
            let query = JSONObject([.init(name: field, value: value)])
            part = Part(content: ["type": "apiKey", "query": .object(query)])
            part.query = query
        case "cookie":
            let cookie = JSONValue.string("\(field)=\(value.spelling)")
            let headers = JSONObject([.init(name: "Cookie", value: cookie)])
            part = Part(content: ["type": "apiKey", "headers": .object(headers)])
            part.headers = headers
        default:
            let headers = JSONObject([.init(name: field, value: value)])
            part = Part(content: ["type": "apiKey", "headers": .object(headers)])
            part.headers = headers
        }
        return part
    }

    /// Declares a variable and returns its template.
    private mutating func variable(
        _ scheme: String,
        _ role: String?,
        isSecret: Bool = true
    ) -> String {
        let base = DraftName.camelCase(scheme)
        let whole = role.map { role in
            base.lowercased().hasSuffix(role)
                ? base : base + role.prefix(1).uppercased() + role.dropFirst()
        }
        let name = variableNames.unique(whole ?? base)
        let field = whole == nil || whole == base ? scheme : "\(scheme)-\(role ?? "")"
        variables.append(
            ContractDraft.Variable(
                name: name,
                environment: DraftName.environment(field),
                isSecret: isSecret
            )
        )
        return "{{\(name)}}"
    }

    private static func sample(_ name: String) -> String {
        "  \(DraftName.identifier(name)): { type: http, scheme: bearer, token: \"{{token}}\" }"
    }

    /// The comment on an unsupported scheme.
    private func unsupported(_ name: String, _ scheme: LocatedValue) -> [String] {
        let type = [scheme.text("type"), scheme.text("scheme")].compactMap(\.self)
            .joined(separator: " ")
        var lines: [String] = []
        let flows = scheme["flows"]?.members ?? []
        for (flow, details) in flows {
            if let url = details.text("tokenUrl") { lines.append("\(flow): tokens from \(url)") }
        }
        if let url = scheme.text("openIdConnectUrl") { lines.append("See \(url)") }
        let start = "FILL IN \(name) (\(type)), which cannot be taken over."
        return [([start] + lines.map { "\($0)." }).joined(separator: " ")]
            + ["If a token from outside will do, add a variable `token` for it, and:"]
    }
}
