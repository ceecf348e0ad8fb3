import Compression
import Contract
import HTTP
import JSON

/// Reads requests: the sections of an operation, a raw request or a step.
struct RequestDecoder {
    let context: DecodingContext

    var diagnostics: Diagnostics { context.diagnostics }

    /// Reads `request: { method, path, … }`.
    func request(_ node: YAMLNode) -> RequestTemplate {
        guard let reader = KeyReader(node, of: "a request", RequestKeys.self, diagnostics) else {
            return RequestTemplate(sections: [], location: node.location)
        }
        let request = RequestTemplate(
            sections: sections(reader.part(\.sections)),
            location: node.location
        )
        switch reader.present(\.sections.list, ["path", "url"]).count {
        case 0: reader.reportLack(of: ["path", "url"], "missing key \"path\" in a request")
        case 2: diagnostics.error("a request has a path or a url, got both", at: node)
        default: checkParameters(of: request, node)
        }
        reader.finish()
        return request
    }

    /// Every section that a mapping holds.
    func sections(_ reader: KeyReader<ChangeKeys>) -> [TemplateValue.Member] {
        let sections = RequestTemplate.sections.compactMap { name in
            reader.value(\.list, name).map { node in
                TemplateValue.Member(name: name, value: section(name, node))
            }
        }
        refuseSecondBody(reader.present(\.list, RequestTemplate.bodySections), of: "a request")
        return sections
    }

    /// Reports that more than one of several sections says what the body is.
    func refuseSecondBody(_ entries: [YAMLNode.Entry], of what: String) {
        let bodies = entries.map(\.key)
        guard bodies.count > 1 else { return }
        let names = bodies.compactMap(\.text).map { Excerpt.quoted($0) }
        diagnostics.error(
            "\(what) has one body, got \(names.joined(separator: " and "))",
            at: bodies[1]
        )
    }

    /// One section, which a step may also give by `set`.
    func section(_ name: String, _ node: YAMLNode) -> TemplateValue {
        switch name {
        case "query", "form": return fields(node, name)
        case "headers": return headers(node)
        case "params": return mapping(node, name)
        case "multipart": return multipart(node)
        case "file": return file(node)
        case "text":
            if node.entries != nil || node.elements != nil {
                diagnostics.mismatch("a text", at: node)
            }
        case "security", "encoding", "target": checkName(node, name)
        case "compression": checkCompression(node)
        case "redirects": checkRedirects(node)
        case "path": checkPath(node)
        case "basePath": checkBasePath(node)
        case "url": checkURL(node)
        case "method":
            checkMethod(node)
            if let method = misspelled(node) { return .constant(.string(method)) }
        default: break
        }
        return context.values.value(node)
    }
}

// MARK: - Sections that are mappings

extension RequestDecoder {
    /// Names and values, or a text that is sent as it is.
    private func fields(_ node: YAMLNode, _ name: String) -> TemplateValue {
        guard let entries = node.entries else {
            if node.stringValue == nil && !node.isNull {
                diagnostics.mismatch("a mapping, or a text to send as it is", at: node)
            }
            return context.values.value(node)
        }
        let members = context.expressions.members(node)
        for (entry, member) in zip(entries, members) { checkField(entry.value, member.value) }
        return .object(members)
    }

    /// A field of a query or a form: a scalar, a list of scalars or an expression.
    func field(_ node: YAMLNode) -> TemplateValue {
        let value = context.expressions.value(node)
        checkField(node, value)
        return value
    }

    private func checkField(_ node: YAMLNode, _ value: TemplateValue) {
        if case .expression = value { return }
        TableDecoder(context: context).checkField(node, hint: "to send JSON, write { json: … }")
    }

    private func headers(_ node: YAMLNode) -> TemplateValue {
        for entry in node.entries ?? [] {
            checkHeader(entry.key.text ?? "", at: entry.key, entry.value)
        }
        return mapping(node, "headers")
    }

