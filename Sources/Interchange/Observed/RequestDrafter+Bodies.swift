import Base
import HTTP
import JSON

// MARK: - Bodies

extension RequestDrafter {
    mutating func addBody(
        of request: ObservedRequest,
        to draft: inout ContractDraft.Request
    ) {
        let type = request.header("Content-Type")
        if request.hidesType { draft.headers["Content-Type"] = .null }
        switch request.body {
        case nil:
            if let type { draft.headers["Content-Type"] = .string(text(type, of: request)) }
        case .elsewhere(let place)?:
            if let type { draft.headers["Content-Type"] = .string(text(type, of: request)) }
            draft.comment.append("FILL IN the body, which is \(place): `file: PATH`, or the text.")
        case .file(let path)?:
            if let type { draft.headers["Content-Type"] = .string(text(type, of: request)) }
            draft.body = ("file", .string(path))
            if path.hasSuffix("-\(RecordedBodies.longText)") {
                draft.comment.append(
                    "The body has more than 64 KiB, so it is sent from a file as it was recorded, "
                        + "without variables."
                )
            }
        case .parts(let parts)?:
            addParts(parts, of: request, to: &draft)
        case .text(let body)?:
            let name = MediaType.name(type ?? "")
            if MediaType.isJSON(name) {
                addJSON(body, of: request, to: &draft)
            } else if name == MediaType.form {
                addForm(body, of: request, to: &draft)
            } else {
                draft.body = ("text", .string(withoutSecrets(xml: body, request)))
            }
            // A type with parameters, such as a charset, is a different one.
            let isDefault = ["application/json", MediaType.form].contains(
                type?.trimmed.lowercased()
            )
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
            let isLiteral = !request.holdsTemplates && LiteralText.holdsTemplate(value)
            if isLiteral || LiteralText.holdsTemplateInName(value) {
                var marks = JSONTextMarks(besides: body)
                marks.escapesTemplates = isLiteral
                value = .string(marks.text(of: withoutSecrets(value, request, marks)))
            } else {
                value = withoutSecrets(value, request)
                // A file has a maximum depth; a text is sent unchanged, on one line.
                if value.isDeeper(than: 100) || body.utf8.count > 16 << 10 {
                    value = .string(value.text)
                } else if let text = value.stringValue {
                    value = .string(JSONValue.string(text).text)
                }
            }
            draft.body = ("json", value)
        } catch {
            if !LiteralText.isTemplate(body) {
                draft.comment.append("The body is not JSON (\(error)); it is sent unchanged.")
            }
            draft.body = ("json", .string(text(body, of: request)))
        }
    }

    private mutating func addForm(
        _ body: String,
        of request: ObservedRequest,
        to draft: inout ContractDraft.Request
    ) {
        guard let fields = FieldText.fields(body) else {
            draft.body = ("form", .string(text(body, of: request)))
            if body.hasPrefix("{") || body.hasPrefix("[") {
                draft.comment.append(
                    "The body looks like JSON but is sent as a form: no Content-Type said so."
                )
            }
            return
        }
        guard !Self.fitsMapping(fields.map(\.name)) else {
            draft.body = ("form", .object(Self.object(fields.map { safe($0, request) })))
            return
        }
        let items = zip(fields, FieldText.items(body)).map { field, item in
            let value = safe(field, request).value
            return LiteralText.isTemplate(value) && value != field.value
                ? "\(text(String(item.prefix { $0 != "=" }), of: request))=\(value)"
                : text(String(item), of: request)
        }
        draft.body = ("form", .string(items.joined(separator: "&")))
    }

    private mutating func addParts(
        _ parts: [ObservedRequest.Part],
        of request: ObservedRequest,
        to draft: inout ContractDraft.Request
    ) {
        var fields: [(name: String, value: JSONValue)] = []
        for part in parts {
            let type = part.type.map { text($0, of: request) }
            let shown = part.shownName.map { text($0, of: request) }
            if part.isKept, let file = part.fileName {
                var content = JSONObject([.init(name: "file", value: .string(file))])
                content["filename"] = .string(
                    shown ?? file.split(separator: "/").last.map(String.init) ?? file
                )
                content["type"] = type.map(JSONValue.string)
                fields.append((part.name, .object(content)))
                continue
            }
            if let file = part.fileName.map({ text($0, of: request) }) {
                fields.append((part.name, .string("the content of \(file)")))
                let rest =
                    (shown.map { ", filename: \($0)" } ?? "") + (type.map { ", type: \($0)" } ?? "")
                draft.comment.append(
                    "FILL IN the part \(part.name), a file: "
                        + "`\(part.name): { file: \(file)\(rest) }`."
                )
                continue
            }
            let value = JSONValue.string(safe(part, request))
            guard type != nil || shown != nil else {
                fields.append((part.name, value))
                continue
            }
            var content = JSONObject([.init(name: "text", value: value)])
            content["filename"] = shown.map(JSONValue.string)
            content["type"] = type.map(JSONValue.string)
            fields.append((part.name, .object(content)))
        }
        draft.body = ("multipart", .object(Self.object(ofValues: fields)))
    }

    /// A field whose value can be written to a file.
    private mutating func safe(
        _ field: (name: String, value: String),
        _ request: ObservedRequest
    ) -> (name: String, value: String) {
        guard isSecretField(field.name) || isSecret(field.value) else {
            return (field.name, text(field.value, of: request))
        }
        return (field.name, secret(field.name, field.value, request))
    }

