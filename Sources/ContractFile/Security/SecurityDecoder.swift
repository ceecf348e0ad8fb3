import Contract
import HTTP
import JSON

/// Reads the `securitySchemes` table.
struct SecurityDecoder {
    let context: DecodingContext

    var diagnostics: Diagnostics { context.diagnostics }

    func schemes(_ entries: [NamedValue<YAMLNode>]?) -> [SecurityScheme] {
        (entries ?? []).map { entry in
            let name = entry.name
            let subject = "security scheme \(Excerpt.quoted(name))"
            if name == "none" {
                diagnostics.error(
                    "\"none\" stands for no security and cannot be defined",
                    at: entry.key
                )
            }
            guard
                let reader = KeyReader(entry.value, of: subject, SchemeTypeKeys(), diagnostics),
                let type = reader[\.type]
            else {
                // What is wrong has been said; that operations name the scheme is not wrong.
                return SecurityScheme(name: name)
            }
            defer { reader.finish() }
            return type.scheme(name, reader, self)
        }
    }

    func fields(_ node: YAMLNode?) -> [TemplateValue.Member] {
        TableDecoder(context: context).fields(node)
    }

    /// A text with templates, in which some names of the tool's own are known.
    func template(_ node: YAMLNode?, knowing names: [String: [String]] = [:]) -> Template {
        guard let node else { return Template(parts: []) }
        let template = context.values.template(node)
        for case .reference(let path) in template.parts {
            guard Self.responseNames[path[0]] != nil || names[path[0]] != nil else { continue }
            // The fields of a request are its own affair.
            if path.count == 3, path[0...1] == ["request", "headers"], names["request"] != nil {
                continue
            }
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
                    : "known in addition to names of the contract: "
                        + "\(known.joined(separator: ", "))"
            )
        }
        return template
    }

    /// What the tool defines while it signs a request, with the members of each.
    static let requestNames = [
        "request": HTTPRequest.signedPartNames + ["body"], "parameters": [],
    ]

    /// What it defines while it works out the signature of a response.
    static let responseNames = requestNames.merging([
        "response": ["body"], "stringToSign": [],
    ]) { first, _ in first }

    /// A scheme whose token goes where the contract says, else into `Authorization`.
    ///
    /// - Parameters:
    ///   - name: The scheme.
    ///   - token: Where the token comes from.
    ///   - headers: Header fields that are added.
    ///   - query: Query fields that are added.
    ///   - form: Fields that are added to the form.
    ///   - location: The scheme's.
    /// - Returns: The scheme.
    func scheme(
        _ name: String,
        _ token: TokenSource,
        headers: [TemplateValue.Member],
        query: [TemplateValue.Member],
        form: [TemplateValue.Member] = [],
        at location: SourceLocation
    ) -> SecurityScheme {
        var headers = headers
        let isUsed = (headers + query + form).flatMap(\.value.templates).contains {
            $0.names.contains(TokenSource.name)
        }
        if !isUsed {
            let parts: [Template.Part] = [.literal("Bearer "), .reference([TokenSource.name])]
            let value = TemplateValue.text(Template(parts: parts, location: location))
            headers.append(TemplateValue.Member(name: "Authorization", value: value))
        }
        return SecurityScheme(
            name: name,
            headers: headers,
            query: query,
            form: form,
            token: token
        )
    }
}
