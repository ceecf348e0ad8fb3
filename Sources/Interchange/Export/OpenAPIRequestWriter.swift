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
    private let contracts: ContractSet
    private var evaluator: Evaluator
    private var written = Written()

    /// Writes a request.
    ///
    /// - Parameters:
    ///   - request: With the header fields of its target.
    ///   - evaluator: The names in scope.
    ///   - contracts: For messages.
    /// - Returns: Its parts in OpenAPI's words.
    /// - Throws: When a template cannot be filled in.
    static func written(
        _ request: RequestTemplate,
        using evaluator: Evaluator,
        _ contracts: ContractSet
    ) throws(InterchangeError) -> Written {
        var writer = OpenAPIRequestWriter(request, evaluator, contracts)
        do {
            try writer.write()
        } catch {
            throw contracts.error(error, in: request.location)
        }
        return writer.written
    }

    private init(_ request: RequestTemplate, _ evaluator: Evaluator, _ contracts: ContractSet) {
        self.request = request
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
        _ example: JSONValue,
        _ details: JSONObject = JSONObject()
    ) {
        let isKnown = written.parameters.contains {
            $0["in"]?.stringValue == place && $0["name"]?.stringValue == name
        }
        guard !isKnown else { return }
        var parameter = JSONObject()
        parameter["name"] = .string(name)
        parameter["in"] = .string(place)
        parameter["required"] = place == "path" ? true : nil
        for member in details.members { parameter[member.name] = member.value }
        if parameter["content"] == nil {
            parameter["schema"] = SchemaInference.schema(of: [example], requiresMembers: false)
            parameter["example"] = example
        }
        written.parameters.append(.object(parameter))
    }
}

// MARK: - Path and query

extension OpenAPIRequestWriter {
    private mutating func addPathParameters() throws(TemplateError) {
        let params = try value("params")
        for name in written.path.names {
            add("path", name, params?[name] ?? "text", written.path.style(of: name))
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
        for header in request["headers"]?.members ?? [] {
            // OpenAPI expresses these in other ways.
            let name = header.name.lowercased()
            if ["accept", "content-type", "authorization"].contains(name) { continue }
            add("header", header.name, try evaluator.value(of: header.value))
        }
    }
}

// MARK: - Bodies

extension OpenAPIRequestWriter {
    private mutating func addBody() throws(TemplateError) {
        guard let name = request.bodySection, let value = try value(name),
            value != .null || name == "json"
        else { return }
        let header = request["headers"]?.members?.first {
            HTTPFields.areSame($0.name, "Content-Type")
        }
        let stated = try header.map { field throws(TemplateError) in
            try evaluator.value(of: field.value).spelling
        }
        var media = JSONObject()
        let type: String
        switch name {
        case "json":
            type = stated ?? "application/json"
            let example = Self.parsed(value)
            media["schema"] = SchemaInference.schema(of: [example], requiresMembers: false)
            media["example"] = example
        case "form":
            type = MediaType.form
            let fields = value.stringValue.flatMap(FieldText.fields).map(RequestDrafter.object)
            let example = fields.map(JSONValue.object) ?? value
            media["schema"] = SchemaInference.schema(of: [example], requiresMembers: false)
            media["example"] = example
        case "multipart":
            type = MediaType.multipart
            media = Self.multipart(value)
        case "text":
            type = stated ?? "text/plain"
            media["schema"] = ["type": "string"]
            media["example"] = .string(value.spelling)
        default:
            type = stated ?? "application/octet-stream"
            media["schema"] = JSONValue.object(JSONObject())
        }
        let content = JSONObject([.init(name: MediaType.name(type), value: .object(media))])
        written.body = ["required": true, "content": .object(content)]
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

    private static func multipart(_ value: JSONValue) -> JSONObject {
        var properties = JSONObject()
        var example = JSONObject()
        for member in value.objectValue?.members ?? [] {
            if member.value["file"] != nil {
                let type = member.value["type"]?.stringValue ?? "application/octet-stream"
                properties[member.name] = ["type": "string", "contentMediaType": .string(type)]
            } else {
                properties[member.name] = SchemaInference.schema(of: [member.value])
                example[member.name] = member.value
            }
        }
        let schema: JSONValue = ["type": "object", "properties": .object(properties)]
        var media = JSONObject([.init(name: "schema", value: schema)])
        // An example must be complete.
        if example.count == properties.count { media["example"] = .object(example) }
        return media
    }
}
