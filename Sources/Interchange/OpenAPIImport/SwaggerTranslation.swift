import JSON

/// Translates a document of version 2.0, called Swagger, to version 3.0.
///
/// Schemas stay where they are, below `definitions`. Values that move are mapped to their original places, so that
/// messages name places that the author can find. Members that version 2.0 does not have stay unchanged, for others
/// to report.
struct SwaggerTranslation {
    /// The translated document.
    private(set) var document: JSONValue
    /// The original places of values, with everything below them.
    private(set) var origins: [JSONPointer: JSONPointer] = [:]
    /// Parts that version 3.0 cannot express.
    private(set) var losses: [ImportLoss] = []

    private let root: LocatedValue
    private let file: String
    /// Only to follow references.
    private let source: OpenAPIDocument

    /// Translates.
    ///
    /// - Parameters:
    ///   - value: The document, with the files that it refers to in it.
    ///   - file: Its name.
    /// - Throws: When a reference has no target.
    init(_ value: JSONValue, file: String) throws(InterchangeError) {
        root = LocatedValue(value: value, pointer: JSONPointer(tokens: []))
        self.file = file
        source = OpenAPIDocument(unchecked: value, file: file)
        document = value
        try translate()
    }

    /// Whether a value is a document of that version.
    static func isMeant(_ value: JSONValue) -> Bool {
        let version = value["swagger"]?.scalarSpelling
        return version == "2.0" || version == "2"
    }

    private mutating func translate() throws(InterchangeError) {
        var result = JSONObject([.init(name: "openapi", value: "3.0.3")])
        let moved = [
            "swagger", "host", "basePath", "schemes", "consumes", "produces", "parameters",
            "responses", "securityDefinitions", "paths",
        ]
        for (name, value) in root.members where !moved.contains(name) {
            result[name] = Self.schema(value.value)
        }
        result["servers"] = servers()
        var paths = JSONObject()
        for (path, item) in root["paths"]?.members ?? [] {
            let place = JSONPointer(tokens: ["paths", path])
            paths[path] = try self.item(try source.resolved(item), at: place)
        }
        if root["paths"] != nil { result["paths"] = .object(paths) }
        var schemes = JSONObject()
        for (name, scheme) in root["securityDefinitions"]?.members ?? [] {
            let place = JSONPointer(tokens: ["components", "securitySchemes", name])
            origins[place] = scheme.pointer
            schemes[name] = securityScheme(scheme)
        }
        if !schemes.isEmpty { result["components"] = ["securitySchemes": .object(schemes)] }
        document = .object(result)
    }

    /// A schema, or a value with schemas: `x-nullable` has a standard keyword since.
    private static func schema(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): return .array(elements.map(schema))
        case .object(let object):
            var result = JSONObject()
            for member in object.members {
                if member.name == "x-nullable", member.value.boolValue != nil {
                    result["nullable"] = member.value
                } else {
                    result[member.name] = schema(member.value)
                }
            }
            if object["type"] == "file" {
                result["type"] = "string"
                result["format"] = "binary"
            }
            return .object(result)
        case .null, .bool, .number, .string: return value
        }
    }
}

// MARK: - The whole

extension SwaggerTranslation {
    private mutating func servers() -> JSONValue? {
        origins[JSONPointer(tokens: ["servers"])] = JSONPointer(tokens: ["host"])
        let path = root.text("basePath") ?? ""
        guard let host = root.text("host") else {
            return path.isEmpty ? nil : [["url": .string(path)]]
        }
        let schemes = (root.value["schemes"]?.arrayValue ?? []).compactMap(\.stringValue)
        let known = schemes.filter { $0 == "https" || $0 == "http" }
        for (index, scheme) in schemes.enumerated() where !known.contains(scheme) {
            let place = JSONPointer(tokens: ["schemes", "\(index)"])
            losses.append(ImportLoss(place, "\(scheme) is not HTTP"))
        }
        let usable = known.isEmpty ? ["https"] : known
        return .array(usable.map { ["url": .string("\($0)://\(host)\(path)")] })
    }

