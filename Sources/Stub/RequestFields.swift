import Contract
import HTTP
import JSON
import JSONSchemas

/// Values of a request by name.
struct RequestFields {
    /// Its sections, with the names used in contracts: `params query form headers json`; missing ones are left out.
    private(set) var parts: [String: JSONValue] = [:]
    /// Why the body is not JSON; `nil` for a JSON body.
    private(set) var problem: String?
    /// Its `Content-Type`; empty without one.
    let contentType: String
    /// Why the content codings of the body cannot be decoded; `nil` when they can.
    private(set) var coding: Unanswerable?

    init(_ request: HTTPRequest) {
        var headers = JSONObject()
        for field in request.headers.fields {
            headers[field.name.lowercased()] = .string(field.value)
        }
        parts["headers"] = .object(headers)
        parts["query"] = Self.form(Array((request.query ?? "").utf8))
        var body = request.body ?? []
        do {
            body = try Subject(received: request).content()
        } catch {
            coding = error
        }
        contentType = request.headers["Content-Type"] ?? ""
        let type = contentType.lowercased()
        if type.hasPrefix("application/x-www-form-urlencoded") { parts["form"] = Self.form(body) }
        if type.hasPrefix("multipart/form-data") {
            parts["multipart"] = MultipartParts(body, type: contentType).map { form in
                Self.object(of: form.parts.map { ($0.name, Self.text(of: $0)) })
            }
        }
        do {
            parts["json"] = try JSONValue(parsing: body)
        } catch {
            problem = "\(error)"
        }
    }

    private static func form(_ bytes: [UInt8]) -> JSONValue {
        object(of: FormDecoding.fields(in: bytes).map { ($0.name, $0.value) })
    }

    /// The content of a part; of a file that is not text, a word in its place.
    private static func text(of part: MultipartParts.Part) -> String {
        String(validating: part.content, as: UTF8.self) ?? "file"
    }

    /// Fields by name; a repeated one is a list, as in forms and OpenAPI's style "form".
    private static func object(of fields: [(name: String, value: String)]) -> JSONValue {
        var object = JSONObject()
        for field in fields {
            let value = JSONValue.string(field.value)
            switch object[field.name] {
            case nil: object[field.name] = value
            case .array(let earlier)?: object[field.name] = .array(earlier + [value])
            case let earlier?: object[field.name] = [earlier, value]
            }
        }
        return .object(object)
    }

    /// The content of a rule's section: header fields by the names in its schema, values of the path decoded.
    func content(for rule: AcceptanceRule) -> JSONValue? {
        switch rule.section {
        case "headers":
            let view = SchemaView(rule.schema)
            let known = parts["headers"]
            var object = JSONObject()
            for name in (view?.properties ?? []) + (view?.required ?? []) {
                object[name] = known?[name.lowercased()]
            }
            return .object(object)
        case "params":
            return .object(
                JSONObject(path.map { .init(name: $0.key, value: .string($0.value)) })
            )
        default: return parts[rule.section]
        }
    }

    /// The same request, with the values of its path's gaps.
    func with(path values: [String: String]) -> RequestFields {
        var fields = self
        fields.parts["params"] = .object(
            JSONObject(values.map { .init(name: $0.key, value: .string($0.value)) })
        )
        return fields
    }

    /// Values of the path's gaps, decoded.
    var path: [String: String] {
        let members = parts["params"]?.objectValue?.members ?? []
        return Dictionary(
            members.map { ($0.name, PercentEncoding.decoded($0.value.scalarText)) }
        ) { first, _ in first }
    }

    /// Members of the body, JSON or a form; empty for any other.
    var written: JSONObject {
        (parts["json"] ?? parts["form"] ?? parts["multipart"])?.objectValue ?? JSONObject()
    }

    /// Parameters of the path before members of the body, and those before fields of forms and query.
    var all: JSONObject {
        var all = JSONObject()
        for section in ["query", "form", "multipart", "json", "params"] {
            for member in parts[section]?.objectValue?.members ?? [] {
                all[member.name] = member.value
            }
        }
        return all
    }
}
