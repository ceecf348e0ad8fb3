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
            request.body = ("multipart", .object(parts(object, media)))
            request.comment.append("A part that is a file is written { file: PATH }.")
        } else {
            if !isAny { request.headers["Content-Type"] = .string(LiteralText.literal(type)) }
            let isMade = MediaType.isXML(type) && example?.stringValue == nil
            let text = isMade ? xml(value, media) : value.spelling
            request.body = ("text", .string(LiteralText.literal(text)))
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

    private func xml(_ value: JSONValue, _ media: LocatedValue) -> String {
        let schema = media["schema"]
        // A named schema gives its name to the root.
        let name = schema?.text("$ref")?.split(separator: "/").last.map(String.init)
        return XMLExample.text(
            of: value,
            schema.flatMap { SchemaView(at: $0.pointer, in: document.root.value) },
            named: name ?? "root"
        )
    }

    /// Parts of a form: servers take a part for a file only if it has a file name.
    private func parts(_ object: JSONObject, _ media: LocatedValue) -> JSONObject {
        var parts = Self.fields(object)
        let view = media["schema"].flatMap { SchemaView(at: $0.pointer, in: document.root.value) }
        for name in view?.properties ?? [] {
            let key = LiteralText.apart(name)
            guard let part = parts[key], let property = view?.property(name) else { continue }
            let content = property.element(0) ?? property
            guard ([content] + content.alternatives).contains(where: \.describesFile) else {
                continue
            }
            let type = media.value["encoding"]?[name]?["contentType"]?.stringValue
            func file(_ content: JSONValue) -> JSONValue {
                var file = JSONObject()
                file["text"] = content
                file["filename"] = .string("\(name).bin")
                if let type, !type.contains(where: "*,".contains) { file["type"] = .string(type) }
                return .object(file)
            }
            parts[key] = part.arrayValue.map { .array($0.map(file)) } ?? file(part)
        }
        return parts
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
