import Base
import JSON

/// Makes the example request of an operation of an OpenAPI document.
struct OpenAPIRequest {
    let document: OpenAPIDocument
    let operation: LocatedValue
    /// The path item of the operation.
    let item: LocatedValue
    let schemas: RequestSchemas

    /// The request with its parameters and body.
    func request(
        _ method: String,
        _ path: String
    ) throws(InterchangeError) -> ContractDraft.Request {
        var request = ContractDraft.Request()
        request.method = method
        var fields = ParameterFields()
        let written = Self.fieldsApart(path, &fields)
        var path = OpenAPIPath(written)
        for parameter in try parameters() {
            try OpenAPIParameter(parameter, document).add(
                to: &fields,
                path: &path,
                holdingAgainst: schemas
            )
        }
        for name in path.names where fields.params[name] == nil {
            fields.params[name] = "text"
            fields.madeUp.append(name)
        }
        if !fields.madeUp.isEmpty {
            let names = fields.madeUp.map { "{\($0)}" }.joined(separator: " and ")
            fields.comment.append(
                "FILL IN \(names): no example is given, so a declared failure passes too."
            )
        }
        request.path = try path.text(in: document, at: item.pointer)
        request.params = fields.params
        request.headers = fields.headers
        if !fields.query.isEmpty { request.query = .object(fields.query) }
        if let accept = try acceptedType() {
            request.headers["Accept"] = .string(LiteralText.literal(accept))
        }
        request.comment = fields.comment
        request.fault = fields.fault
        request.invented = fields.invented
        request.isMadeUp = !fields.madeUp.isEmpty
        if !fields.optional.isEmpty {
            request.comment.append("Optional: \(fields.optional.joined(separator: ", ")).")
        }
        try OpenAPIBody(document: document, operation: operation, schemas: schemas).add(
            to: &request
        )
        return request
    }

    /// The path without other parts: the text after `#`, and a query without parameters, whose fields are added.
    static func fieldsApart(_ path: String, _ fields: inout ParameterFields) -> String {
        let whole = path.prefix { $0 != "#" }
        if whole.endIndex < path.endIndex {
            let rest = LiteralText.apart(String(path[whole.endIndex...]))
            fields.comment.append("\(rest) was left out of the path: no request has such a part.")
        }
        let trimmed = String(whole).trimmed
        let halves = trimmed.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count > 1 else { return trimmed }
        if halves[1].isEmpty { return String(halves[0]) }
        guard !halves[1].contains("}"), let known = FieldText.fields(String(halves[1])) else {
            return trimmed
        }
        fields.query = RequestDrafter.object(known.map { ($0.name, LiteralText.literal($0.value)) })
        return String(halves[0])
    }

    /// The operation's accepted values, for the request made for it.
    func acceptance(
        of request: ContractDraft.Request,
        _ path: String,
        taking schemas: inout SchemaTransfer
    ) throws(InterchangeError) -> [ContractDraft.Acceptance] {
        var fields = ParameterFields()
        return try OpenAPIAcceptance(
            document: document,
            operation: operation,
            parameters: try parameters(),
            path: OpenAPIPath(Self.fieldsApart(path, &fields))
        ).rules(for: request, taking: &schemas)
    }

    /// Media types of the body, if it has several.
    func mediaTypes() throws(InterchangeError) -> [String] {
        guard let body = operation["requestBody"] else { return [] }
        let types = try document.resolved(body)["content"]?.members.map(\.name) ?? []
        return types.count > 1 ? types.map(LiteralText.apart) : []
    }

    /// Those of the path item, then those of the operation, which replace them.
    func parameters() throws(InterchangeError) -> [LocatedValue] {
        var parameters: [LocatedValue] = []
        for parameter in (item["parameters"]?.elements ?? [])
            + (operation["parameters"]?.elements ?? [])
        {
            let resolved = try document.resolved(parameter)
            let isSame = { (other: LocatedValue) in
                other.value["name"] == resolved.value["name"]
                    && other.value["in"] == resolved.value["in"]
            }
            if let index = parameters.firstIndex(where: isSame) {
                parameters[index] = resolved
            } else {
                parameters.append(resolved)
            }
        }
        return parameters
    }

    /// The accepted type to request if a success can come in JSON and in other forms.
    private func acceptedType() throws(InterchangeError) -> String? {
        for (status, response) in operation["responses"]?.members ?? [] {
            guard status.hasPrefix("2") else { continue }
            let types = try document.resolved(response)["content"]?.members.map(\.name) ?? []
            guard types.count > 1, let json = types.first(where: MediaType.isJSON) else { continue }
            return json
        }
        return nil
    }
}
