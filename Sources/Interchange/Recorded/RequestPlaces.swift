import HTTP
import JSON

/// The place of a text in a request.
enum RequestPlace: Hashable {
    case segment
    case query(String)
    case form(String)
    /// The name of the nearest member above.
    case member(String)
    case header(String)
    /// A body without a known structure.
    case text

    /// The name of the value there; `nil` without one.
    var name: String? {
        switch self {
        case .segment, .text: nil
        case .query(let name), .form(let name), .member(let name), .header(let name): name
        }
    }
}

extension ObservedRequest {
    /// Every text of a path, a query, a body and the header fields, with its place; numbers of JSON count as texts.
    var texts: [(text: String, place: RequestPlace)] {
        var found: [(text: String, place: RequestPlace)] = []
        var copy = self
        copy.mapTexts { text, place in
            found.append((text, place))
            return nil
        }
        return found
    }

    /// Replaces texts for which `change` returns another; templates in them stay unchanged.
    mutating func mapTexts(_ change: (String, RequestPlace) -> String?) {
        let path = Self.mapPath(url.path) { change($0, .segment) }
        let query = url.query.map { Self.mapFields($0) { change($0, .query($1)) } }
        url = url.with(path: path, query: query)
        headers = headers.map { field in
            (field.name, change(field.value, .header(field.name)) ?? field.value)
        }
        switch body {
        case .text(let text)?: body = .text(mapBody(text, change))
        case .parts(let parts)?:
            body = .parts(
                parts.map { part in
                    guard part.fileName == nil, let value = change(part.value, .form(part.name))
                    else { return part }
                    var changed = Part(
                        name: part.name,
                        value: value,
                        fileName: nil,
                        type: part.type
                    )
                    changed.shownName = part.shownName
                    return changed
                }
            )
        case .elsewhere?, .file?, nil: break
        }
    }

    private func mapBody(_ text: String, _ change: (String, RequestPlace) -> String?) -> String {
        let type = MediaType.name(header("Content-Type") ?? "")
        if type == MediaType.form { return Self.mapFields(text) { change($0, .form($1)) } }
        guard MediaType.isJSON(type), let value = Self.json(text) else {
            return change(text, .text) ?? text
        }
        let changed = Self.map(value, under: "", change)
        return changed == value ? text : changed.text
    }

    /// A body that is JSON; `nil` for any other.
    static func json(_ text: String) -> JSONValue? {
        do {
            return try JSONValue(parsing: text)
        } catch {
            // Malformed on purpose: a text like any other.
            return nil
        }
    }

    private static func mapPath(_ path: String, _ change: (String) -> String?) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            change(PercentEncoding.decoded(String(segment))).map(encoded) ?? String(segment)
        }.joined(separator: "/")
    }

    private static func mapFields(_ text: String, _ change: (String, String) -> String?) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map { item -> String in
            let item = String(item)
            guard let field = FieldText.fields(item)?.first,
                let changed = change(field.value, field.name)
            else { return item }
            return "\(item.prefix { $0 != "=" })=\(encoded(changed))"
        }.joined(separator: "&")
    }

    private static func map(
        _ value: JSONValue,
        under name: String,
        _ change: (String, RequestPlace) -> String?
    ) -> JSONValue {
        switch value {
        case .null, .bool: return value
        case .number: return change(value.text, .member(name)).map(JSONValue.string) ?? value
        case .string(let text): return change(text, .member(name)).map(JSONValue.string) ?? value
        case .array(let elements): return .array(elements.map { map($0, under: name, change) })
        case .object(let object):
            return .object(
                JSONObject(
                    object.members.map {
                        .init(name: $0.name, value: map($0.value, under: $0.name, change))
                    }
                )
            )
        }
    }

    /// A text in URL encoding, except for its templates.
    private static func encoded(_ text: String) -> String {
        guard let opening = text.firstRange(of: "{{"),
            let closing = text[opening.upperBound...].firstRange(of: "}}")
        else { return PercentEncoding.encoded(text) }
        var end = closing.upperBound
        // `{{'{{'}}` ends after its second pair.
        if text[opening.upperBound...].hasPrefix("'{{'}}") {
            end = text.index(opening.lowerBound, offsetBy: 8)
        }
        // In templates, only characters that a field would misread are encoded.
        let template = text[opening.lowerBound..<end].replacing("%", with: "%25")
            .replacing("+", with: "%2B").replacing("&", with: "%26")
        return PercentEncoding.encoded(String(text[..<opening.lowerBound])) + template
            + encoded(String(text[end...]))
    }
}

extension ObservedRequest {
    /// Escapes all parts that would be read as templates, so that templates can be inserted.
    mutating func escapeTemplates() {
        if case .text(let text)? = body, MediaType.isJSON(header("Content-Type") ?? ""),
            let json = Self.json(text), LiteralText.holdsTemplateInName(json)
        {
            // Names cannot have templates: the whole stays literal.
            return
        }
        holdsTemplates = true
        if case .parts(let parts)? = body {
            body = .parts(
                parts.map { part in
                    var escaped = Part(
                        name: part.name,
                        value: part.value,
                        fileName: part.fileName.map(LiteralText.literal)
                    )
                    escaped.type = part.type.map(LiteralText.literal)
                    escaped.shownName = part.shownName.map(LiteralText.literal)
                    escaped.isKept = part.isKept
                    return escaped
                }
            )
        }
        mapTexts { text, place in
            // Braces of a path are encoded.
            place != .segment && LiteralText.isTemplate(text)
                ? LiteralText.literal(text) : nil
        }
    }
}
