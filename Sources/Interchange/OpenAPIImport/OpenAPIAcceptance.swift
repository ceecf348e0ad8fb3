import JSON
import RegularExpressions

/// The accepted values of an operation, by the schemas of its parameters and of its body.
struct OpenAPIAcceptance {
    let document: OpenAPIDocument
    let operation: LocatedValue
    /// Including those of the path item, with references followed.
    let parameters: [LocatedValue]
    /// As the contract spells it.
    let path: OpenAPIPath

    /// The accepted content of one section.
    private struct Section {
        var properties = JSONObject()
        var required: [JSONValue] = []

        /// Adds a requirement for a cookie to the field with all cookies.
        mutating func add(cookie name: String) {
            if !required.contains("Cookie") { required.append("Cookie") }
            let literal = RegularExpression.escaped(name)
            let pattern: JSONValue = ["pattern": .string("(^|; *)\(literal)=")]
            let others = properties["Cookie"]?["allOf"]?.arrayValue ?? []
            properties["Cookie"] = ["type": "string", "allOf": .array(others + [pattern])]
        }

        var schema: JSONValue? {
            guard !properties.isEmpty || !required.isEmpty else { return nil }
            var schema = JSONObject([.init(name: "type", value: "object")])
            if !required.isEmpty { schema["required"] = .array(required) }
            if !properties.isEmpty { schema["properties"] = .object(properties) }
            return .object(schema)
        }
    }

    /// The schemas by section, for a request made from the same parameters and body.
    func rules(
        for request: ContractDraft.Request,
        taking schemas: inout SchemaTransfer
    ) throws(InterchangeError) -> [ContractDraft.Acceptance] {
        var sections: [String: Section] = [:]
        for parameter in parameters { try add(parameter, to: &sections, &schemas) }
        var rules = ["params", "query", "headers"].compactMap { name in
            sections[name]?.schema.map { schema in
                ContractDraft.Acceptance(
                    section: name,
                    schema: schema,
                    place: operation.pointer.appending("parameters")
                )
            }
        }
        if let body = try self.body(for: request, &schemas) { rules.append(body) }
        return rules
    }

    /// The request section of a parameter, and its name there; `nil` when a contract cannot describe it.
    private func place(of parameter: LocatedValue) -> (section: String, name: String)? {
        guard let name = parameter.text("name").map(LiteralText.apart) else { return nil }
        switch parameter.text("in") {
        case "path": return path.name(of: name).map { ("params", $0) }
        case "query": return ("query", name)
        case "header" where !OpenAPIParameter.isDescribedElsewhere(name): return ("headers", name)
        default: return nil
        }
    }

    private func add(
        _ parameter: LocatedValue,
        to sections: inout [String: Section],
        _ schemas: inout SchemaTransfer
    ) throws(InterchangeError) {
        let isRequired =
            parameter.text("in") == "path" || parameter.value["required"]?.boolValue == true
        if isRequired, parameter.text("in") == "cookie", let name = parameter.text("name") {
            sections["headers", default: Section()].add(cookie: name)
        }
        guard let (section, name) = place(of: parameter) else { return }
        if let members = try deepMembers(of: parameter) {
            for member in members {
                let field = "\(name)[\(member.name)]"
                if isRequired, member.isRequired {
                    sections[section, default: Section()].required.append(.string(field))
                }
                let taken = try schemas.schema(member.schema)
                sections[section, default: Section()].properties[field] = taken
            }
            return
        }
        guard OpenAPIParameter(parameter, document).isOneField else { return }
        if isRequired { sections[section, default: Section()].required.append(.string(name)) }
        guard let schema = parameter["schema"], parameter["content"] == nil else { return }
        let taken = try schemas.schema(schema)
        guard taken != true, taken.objectValue?.isEmpty != true else { return }
        sections[section, default: Section()].properties[name] = taken
    }

    /// The members of a parameter of style `deepObject`, each of them a separate field: `filter[name]`.
    private func deepMembers(
        of parameter: LocatedValue
    ) throws(InterchangeError) -> [(name: String, schema: LocatedValue, isRequired: Bool)]? {
        guard parameter.text("style") == "deepObject", let schema = parameter["schema"] else {
            return nil
        }
        let object = try document.resolved(schema)
        let required = object.value["required"]?.arrayValue ?? []
        return (object["properties"]?.members ?? []).map { name, schema in
            (name, schema, required.contains(.string(name)))
        }
    }

    private func body(
        for request: ContractDraft.Request,
        _ schemas: inout SchemaTransfer
    ) throws(InterchangeError) -> ContractDraft.Acceptance? {
        // A body that is a text is sent unchanged.
        guard let body = operation["requestBody"], let (section, value) = request.body,
            ["form", "multipart"].contains(section) || section == "json" && value.stringValue == nil
        else { return nil }
        let resolved = try document.resolved(body)
        guard let (_, media) = OpenAPIBody.preferred(resolved["content"]?.members ?? []),
            let schema = media["schema"], !OpenAPISchemas.isUndescribed(schema.value)
        else { return nil }
        if try OpenAPIDiscriminator(document).isOpen(below: schema) {
            schemas.losses.append(
                ImportLoss(
                    schema.pointer,
                    "no value is judged by it, as a discriminator without oneOf selects further schemas"
                )
            )
            return nil
        }
        let whole = try schemas.schema(schema)
        let taken =
            section == "json" ? whole : try withoutJoined(whole, schema, media, section, &schemas)
        guard taken != true, taken.objectValue?.isEmpty != true else { return nil }
        let isOptional = section == "json" && resolved.value["required"]?.boolValue != true
        return ContractDraft.Acceptance(
            section: section,
            // A missing body is null for its schema.
            schema: isOptional ? ["anyOf": [taken, ["type": "null"]]] : taken,
            place: schema.pointer
        )
    }

    /// The schema of a form without the lists that are sent as one field, whose text it does not describe.
    private func withoutJoined(
        _ whole: JSONValue,
        _ schema: LocatedValue,
        _ media: LocatedValue,
        _ section: String,
        _ schemas: inout SchemaTransfer
    ) throws(InterchangeError) -> JSONValue {
        let resolved = try document.resolved(schema)
        var joined: Set<String> = []
        for (name, property) in resolved["properties"]?.members ?? [] {
            // Servers read an object in a form in one of several ways.
            let isObject = try document.resolved(property).value["type"] == "object"
            if OpenAPIBody.joins(name, media) != nil || isObject && section == "form" {
                joined.insert(name)
            }
        }
        guard !joined.isEmpty, var object = try schemas.schema(resolved).objectValue else {
            return whole
        }
        let kept = (object["properties"]?.objectValue?.members ?? []).filter {
            !joined.contains($0.name)
        }
        object["properties"] = .object(JSONObject(kept))
        let required = (object["required"]?.arrayValue ?? []).filter { name in
            name.stringValue.map { !joined.contains($0) } ?? true
        }
        object["required"] = required.isEmpty ? nil : .array(required)
        // They would be additional members.
        object["additionalProperties"] = nil
        return .object(object)
    }
}
