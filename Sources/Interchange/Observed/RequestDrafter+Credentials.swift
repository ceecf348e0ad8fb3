import Base
import Contract
import Cryptography
import JSON

// MARK: - Credentials

extension RequestDrafter {
    /// The credentials of a request.
    struct Credentials {
        var headers: [(name: String, value: String)] = []
        var query: [(name: String, value: String)] = []
        /// `user:password`.
        var user: String?
    }

    /// The name of the scheme that adds the credentials; `nil` for none.
    mutating func security(
        _ credentials: Credentials,
        _ request: ObservedRequest
    ) -> String? {
        var fields = credentials.headers
        // Together with other credentials, a name and a password are one secret text.
        if let user = credentials.user {
            fields.append(("Authorization", "Basic \(Base64.encode(Array(user.utf8)))"))
        }
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

    /// Writes other credentials to the request itself, as a digest is a scheme of its own.
    mutating func keepOthers(
        of credentials: inout Credentials,
        in draft: inout ContractDraft.Request,
        _ request: ObservedRequest
    ) {
        for field in secrets(credentials.headers, request) {
            draft.headers[field.name] = .string(field.value)
        }
        for field in secrets(credentials.query, request) {
            if let text = draft.query?.stringValue {
                draft.query = .string("\(text)&\(field.name)=\(field.value)")
            } else {
                var fields = draft.query?.objectValue ?? JSONObject()
                fields[field.name] = .string(field.value)
                draft.query = .object(fields)
            }
        }
        (credentials.headers, credentials.query) = ([], [])
    }

    /// The fields with a template in place of each value.
    private mutating func secrets(
        _ fields: [(name: String, value: String)],
        _ request: ObservedRequest
    ) -> [(name: String, value: String)] {
        var secrets: [(name: String, value: String)] = []
        for field in fields {
            let (kind, rest) = Self.authorization(field)
            let value =
                kind == "bearer"
                ? "Bearer \(secret("bearerToken", rest, request))"
                : secret(field.name, field.value, request)
            secrets.append((field.name, value))
        }
        return secrets
    }

    /// An HTTP scheme for a single field; `nil` when it matches none.
    private mutating func content(
        of field: (name: String, value: String),
        _ user: String?,
        _ request: ObservedRequest
    ) -> (name: String, content: JSONValue)? {
        if let user {
            let kind = request.usesDigest ? "digest" : "basic"
            return (kind, basic(user, request, kind: kind))
        }
        switch Self.authorization(field) {
        case ("basic", let rest):
            let pair = Self.pair(rest).map { "\($0.user):\($0.password)" } ?? ""
            return ("basic", basic(Self.templates(in: rest) ? rest : pair, request, rest))
        case ("bearer", let rest):
            let token = JSONValue.string(secret("bearerToken", rest, request))
            return ("bearer", ["type": "http", "scheme": "bearer", "token": token])
        default: return nil
        }
    }

    /// The name of the scheme with this content; a new one gets a comment.
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

    /// - Parameters:
    ///   - pair: `user:password`; without a password the user must set it.
    ///   - request: The request that carries it.
    ///   - sent: How it was sent, for a pair that cannot be read.
    ///   - kind: `basic` or `digest`.
    /// - Returns: The scheme.
    private mutating func basic(
        _ pair: String,
        _ request: ObservedRequest,
        _ sent: String = "",
        kind: String = "basic"
    ) -> JSONValue {
        let parts = pair.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let user = parts.first.map(String.init) ?? ""
        let password = parts.count > 1 ? String(parts[1]) : ""
        let name = secret(
            "\(kind)Username",
            user,
            request,
            isSecret: false,
            unlike: pair.isEmpty ? sent : user
        )
        return [
            "type": "http", "scheme": .string(kind), "username": .string(name),
            "password": .string(
                secret(
                    "\(kind)Password",
                    password,
                    request,
                    unlike: password.isEmpty ? "\(sent)\(pair)" : password
                )
            ),
        ]
    }

    /// `user:password` decoded from Base64; `nil` when it is not valid, or has braces of a
    /// template.
    static func pair(_ text: String) -> (user: String, password: String)? {
        guard let bytes = Base64.decode(recorded: text),
            let pair = String(validating: bytes, as: UTF8.self), !templates(in: pair),
            let colon = pair.firstIndex(of: ":")
        else { return nil }
        return (String(pair[..<colon]), String(pair[pair.index(after: colon)...]))
    }

    /// The template for a value: the value itself when it is one already.
    ///
    /// A value has the same variable everywhere, and different values never share one: two accounts stay two.
    ///
    /// - Parameters:
    ///   - field: The source of the variable's name.
    ///   - value: As sent.
    ///   - request: The request that carries it.
    ///   - isSecret: Whether it is not written down.
    ///   - isNumber: Whether it is a number in JSON.
    ///   - mark: The mark that distinguishes it from other values; the value itself if known.
    /// - Returns: The template; empty for an unknown secret, which is not one.
    mutating func secret(
        _ field: String,
        _ value: String,
        _ request: ObservedRequest,
        isSecret: Bool = true,
        isNumber: Bool = false,
        unlike mark: String? = nil
    ) -> String {
        if request.holdsTemplates, Self.templates(in: value) {
            for name in Self.names(in: value) where isSecret && !boundNames.contains(name) {
                declare(name, isSecret: true)
            }
            return value
        }
        guard !isSecret || !(mark ?? value).isEmpty else { return "" }
        let literal = Literal(text: mark ?? value, isSecret: isSecret, isNumber: isNumber)
        if let known = literals[literal] { return "{{\(known)}}" }
        let base = variableName(field)
        let name = freeVariable(base)
        literals[literal] = name
        declare(
            name,
            from: field + name.dropFirst(base.count),
            isSecret: isSecret,
            isNumber: isNumber,
            defaultValue: value.isEmpty ? nil : .string(value)
        )
        return "{{\(name)}}"
    }

    /// The account of a request: its security scheme and the variables that it refers to.
    func account(of request: ContractDraft.Request) -> [String] {
        var sections = request.headers.members + request.params.members
        if let query = request.query { sections.append(.init(name: "query", value: query)) }
        if let body = request.body { sections.append(.init(name: "body", value: body.value)) }
        let text = JSONValue.object(JSONObject(sections)).text
        let names = variables.map(\.name).filter { text.contains("{{\($0)}}") }
        return [request.security ?? "none"] + names
    }

    /// A value that is replaced by a variable, because it is secret or the user may change it.
    struct Literal: Hashable {
        let text: String
        let isSecret: Bool
        let isNumber: Bool
    }

    /// The variable of a field.
    func variableName(_ field: String) -> String { Self.variableName(field) }

    /// The variable of a field.
    static func variableName(_ field: String) -> String {
        let name = DraftName.camelCase(field)
        return DraftVariableNames.reserved.contains(name) ? name + "Value" : name
    }

    private static func templates(in text: String) -> Bool { LiteralText.isTemplate(text) }

    /// The names that the templates of a text refer to; empty if it is not a template.
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
