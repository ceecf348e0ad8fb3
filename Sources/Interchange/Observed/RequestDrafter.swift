import Contract
import JSON

/// Turns requests that were seen into example requests of a contract.
///
/// Credentials become variables; their values are not written anywhere.
struct RequestDrafter {
    private(set) var targets: [ContractDraft.Target] = []
    private(set) var variables: [ContractDraft.Variable] = []
    private(set) var schemes: [ContractDraft.Scheme] = []
    private var targetNames = UniqueNames()
    private var schemeNames = UniqueNames(reserved: ["none"])
    private var schemesByContent: [JSONValue: String] = [:]
    private var variableNames = UniqueNames(reserved: DraftVariableNames.reserved)

    /// Adds what a request needs of the contract's tables, and gives its example.
    ///
    /// - Parameter request: The request as it was seen.
    /// - Returns: The example, and the target when it is not the first.
    mutating func draft(
        _ request: ObservedRequest
    ) -> (request: ContractDraft.Request, target: String?) {
        var draft = ContractDraft.Request()
        draft.method = request.method
        let shape = PathShape(request.url.path)
        draft.path = shape.template
        for param in shape.params {
            draft.params[param.name] = .string(text(param.value, of: request))
        }
        var credentials = Credentials()
        addQuery(of: request, to: &draft, &credentials)
        addHeaders(of: request, to: &draft, &credentials)
        if let user = request.url.user { credentials.user = user }
        draft.security = security(credentials, request)
        addBody(of: request, to: &draft)
        return (draft, target(of: request.url))
    }

    /// Declares a variable that texts refer to by themselves.
    mutating func declare(_ name: String, isSecret: Bool, defaultValue: JSONValue? = nil) {
        if let index = variables.firstIndex(where: { $0.name == name }) {
            guard isSecret, !variables[index].isSecret else { return }
            variables[index] = ContractDraft.Variable(
                name: name,
                environment: variables[index].environment,
                isSecret: true
            )
            return
        }
        _ = variableNames.unique(name)
        let isShellName = name.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")
        }
        variables.append(
            ContractDraft.Variable(
                name: name,
                environment: isShellName && name == name.uppercased()
                    ? name : DraftName.environment(name),
                isSecret: isSecret,
                defaultValue: isSecret ? nil : defaultValue
            )
        )
    }

    private mutating func target(of url: ObservedURL) -> String? {
        if let index = targets.firstIndex(where: { $0.documented == url.origin }) {
            return index == 0 ? nil : targets[index].name
        }
        let label = url.host.split(separator: ".").first.map(String.init) ?? "api"
        let name = targetNames.unique(targets.isEmpty ? "api" : DraftName.camelCase(label))
        targets.append(ContractDraft.Target(name: name, documented: url.origin, basePath: nil))
        return targets.count == 1 ? nil : name
    }

    /// A text for a place without escapes.
    private func text(_ text: String, of request: ObservedRequest) -> String {
        request.holdsTemplates ? text : LiteralText.apart(text)
    }
}

// MARK: - Query and header fields

extension RequestDrafter {
    private mutating func addQuery(
        of request: ObservedRequest,
        to draft: inout ContractDraft.Request,
        _ credentials: inout Credentials
    ) {
        guard let query = request.url.query else { return }
        guard let fields = FieldText.fields(query) else {
            draft.query = .string(text(query, of: request))
            return
        }
        var kept: [(name: String, value: String)] = []
        for field in fields {
            if SecretNames.isSecretQueryField(field.name) {
                credentials.query.append(field)
            } else {
                kept.append((field.name, text(field.value, of: request)))
            }
        }
        if !kept.isEmpty { draft.query = .object(Self.object(kept)) }
    }

    /// Fields as an object; a name that comes several times has a list.
    static func object(_ fields: [(name: String, value: String)]) -> JSONObject {
        var object = JSONObject()
        for field in fields {
            let value = JSONValue.string(field.value)
            if let known = object[field.name] {
                object[field.name] = .array((known.arrayValue ?? [known]) + [value])
            } else {
                object[field.name] = value
            }
        }
        return object
    }

    private mutating func addHeaders(
        of request: ObservedRequest,
        to draft: inout ContractDraft.Request,
        _ credentials: inout Credentials
    ) {
        var kept: [(name: String, value: String)] = []
        for field in request.headers where field.name.lowercased() != "content-type" {
            if SecretNames.isSecretHeader(field.name) {
                credentials.headers.append(field)
            } else {
                kept.append((field.name, text(field.value, of: request)))
            }
        }
        draft.headers = Self.object(kept)
    }
}

// MARK: - Bodies

