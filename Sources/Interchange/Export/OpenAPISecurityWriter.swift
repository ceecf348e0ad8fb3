import Contract
import JSON

/// Writes security schemes in OpenAPI's words.
struct OpenAPISecurityWriter {
    private(set) var components = JSONObject()

    /// Adds a scheme's components; gives the requirement that names them.
    mutating func requirement(for scheme: SecurityScheme) -> JSONObject {
        var requirement = JSONObject()
        for part in parts(of: scheme) {
            let name = OpenAPISchemas.name(part.name)
            components[name] = .object(part.content)
            requirement[name] = .array([])
        }
        return requirement
    }

    private func parts(of scheme: SecurityScheme) -> [(name: String, content: JSONObject)] {
        var parts: [(name: String, content: JSONObject)] = []
        if let signature = scheme.signature {
            parts.append((scheme.name, Self.content(of: signature)))
        }
        let fields =
            scheme.headers.map { ("header", $0) } + scheme.query.map { ("query", $0) }
        let isAlone = scheme.signature == nil && fields.count == 1
        for (place, field) in fields {
            let name = isAlone ? scheme.name : "\(scheme.name).\(field.name)"
            parts.append((name, Self.content(of: field, in: place)))
        }
        return parts
    }

    private static func content(of field: TemplateValue.Member, in place: String) -> JSONObject {
        let isAuthorization = HTTPFields.areSame(field.name, "Authorization")
        if isAuthorization, let kind = SchemeKind(field.value) {
            return JSONObject([
                .init(name: "type", value: "http"),
                .init(name: "scheme", value: .string(kind.name)),
            ])
        }
        return JSONObject([
            .init(name: "type", value: "apiKey"), .init(name: "in", value: .string(place)),
            .init(name: "name", value: .string(field.name)),
        ])
    }

    private static func content(of signature: HMACSignature) -> JSONObject {
        var content = JSONObject([.init(name: "type", value: "apiKey")])
        switch signature.place {
        case .header(let name):
            content["in"] = "header"
            content["name"] = .string(name)
        case .query(let name):
            content["in"] = "query"
            content["name"] = .string(name)
        }
        let algorithm = "\(signature.algorithm)".uppercased()
        content["description"] = .string(
            "HMAC \(algorithm) in \(signature.encoding.rawValue) of: "
                + Self.lines(signature.stringToSign.written)
        )
        return content
    }

    /// A text with line ends that can be seen.
    private static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n")
    }
}
