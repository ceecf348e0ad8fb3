import JSON

/// The request fields with the values of parameters.
struct ParameterFields {
    var params = JSONObject()
    var query = JSONObject()
    var headers = JSONObject()
    /// Parameters left out of the example: `query limit`.
    var optional: [String] = []
    /// Path parameters of which the document gives no example.
    var madeUp: [String] = []
    var comment: [String] = []
    /// Why a value does not keep to the document; `nil` if all do.
    var fault: String?
    /// The sections with values that the document does not give.
    var invented: Set<String> = []
}

/// A parameter of an OpenAPI document.
struct OpenAPIParameter {
    private let parameter: LocatedValue
    private let document: OpenAPIDocument

    init(_ parameter: LocatedValue, _ document: OpenAPIDocument) {
        self.parameter = parameter
        self.document = document
    }

    private var name: String { LiteralText.apart(parameter.text("name") ?? "") }
    private var place: String { parameter.text("in") ?? "" }

    /// Fields that OpenAPI describes elsewhere.
    private static let ignoredHeaders = ["accept", "content-type", "authorization"]

    /// Whether OpenAPI describes a header elsewhere, so that a parameter of its name is ignored.
    static func isDescribedElsewhere(_ name: String) -> Bool {
        ignoredHeaders.contains(name.lowercased())
    }

    /// Whether its value is one field of its own name, in the form described by its schema.
    var isOneField: Bool {
        guard parameter["content"] == nil else { return true }
        do {
            guard let schema = parameter["schema"] else { return true }
            let words = try document.resolved(schema).value.objectValue ?? JSONObject()
            switch ExampleBuilder.type(words) {
            case "object": return false
            case "array": return place == "query" && style == "form" && isExploded
            default: return true
            }
        } catch {
            return false
        }
    }

    /// Adds the parameter's value to its section.
    func add(
        to fields: inout ParameterFields,
        path: inout OpenAPIPath,
        holdingAgainst schemas: RequestSchemas
    ) throws(InterchangeError) {
        let isHeader = place == "header"
        if isHeader, Self.isDescribedElsewhere(name) { return }
        let isRequired = place == "path" || parameter.value["required"]?.boolValue == true
        let given = try givenValue
        guard given != nil || isRequired else {
            fields.optional.append("\(place) \(name)")
            return
        }
        let (value, isMade) = try value(given, &fields, schemas)
        if isMade { fields.invented.insert(Self.section(of: place)) }
        switch place {
        case "path":
            guard let known = path.name(of: name) else { return }
            spell(in: &path, value)
            if isMade, try !isListed { fields.madeUp.append(known) }
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

    private static func section(of place: String) -> String {
        switch place {
        case "path": "params"
        case "query", "querystring": "query"
        default: "headers"
        }
    }

    /// The example of the document, else a value that keeps to the schema, if one is found; and whether it was made up.
    private func value(
        _ given: JSONValue?,
        _ fields: inout ParameterFields,
        _ schemas: RequestSchemas
    ) throws(InterchangeError) -> (JSONValue, isMade: Bool) {
        let first: JSONValue
        if let given { first = given } else { first = try madeUpValue }
        guard let fault = try fault(of: first, schemas) else {
            if given == nil, let schema = holder["schema"] {
                if let reason = try schemas.unchecked(of: schema) {
                    fields.fault =
                        "the made-up \(place) \(name) cannot be checked by its schema (\(reason))"
                }
            }
            return (first, given == nil)
        }
        var others = [try madeUpValue]
        if let schema = holder["schema"], let found = try schemas.found(for: schema) {
            others.append(found)
        }
        for other in others {
            guard try self.fault(of: other, schemas) == nil else { continue }
            if given != nil {
                fields.comment.append(
                    "The value of \(place) \(name) was made up: the document's own example breaks its "
                        + "schema (\(fault))."
                )
            }
            return (other, true)
        }
        let kind = given == nil ? "the one that was made up" : "the document's own example"
        fields.comment.append(
            "FILL IN a valid value of \(place) \(name): \(kind) breaks its schema (\(fault))."
        )
        fields.fault = "\(kind) of \(place) \(name) does not keep to its schema (\(fault))"
        return (first, given == nil)
    }

    /// The difference of a value from the parameter's schema, whatever its encoding.
    private func fault(
        of value: JSONValue,
        _ schemas: RequestSchemas
    ) throws(InterchangeError) -> String? {
        guard let schema = holder["schema"] else { return nil }
        var first: String?
        for candidate in [value, .string(value.spelling), value.stringValue.flatMap(Self.parsed)] {
            guard let candidate else { continue }
            let fault = try schemas.fault(of: candidate, schema)
            guard let fault else { return nil }
            first = first ?? fault
        }
        return first
    }

    private static func parsed(_ text: String) -> JSONValue? {
        do {
            return try JSONValue(parsing: text)
        } catch {
            return nil
        }
    }

    /// The parameter, or the media type that describes its content.
    private var holder: LocatedValue { parameter["content"]?.members.first?.value ?? parameter }

    /// An example from the document.
    private var givenValue: JSONValue? {
        get throws(InterchangeError) {
            if let example = holder.value["example"] { return example }
            for example in holder["examples"]?.members ?? [] {
                if let value = try document.resolved(example.value).value["value"] { return value }
            }
            guard let schema = holder["schema"] else { return nil }
            return try document.resolved(schema).value.objectValue.flatMap(ExampleBuilder.stated)
        }
    }

    /// A value by the schema.
    private var madeUpValue: JSONValue {
        get throws(InterchangeError) {
            guard let schema = holder["schema"] else { return "text" }
            var builder = ExampleBuilder(document)
            return try builder.value(for: schema) ?? "text"
        }
    }

    /// Whether its schema lists the values, or has a default.
    private var isListed: Bool {
        get throws(InterchangeError) {
            guard let schema = holder["schema"] else { return false }
            let keywords = try document.resolved(schema).value.objectValue ?? JSONObject()
            return ExampleBuilder.type(keywords) == "boolean"
                || ["enum", "const", "default"].contains { keywords[$0] != nil }
        }
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
                let field = LiteralText.apart("\(name)[\(member.name)]")
                query[field] = Self.withoutTemplates(Self.field(member.value))
            }
        case .object(let object) where isExploded:
            for member in object.members {
                let field = LiteralText.apart(member.name)
                query[field] = Self.withoutTemplates(Self.field(member.value))
            }
        case .array where style == "form" && isExploded:
            query[name] = Self.withoutTemplates(Self.field(value))
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

    /// A possible value of a field: scalars and lists of them unchanged, everything else as JSON
    /// text.
    private static func field(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object: .string(value.text)
        case .array(let elements):
            .array(elements.map { $0.isScalar ? $0 : .string($0.text) })
        case .null, .bool, .number, .string: value
        }
    }

    /// A list or an object as one text; members of an exploded object are written `name=value`.
    private func listed(_ value: JSONValue, by separator: String) -> JSONValue {
        switch value {
        case .array(let elements):
            .string(elements.map(\.spelling).joined(separator: separator))
        case .object(let object):
            .string(
                object.members.map { member in
                    member.name + (isExploded ? "=" : separator) + member.value.spelling
                }.joined(separator: separator)
            )
        default: value
        }
    }

    private static func withoutTemplates(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .string(LiteralText.literal(text))
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
