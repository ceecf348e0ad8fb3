import JSON

// MARK: - Bodies

extension RequestDrafter {
    mutating func addBody(
        of request: ObservedRequest,
        to draft: inout ContractDraft.Request
    ) {
        let type = request.header("Content-Type")
        switch request.body {
        case nil:
            if let type { draft.headers["Content-Type"] = .string(text(type, of: request)) }
        case .elsewhere(let place)?:
            if let type { draft.headers["Content-Type"] = .string(text(type, of: request)) }
            draft.comment.append("FILL IN the body, which is \(place): `file: PATH`, or the text.")
        case .parts(let parts)?:
            addParts(parts, of: request, to: &draft)
        case .text(let body)?:
            let name = MediaType.name(type ?? "")
            if MediaType.isJSON(name) {
                addJSON(body, of: request, to: &draft)
            } else if name == MediaType.form {
                addForm(body, of: request, to: &draft)
            } else {
                draft.body = ("text", .string(text(body, of: request)))
            }
            let isDefault = name == "application/json" || name == MediaType.form
            if let type, !isDefault {
                draft.headers["Content-Type"] = .string(text(type, of: request))
            }
        }
    }

    private mutating func addJSON(
        _ body: String,
        of request: ObservedRequest,
        to draft: inout ContractDraft.Request
    ) {
        do {
            var value = try JSONValue(parsing: body)
            if !request.holdsTemplates, LiteralText.holdsTemplate(value) {
                value = LiteralText.body(value)
            } else if LiteralText.holdsTemplateInName(value) {
                value = .string(body)
            } else {
                value = withoutSecrets(value, request)
                if let text = value.stringValue { value = .string(JSONValue.string(text).text) }
            }
            draft.body = ("json", value)
        } catch {
            if !LiteralText.isTemplate(body) {
                draft.comment.append("The body is no JSON (\(error)); it is sent as it is.")
            }
            draft.body = ("json", .string(text(body, of: request)))
        }
    }

    private mutating func addForm(
        _ body: String,
        of request: ObservedRequest,
        to draft: inout ContractDraft.Request
    ) {
        guard let fields = FieldText.fields(body), !Self.haveTemplates(fields, request) else {
            draft.body = ("form", .string(text(body, of: request)))
            if body.hasPrefix("{") || body.hasPrefix("[") {
                draft.comment.append(
                    "The body looks like JSON but is sent as a form: no Content-Type said so."
                )
            }
            return
        }
        draft.body = ("form", .object(Self.object(fields.map { safe($0, request) })))
    }

    private mutating func addParts(
        _ parts: [ObservedRequest.Part],
        of request: ObservedRequest,
        to draft: inout ContractDraft.Request
    ) {
        var fields: [(name: String, value: String)] = []
        for part in parts {
            if let file = part.fileName {
                fields.append((part.name, "the content of \(text(file, of: request))"))
                draft.comment.append(
                    "FILL IN the part \(part.name), a file: "
                        + "`\(part.name): { file: \(text(file, of: request)) }`."
                )
            } else {
                fields.append(safe((part.name, part.value), request))
            }
        }
        draft.body = ("multipart", .object(Self.object(fields)))
    }

    /// A field whose value may be written down.
    private mutating func safe(
        _ field: (name: String, value: String),
        _ request: ObservedRequest
    ) -> (name: String, value: String) {
        guard SecretNames.isSecretField(field.name) else {
            return (field.name, text(field.value, of: request))
        }
        return (field.name, secret(field.name, field.value, request))
    }

    private mutating func withoutSecrets(
        _ value: JSONValue,
        _ request: ObservedRequest
    ) -> JSONValue {
        switch value {
        case .array(let elements):
            var kept: [JSONValue] = []
            for element in elements { kept.append(withoutSecrets(element, request)) }
            return .array(kept)
        case .object(let object):
            var kept = JSONObject()
            for member in object.members {
                if let text = member.value.stringValue, SecretNames.isSecretField(member.name) {
                    kept[member.name] = .string(secret(member.name, text, request))
                } else {
                    kept[member.name] = withoutSecrets(member.value, request)
                }
            }
            return .object(kept)
        case .null, .bool, .number, .string: return value
        }
    }
}
