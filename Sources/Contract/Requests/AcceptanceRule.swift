import Base
package import JSON
package import JSONSchemas

/// The content of a request's section that is accepted.
package struct AcceptanceRule: Sendable {
    /// The sections that can be described.
    package static let sections = ["params", "query", "headers", "json", "form", "multipart"]

    package let section: String
    /// Valid exactly for accepted content.
    package let schema: JSONSchema
    package let location: SourceLocation

    package init(section: String, schema: JSONSchema, location: SourceLocation) {
        self.section = section
        self.schema = schema
        self.location = location
    }
}

extension AcceptanceRule {
    /// Whether the values of the section are sent as texts.
    package var isText: Bool { section != "json" }

    /// Whether a section with this content is accepted.
    package func accepts(_ value: JSONValue?) -> Bool {
        schema.isValid(instance(value))
    }

    /// The rule with which a value must also have the format that the schema names; `nil` if it cannot be compiled.
    package var assertingFormats: AcceptanceRule? {
        do {
            let strict = try JSONSchema(
                document: schema.document,
                at: schema.place,
                assertsFormat: true
            )
            return AcceptanceRule(section: section, schema: strict, location: location)
        } catch {
            return nil
        }
    }

    /// The first reasons why a section is not accepted, in words.
    package func complaints(about value: JSONValue?) -> [String] {
        schema.violations(in: instance(value), limit: 3).violations.map { violation in
            "\(violation)"
        }
    }

    /// The violations that prevent a section from being accepted.
    package func violations(of value: JSONValue?) -> [SchemaViolation] {
        schema.violations(in: instance(value), limit: 3).violations
    }

    /// The value for the schema: texts are read as numbers or booleans if the schema has these types; a missing
    /// section has no members.
    private func instance(_ value: JSONValue?) -> JSONValue {
        Self.instance(value, in: section, isText ? SchemaView(schema) : nil)
    }

    /// The value of a request that a section's schema checks.
    ///
    /// - Parameters:
    ///   - value: The section of the request; `nil` without it.
    ///   - section: Its name.
    ///   - view: The schema's types of values.
    /// - Returns: A value to check against the schema.
    package static func instance(
        _ value: JSONValue?,
        in section: String,
        _ view: SchemaView?
    ) -> JSONValue {
        guard section != "json" else { return value ?? .null }
        let value = section == "multipart" ? value.map(parts) : value
        guard let object = value?.objectValue, let view else {
            return value == .null ? .object(JSONObject()) : value ?? .object(JSONObject())
        }
        var read = JSONObject()
        for member in object.members where member.value != .null && member.value != [] {
            let property = view.property(member.name)
            let types = property?.types ?? []
            guard types.contains("array") else {
                read[member.name] = Self.read(member.value, as: types)
                continue
            }
            // A list is sent as a field for each element (OpenAPI: style form, explode), a single element as one
            // field; null cannot be sent in it.
            let isText = types.contains("string") && member.value.arrayValue == nil
            let elements = (member.value.arrayValue ?? [member.value]).filter { $0 != .null }
            guard !isText, !elements.isEmpty else {
                if isText { read[member.name] = member.value }
                continue
            }
            read[member.name] = .array(
                elements.enumerated().map { index, element in
                    Self.read(element, as: property?.element(index)?.types ?? [])
                }
            )
        }
        return .object(read)
    }

    /// The parts of a body as texts; the content of files is not checked.
    private static func parts(_ value: JSONValue) -> JSONValue {
        guard let object = value.objectValue else { return value }
        return .object(
            JSONObject(
                object.members.map { member in
                    let list = member.value.arrayValue.map { JSONValue.array($0.map(part)) }
                    return .init(name: member.name, value: list ?? part(member.value))
                }
            )
        )
    }

    private static func part(_ value: JSONValue) -> JSONValue {
        value.objectValue == nil ? value : value["text"] ?? "file"
    }

    /// A text as the value of another type that it represents, if only that is allowed.
    private static func read(_ value: JSONValue, as types: [String]) -> JSONValue {
        if let elements = value.arrayValue, !types.contains("array"), elements.count == 1 {
            return read(elements[0], as: types)
        }
        guard let text = value.stringValue else {
            // A number is sent as a text.
            return types.contains("string") && value.arrayValue == nil
                ? .string(value.scalarText) : value
        }
        guard !types.isEmpty, !types.contains("string") else { return value }
        do {
            let parsed = try JSONValue(parsing: text)
            // An object is sent as JSON.
            if types.contains("object") { return parsed }
            switch parsed {
            case .number, .bool: return parsed
            default: return value
            }
        } catch {
            return value
        }
    }
}

extension TemplateValue {
    /// A possible value, as far as it is known without a run: random values are drawn, and
    /// variables have their defaults.
    ///
    /// - Parameter variables: The variables that the value can refer to.
    /// - Returns: `nil` where a name is not known.
    package func sample(with variables: [VariableSpecification]) -> JSONValue? {
        var evaluator = Evaluator(
            now: Timestamp(nanosecondsSince1970: 1_767_225_600_000_000_000),
            random: RandomSource(seed: 0, name: "sample")
        )
        for variable in variables {
            evaluator.scope[variable.name] = variable.defaultValue?.constantValue
        }
        do {
            return try evaluator.value(of: self)
        } catch {
            return nil
        }
    }
}
