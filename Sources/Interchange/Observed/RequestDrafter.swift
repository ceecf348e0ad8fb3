import Base
import Contract
import HTTP
import JSON

/// Turns recorded requests into example requests of a contract.
///
/// Credentials become variables; their values are not written to any file.
struct RequestDrafter {
    private(set) var targets: [ContractDraft.Target] = []
    private(set) var variables: [ContractDraft.Variable] = []
    var schemes: [ContractDraft.Scheme] = []
    /// Variables for fields whose values are ordinary data despite their names.
    var ordinaryFields: Set<String> = []
    /// Names that cases bind, which are not variables.
    var boundNames: Set<String> = []
    /// Names of the author's own variables, which detected values must not use.
    var foreignNames: Set<String> = []
    /// Path segments, decoded, that identify an object although they do not look like it.
    var learnedSegments: Set<String> = []
    private var targetNames = UniqueNames()
    var schemeNames = UniqueNames(reserved: ["none"])
    var schemesByContent: [JSONValue: String] = [:]
    /// The variables of recorded values, by value.
    var literals: [Literal: String] = [:]
    private var variableNames = UniqueNames(reserved: DraftVariableNames.reserved)
    private var operationNames = UniqueNames()
    /// Texts that authenticate a request wherever they occur: values of cookies.
    private var secretValues: Set<String> = []
    /// Removes the secrets of all requests from texts of responses.
    private(set) var redactor = Redactor()
    /// Removes those that no request has by chance from other texts of requests.
    private var requestRedactor = Redactor()

    /// Adds what a request needs to the contract's tables, and returns an operation that sends it.
    ///
    /// - Parameters:
    ///   - request: The request as it was seen.
    ///   - doc: Its place in the source.
    /// - Returns: The operation, with a unique name and without responses.
    mutating func operation(_ request: ObservedRequest, doc: String) -> ContractDraft.Operation {
        operation(request, named: nil, doc: doc)
    }

    /// The operation with a name from the author; `nil` names it after its method and path.
    mutating func operation(
        _ request: ObservedRequest,
        named name: String?,
        doc: String
    ) -> ContractDraft.Operation {
        let (example, target) = draft(request)
        let own = name.map(DraftName.camelCase) ?? DraftName.operation(example.method, example.path)
        let id = operationNames.unique(DraftName.identifier(own))
        var operation = ContractDraft.Operation(id: id)
        operation.doc = doc
        operation.target = target
        operation.request = example
        return operation
    }

    /// Adds what a request needs to the contract's tables.
    ///
    /// - Parameter request: The request as it was seen.
    /// - Returns: The request as the contract writes it, and the target when it is not the first.
    mutating func draft(
        _ request: ObservedRequest
    ) -> (request: ContractDraft.Request, target: String?) {
        var draft = ContractDraft.Request()
        draft.method = request.method
        let cookies = request.headers.filter { $0.name.lowercased() == "cookie" }.map(\.value)
        noteSecrets(Cookie.pairs(in: cookies).map(\.value))
        let shape = shape(of: request)
        draft.path = shape.template
        for param in shape.params {
            let field = param.isSecret ? param.name : isSecret(param.value) ? "pathSecret" : nil
            let value =
                field.map { secret($0, param.value, request) } ?? text(param.value, of: request)
            draft.params[param.name] = .string(value)
        }
        var credentials = Credentials()
        addQuery(of: request, to: &draft, &credentials)
        addHeaders(of: request, to: &draft, &credentials)
        if let user = request.url.user { credentials.user = user }
        if request.usesDigest, credentials.user != nil {
            keepOthers(of: &credentials, in: &draft, request)
        }
        if let signature = request.signature {
            for variable in signature.variables { declare(variable) }
            draft.security = scheme(signature.name, signature.content, [signature.remark])
        } else {
            draft.security = security(credentials, request)
        }
        addBody(of: request, to: &draft)
        return (draft, target(of: request.url))
    }

    /// The path with parameters in place of identifying segments.
    func shape(of request: ObservedRequest) -> PathShape {
        PathShape(
            request.url.path,
            host: request.url.host,
            named: request.params
        ) { segment in
            isSecret(segment) || learnedSegments.contains(segment)
                || requestRedactor.redact(segment) != segment
        }
    }

    /// Declares a variable that texts refer to themselves.
    ///
    /// - Parameters:
    ///   - name: The name in templates.
    ///   - field: Its original name, from which the name in the environment is derived.
    ///   - isSecret: Whether its value is not written down; once secret, always secret.
    ///   - isNumber: Whether it is a number in JSON.
    ///   - defaultValue: Its value, unless it is secret.
    mutating func declare(
        _ name: String,
        from field: String? = nil,
        isSecret: Bool,
        isNumber: Bool = false,
        defaultValue: JSONValue? = nil
    ) {
        if let index = variables.firstIndex(where: { $0.name == name }) {
            guard isSecret, !variables[index].isSecret else { return }
            variables[index] = ContractDraft.Variable(
                name: name,
                environment: variables[index].environment,
                isSecret: true,
                isNumber: variables[index].isNumber
            )
            return
        }
        _ = variableNames.unique(name)
        variables.append(
            ContractDraft.Variable(
                name: name,
                environment: DraftName.environment(field ?? name),
                isSecret: isSecret,
                isNumber: isNumber,
                defaultValue: isSecret ? nil : defaultValue
            )
        )
    }

