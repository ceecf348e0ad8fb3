import JSON
import JSONSchemas

/// Makes the body of an example request.
struct OpenAPIBody {
    let document: OpenAPIDocument
    let operation: LocatedValue
    let schemas: RequestSchemas

    /// Adds the body, if the operation has one.
    func add(to request: inout ContractDraft.Request) throws(InterchangeError) {
        guard let body = operation["requestBody"] else { return }
        let content = try document.resolved(body)["content"]?.members ?? []
        guard let (type, media) = Self.preferred(content) else { return }
        let isAny = type.contains("*")
        let name = MediaType.name(type)
        let example = try example(of: media)
        let value = example ?? "text"
        if MediaType.isJSON(type) || isAny && !value.isScalar {
            if !isAny, name != "application/json" {
                request.headers["Content-Type"] = .string(LiteralText.literal(type))
            }
            request.body = ("json", LiteralText.body(value))
            if let schema = media["schema"],
                let fault = try schemas.fault(of: value, schema)
            {
                request.comment.append(
                    "FILL IN a valid body: this one does not keep to its schema (\(fault))."
                )
            }
        } else if name == MediaType.form, let object = value.objectValue {
            request.body = ("form", .object(Self.fields(object)))
        } else if name == MediaType.multipart, let object = value.objectValue {
            request.body = ("multipart", .object(try parts(object, media)))
            request.comment.append("A part that is a file is written { file: PATH }.")
        } else {
            if !isAny { request.headers["Content-Type"] = .string(LiteralText.literal(type)) }
            request.body = ("text", .string(LiteralText.literal(value.spelling)))
            if example == nil { request.comment.append("FILL IN the body, of type \(type).") }
        }
    }

    /// The media type of a body; of several, the one that contracts support best.
    static func preferred(
        _ content: [(name: String, value: LocatedValue)]
    ) -> (String, LocatedValue)? {
        let order: [(String) -> Bool] = [
            { MediaType.name($0) == "application/json" }, MediaType.isJSON,
            { MediaType.name($0) == MediaType.form },
            { MediaType.name($0) == MediaType.multipart }, { _ in true },
        ]
        for isWanted in order {
            if let found = content.first(where: { isWanted($0.name) }) {
                return (found.name, found.value)
            }
        }
        return nil
    }

    /// The first example of the media type, else one made from its schema.
    private func example(of media: LocatedValue) throws(InterchangeError) -> JSONValue? {
        if let example = media.value["example"] { return example }
        for example in media["examples"]?.members ?? [] {
            if let value = try document.resolved(example.value).value["value"] { return value }
        }
        guard let schema = media["schema"] else { return nil }
        var builder = ExampleBuilder(document)
        return try builder.value(for: schema)
    }

    /// Parts of a form: servers take a part for a file only if it has a file name.
    private func parts(
        _ object: JSONObject,
        _ media: LocatedValue
    ) throws(InterchangeError) -> JSONObject {
        var parts = Self.fields(object)
        for (name, schema) in try properties(of: media["schema"]) {
            let element = try schema["items"].map(document.resolved)
            let key = LiteralText.apart(name)
            guard let part = parts[key], Self.isFile(element ?? schema) else { continue }
            let type = media.value["encoding"]?[name]?["contentType"]?.stringValue
            let files = (part.arrayValue ?? [part]).map { content -> JSONValue in
                var file = JSONObject()
                file["text"] = content
                file["filename"] = .string("\(name).bin")
                if let type, !type.contains(where: "*,".contains) { file["type"] = .string(type) }
                return .object(file)
            }
            parts[key] = element == nil ? files[0] : .array(files)
        }
        return parts
    }

    /// The properties of a schema and of all parts of it.
    private func properties(
        of schema: LocatedValue?
    ) throws(InterchangeError) -> [(name: String, schema: LocatedValue)] {
        guard let schema = try schema.map(document.resolved) else { return [] }
        var properties: [(name: String, schema: LocatedValue)] = []
        for (name, property) in schema["properties"]?.members ?? [] {
            properties.append((name, try document.resolved(property)))
        }
        for part in schema["allOf"]?.elements ?? [] {
            properties += try self.properties(of: part)
        }
        return properties
    }

    /// Whether a schema describes bytes: `format: binary` of OpenAPI 3.0, `contentMediaType` without an encoding of 3.1.
    private static func isFile(_ schema: LocatedValue) -> Bool {
        schema.text("format") == "binary"
            || schema.text("contentMediaType") != nil && schema.text("contentEncoding") == nil
            || ["anyOf", "oneOf"].contains { schema[$0]?.elements.contains(where: isFile) == true }
    }

    /// Members of a form: scalars unchanged, everything else as JSON text.
    private static func fields(_ object: JSONObject) -> JSONObject {
        JSONObject(
            object.members.map { member in
                let value: JSONValue =
                    switch member.value {
                    case .string(let text): .string(LiteralText.literal(text))
                    case .array(let elements) where elements.allSatisfy(\.isScalar):
                        .array(
                            elements.map { element in
                                element.stringValue.map { .string(LiteralText.literal($0)) }
                                    ?? element
                            }
                        )
                    case .array, .object: .string(LiteralText.literal(member.value.text))
                    case .null, .bool, .number: member.value
                    }
                return JSONObject.Member(name: LiteralText.apart(member.name), value: value)
            }
        )
    }
}
