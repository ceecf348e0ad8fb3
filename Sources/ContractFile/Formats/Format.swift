import JSON

/// A format of files, as its decoders read it: contracts, load profiles or inventories.
///
/// From the tables of keys come the schema for editors and the reference chapter for people.
package struct Format: Sendable {
    let title: String
    /// The whole file.
    let root: any KeyTable.Type
    /// The mappings in it, each once.
    let tables: [any KeyTable.Type]
    /// Kinds of values that are not mappings with their own keys, by name.
    let definitions: [JSONObject.Member]
    /// A format whose definitions this one may refer to.
    var base: Base?

    /// Another format that this one builds on, with its schema in the same folder.
    struct Base: Sendable {
        let tables: [any KeyTable.Type]
        let definitions: [JSONObject.Member]

        init(_ format: Format) {
            tables = format.tables
            definitions = format.definitions
        }

        static let path = "contract-1.schema.json"

        var names: Set<String> { Format.names(tables, definitions) }
    }

    /// The names that `$ref` may lead to.
    var names: Set<String> { Self.names(tables, definitions) }

    private static func names(
        _ tables: [any KeyTable.Type],
        _ definitions: [JSONObject.Member]
    ) -> Set<String> {
        Set(tables.map { $0.name } + definitions.map(\.name))
    }
}

extension Format {
    /// The schema by which editors complete and check files, without a line end at its end.
    package var editorSchema: String {
        var schema: JSONValue = [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string(title),
        ]
        let all =
            tables.map { JSONObject.Member(name: $0.name, value: Self.schema(of: $0)) }
            + definitions
        schema = schema.adding(Self.schema(of: root))
            .adding(["$defs": .object(JSONObject(all.sorted { $0.name < $1.name }))])
        return placed(schema, names, base?.names ?? []).laidOut(width: 120)
    }

    /// The schema of one mapping.
    static func schema(of table: any KeyTable.Type) -> JSONValue {
        let outline = table.outline
        let keys = table.keys
        let filling = outline.filling
        var schema: JSONValue = outline.doc.map { ["description": .string($0)] } ?? [:]
        schema = schema.adding(outline.alternatives)
            .adding(filling == .whole ? ValueSchema.orRow("object") : ["type": "object"])
        let descriptions = keys.descriptions
        let required = descriptions.filter(\.isRequired).map(\.name)
        if !required.isEmpty { schema = schema.adding(["required": .names(required)]) }
        let properties = descriptions.map { key in
            JSONObject.Member(name: key.name, value: property(key, filling))
        }
        let remarks: JSONValue = filling == .none ? ["^x-": true] : ["^x-": true, "\\{\\{": true]
        schema = schema.adding([
            "properties": .object(JSONObject(properties)), "patternProperties": remarks,
            "additionalProperties": false,
        ])
        let choices = keys.choices.map { names -> JSONValue in
            filling == .none ? .hasOne(of: names) : .unlessFilled(.leavesOne(of: names))
        }
        schema = schema.ruled(by: choices + outline.rules)
        if outline.hasNoType, var object = schema.objectValue {
            object["type"] = nil
            schema = .object(object)
        }
        return outline.examples.isEmpty
            ? schema : schema.adding(["examples": .array(outline.examples)])
    }

    private static func property(_ key: KeyDescription, _ filling: Filling) -> JSONValue {
        var property: JSONValue = key.remarks.doc.map { ["description": .string($0)] } ?? [:]
        property = property.adding(key.schema.json(filling))
        if let standard = key.remarks.standard { property = property.adding(["default": standard]) }
        if !key.remarks.examples.isEmpty {
            property = property.adding(["examples": .array(key.remarks.examples)])
        }
        return property
    }

    /// The schema with references to the other format where a name is that one's.
    private func placed(
        _ value: JSONValue,
        _ names: Set<String>,
        _ others: Set<String>
    ) -> JSONValue {
        guard base != nil else { return value }
        switch value {
        case .array(let elements): return .array(elements.map { placed($0, names, others) })
        case .object(let object):
            return .object(
                JSONObject(
                    object.members.map { member in
                        let name = member.value.stringValue.map { $0.dropFirst("#/$defs/".count) }
                        if member.name == "$ref", let name, !names.contains(String(name)),
                            others.contains(String(name))
                        {
                            return .init(
                                name: "$ref",
                                value: .string("\(Base.path)#/$defs/\(name)")
                            )
                        }
                        return .init(name: member.name, value: placed(member.value, names, others))
                    }
                )
            )
        default: return value
        }
    }
}

extension JSONValue {
    /// The schema with rules that hold too; one whose words are taken goes under `allOf`.
    fileprivate func ruled(by rules: [JSONValue]) -> JSONValue {
        var schema = self
        var others: [JSONValue] = []
        for rule in rules {
            let names = rule.objectValue?.names ?? []
            let isFree = !names.contains("$ref") && names.allSatisfy { schema[$0] == nil }
            if isFree { schema = schema.adding(rule) } else { others.append(rule) }
        }
        guard !others.isEmpty else { return schema }
        let standing = schema["allOf"]?.arrayValue ?? []
        guard var object = schema.objectValue else { return schema }
        object["allOf"] = .array(standing + others)
        return .object(object)
    }

    /// JSON text in which what fits stands on one line.
    ///
    /// - Parameters:
    ///   - width: How many characters a line may have.
    ///   - indent: The indentation of the second and later lines.
    ///   - used: The number of characters before its first line.
    /// - Returns: The text, without a line end.
    func laidOut(width: Int, indent: Int = 0, after used: Int = 0) -> String {
        let line = spaced
        if used + line.count <= width { return line }
        let inner = indent + 2
        let parts: [String]
        switch self {
        case .array(let elements) where !elements.isEmpty:
            parts = elements.map { $0.laidOut(width: width, indent: inner, after: inner) }
        case .object(let object) where !object.isEmpty:
            parts = object.members.map { member in
                let name = JSONValue.string(member.name).text + ": "
                return name
                    + member.value.laidOut(width: width, indent: inner, after: inner + name.count)
            }
        default: return line
        }
        let (open, close) = arrayValue == nil ? ("{", "}") : ("[", "]")
        let lines = parts.map { String(repeating: " ", count: inner) + $0 }
        return "\(open)\n" + lines.joined(separator: ",\n") + "\n"
            + String(repeating: " ", count: indent) + close
    }

    /// JSON text on one line, with spaces for people.
    private var spaced: String {
        switch self {
        case .array(let elements):
            return "[" + elements.map(\.spaced).joined(separator: ", ") + "]"
        case .object(let object) where !object.isEmpty:
            let members = object.members.map {
                JSONValue.string($0.name).text + ": " + $0.value.spaced
            }
            return "{ " + members.joined(separator: ", ") + " }"
        default: return text
        }
    }
}