    private mutating func securityScheme(_ scheme: LocatedValue) -> JSONValue {
        guard var object = scheme.value.objectValue else { return scheme.value }
        switch scheme.text("type") {
        case "basic":
            object["type"] = "http"
            object["scheme"] = "basic"
        case "oauth2":
            let flows = [
                "application": "clientCredentials", "accessCode": "authorizationCode",
                "implicit": "implicit", "password": "password",
            ]
            var flow = JSONObject()
            for name in ["authorizationUrl", "tokenUrl", "scopes"] {
                flow[name] = object[name]
                object[name] = nil
            }
            let name = scheme.text("flow") ?? "implicit"
            let place = JSONPointer(
                tokens: [
                    "components", "securitySchemes", scheme.pointer.tokens.last ?? "", "flows",
                ]
            )
            origins[place] = scheme.pointer
            origins[place.appending(flows[name] ?? name)] = scheme.pointer.appending("flow")
            object["flow"] = nil
            object["flows"] = .object(
                JSONObject([.init(name: flows[name] ?? name, value: .object(flow))])
            )
        default: break
        }
        return .object(object)
    }

    private mutating func item(
        _ item: LocatedValue,
        at place: JSONPointer
    ) throws(InterchangeError) -> JSONValue {
        if item.pointer != place { origins[place] = item.pointer }
        let shared = try parameters(of: item)
        var result = JSONObject()
        for (name, value) in item.members where name != "parameters" {
            let inner = place.appending(name)
            result[name] =
                OpenAPIDocument.methods.contains(name)
                ? try operation(value, at: inner, shared) : value.value
        }
        return .object(result)
    }

    private func parameters(of holder: LocatedValue) throws(InterchangeError) -> [LocatedValue] {
        var parameters: [LocatedValue] = []
        for parameter in holder["parameters"]?.elements ?? [] {
            parameters.append(try source.resolved(parameter))
        }
        return parameters
    }

    private mutating func operation(
        _ operation: LocatedValue,
        at place: JSONPointer,
        _ shared: [LocatedValue]
    ) throws(InterchangeError) -> JSONValue {
        let own = try parameters(of: operation)
        let all =
            shared.filter { parameter in
                !own.contains { Self.areSame($0, parameter) }
            } + own
        let moved = ["parameters", "responses", "consumes", "produces", "schemes"]
        var result = JSONObject()
        for (name, value) in operation.members where !moved.contains(name) {
            result[name] = value.value
        }
        if let schemes = operation["schemes"], schemes.value != root.value["schemes"] {
            losses.append(
                ImportLoss(schemes.pointer, "the operation is sent as all the others are")
            )
        }
        var others: [JSONValue] = []
        for parameter in all where !["body", "formData"].contains(parameter.text("in")) {
            let inner = place.appending("parameters").appending("\(others.count)")
            origins[inner] = parameter.pointer
            others.append(self.parameter(parameter, at: inner))
        }
        if !others.isEmpty { result["parameters"] = .array(others) }
        let consumes = types("consumes", of: operation)
        result["requestBody"] = body(all, consumes, at: place.appending("requestBody"))
        if let responses = operation["responses"] {
            var taken = JSONObject()
            for (status, response) in responses.members {
                let inner = place.appending("responses").appending(status)
                taken[status] =
                    status.hasPrefix("x-")
                    ? response.value
                    : self.response(
                        try source.resolved(response),
                        types("produces", of: operation),
                        at: inner
                    )
            }
            result["responses"] = .object(taken)
        }
        return .object(result)
    }

    private static func areSame(_ one: LocatedValue, _ other: LocatedValue) -> Bool {
        one.value["name"] == other.value["name"] && one.value["in"] == other.value["in"]
    }