    /// The text of a part, which can be a document of its own.
    private mutating func safe(
        _ part: ObservedRequest.Part,
        _ request: ObservedRequest
    ) -> String {
        guard !isSecretField(part.name), let json = ObservedRequest.json(part.value),
            !json.isScalar
        else {
            let isXML = part.value.first { !$0.isWhitespace } == "<" && !isSecretField(part.name)
            return isXML
                ? withoutSecrets(xml: part.value, request)
                : safe((part.name, part.value), request).value
        }
        var marks = JSONTextMarks(besides: part.value)
        marks.escapesTemplates = !request.holdsTemplates
        let safe = withoutSecrets(json, request, marks)
        return safe == json ? text(part.value, of: request) : marks.text(of: safe)
    }

    /// A text that can be XML.
    private mutating func withoutSecrets(xml: String, _ request: ObservedRequest) -> String {
        guard xml.first(where: { !$0.isWhitespace }) == "<" else { return text(xml, of: request) }
        return SecretXML(xml).pieces.map { piece in
            piece.field.map { secret($0, piece.text, request) } ?? text(piece.text, of: request)
        }.joined()
    }

    /// A body of a response without secrets; `nil` for one that is too large to show.
    func shown(_ body: JSONValue) -> JSONValue? {
        guard !body.isDeeper(than: 40), body.text.utf8.count <= 32 << 10 else { return nil }
        return shown(body, isHidden: false)
    }

    private func shown(_ value: JSONValue, isHidden: Bool) -> JSONValue {
        switch value {
        case .string(let text):
            isHidden && !text.isEmpty || isSecret(text)
                ? "secret" : .string(redactor.redact(text))
        case .number: isHidden || holdsSecret(value.text) ? 0 : value
        case .array(let elements): .array(elements.map { shown($0, isHidden: isHidden) })
        case .object(let object):
            .object(
                JSONObject(
                    object.members.map { member in
                        // An object under such a name has names of its own.
                        let isHidden = isSecretField(member.name) && member.value.objectValue == nil
                        return .init(
                            name: redactor.redact(member.name),
                            value: shown(member.value, isHidden: isHidden)
                        )
                    }
                )
            )
        case .null, .bool: value
        }
    }

    /// The text of a scalar, which can be a secret.
    private static func scalar(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .number: value.text
        case .null, .bool, .array, .object: nil
        }
    }

    /// The name of a member for its variable, which is used either for texts or for numbers.
    private func field(_ name: String, isNumber: Bool) -> String {
        guard isKnown(variableName(name), isNumber: !isNumber) else { return name }
        return name + (isNumber ? "Number" : "Text")
    }

    /// A body with variables in place of secrets; with `marks` for a body that is written as a
    /// text.
    private mutating func withoutSecrets(
        _ value: JSONValue,
        _ request: ObservedRequest,
        _ marks: JSONTextMarks? = nil
    ) -> JSONValue {
        switch value {
        case .array(let elements):
            var kept: [JSONValue] = []
            for element in elements { kept.append(withoutSecrets(element, request, marks)) }
            return .array(kept)
        case .object(let object):
            var kept = JSONObject()
            for member in object.members {
                if let text = Self.scalar(member.value),
                    isSecretField(member.name) || isSecret(text)
                {
                    let isNumber = member.value.stringValue == nil
                    let name = field(member.name, isNumber: isNumber)
                    let template = secret(name, text, request, isNumber: isNumber)
                    let unquoted = isNumber ? marks?.unquoted(template) : nil
                    kept[marks?.literal(member.name) ?? member.name] = .string(unquoted ?? template)
                } else {
                    let name = marks?.literal(member.name) ?? member.name
                    kept[name] = withoutSecrets(member.value, request, marks)
                }
            }
            return .object(kept)
        case .string(let text) where isSecret(text):
            return .string(secret("cookieValue", text, request))
        case .string(let text):
            let text = safe(text)
            return .string(marks?.literal(text) ?? text)
        case .null, .bool, .number: return value
        }
    }
}

/// Marks the inserted parts in a JSON body that is written as a text.
private struct JSONTextMarks {
    /// Whether `{{` in the body is sent literally.
    var escapesTemplates = false
    /// A text that does not occur in the body.
    private let mark: String

    /// - Parameter body: Has no text that could be taken for a mark.
    init(besides body: String) {
        var mark = "\u{E000}"
        while body.contains(mark) { mark += "\u{E000}" }
        self.mark = mark
    }

    /// A text of the body.
    func literal(_ text: String) -> String {
        guard escapesTemplates else { return text }
        return text.split(separator: "{{", omittingEmptySubsequences: false)
            .joined(separator: mark)
    }

    /// A template that stands for a number.
    func unquoted(_ template: String) -> String { "\(mark)n\(template)n\(mark)" }

    /// The body as a text.
    func text(of value: JSONValue) -> String {
        value.text.replacing("\"\(mark)n", with: "").replacing("n\(mark)\"", with: "")
            .replacing(mark, with: "\\u007b\\u007b")
    }
}

extension JSONValue {
    /// Whether at least N collections are nested.
    fileprivate func isDeeper(than limit: Int) -> Bool {
        guard limit >= 0 else { return true }
        return switch self {
        case .array(let elements): elements.contains { $0.isDeeper(than: limit - 1) }
        case .object(let object): object.members.contains { $0.value.isDeeper(than: limit - 1) }
        case .null, .bool, .number, .string: false
        }
    }
}