    /// Checks that a header field can be sent.
    func checkHeader(_ name: String, at place: YAMLNode, _ value: YAMLNode) {
        if !HTTPToken.isToken(name) {
            diagnostics.mismatch("the name of a header field", at: place)
        }
        for text in value.elements ?? [value]
        where text.stringValue?.utf8.contains(where: "\r\n\0".utf8.contains) == true {
            diagnostics.mismatch("a header field without line ends and NUL", at: text)
        }
        TableDecoder(context: context).checkField(value)
    }

    private func mapping(_ node: YAMLNode, _ name: String) -> TemplateValue {
        if node.entries == nil && !node.isNull { diagnostics.mismatch("a mapping", at: node) }
        return context.values.value(node)
    }

    private func multipart(_ node: YAMLNode) -> TemplateValue {
        guard let entries = node.entries else { return mapping(node, "multipart") }
        return .object(
            entries.map { entry in
                TemplateValue.Member(name: entry.key.text ?? "", value: parts(entry.value))
            }
        )
    }

    /// A part, or a list of parts with one name.
    func parts(_ node: YAMLNode) -> TemplateValue {
        node.elements.map { .array($0.map(part)) } ?? part(node)
    }

    /// A scalar, or `{ file, filename, type }`, or `{ text, filename, type }`.
    func part(_ node: YAMLNode) -> TemplateValue {
        guard node.entries != nil,
            let reader = KeyReader(node, of: "a part of a form", PartKeys.self, diagnostics)
        else {
            if node.elements != nil {
                diagnostics.mismatch("a scalar, { file: PATH } or { text: TEXT }", at: node)
            }
            return context.values.value(node)
        }
        defer { reader.finish() }
        var members: [TemplateValue.Member] = []
        if let entry = reader.exactlyOne(\.content) {
            let isFile = entry.key.text == "file"
            let value = isFile ? file(entry.value) : section("text", entry.value)
            members.append(.init(name: isFile ? "file" : "text", value: value))
        }
        for (name, text) in [("filename", reader[\.filename]), ("type", reader[\.type])] {
            guard let text else { continue }
            members.append(.init(name: name, value: .constant(.string(text))))
        }
        return .object(members)
    }

    /// Reads a file that a request sends, while the contract is loaded; in the request stands its
    /// path as the tool finds it, for files in several folders may have one name.
    func file(_ node: YAMLNode) -> TemplateValue {
        guard let name = node.decoded(as: .filled("the path of a file"), diagnostics) else {
            return .constant(.null)
        }
        let path = context.path(of: name)
        do {
            try context.session.attach(path, of: context.file)
        } catch {
            diagnostics.error("cannot read \(path): \(error.reason)", at: node)
        }
        return .constant(.string(path))
    }
}

// MARK: - Sections that are names

extension RequestDecoder {
    private func checkName(_ node: YAMLNode, _ section: String) {
        let contract = context.contract
        let (article, kind, known): (String, String, [String]) =
            switch section {
            case "security":
                ("a", "security scheme", contract.securitySchemes.keys.sorted() + ["none"])
            case "encoding":
                (
                    "an", "encoding",
                    contract.encodings.keys.sorted() + QueryEncoding.builtIn.keys.sorted()
                )
            default: ("a", "target", contract.targets.map(\.name))
            }
        guard let name = node.stringValue else {
            let hint = section == "security" && node.isNull ? "write security: none" : nil
            diagnostics.mismatch("the name of \(article) \(kind)", at: node, hint: hint)
            return
        }
        guard !name.contains("{{"), !known.contains(name) else { return }
        context.reportUnknown(kind, name, among: known, at: node)
    }

    private func checkCompression(_ node: YAMLNode) {
        if node.stringValue?.contains("{{") ?? false { return }
        _ = node.decoded(as: .choice, diagnostics) as ContentCoding?
    }

    private func checkRedirects(_ node: YAMLNode) {
        guard case .number = node.scalar else {
            _ = node.decoded(as: .choice, diagnostics) as RedirectPolicy?
            return
        }
        _ = node.decoded(as: .integer(in: RedirectPolicy.possible), diagnostics)
    }

