import Contract
import HTTP
import JSON

/// Writes example requests as the parameters and bodies of OpenAPI.
struct OpenAPIRequestWriter {
    /// A request in OpenAPI's form.
    struct Written {
        var method = "GET"
        var path = WrittenPath("/")
        /// Its address, if that is not a target of the contract.
        var origin: String?
        var parameters: [JSONValue] = []
        var body: JSONValue?

        /// The parameters; those of the path have the names from another path of the same shape.
        func parameters(renamedFor path: String) -> JSONValue {
            let names = zip(self.path.names, WrittenPath(path).names)
            let known = Dictionary(names.map { ($0, $1) }) { first, _ in first }
            return .array(
                parameters.map { parameter in
                    guard parameter["in"] == "path", let name = parameter["name"]?.stringValue,
                        let other = known[name], var object = parameter.objectValue
                    else { return parameter }
                    object["name"] = .string(other)
                    return .object(object)
                }
            )
        }
    }

    private let request: RequestTemplate
    private let accepted: OpenAPIAccepted
    private let contracts: ContractSet
    private var evaluator: Evaluator
    private var written = Written()

    /// Writes a request.
    ///
    /// - Parameters:
    ///   - request: With the header fields of its target.
    ///   - accepted: The accepted content of such requests.
    ///   - evaluator: The names in scope.
    ///   - contracts: For messages.
    /// - Returns: Its parts in OpenAPI's words.
    /// - Throws: When a template cannot be filled in.
    static func written(
        _ request: RequestTemplate,
        _ accepted: OpenAPIAccepted,
        using evaluator: Evaluator,
        _ contracts: ContractSet
    ) throws(InterchangeError) -> Written {
        var writer = OpenAPIRequestWriter(request, accepted, evaluator, contracts)
        do {
            try writer.write()
        } catch {
            throw contracts.error(error, in: request.location)
        }
        return writer.written
    }

    private init(
        _ request: RequestTemplate,
        _ accepted: OpenAPIAccepted,
        _ evaluator: Evaluator,
        _ contracts: ContractSet
    ) {
        self.request = request
        self.accepted = accepted
        self.evaluator = evaluator
        self.contracts = contracts
    }

    private mutating func value(_ section: String) throws(TemplateError) -> JSONValue? {
        guard let template = request[section] else { return nil }
        return try evaluator.value(of: template)
    }

    private mutating func write() throws(TemplateError) {
        written.method = try value("method")?.spelling ?? "GET"
        var target = try value("path")?.spelling ?? "/"
        if let url = try value("url")?.spelling, let parts = URLParts(url) {
            written.origin = parts.origin
            target = parts.path + (parts.query.map { "?\($0)" } ?? "")
        } else if let basePath = try value("basePath")?.spelling {
            let documented = contracts.target(of: request)?.documented
            written.origin = try documented.map { template throws(TemplateError) in
                try evaluator.text(of: template)
            }
            target = basePath + target
        }
        let end = Self.endOfPath(in: target)
        written.path = WrittenPath(String(target[..<end]))
        try addPathParameters()
        addFields(String(target[end...].dropFirst()))
        try addQuery()
        try addHeaders()
        addAcceptedFields()
        try addBody()
    }

    /// The start of the query: the first `?` outside of `{…}`.
    private static func endOfPath(in target: String) -> String.Index {
        var isInside = false
        for index in target.indices {
            switch target[index] {
            case "{": isInside = true
            case "}": isInside = false
            case "?" where !isInside: return index
            default: break
            }
        }
        return target.endIndex
    }

    private mutating func add(
        _ place: String,
        _ name: String,
        _ example: JSONValue?,
        _ details: JSONObject = JSONObject()
    ) {
        let isHeader = place == "header"
        let isKnown = written.parameters.contains { known in
            guard known["in"]?.stringValue == place, let other = known["name"]?.stringValue else {
                return false
            }
            return isHeader ? HTTPFields.areSame(other, name) : other == name
        }
        guard !isKnown else { return }
        let field = acceptedField(place, name)
        var parameter = JSONObject()
        parameter["name"] = .string(name)
        parameter["in"] = .string(place)
        parameter["required"] = place == "path" || field?.isRequired == true ? true : nil
        for member in details.members { parameter[member.name] = member.value }
        if parameter["content"] == nil {
            parameter["schema"] = field?.schema ?? [:]
            parameter["example"] = example
        }
        written.parameters.append(.object(parameter))
    }

    private func acceptedField(_ place: String, _ name: String) -> OpenAPIAccepted.Field? {
        let isInPath = place == "path" || written.path.queryNames.contains(name)
        let section = place == "header" ? "headers" : isInPath ? "params" : "query"
        return accepted.fields(of: section).first { field in
            place == "header" ? HTTPFields.areSame(field.name, name) : field.name == name
        }
    }

