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
        var fields = credentials.headers
        // In company a name and a password are one secret text.
        if credentials.user != nil { fields.append(("Authorization", "")) }
        let all = fields + credentials.query
        guard let first = all.first else { return nil }
        if all.count == 1, let alone = content(of: first, credentials.user, request) {
            return scheme(alone.name, alone.content)
        }
        let headers = Self.object(secrets(fields, request))
        let query = Self.object(secrets(credentials.query, request))
        var content = JSONObject([.init(name: "type", value: "apiKey")])
        if !headers.isEmpty { content["headers"] = .object(headers) }
        if !query.isEmpty { content["query"] = .object(query) }
        let name = all.count == 1 ? DraftName.camelCase(first.name) : "credentials"
        return scheme(name, .object(content))
    }

    /// The fields with a template in place of each value; of a field that comes with several values
    /// each has its own.
    private mutating func secrets(
        _ fields: [(name: String, value: String)],
        _ request: ObservedRequest
    ) -> [(name: String, value: String)] {
        var seen: [String: [String]] = [:]
        var secrets: [(name: String, value: String)] = []
        for field in fields {
            let (kind, rest) = Self.authorization(field)
            if kind == "bearer" {
                secrets.append((field.name, "Bearer \(secret("bearerToken", rest, request))"))
                continue
            }
            var values = seen[field.name.lowercased()] ?? []
            let number = values.firstIndex(of: field.value) ?? values.count
            if number == values.count { values.append(field.value) }
            seen[field.name.lowercased()] = values
            let name = number == 0 ? field.name : "\(field.name)\(number + 1)"
            secrets.append((field.name, secret(name, field.value, request)))
        }
        return secrets
    }

    /// A scheme of HTTP's own for a field that stands alone; `nil` when it is none of these.
    private mutating func content(
        of field: (name: String, value: String),
        _ user: String?,
        _ request: ObservedRequest
    ) -> (name: String, content: JSONValue)? {
        if let user { return ("basic", basic(user, request)) }
        switch Self.authorization(field) {
        case ("basic", let rest):
            // In Base64 already, unless it is a template.
            return ("basic", basic(Self.templates(in: rest) ? rest : "", request))
        case ("bearer", let rest):
            let token = JSONValue.string(secret("bearerToken", rest, request))
            return ("bearer", ["type": "http", "scheme": "bearer", "token": token])
        default: return nil
        }
    }

    /// The name of the scheme with a content; a new one gets a comment.
    mutating func scheme(
        _ name: String,
        _ content: JSONValue,
        _ comment: [String] = []
    ) -> String {
        if let known = schemesByContent[content] { return known }
        let unique = schemeNames.unique(name)
        schemesByContent[content] = unique
        schemes.append(ContractDraft.Scheme(name: unique, comment: comment, content: content))
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
        isSecret: Bool = true,
        isNumber: Bool = false
    ) -> String {
        if request.holdsTemplates, Self.templates(in: value) {
            for name in Self.names(in: value) where isSecret && !boundNames.contains(name) {
                declare(name, isSecret: true)
            }
            return value
        }
        let name = variableName(field)
        declare(name, from: field, isSecret: isSecret, isNumber: isNumber)
        return "{{\(name)}}"
    }

    /// The variable of a field.
    func variableName(_ field: String) -> String { Self.variableName(field) }

    /// The variable of a field.
    static func variableName(_ field: String) -> String {
        let name = DraftName.camelCase(field)
        return DraftVariableNames.reserved.contains(name) ? name + "Value" : name
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

    /// The scheme of an `Authorization` field in lower case, and what follows it; empty for any
    /// other field.
    private static func authorization(
        _ field: (name: String, value: String)
    ) -> (kind: String, rest: String) {
        let parts = field.value.split(separator: " ", maxSplits: 1)
        guard field.name.lowercased() == "authorization", parts.count == 2 else { return ("", "") }
        return (parts[0].lowercased(), parts[1].trimmed)
    }
}