    private func checkMethod(_ node: YAMLNode) {
        guard let method = node.stringValue,
            method.contains("{{") || HTTPToken.isToken(method)
        else {
            diagnostics.mismatch("a method such as POST", at: node)
            return
        }
    }

    /// The method that is meant where its letters are not all large, which is an unknown method.
    ///
    /// Source: RFC 9110 §9.1.
    private func misspelled(_ node: YAMLNode) -> String? {
        let methods = [
            "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "CONNECT",
        ]
        guard let method = node.stringValue, !methods.contains(method),
            methods.contains(method.uppercased())
        else { return nil }
        let meant = method.uppercased()
        diagnostics.warning(
            "the method \(Excerpt.quoted(method)) is read as \(meant): the case of methods matters",
            at: node,
            hint: "write \(meant)"
        )
        return meant
    }

    private func checkURL(_ node: YAMLNode) {
        guard let url = node.stringValue, url.contains("{{") || URLParts(url) != nil else {
            diagnostics.mismatch("an http or https URL", at: node)
            return
        }
    }

    /// Reports an invalid base path of a target or of one request.
    func checkBasePath(_ node: YAMLNode) {
        let path = node.stringValue ?? "?"
        if path.isEmpty || path.hasPrefix("/") || path.hasPrefix("{{") { return }
        diagnostics.mismatch("nothing, or a path that begins with \"/\"", at: node)
    }

    private func checkPath(_ node: YAMLNode) {
        guard let path = node.stringValue else {
            diagnostics.mismatch("a path", at: node)
            return
        }
        if !path.hasPrefix("/"), !path.isEmpty, !path.hasPrefix("{") {
            diagnostics.error("a path begins with \"/\", got \(Excerpt.quoted(path))", at: node)
        }
        guard let text = Self.withoutTemplates(context.values.value(node)) else { return }
        do {
            _ = try URITemplate(text)
        } catch {
            diagnostics.error("\(error)", at: node)
        }
    }

    /// The text with an x for every `{{…}}`, which is something else than the `{…}` of a path.
    private static func withoutTemplates(_ path: TemplateValue) -> String? {
        guard case .text(let template) = path else { return path.constantValue?.stringValue }
        if template.parts.isEmpty { return nil }
        return template.parts.map { part in
            if case .literal(let text) = part { text } else { "x" }
        }.joined()
    }

    /// Reports a `{name}` in the path for which the request has no value, or one of a wrong kind.
    func checkParameters(of request: RequestTemplate, _ node: YAMLNode) {
        guard let path = request["path"].flatMap(Self.withoutTemplates),
            let place = node["path"] ?? node["params"],
            let template = try? URITemplate(path)
        else { return }
        for name in template.prefixedNames {
            guard let value = request["params"]?[name],
                value.members != nil || value.elements != nil
            else { continue }
            diagnostics.error(
                "the path uses a prefix of {\(name)}, which is not a text but "
                    + (value.members == nil ? "a list" : "a mapping"),
                at: place,
                hint: "write {\(name)} or {\(name)*}, without a length"
            )
        }
        let known = request["params"]?.members?.map(\.name) ?? []
        for name in Self.requiredNames(in: path) where !known.contains(name) {
            diagnostics.error(
                "the path names {\(name)}, for which \"params\" has no value",
                at: place,
                hint: Diagnostics.suggestion(for: name, among: known)
                    ?? "write params: { \(name): none }; a step can override it"
            )
        }
    }

    /// The names in `{…}` without an operator; others vanish when they have no value.
    private static func requiredNames(in path: String) -> [String] {
        path.split(separator: "{").dropFirst().flatMap { piece -> [String] in
            guard let expression = piece.split(separator: "}").first,
                let first = expression.first, !"+#./;?&".contains(first)
            else { return [] }
            return expression.split(separator: ",").map { name in
                String(name.prefix { $0 != ":" && $0 != "*" })
            }
        }
    }
}
