import Contract
import JSON

/// Reads requests: the sections of an operation, a raw request or a step, and edits to them.
struct RequestDecoder {
    let context: LoadingContext

    private var diagnostics: Diagnostics { context.diagnostics }

    /// Reads `request: { method, path, … }`.
    func request(_ node: YAMLNode) -> RequestTemplate {
        guard let reader = MappingReader(node, of: "a request", diagnostics) else {
            return RequestTemplate(sections: [], location: node.location)
        }
        let sections = sections(reader)
        if !sections.contains(where: { $0.name == "path" || $0.name == "url" }) {
            diagnostics.error("missing key \"path\" in a request", at: node)
        }
        reader.finish()
        return RequestTemplate(sections: sections, location: node.location)
    }

    /// Every section that a mapping holds.
    func sections(_ reader: MappingReader) -> [TemplateValue.Member] {
        var sections: [TemplateValue.Member] = []
        for name in RequestTemplate.sections {
            guard let node = reader.optional(name) else { continue }
            sections.append(TemplateValue.Member(name: name, value: section(name, node)))
        }
        checkBodies(sections, reader)
        return sections
    }

    private func checkBodies(_ sections: [TemplateValue.Member], _ reader: MappingReader) {
        let bodies = sections.map(\.name).filter(RequestTemplate.bodySections.contains)
        guard bodies.count > 1 else { return }
        diagnostics.error(
            "a request has one body, got \(bodies.map { "\"\($0)\"" }.joined(separator: " and "))",
            at: reader.node
        )
    }

    private func section(_ name: String, _ node: YAMLNode) -> TemplateValue {
        switch name {
        case "query", "form":
            expectMap(node, name)
            return context.expressions.value(node)
        case "headers", "params", "multipart":
            expectMap(node, name)
            if name == "multipart" { attach(node) }
            return context.values.value(node)
        case "security":
            checkName(
                node,
                "security scheme",
                Array(context.contract.securitySchemes.keys) + ["none"]
            )
        case "encoding":
            checkName(
                node,
                "encoding",
                Array(context.contract.encodings.keys) + QueryEncoding.builtIn.keys
            )
        case "target":
            checkName(node, "target", context.contract.targets.map(\.name))
        case "path":
            checkPath(node)
        case "file":
            if let path = node.stringValue { attach(path, node) }
        default:
            break
        }
        return context.values.value(node)
    }

    /// A mapping, or a text that is sent as it is.
    private func expectMap(_ node: YAMLNode, _ name: String) {
        if node.entries == nil && node.stringValue == nil && !node.isNull {
            diagnostics.error(
                "\(name): expected a mapping, or a text to send as it is, got \(node.kindAndValue)",
                at: node
            )
        }
    }

    private func checkName(_ node: YAMLNode, _ kind: String, _ known: [String]) {
        guard let name = node.stringValue else {
            diagnostics.error("expected the name of a \(kind), got \(node.kindAndValue)", at: node)
            return
        }
        guard !name.contains("{{"), !known.contains(name) else { return }
        context.reportUnknown(kind, name, among: known.sorted(), at: node)
    }

    private func checkPath(_ node: YAMLNode) {
        guard let path = node.stringValue else {
            diagnostics.error("expected a path, got \(node.kindAndValue)", at: node)
            return
        }
        guard !path.contains("{{") else { return }
        do {
            _ = try URITemplate(path)
        } catch {
            diagnostics.error("path \"\(path)\": \(error)", at: node)
        }
        if !path.hasPrefix("/"), !path.isEmpty {
            diagnostics.error("a path begins with \"/\", got \"\(path)\"", at: node)
        }
    }

    private func attach(_ node: YAMLNode) {
        for entry in node.entries ?? [] {
            if let file = entry.value["file"], let path = file.stringValue { attach(path, file) }
        }
    }

    /// Reads a file that a request sends, while the contract is loaded.
    private func attach(_ path: String, _ node: YAMLNode) {
        do {
            context.attachments.add(path, try context.files.read(path))
        } catch {
            diagnostics.error("cannot read \(path): \(error.reason)", at: node)
        }
    }
}

extension RequestDecoder {
    /// `set` and `unset` of a step or of `tamper`, in the order in which they are written.
    func edits(_ reader: MappingReader) -> [RequestEdit] {
        var edits: [RequestEdit] = []
        if let node = reader.optional("set") {
            if node.entries == nil { reportNoMapping(node) }
            for entry in node.entries ?? [] {
                let decoder = allowsExpressions(entry.key) ? context.expressions : context.values
                let action = RequestEdit.Action.set(decoder.value(entry.value))
                edits += edit(entry.key, action)
            }
        }
        for node in pointers(reader.optional("unset")) { edits += edit(node, .unset) }
        return edits
    }

    /// Reads `tamper: { set, unset, flip }`.
    func tamper(_ node: YAMLNode?) -> [RequestEdit] {
        guard let node, let reader = MappingReader(node, of: "tamper", diagnostics) else {
            return []
        }
        var edits = edits(reader)
        for node in pointers(reader.optional("flip")) { edits += edit(node, .flip) }
        reader.finish()
        return edits
    }

    private func allowsExpressions(_ pointer: YAMLNode) -> Bool {
        let text = pointer.text ?? ""
        return ["/form", "/query"].contains { text == $0 || text.hasPrefix($0 + "/") }
    }

    private func reportNoMapping(_ node: YAMLNode) {
        diagnostics.error(
            "expected a mapping of JSON Pointers to values, got \(node.kindAndValue)",
            at: node
        )
    }

    /// One pointer, or a list of them.
    private func pointers(_ node: YAMLNode?) -> [YAMLNode] {
        guard let node else { return [] }
        return node.elements ?? [node]
    }

    private func edit(_ node: YAMLNode, _ action: RequestEdit.Action) -> [RequestEdit] {
        guard let text = node.text, !text.isEmpty else {
            diagnostics.error(
                "expected a JSON Pointer such as /json/message, got \(node.kindAndValue)",
                at: node
            )
            return []
        }
        do {
            let pointer = try JSONPointer(text)
            let section = pointer.tokens.first ?? ""
            if !RequestTemplate.sections.contains(section) {
                context.reportUnknown(
                    "section of a request",
                    section,
                    among: RequestTemplate.sections,
                    at: node
                )
                return []
            }
            return [RequestEdit(pointer: pointer, action: action, location: node.location)]
        } catch {
            diagnostics.error("\"\(text)\" is no JSON Pointer: \(error)", at: node)
            return []
        }
    }
}
