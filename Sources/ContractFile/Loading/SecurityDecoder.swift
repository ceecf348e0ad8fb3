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
        (node?.decoded(as: .entries(of: .mapping), diagnostics) ?? []).compactMap { entry in
            let name = entry.name
            let subject = "security scheme \(Excerpt.quoted(name))"
            if name == "none" {
                diagnostics.error(
                    "\"none\" stands for no security and cannot be defined",
                    at: entry.key
                )
            }
            guard let reader = MappingReader(entry.value, of: subject, diagnostics),
                let type: SchemeType = reader.required("type", as: .choice)
            else { return nil }
            defer { reader.finish() }
            switch type {
            case .hmac: return hmac(name, reader)
            case .apiKey: return apiKey(name, reader)
            case .http: return http(name, reader)
            }
        }
    }

    private func fields(_ key: String, _ reader: MappingReader) -> [TemplateValue.Member] {
        TableDecoder(context: context).fields(reader.optional(key))
    }

    /// A text with templates, in which some names of the tool's own are known.
    private func template(
        _ key: String,
        _ reader: MappingReader,
        knowing names: [String: [String]] = [:]
    ) -> Template {
        guard let node = reader.required(key) else { return Template(parts: []) }
        return template(node, knowing: names)
    }

    private func template(_ node: YAMLNode, knowing names: [String: [String]]) -> Template {
        let template = context.values.template(node)
        for case .reference(let path) in template.parts {
            guard Self.responseNames[path[0]] != nil else { continue }
            let members = names[path[0]].map { $0.isEmpty ? [[]] : $0.map { [$0] } } ?? []
            guard !members.contains(Array(path.dropFirst())) else { continue }
            let known = names.keys.sorted().flatMap { name in
                (names[name] ?? []).isEmpty ? [name] : (names[name] ?? []).map { "\(name).\($0)" }
            }
            diagnostics.error(
                "\(Excerpt.quoted(path.joined(separator: "."))) is not known here",
                at: node,
                hint: known.isEmpty
                    ? "only names of variables, let, rows and captures are"
                    : "known beside names of the contract: \(known.joined(separator: ", "))"
            )
        }
        return template
    }

    /// What the tool defines while it signs a request, with the members of each.
    private static let requestNames = [
        "request": ["method", "hostname", "path", "query", "target", "url", "body"],
        "parameters": [],
    ]

    /// What it defines while it works out the signature of an answer.
    private static let responseNames = requestNames.merging([
        "response": ["body"], "stringToSign": [],
    ]) { first, _ in first }

    /// A scalar, as a text with templates.
    private func text(_ key: String, _ reader: MappingReader) -> TemplateValue {
        .text(template(key, reader))
    }
}

// MARK: - Keys and credentials

extension SecurityDecoder {
    private func apiKey(_ name: String, _ reader: MappingReader) -> SecurityScheme {
        let headers = fields("headers", reader)
        let query = fields("query", reader)
        if headers.isEmpty && query.isEmpty {
            diagnostics.error(
                "missing key \"headers\" or \"query\" in \(reader.subject)",
                at: reader.node
            )
        }
        return SecurityScheme(name: name, headers: headers, query: query)
    }

    private func http(_ name: String, _ reader: MappingReader) -> SecurityScheme {
        let credentials: TemplateExpression
        switch reader.required("scheme", as: .choice) as HTTPScheme? {
        case .basic:
            let pair = TemplateExpression.join(
                .array([text("username", reader), text("password", reader)]),
                with: .constant(":")
            )
            let encoded = TemplateExpression.base64(.expression(pair))
            credentials = .join(
                .array([.constant("Basic "), .expression(encoded)]),
                with: .constant("")
            )
        case .bearer:
            credentials = .join(
                .array([.constant("Bearer "), text("token", reader)]),
                with: .constant("")
            )
        case nil:
            _ = reader.present(of: ["username", "password", "token"])
            return SecurityScheme(name: name)
        }
        let member = TemplateValue.Member(name: "Authorization", value: .expression(credentials))
        return SecurityScheme(name: name, headers: [member])
    }
}

// MARK: - Signatures

extension SecurityDecoder {
    private func hmac(_ name: String, _ reader: MappingReader) -> SecurityScheme {
        let signature = HMACSignature(
            algorithm: reader.optional("algorithm", as: .choice, default: .sha256),
            key: template("key", reader),
            encoding: reader.optional("encode", as: .choice, default: .base64),
            parameters: parameters(reader.optional("parameters")),
            stringToSign: template("stringToSign", reader, knowing: Self.requestNames),
            place: place(reader.required("into")),
            response: response(reader.optional("response"))
        )
        return SecurityScheme(
            name: name,
            headers: fields("headers", reader),
            query: fields("query", reader),
            signature: signature
        )
    }

    private func place(_ node: YAMLNode?) -> HMACSignature.Place {
        let none = HMACSignature.Place.header("Authorization")
        guard let node, let reader = MappingReader(node, of: "\"into\"", diagnostics) else {
            return none
        }
        defer { reader.finish() }
        guard let entry = reader.exactlyOne(of: ["header", "query"]),
            let name = entry.value.decoded(as: .filled("the name of a field"), diagnostics)
        else { return none }
        return entry.key.text == "header" ? .header(name) : .query(name)
    }

    private func parameters(_ node: YAMLNode?) -> [HMACSignature.Parameter] {
        guard let node else { return [] }
        guard let elements = node.elements else {
            diagnostics.mismatch("a list of parameters", at: node)
            return []
        }
        return elements.compactMap(parameter)
    }

    private func parameter(_ node: YAMLNode) -> HMACSignature.Parameter? {
        guard let reader = MappingReader(node, of: "a signed parameter", diagnostics) else {
            return nil
        }
        defer { reader.finish() }
        guard let entry = reader.exactlyOne(of: ["name", "header", "query"]),
            let name = entry.value.decoded(as: .filled("a name"), diagnostics)
        else {
            _ = reader.present(of: ["value", "methods"])
            return nil
        }
        switch entry.key.text {
        case "header": return .header(name)
        case "query":
            return .query(name, methods: reader.optional("methods", as: .list(of: .string)))
        default: return .constant(name: name, value: template("value", reader))
        }
    }

    private func response(_ node: YAMLNode?) -> HMACSignature.Response? {
        guard let node, let reader = MappingReader(node, of: "a response signature", diagnostics)
        else { return nil }
        defer { reader.finish() }
        _ = context.doc(reader.optional("doc"))
        return HMACSignature.Response(
            header: reader.required("header", as: .filled("the name of a field")) ?? "",
            stringToSign: template("stringToSign", reader, knowing: Self.responseNames),
            emptyBody: reader.optional("emptyBody").map {
                template($0, knowing: Self.responseNames)
            },
            basis: reader.optional("basis", as: .choice, default: .documented),
            location: node.location
        )
    }
}
