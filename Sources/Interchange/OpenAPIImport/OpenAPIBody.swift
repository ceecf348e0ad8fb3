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
        let isForm = [MediaType.form, MediaType.multipart].contains(name)
        let found = try example(of: media, isForm: isForm, isChecked: isForm || isJSON(type))
        let example = found.value
        let value = example ?? "text"
        note(found, media, in: &request)
        if MediaType.isJSON(type) || isAny && !value.isScalar {
            if !isAny, name != "application/json" {
                request.headers["Content-Type"] = .string(LiteralText.literal(type))
            }
            request.body = ("json", LiteralText.body(value))
        } else if name == MediaType.form, let object = value.objectValue {
            request.body = ("form", .object(joined(Self.fields(object), object, media)))
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

    /// A value of the body, and what is wrong with it.
    private struct Example {
        var value: JSONValue?
        /// Why it may be invalid, in words; `nil` if it is valid.
        var fault: String?
        /// What its schema says against the example of the document, which it replaces.
        var replaced: String?
        /// Whether the document does not give it.
        var isMade = false
    }

    /// Whether an example is checked as JSON: of any type, it is sent as JSON unless it is a scalar.
    private func isJSON(_ type: String) -> Bool {
        MediaType.isJSON(type) || type.contains("*")
    }

    /// The first example of the media type that keeps to its schema, else one made from the schema.
    private func example(
        of media: LocatedValue,
        isForm: Bool,
        isChecked: Bool
    ) throws(InterchangeError) -> Example {
        let given = try givenExamples(of: media)
        guard let schema = media["schema"] else { return Example(value: given.first) }
        func fault(_ value: JSONValue) throws(InterchangeError) -> String? {
            guard isChecked else { return nil }
            return isForm
                ? try schemas.fault(ofForm: value, schema) : try schemas.fault(of: value, schema)
        }
        var replaced: String?
        for value in given {
            guard let found = try fault(value) else { return Example(value: value) }
            replaced = replaced ?? found
        }
        var builder = ExampleBuilder(document)
        let made = try builder.value(for: schema)
        let broken = try fault(made ?? "text")
        if let unchecked = isChecked ? try schemas.unchecked(of: schema) : nil {
            return given.isEmpty
                ? Example(
                    value: made,
                    fault: "cannot be checked by its schema (\(unchecked))",
                    isMade: true
                ) : Example(value: given[0])
        }
        if broken == nil { return Example(value: made, replaced: replaced, isMade: true) }
        if let found = try schemas.found(for: schema), try fault(found) == nil {
            return Example(value: found, replaced: replaced, isMade: true)
        }
        let fault = "does not keep to its schema (\(replaced ?? broken ?? ""))"
        return Example(value: given.first ?? made, fault: fault, isMade: given.isEmpty)
    }

    private func givenExamples(of media: LocatedValue) throws(InterchangeError) -> [JSONValue] {
        if let example = media.value["example"] { return [example] }
        var given: [JSONValue] = []
        for example in media["examples"]?.members ?? [] {
            if let value = try document.resolved(example.value).value["value"] {
                given.append(value)
            }
        }
        return given
    }

    /// Records what is wrong with the body.
    private func note(
        _ example: Example,
        _ media: LocatedValue,
        in request: inout ContractDraft.Request
    ) {
        if example.isMade { request.invented.insert("body") }
        if let replaced = example.replaced {
            request.comment.append(
                "The body was made up: the document's own example breaks its schema (\(replaced))."
            )
        }
        guard let fault = example.fault else { return }
        let kind = example.isMade ? "the one that was made up" : "the document's own example"
        request.comment.append(
            "FILL IN a valid body: \(kind) \(fault)."
        )
        request.fault = "\(kind) of the body \(fault)"
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

    /// Lists that the document sends as one field, with a separator between the values.
    static func joins(_ name: String, _ media: LocatedValue) -> String? {
        guard let encoding = media.value["encoding"]?[name] else { return nil }
        let style = encoding["style"]?.stringValue
        let isExploded = encoding["explode"]?.boolValue ?? (style == nil || style == "form")
        guard !isExploded else { return nil }
        return style == "pipeDelimited" ? "|" : style == "spaceDelimited" ? " " : ","
    }

    private func joined(
        _ fields: JSONObject,
        _ object: JSONObject,
        _ media: LocatedValue
    ) -> JSONObject {
        var fields = fields
        for member in object.members {
            guard let elements = member.value.arrayValue, elements.allSatisfy(\.isScalar),
                let separator = Self.joins(member.name, media)
            else { continue }
            let text = elements.map(\.spelling).joined(separator: separator)
            fields[LiteralText.apart(member.name)] = .string(LiteralText.literal(text))
        }
        return fields
    }

    /// Parts of a form: servers take a part for a file only if it has a file name.
    private func parts(_ object: JSONObject, _ media: LocatedValue) -> JSONObject {
        var parts = joined(Self.fields(object), object, media)
        for member in object.members {
            let objects = member.value.arrayValue ?? [member.value]
            guard !objects.isEmpty, objects.allSatisfy({ $0.objectValue != nil }) else { continue }
            let texts = objects.map { structured($0, member.name, media) }
            let key = LiteralText.apart(member.name)
            parts[key] = member.value.arrayValue == nil ? texts[0] : .array(texts)
        }
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

    /// A part that is an object, which is sent as JSON (OpenAPI 3.0.3, "Encoding Object", contentType).
    private func structured(
        _ object: JSONValue,
        _ name: String,
        _ media: LocatedValue
    ) -> JSONValue {
        let type = media.value["encoding"]?[name]?["contentType"]?.stringValue
        let stated = type.flatMap { $0.contains(where: "*,".contains) ? nil : $0 }
        return [
            "text": .string(LiteralText.literal(object.text)),
            "type": .string(stated ?? "application/json"),
        ]
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
