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
        if let accept = try acceptedType() { request.headers["Accept"] = .string(accept) }
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

/// A path with parameters, on its way from OpenAPI's spelling to that of RFC 6570.
struct OpenAPIPath {
    private enum Part {
        case literal(String)
        case parameter(original: String, name: String, prefix: String, suffix: String)
    }

    private let original: String
    private var parts: [Part] = []

    init(_ text: String) {
        original = text
        var names = UniqueNames()
        var rest = text[...]
        while let opening = rest.firstIndex(of: "{"),
            let closing = rest[opening...].firstIndex(of: "}")
        {
            parts.append(.literal(String(rest[..<opening])))
            let name = String(rest[rest.index(after: opening)..<closing])
            let usable = names.unique(Self.usable(name))
            parts.append(.parameter(original: name, name: usable, prefix: "", suffix: ""))
            rest = rest[rest.index(after: closing)...]
        }
        parts.append(.literal(String(rest)))
    }

    /// RFC 6570 has letters, digits and underscores in names only.
    private static func usable(_ name: String) -> String {
        let letters = name.map { character -> Character in
            let isFit = character.isASCII && (character.isLetter || character.isNumber)
            return isFit || character == "_" ? character : "_"
        }
        return letters.isEmpty ? "_" : String(letters)
    }

    /// The names of the parameters as the contract spells them.
    var names: [String] {
        parts.compactMap { if case .parameter(_, let name, _, _) = $0 { name } else { nil } }
    }

    /// The contract's name of a parameter of the document; `nil` when the path has none such.
    func name(of original: String) -> String? {
        for case .parameter(original, let name, _, _) in parts { return name }
        return nil
    }

    /// Says how a parameter is spelled: an operator before its name, a modifier behind it.
    mutating func spell(_ original: String, prefix: String, suffix: String) {
        for (index, part) in parts.enumerated() {
            guard case .parameter(original, let name, _, _) = part else { continue }
            parts[index] = .parameter(
                original: original,
                name: name,
                prefix: prefix,
                suffix: suffix
            )
        }
    }

    /// The template, checked.
    func text(
        in document: OpenAPIDocument,
        at pointer: JSONPointer
    ) throws(InterchangeError) -> String {
        let text = parts.map { part in
            switch part {
            case .literal(let text): text
            case .parameter(_, let name, let prefix, let suffix): "{\(prefix)\(name)\(suffix)}"
            }
        }.joined()
        do {
            _ = try URITemplate(text)
            return text
        } catch {
            throw document.error(
                at: pointer,
                expected: "a path such as /pets/{id}",
                found: "\"\(original)\""
            )
        }
    }
}

/// Where the values of parameters go.
struct ParameterFields {
    var params = JSONObject()
    var query = JSONObject()
    var headers = JSONObject()
    /// Parameters that the example leaves out: `query limit`.
    var optional: [String] = []
    var comment: [String] = []
}

/// A parameter of an OpenAPI document.
struct OpenAPIParameter {
    private let parameter: LocatedValue
    private let document: OpenAPIDocument

    init(_ parameter: LocatedValue, _ document: OpenAPIDocument) {
        self.parameter = parameter
        self.document = document
    }

    private var name: String { parameter.text("name") ?? "" }
    private var place: String { parameter.text("in") ?? "" }

    /// Fields that OpenAPI describes elsewhere.
    private static let ignoredHeaders = ["accept", "content-type", "authorization"]

    /// Adds the parameter's value to the section it belongs to.
    func add(to fields: inout ParameterFields, path: inout OpenAPIPath) throws(InterchangeError) {
        let isHeader = place == "header"
        if isHeader, Self.ignoredHeaders.contains(name.lowercased()) { return }
        let isRequired = place == "path" || parameter.value["required"]?.boolValue == true
        guard let value = try value(isRequired: isRequired) else {
            if place != "path" { fields.optional.append("\(place) \(name)") }
            return
        }
        switch place {
        case "path":
            guard let known = path.name(of: name) else { return }
            spell(in: &path, value)
            fields.params[known] = Self.withoutTemplates(value)
        case "query", "querystring": addQuery(value, to: &fields.query)
        case "header": fields.headers[name] = Self.withoutTemplates(listed(value, by: ","))
        case "cookie": addCookie(value, to: &fields.headers)
        default:
            throw document.error(
                at: parameter.pointer,
                expected: "\"in\" to be path, query, header or cookie",
                found: parameter.value["in"]?.text ?? "nothing"
            )
        }
    }

    /// An example; of an optional parameter only one that the document states.
    private func value(isRequired: Bool) throws(InterchangeError) -> JSONValue? {
        var holder = parameter
        if let content = parameter["content"]?.members.first?.value { holder = content }
        if let example = holder.value["example"] { return example }
        for example in holder["examples"]?.members ?? [] {
            if let value = try document.resolved(example.value).value["value"] { return value }
        }
        guard let schema = holder["schema"] else { return isRequired ? "text" : nil }
        let resolved = try document.resolved(schema)
        if let stated = resolved.value.objectValue.flatMap(ExampleBuilder.stated) { return stated }
        guard isRequired else { return nil }
        var builder = ExampleBuilder(document)
        return try builder.value(for: schema) ?? "text"
    }

    private var style: String {
        parameter.text("style") ?? (place == "query" || place == "cookie" ? "form" : "simple")
    }

    private var isExploded: Bool { parameter.value["explode"]?.boolValue ?? (style == "form") }

    private func spell(in path: inout OpenAPIPath, _ value: JSONValue) {
        let prefix = style == "label" ? "." : style == "matrix" ? ";" : ""
        path.spell(name, prefix: prefix, suffix: isExploded && !value.isScalar ? "*" : "")
    }

    private func addQuery(_ value: JSONValue, to query: inout JSONObject) {
        if parameter["content"] != nil {
            query[name] = ["json": Self.withoutTemplates(value)]
            return
        }
        switch value {
        case .object(let object) where style == "deepObject":
            for member in object.members {
                query["\(name)[\(member.name)]"] = Self.withoutTemplates(member.value)
            }
        case .object(let object) where isExploded:
            for member in object.members {
                query[member.name] = Self.withoutTemplates(member.value)
            }
        case .array where style == "form" && isExploded:
            query[name] = Self.withoutTemplates(value)
        default:
            let separator = style == "pipeDelimited" ? "|" : style == "spaceDelimited" ? " " : ","
            query[name] = Self.withoutTemplates(listed(value, by: separator))
        }
    }

    private func addCookie(_ value: JSONValue, to headers: inout JSONObject) {
        let cookie = "\(name)=\(Self.withoutTemplates(listed(value, by: ",")).spelling)"
        let known = headers["Cookie"]?.stringValue
        headers["Cookie"] = .string(known.map { "\($0); \(cookie)" } ?? cookie)
    }

    /// A list or an object as one text.
    private func listed(_ value: JSONValue, by separator: String) -> JSONValue {
        switch value {
        case .array(let elements):
            .string(elements.map(\.spelling).joined(separator: separator))
        case .object(let object):
            .string(
                object.members.flatMap { [$0.name, $0.value.spelling] }
                    .joined(separator: separator)
            )
        default: value
        }
    }

    private static func withoutTemplates(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .string(LiteralText.apart(text))
        case .array(let elements): .array(elements.map(withoutTemplates))
        default: value
        }
    }
}

extension JSONValue {
    /// The text itself for a string, JSON text for everything else.
    var spelling: String { stringValue ?? text }

    /// Whether it is neither array nor object.
    var isScalar: Bool { arrayValue == nil && objectValue == nil }
}
