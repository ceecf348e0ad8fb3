import JSON

/// Makes the example request of an operation of an OpenAPI document.
struct OpenAPIRequest {
    let document: OpenAPIDocument
    let operation: LocatedValue
    /// The path item that the operation stands in.
    let item: LocatedValue

    /// The request with its parameters and body.
    func request(
        _ method: String,
        _ path: String
    ) throws(InterchangeError) -> ContractDraft.Request {
        var request = ContractDraft.Request()
        request.method = method
        var path = OpenAPIPath(path)
        var fields = ParameterFields()
        for parameter in try parameters() {
            try OpenAPIParameter(parameter, document).add(to: &fields, path: &path)
        }
        for name in path.names where fields.params[name] == nil {
            fields.params[name] = "text"
            fields.comment.append("FILL IN {\(name)}: the document does not describe it.")
        }
        request.path = try path.text(in: document, at: item.pointer)
        request.params = fields.params
        request.headers = fields.headers
        if !fields.query.isEmpty { request.query = .object(fields.query) }
        if let accept = try acceptedType() {
            request.headers["Accept"] = .string(LiteralText.apart(accept))
        }
        request.comment = fields.comment
        if !fields.optional.isEmpty {
            request.comment.append("Optional: \(fields.optional.joined(separator: ", ")).")
        }
        try OpenAPIBody(document: document, operation: operation).add(to: &request)
        return request
    }

    /// Those of the path item, then those of the operation, which replace them.
    private func parameters() throws(InterchangeError) -> [LocatedValue] {
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

    /// What to ask for where a success may come in JSON and in other forms.
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