extension RequestDrafter {
    private mutating func addBody(
        of request: ObservedRequest,
        to draft: inout ContractDraft.Request
    ) {
        let type = request.header("Content-Type")
        switch request.body {
        case nil:
            if let type { draft.headers["Content-Type"] = .string(text(type, of: request)) }
        case .elsewhere(let place)?:
            if let type { draft.headers["Content-Type"] = .string(text(type, of: request)) }
            draft.comment.append("FILL IN the body, which is \(place): `file: PATH`, or the text.")
        case .parts(let parts)?:
            addParts(parts, of: request, to: &draft)
        case .text(let body)?:
            let name = MediaType.name(type ?? "")
            if MediaType.isJSON(name) {
                addJSON(body, of: request, to: &draft)
            } else if name == MediaType.form {
                addForm(body, of: request, to: &draft)
            } else {
                draft.body = ("text", .string(text(body, of: request)))
            }
            let isDefault = name == "application/json" || name == MediaType.form
            if let type, !isDefault { draft.headers["Content-Type"] = .string(type) }
        }
    }

    private mutating func addJSON(
        _ body: String,
        of request: ObservedRequest,
        to draft: inout ContractDraft.Request
    ) {
        do {
            var value = try JSONValue(parsing: body)
            if !request.holdsTemplates, LiteralText.holdsTemplate(value) {
                value = LiteralText.body(value)
            } else {
                value = withoutSecrets(value, request)
                if let text = value.stringValue { value = .string(JSONValue.string(text).text) }
            }
            draft.body = ("json", value)
        } catch {
            if !LiteralText.isTemplate(body) {
                draft.comment.append("The body is no JSON (\(error)); it is sent as it is.")
            }
            draft.body = ("json", .string(text(body, of: request)))
        }
    }

    private mutating func addForm(
        _ body: String,
        of request: ObservedRequest,
        to draft: inout ContractDraft.Request
    ) {
        guard let fields = FieldText.fields(body) else {
            draft.body = ("form", .string(text(body, of: request)))
            if body.hasPrefix("{") || body.hasPrefix("[") {
                draft.comment.append(
                    "The body looks like JSON but is sent as a form: no Content-Type said so."
                )
            }
            return
        }
        draft.body = ("form", .object(Self.object(fields.map { safe($0, request) })))
    }

    private mutating func addParts(
        _ parts: [ObservedRequest.Part],
        of request: ObservedRequest,
        to draft: inout ContractDraft.Request
    ) {
        var fields: [(name: String, value: String)] = []
        for part in parts {
            if let file = part.fileName {
                fields.append((part.name, "the content of \(text(file, of: request))"))
                draft.comment.append(
                    "FILL IN the part \(part.name), a file: "
                        + "`\(part.name): { file: \(text(file, of: request)) }`."
                )
            } else {
                fields.append(safe((part.name, part.value), request))
            }
        }
        draft.body = ("multipart", .object(Self.object(fields)))
    }

    /// A field whose value may be written down.
    private mutating func safe(
        _ field: (name: String, value: String),
        _ request: ObservedRequest
    ) -> (name: String, value: String) {
        guard SecretNames.isSecretField(field.name) else {
            return (field.name, text(field.value, of: request))
        }
        return (field.name, secret(field.name, field.value, request))
    }

    private mutating func withoutSecrets(
        _ value: JSONValue,
        _ request: ObservedRequest
    ) -> JSONValue {
        switch value {
        case .array(let elements):
            var kept: [JSONValue] = []
            for element in elements { kept.append(withoutSecrets(element, request)) }
            return .array(kept)
        case .object(let object):
            var kept = JSONObject()
            for member in object.members {
                if let text = member.value.stringValue, SecretNames.isSecretField(member.name) {
                    kept[member.name] = .string(secret(member.name, text, request))
                } else {
                    kept[member.name] = withoutSecrets(member.value, request)
                }
            }
            return .object(kept)
        case .null, .bool, .number, .string: return value
        }
    }
}

// MARK: - Credentials

extension RequestDrafter {
    /// Everything in a request that proves who sends it.
    fileprivate struct Credentials {
        var headers: [(name: String, value: String)] = []
        var query: [(name: String, value: String)] = []
        /// `user:password`.
        var user: String?
    }

    /// The name of the scheme that adds the credentials; `nil` when there are none.
    private mutating func security(
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
                headers[field.name] = .string(secret(field.name, field.value, request))
                names.append(DraftName.camelCase(field.name))
            }
        }
        var query = JSONObject()
        for field in credentials.query {
            query[field.name] = .string(secret(field.name, field.value, request))
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
    private mutating func secret(
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
        declare(name, isSecret: isSecret)
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
