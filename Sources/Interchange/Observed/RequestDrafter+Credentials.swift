import Contract
import JSON

// MARK: - Credentials

extension RequestDrafter {
    /// Everything in a request that proves who sends it.
    struct Credentials {
        var headers: [(name: String, value: String)] = []
        var query: [(name: String, value: String)] = []
        /// `user:password`.
        var user: String?
    }

    /// The name of the scheme that adds the credentials; `nil` when there are none.
    mutating func security(
        _ credentials: Credentials,
        _ request: ObservedRequest
    ) -> String? {
        var headers = JSONObject()
        var alone: (name: String, content: JSONValue)?
        var names: [String] = []
        if let user = credentials.user {
            alone = ("basic", basic(user, request))
            names.append("basic")
        }
        for field in credentials.headers {
            let isAuthorization = field.name.lowercased() == "authorization"
            let (scheme, rest) = Self.authorization(field.value)
            if isAuthorization, scheme == "basic" {
                alone = ("basic", basic(Self.templates(in: rest) ? rest : "", request))
                names.append("basic")
            } else if isAuthorization, scheme == "bearer" {
                let token = secret("bearerToken", rest, request)
                headers[field.name] = .string("Bearer \(token)")
                let content: JSONValue = [
                    "type": "http", "scheme": "bearer", "token": .string(token),
                ]
                alone = ("bearer", content)
                names.append("bearer")
            } else {
                headers[LiteralText.apart(field.name)] = .string(
                    secret(field.name, field.value, request)
                )
                names.append(DraftName.camelCase(field.name))
            }
        }
        var query = JSONObject()
        for field in credentials.query {
            query[LiteralText.apart(field.name)] = .string(secret(field.name, field.value, request))
            names.append(DraftName.camelCase(field.name))
        }
        guard let first = names.first else { return nil }
        if names.count == 1, let alone { return scheme(alone.name, alone.content) }
        var content = JSONObject([.init(name: "type", value: "apiKey")])
        if !headers.isEmpty { content["headers"] = .object(headers) }
        if !query.isEmpty { content["query"] = .object(query) }
        return scheme(names.count == 1 ? first : "credentials", .object(content))
    }

    private mutating func scheme(_ name: String, _ content: JSONValue) -> String {
        if let known = schemesByContent[content] { return known }
        let unique = schemeNames.unique(name)
        schemesByContent[content] = unique
        schemes.append(ContractDraft.Scheme(name: unique, content: content))
        return unique
    }

    private mutating func basic(_ pair: String, _ request: ObservedRequest) -> JSONValue {
        let parts = pair.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let user = parts.first.map(String.init) ?? ""
        let password = parts.count > 1 ? String(parts[1]) : ""
        if !user.isEmpty, !Self.templates(in: user) {
            declare("basicUsername", isSecret: false, defaultValue: .string(user))
        }
        return [
            "type": "http", "scheme": "basic",
            "username": .string(secret("basicUsername", user, request, isSecret: false)),
            "password": .string(secret("basicPassword", password, request)),
        ]
    }

    /// The template that stands for a value: the value itself when it is one already.
    mutating func secret(
        _ field: String,
        _ value: String,
        _ request: ObservedRequest,
        isSecret: Bool = true
    ) -> String {
        if request.holdsTemplates, Self.templates(in: value) {
            for name in Self.names(in: value) where isSecret { declare(name, isSecret: true) }
            return value
        }
        var name = DraftName.camelCase(field)
        if DraftVariableNames.reserved.contains(name) { name += "Value" }
        declare(name, from: field, isSecret: isSecret)
        return "{{\(name)}}"
    }

    private static func templates(in text: String) -> Bool { LiteralText.isTemplate(text) }

    /// The names that the templates of a text refer to; none when it is no template.
    static func names(in text: String) -> [String] {
        do {
            return try Template(parsing: text).names
        } catch {
            return []
        }
    }

    /// The scheme of an `Authorization` field in lower case, and what follows it.
    private static func authorization(_ value: String) -> (scheme: String, rest: String) {
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return ("", value) }
        return (parts[0].lowercased(), parts[1].trimmed)
    }
}