    /// Media types of an operation, else those of the whole document.
    private func types(_ name: String, of operation: LocatedValue) -> [String] {
        let list = operation.value[name] ?? root.value[name]
        return (list?.arrayValue ?? []).compactMap(\.stringValue)
    }
}

// MARK: - Parameters and bodies

extension SwaggerTranslation {
    /// The members of a parameter besides its schema.
    private static let beside: Set<String> = [
        "name", "in", "description", "required", "allowEmptyValue", "collectionFormat", "schema",
    ]

    /// The schema keywords of a parameter or a header.
    private static func ownSchema(_ parameter: LocatedValue) -> JSONValue {
        var schema = JSONObject()
        for (name, value) in parameter.members where !beside.contains(name) && !name.hasPrefix("x-")
        {
            schema[name] = value.value
        }
        if parameter.value["x-nullable"] == true { schema["nullable"] = true }
        return Self.schema(.object(schema)).withoutFormats
    }

    private mutating func parameter(
        _ parameter: LocatedValue,
        at place: JSONPointer
    ) -> JSONValue {
        var result = JSONObject()
        for (name, value) in parameter.members where Self.beside.contains(name) {
            result[name] = value.value
        }
        for (name, value) in parameter.members where name.hasPrefix("x-") {
            result[name] = value.value
        }
        result["collectionFormat"] = nil
        result["schema"] = Self.ownSchema(parameter)
        // An example in a common extension, as version 2.0 has no keyword for it.
        if let example = parameter.value["x-example"] { result["example"] = example }
        origins[place.appending("schema")] = parameter.pointer
        if parameter.value["type"] == "array" { spell(parameter, in: &result) }
        return .object(result)
    }

    /// Sets the form of a list.
    private mutating func spell(_ parameter: LocatedValue, in result: inout JSONObject) {
        noteInnerFormat(of: parameter)
        let isQuery = ["query", "formData"].contains(parameter.text("in"))
        let format = parameter.text("collectionFormat") ?? "csv"
        let style: String? =
            switch format {
            case "csv": isQuery ? "form" : "simple"
            case "multi" where isQuery: "form"
            case "ssv" where isQuery: "spaceDelimited"
            case "pipes" where isQuery: "pipeDelimited"
            default: nil
            }
        if style == nil {
            let place = parameter.pointer.appending("collectionFormat")
            losses.append(ImportLoss(place, "\(format) is sent with commas between the values"))
        }
        result["style"] = .string(style ?? (isQuery ? "form" : "simple"))
        result["explode"] = .bool(format == "multi" && isQuery)
    }

    /// Records that a nested list cannot be written as a text.
    private mutating func noteInnerFormat(of parameter: LocatedValue) {
        guard let inner = parameter["items"]?["collectionFormat"] else { return }
        losses.append(ImportLoss(inner.pointer, "lists in lists are sent as JSON"))
    }

    private mutating func body(
        _ parameters: [LocatedValue],
        _ consumes: [String],
        at place: JSONPointer
    ) -> JSONValue? {
        if let body = parameters.first(where: { $0.text("in") == "body" }) {
            origins[place] = body.pointer
            var media = JSONObject()
            if let schema = body["schema"] { media["schema"] = Self.schema(schema.value) }
            for name in ["x-example", "example"] where body.value[name] != nil {
                media["example"] = body.value[name]
            }
            let types = consumes.isEmpty ? ["application/json"] : consumes
            for type in types {
                origins[place.appending("content").appending(type)] = body.pointer
            }
            return [
                "required": body.value["required"] ?? false,
                "content": .object(
                    JSONObject(types.map { .init(name: $0, value: .object(media)) })
                ),
            ]
        }
        let fields = parameters.filter { $0.text("in") == "formData" }
        return fields.isEmpty ? nil : form(fields, consumes, at: place)
    }

