import Base
package import JSON
package import JSONSchemas

/// What a section of a request has to look like to be accepted.
package struct AcceptanceRule: Sendable {
    /// The sections that may be described.
    package static let sections = ["params", "query", "headers", "json", "form", "multipart"]

    package let section: String
    /// Holds for what is accepted, and for nothing else.
    package let schema: JSONSchema
    package let location: SourceLocation

    package init(section: String, schema: JSONSchema, location: SourceLocation) {
        self.section = section
        self.schema = schema
        self.location = location
    }
}

extension AcceptanceRule {
    /// Whether the values of the section go over the wire as texts.
    package var isText: Bool { section != "json" }

    /// Whether a section with this content is accepted.
    package func accepts(_ value: JSONValue?) -> Bool {
        schema.isValid(instance(value))
    }

    /// The first things that keep a section from being accepted, in words.
    package func complaints(about value: JSONValue?) -> [String] {
        schema.violations(in: instance(value), limit: 3).violations.map { violation in
            "\(violation)"
        }
    }

    /// What keeps a section from being accepted.
    package func violations(of value: JSONValue?) -> [SchemaViolation] {
        schema.violations(in: instance(value), limit: 3).violations
    }

    /// What the schema judges: of texts, those that it takes for numbers or booleans as such; no section is
    /// one without members.
    private func instance(_ value: JSONValue?) -> JSONValue {
        Self.instance(value, in: section, isText ? SchemaView(schema) : nil)
    }

    /// What a schema of a section judges of a request.
    ///
    /// - Parameters:
    ///   - value: What the request has there; `nil` for no such section.
    ///   - section: Its name.
    ///   - view: What the schema says of values.
    /// - Returns: A value to hold against the schema.
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
            // A list goes over the wire as a field for each element (OpenAPI: style form, explode), one
            // of a single element as that alone; null cannot be sent in it.
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

    /// The parts of a body as texts; what a file holds, no schema judges.
    private static func parts(_ value: JSONValue) -> JSONValue {
        guard let object = value.objectValue else { return value }
        return .object(
            JSONObject(
                object.members.map { member in
                    let text = member.value["text"] ?? "file"
                    let isPart = member.value.objectValue != nil
                    return .init(name: member.name, value: isPart ? text : member.value)
                }
            )
        )
    }

    /// A text as the value of another type that it spells, where only that is allowed.
    private static func read(_ value: JSONValue, as types: [String]) -> JSONValue {
        if let elements = value.arrayValue, !types.contains("array"), elements.count == 1 {
            return read(elements[0], as: types)
        }
        guard let text = value.stringValue else {
            // Whatever is written as a number goes over the wire as a text.
            return types.contains("string") && value.arrayValue == nil
                ? .string(value.scalarText) : value
        }
        guard !types.isEmpty, !types.contains("string") else { return value }
        do {
            let parsed = try JSONValue(parsing: text)
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
    /// The value as it could be, as far as it is known without a run: random values are drawn, and
    /// variables have their defaults.
    ///
    /// - Parameter variables: Those that the value may refer to.
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