    /// Declares a complete variable; an existing one of the same name stays.
    private mutating func declare(_ variable: ContractDraft.Variable) {
        guard !variables.contains(where: { $0.name == variable.name }) else { return }
        _ = variableNames.unique(variable.name)
        variables.append(variable)
    }

    /// The name, or one with a number after it, that is not used by a variable or a step.
    func freeVariable(_ name: String) -> String {
        var names = variableNames
        var free = names.unique(name)
        while boundNames.contains(free) || foreignNames.contains(free) { free = names.unique(name) }
        return free
    }

    /// Whether a variable is known, either a number or not.
    func isKnown(_ name: String, isNumber: Bool) -> Bool {
        variables.contains { $0.name == name && $0.isNumber == isNumber }
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

    /// Records texts that authenticate a request, except those that many others could have.
    mutating func noteSecrets(_ values: [String]) {
        for value in values {
            for text in [value, PercentEncoding.decoded(value)] where Self.isTelling(text) {
                secretValues.insert(text)
            }
        }
    }

    private static func isTelling(_ text: String) -> Bool {
        RequestSecrets.isTelling(text) && !LiteralText.isTemplate(text)
    }

    /// Keeps the secrets of all requests out of everything that is written.
    mutating func hide(_ secrets: RequestSecrets) {
        let values = secrets.values.sorted()
        redactor = Redactor(longSecrets: values)
        requestRedactor = Redactor(longSecrets: values.filter(RequestSecrets.isTelling))
    }

    /// Whether a text is the value of a cookie.
    func isSecret(_ text: String) -> Bool { secretValues.contains(text) }

    /// Whether a text of a response has a secret in it.
    func holdsSecret(_ text: String) -> Bool { isSecret(text) || redactor.redact(text) != text }

    /// Whether the value of a field of a query, a form or a JSON body must be kept out of files.
    func isSecretField(_ name: String, inQuery: Bool = false) -> Bool {
        let isSecret =
            inQuery ? SecretNames.isSecretQueryField(name) : SecretNames.isSecretField(name)
        return isSecret && !ordinaryFields.contains(Self.variableName(name))
    }

    /// A text of a request without secrets that are known from other places.
    func safe(_ text: String) -> String { requestRedactor.redact(text) }

    /// A text for a place without escapes.
    func text(_ text: String, of request: ObservedRequest) -> String {
        let text = safe(text)
        return request.holdsTemplates ? text : LiteralText.literal(text)
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
        var sent: [Substring] = []
        for (field, item) in zip(fields, FieldText.items(query)) {
            let isSecretName =
                isSecretField(field.name, inQuery: true)
                || request.secretFields.contains(field.name.lowercased())
            if isSecretName && !field.value.isEmpty || isSecret(field.value) {
                credentials.query.append(field)
            } else {
                kept.append((field.name, text(field.value, of: request)))
                sent.append(item)
            }
        }
        guard !kept.isEmpty else { return }
        // A mapping cannot have a repeated name after another one, or a template as a name.
        draft.query =
            Self.fitsMapping(kept.map(\.name))
            ? .object(Self.object(kept))
            : .string(text(sent.joined(separator: "&"), of: request))
    }

    /// Whether fields keep their order and their names in a mapping.
    static func fitsMapping(_ names: [String]) -> Bool {
        keepsOrder(names) && !names.contains(where: LiteralText.isTemplate)
    }

    /// Whether equal names are adjacent.
    private static func keepsOrder(_ names: [String]) -> Bool {
        var seen: Set<String> = []
        return names.indices.allSatisfy { index in
            seen.insert(names[index]).inserted || names[index - 1] == names[index]
        }
    }

    /// Fields as an object; a repeated name gets a list.
    static func object(_ fields: [(name: String, value: String)]) -> JSONObject {
        object(ofValues: fields.map { ($0.name, .string($0.value)) })
    }

    /// Fields as an object; a repeated name gets a list.
    static func object(ofValues fields: [(name: String, value: JSONValue)]) -> JSONObject {
        var names: [CodePoints: Int] = [:]
        var lists: [(name: String, values: [JSONValue])] = []
        for field in fields {
            let name = LiteralText.apart(field.name)
            if let known = names[CodePoints(name)] {
                lists[known].values.append(field.value)
            } else {
                names[CodePoints(name)] = lists.count
                lists.append((name, [field.value]))
            }
        }
        return JSONObject(
            lists.map { name, values in
                .init(name: name, value: values.count == 1 ? values[0] : .array(values))
            }
        )
    }

    private mutating func addHeaders(
        of request: ObservedRequest,
        to draft: inout ContractDraft.Request,
        _ credentials: inout Credentials
    ) {
        var kept: [(name: String, value: String)] = []
        for field in request.headers where field.name.lowercased() != "content-type" {
            let isSecretName =
                SecretNames.isSecretHeader(field.name)
                || request.secretFields.contains(field.name.lowercased())
            if isSecretName && !field.value.isEmpty || isSecret(field.value) {
                credentials.headers.append(field)
            } else {
                kept.append((field.name, text(field.value, of: request)))
            }
        }
        draft.headers = Self.object(kept)
    }
}

extension ContractDraft {
    /// Copies the tables that the requests of its operations refer to.
    mutating func takeTables(of drafter: RequestDrafter) {
        targets = drafter.targets
        variables = drafter.variables
        schemes = drafter.schemes
    }
}