    private mutating func form(
        _ fields: [LocatedValue],
        _ consumes: [String],
        at place: JSONPointer
    ) -> JSONValue {
        let hasFile = fields.contains { $0.value["type"] == "file" }
        let isMultipart = hasFile || consumes.first.map(MediaType.name) == MediaType.multipart
        let type = isMultipart ? MediaType.multipart : MediaType.form
        let schema = place.appending("content").appending(type).appending("schema")
        origins[place] = fields[0].pointer.parent
        origins[schema] = origins[place]
        var properties = JSONObject()
        var encoding = JSONObject()
        var required: [JSONValue] = []
        for field in fields {
            guard let name = field.text("name") else { continue }
            origins[schema.appending("properties").appending(name)] = field.pointer
            var spelled = JSONObject()
            if field.value["type"] == "array" { spell(field, in: &spelled) }
            if !spelled.isEmpty { encoding[name] = .object(spelled) }
            origins[schema.parent.appending("encoding").appending(name)] =
                field.pointer.appending("collectionFormat")
            properties[name] = Self.ownSchema(field)
            if field.value["required"] == true { required.append(.string(name)) }
        }
        var whole = JSONObject([
            .init(name: "type", value: "object"),
            .init(name: "properties", value: .object(properties)),
        ])
        if !required.isEmpty { whole["required"] = .array(required) }
        var media = JSONObject([.init(name: "schema", value: .object(whole))])
        if !encoding.isEmpty { media["encoding"] = .object(encoding) }
        let content = JSONObject([.init(name: type, value: .object(media))])
        return ["required": .bool(!required.isEmpty), "content": .object(content)]
    }

    private mutating func response(
        _ response: LocatedValue,
        _ produces: [String],
        at place: JSONPointer
    ) -> JSONValue {
        var result = JSONObject()
        for (name, value) in response.members {
            switch name {
            case "schema", "examples": continue
            case "headers":
                var headers = JSONObject()
                for (name, header) in value.members {
                    let inner = place.appending("headers").appending(name)
                    origins[inner] = header.pointer
                    origins[inner.appending("schema")] = header.pointer
                    noteInnerFormat(of: header)
                    headers[name] = [
                        "description": header.value["description"] ?? "",
                        "schema": Self.ownSchema(header),
                    ]
                }
                result["headers"] = .object(headers)
            default:
                origins[place.appending(name)] = response.pointer.appending(name)
                result[name] = value.value
            }
        }
        result["content"] = content(of: response, produces, at: place.appending("content"))
        return .object(result)
    }

    private mutating func content(
        of response: LocatedValue,
        _ produces: [String],
        at place: JSONPointer
    ) -> JSONValue? {
        let examples = response["examples"]?.members ?? []
        guard response["schema"] != nil || !examples.isEmpty else { return nil }
        var types = produces.isEmpty ? ["*/*"] : produces
        types += examples.map(\.name).filter { !types.contains($0) }
        if types.first == "*/*", types.count > 1 { types.removeFirst() }
        var content = JSONObject()
        for type in types {
            let inner = place.appending(type)
            var media = JSONObject()
            if let schema = response["schema"] {
                origins[inner] = schema.pointer
                origins[inner.appending("schema")] = schema.pointer
                media["schema"] = Self.schema(schema.value)
            }
            if let example = examples.first(where: { $0.name == type })?.value {
                origins[inner.appending("example")] = example.pointer
                media["example"] = example.value
            }
            content[type] = .object(media)
        }
        return .object(content)
    }
}

extension JSONPointer {
    /// The parent of this place.
    fileprivate var parent: JSONPointer { JSONPointer(tokens: Array(tokens.dropLast())) }
}

extension JSONValue {
    /// A schema without the keywords for the form of lists.
    fileprivate var withoutFormats: JSONValue {
        guard var object = objectValue else { return self }
        object["collectionFormat"] = nil
        if let items = object["items"] { object["items"] = items.withoutFormats }
        return .object(object)
    }
}
