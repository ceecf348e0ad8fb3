import Contract
import Cryptography
import JSON

/// Reads the `securitySchemes` table.
struct SecurityDecoder {
    let context: LoadingContext

    private var diagnostics: Diagnostics { context.diagnostics }

    private enum SchemeType: String, CaseIterable {
        case hmac, apiKey, http
    }

    private enum HTTPScheme: String, CaseIterable {
        case bearer, basic
    }

    func schemes(_ node: YAMLNode?) -> [SecurityScheme] {
        guard let node else { return [] }
        guard let entries = node.entries else {
            diagnostics.error("expected a mapping, got \(node.kindAndValue)", at: node)
            return []
        }
        return entries.compactMap { entry in
            let name = entry.key.text ?? ""
            guard
                let reader = MappingReader(
                    entry.value,
                    of: "security scheme \"\(name)\"",
                    diagnostics
                )
            else { return nil }
            if name == "none" {
                diagnostics.error(
                    "\"none\" stands for no security and cannot be defined",
                    at: entry.key
                )
            }
            defer { reader.finish() }
            switch reader.required("type", as: .choice) as SchemeType? {
            case .hmac: return hmac(name, reader)
            case .apiKey:
                return SecurityScheme(name: name, headers: headers(reader), query: query(reader))
            case .http: return http(name, reader)
            case nil: return nil
            }
        }
    }

    private func headers(_ reader: MappingReader) -> [TemplateValue.Member] {
        TableDecoder(context: context).headers(reader.optional("headers"))
    }

    private func query(_ reader: MappingReader) -> [TemplateValue.Member] {
        TableDecoder(context: context).headers(reader.optional("query"))
    }

    private func http(_ name: String, _ reader: MappingReader) -> SecurityScheme {
        let header: TemplateValue
        switch reader.required("scheme", as: .choice) as HTTPScheme? {
        case .basic:
            let user = value("username", reader)
            let password = value("password", reader)
            let pair = TemplateExpression.join(.array([user, password]), with: .constant(":"))
            let encoded = TemplateExpression.base64(.expression(pair))
            header = .expression(
                .join(.array([.constant("Basic "), .expression(encoded)]), with: .constant(""))
            )
        case .bearer, nil:
            let token = value("token", reader)
            header = .expression(
                .join(.array([.constant("Bearer "), token]), with: .constant(""))
            )
        }
        let member = TemplateValue.Member(name: "Authorization", value: header)
        return SecurityScheme(name: name, headers: [member])
    }

    private func value(_ key: String, _ reader: MappingReader) -> TemplateValue {
        reader.required(key).map(context.values.value) ?? .constant("")
    }

    private func hmac(_ name: String, _ reader: MappingReader) -> SecurityScheme {
        let signature = HMACSignature(
            algorithm: reader.optional("algorithm", as: .choice, default: .sha256),
            key: template("key", reader),
            encoding: reader.optional("encode", as: .choice, default: .base64),
            parameters: parameters(reader.optional("parameters")),
            stringToSign: template("stringToSign", reader),
            place: place(reader.required("into")),
            response: response(reader.optional("response"))
        )
        return SecurityScheme(
            name: name,
            headers: headers(reader),
            query: query(reader),
            signature: signature
        )
    }

    private func template(_ key: String, _ reader: MappingReader) -> Template {
        reader.required(key).map(context.values.template) ?? Template(parts: [])
    }

    private func place(_ node: YAMLNode?) -> HMACSignature.Place {
        guard let node, let reader = MappingReader(node, of: "into", diagnostics) else {
            return .header("Authorization")
        }
        let header = reader.optional("header", as: .string)
        let query = reader.optional("query", as: .string)
        reader.finish()
        if let header { return .header(header) }
        if let query { return .query(query) }
        diagnostics.error("expected { header: NAME } or { query: NAME }", at: node)
        return .header("Authorization")
    }

    private func parameters(_ node: YAMLNode?) -> [HMACSignature.Parameter] {
        guard let node else { return [] }
        guard let elements = node.elements else {
            diagnostics.error("expected a list of parameters, got \(node.kindAndValue)", at: node)
            return []
        }
        return elements.compactMap(parameter)
    }

    private func parameter(_ node: YAMLNode) -> HMACSignature.Parameter? {
        guard let reader = MappingReader(node, of: "a signed parameter", diagnostics) else {
            return nil
        }
        defer { reader.finish() }
        if let header = reader.optional("header", as: .string) { return .header(header) }
        if let query = reader.optional("query", as: .string) {
            return .query(query, methods: reader.optional("methods", as: .list(of: .string)))
        }
        if let name = reader.optional("name", as: .string) {
            return .constant(name: name, value: template("value", reader))
        }
        diagnostics.error("expected { name, value }, { header } or { query, methods }", at: node)
        return nil
    }

    private func response(_ node: YAMLNode?) -> HMACSignature.Response? {
        guard let node, let reader = MappingReader(node, of: "a response signature", diagnostics)
        else { return nil }
        defer { reader.finish() }
        _ = context.doc(reader.optional("doc"))
        return HMACSignature.Response(
            header: reader.required("header", as: .string) ?? "",
            stringToSign: template("stringToSign", reader),
            emptyBody: reader.optional("emptyBody").map(context.values.template),
            basis: reader.optional("basis", as: .choice, default: .documented),
            location: node.location
        )
    }
}