    /// Adds fields that the example request does not have.
    private mutating func addAcceptedFields() {
        for field in accepted.fields(of: "query") { add("query", field.name, nil) }
        for field in accepted.fields(of: "headers") where !Self.isElsewhere(field.name) {
            add("header", field.name, nil)
        }
    }

    /// Whether OpenAPI expresses a header field in another way.
    private static func isElsewhere(_ name: String) -> Bool {
        ["accept", "content-type", "authorization"].contains(name.lowercased())
    }
}

// MARK: - Path and query

extension OpenAPIRequestWriter {
    private mutating func addPathParameters() throws(TemplateError) {
        let params = try value("params")
        for name in written.path.names {
            let isDescribed = acceptedField("path", name) != nil
            let example = params?[name] ?? (isDescribed ? nil : "text")
            add("path", name, example, written.path.style(of: name))
        }
        for name in written.path.queryNames {
            if let value = params?[name] { add("query", name, value) }
        }
    }

    private mutating func addQuery() throws(TemplateError) {
        guard let query = request["query"] else { return }
        guard let members = query.members else {
            if let text = try evaluator.value(of: query).stringValue { addFields(text) }
            return
        }
        for member in members {
            if case .expression(.json(let inner)) = member.value {
                let media: JSONValue = ["example": try evaluator.value(of: inner)]
                let content: JSONValue = ["application/json": media]
                add(
                    "query",
                    member.name,
                    .null,
                    JSONObject([.init(name: "content", value: content)])
                )
            } else {
                add("query", member.name, try evaluator.value(of: member.value))
            }
        }
    }

    /// Fields of a query that is written as a text.
    private mutating func addFields(_ text: String) {
        for (name, value) in FieldText.fields(text) ?? [] { add("query", name, .string(value)) }
    }

    private mutating func addHeaders() throws(TemplateError) {
        for header in request["headers"]?.members ?? [] where !Self.isElsewhere(header.name) {
            add("header", header.name, try evaluator.value(of: header.value))
        }
    }
}

// MARK: - Bodies

extension OpenAPIRequestWriter {
    private mutating func addBody() throws(TemplateError) {
        guard let name = request.bodySection ?? accepted.bodySection else { return }
        let value = try value(name)
        let header = request["headers"]?.members?.first {
            HTTPFields.areSame($0.name, "Content-Type")
        }
        let stated = try header.map { field throws(TemplateError) in
            try evaluator.value(of: field.value).spelling
        }
        let (type, media) = Self.media(name, value, accepted.body(name))
        let isFixed = type == MediaType.form || type == MediaType.multipart
        let main = MediaType.name(isFixed ? type : stated ?? type)
        var content = JSONObject([.init(name: main, value: .object(media))])
        for other in accepted.mediaTypes.map(MediaType.name) where content[other] == nil {
            // How a schema applies to other types, such as XML, the contract does not state.
            let schema = MediaType.isJSON(other) ? media["schema"] : nil
            content[other] = ["schema": schema ?? [:]]
        }
        written.body = [
            "required": .bool(!accepted.isOptional(name)), "content": .object(content),
        ]
    }

    /// The default media type of a body section, and its media type object.
    private static func media(
        _ section: String,
        _ value: JSONValue?,
        _ schema: JSONValue?
    ) -> (type: String, media: JSONObject) {
        var media = JSONObject()
        switch section {
        case "json":
            media["schema"] = schema
            media["example"] = value.map(parsed)
            return ("application/json", media)
        case "form":
            let fields = value?.stringValue.flatMap(FieldText.fields).map(RequestDrafter.object)
            let example = fields.map(JSONValue.object) ?? value
            media["schema"] = schema ?? form(example)
            media["example"] = example
            return (MediaType.form, media)
        case "multipart":
            return (MediaType.multipart, OpenAPIParts(value, accepted: schema).media)
        case "text":
            media["schema"] = ["type": "string"]
            media["example"] = value.map { .string($0.spelling) }
            return ("text/plain", media)
        default:
            media["schema"] = [:]
            return ("application/octet-stream", media)
        }
    }

    private static func form(_ example: JSONValue?) -> JSONValue {
        var schema = OpenAPISchemas.undescribed
        let inferred = SchemaInference.schema(of: [example ?? [:]], requiresMembers: false)
        schema["properties"] = inferred["properties"]
        return .object(schema)
    }

    /// A body that is written as a text, parsed as JSON where possible.
    private static func parsed(_ value: JSONValue) -> JSONValue {
        guard let text = value.stringValue else { return value }
        do {
            return try JSONValue(parsing: text)
        } catch {
            // Malformed on purpose: the text becomes the example.
            return value
        }
    }
}
