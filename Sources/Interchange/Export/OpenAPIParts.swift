import JSON

/// Writes the parts of a multipart body in OpenAPI's words: a part with a file name is a file.
struct OpenAPIParts {
    /// The schema of the `accepts` for the whole body; `nil` without one.
    let accepted: JSONValue?
    private var properties = JSONObject()
    private var example = JSONObject()
    private var encoding = JSONObject()
    /// Whether the content of every part is known.
    private var isComplete = true

    /// - Parameters:
    ///   - value: The parts, as in a request.
    ///   - accepted: The schema of the `accepts` for the whole body; `nil` without one.
    init(_ value: JSONValue?, accepted: JSONValue?) {
        self.accepted = accepted
        properties = accepted?["properties"]?.objectValue ?? JSONObject()
        for member in value?.objectValue?.members ?? [] where member.value != .null {
            add(member.name, member.value)
        }
    }

    private mutating func add(_ name: String, _ value: JSONValue) {
        let parts = value.arrayValue ?? [value]
        let contents = parts.compactMap { part in
            part["file"] == nil ? part["text"] ?? part : nil
        }
        let shown = value.arrayValue == nil ? contents.first : .array(contents)
        if parts.contains(where: { $0["file"] != nil || $0["filename"] != nil }) {
            let isList = value.arrayValue != nil || properties[name]?["type"] == "array"
            properties[name] = isList ? Self.files(properties[name]) : Self.file(properties[name])
        } else if accepted == nil, let shown {
            properties[name] = SchemaInference.schema(of: [shown], requiresMembers: false)
        }
        if let type = parts.lazy.compactMap({ $0["type"]?.stringValue }).first {
            encoding[name] = ["contentType": .string(type)]
        }
        isComplete = isComplete && contents.count == parts.count
        example[name] = shown
    }

    private static func file(_ schema: JSONValue?) -> JSONValue {
        var file = schema?.objectValue ?? JSONObject()
        file["type"] = "string"
        file["format"] = "binary"
        return .object(file)
    }

    private static func files(_ schema: JSONValue?) -> JSONValue {
        var list = schema?.objectValue ?? JSONObject()
        list["type"] = "array"
        list["items"] = file(list["items"])
        return .object(list)
    }

    /// The body as a media type object.
    var media: JSONObject {
        var schema = accepted?.objectValue ?? OpenAPISchemas.undescribed
        if !properties.isEmpty { schema["properties"] = .object(properties) }
        var media = JSONObject([.init(name: "schema", value: .object(schema))])
        if !encoding.isEmpty { media["encoding"] = .object(encoding) }
        if isComplete, !example.isEmpty { media["example"] = .object(example) }
        return media
    }
}
