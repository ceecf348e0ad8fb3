import Contract
import JSON

extension RequestDecoder {
    /// `set` and `unset` of a step or of `tamper`; everything is set before anything is unset.
    func edits(set: YAMLNode?, unset: YAMLNode?) -> [RequestEdit] {
        var edits: [RequestEdit] = []
        if let node = set {
            if node.entries == nil {
                diagnostics.mismatch("a mapping of JSON Pointers to values", at: node)
            }
            edits += (node.entries ?? []).compactMap { entry in
                pointer(entry.key).map { pointer in
                    edit(pointer, .set(value(entry.value, at: pointer.tokens)), entry.key)
                }
            }
        }
        return edits + self.edits(unset, .unset)
    }

    /// Reads `tamper: { set, unset, flip }`.
    func tamper(_ node: YAMLNode?) -> [RequestEdit] {
        guard let node, let reader = KeyReader(node, of: "\"tamper\"", TamperKeys.self, diagnostics)
        else {
            return []
        }
        defer { reader.finish() }
        return edits(set: reader[\.set], unset: reader[\.unset])
            + edits(reader[\.flip], .flip)
    }

    /// One pointer, or a list of them.
    private func edits(_ node: YAMLNode?, _ action: RequestEdit.Action) -> [RequestEdit] {
        guard let node else { return [] }
        return (node.elements ?? [node]).compactMap { element in
            pointer(element).map { edit($0, action, element) }
        }
    }

    private func edit(
        _ pointer: JSONPointer,
        _ action: RequestEdit.Action,
        _ node: YAMLNode
    ) -> RequestEdit {
        RequestEdit(pointer: pointer, action: action, location: node.location)
    }

    private func pointer(_ node: YAMLNode) -> JSONPointer? {
        guard let text = node.stringValue, !text.isEmpty else {
            diagnostics.mismatch("a JSON Pointer such as /json/message", at: node)
            return nil
        }
        let pointer: JSONPointer
        do {
            pointer = try JSONPointer(text)
        } catch {
            diagnostics.error("\(error)", at: node)
            return nil
        }
        let section = pointer.tokens.first ?? ""
        guard RequestTemplate.sections.contains(section) else {
            context.reportUnknown(
                "section of a request",
                section,
                among: RequestTemplate.sections,
                at: node
            )
            return nil
        }
        return pointer
    }

    /// What is set, read as what stands at that place.
    private func value(_ node: YAMLNode, at tokens: [String]) -> TemplateValue {
        switch (tokens[0], tokens.count) {
        case (let section, 1): return self.section(section, node)
        case ("query", 2), ("form", 2): return field(node)
        case ("headers", 2):
            checkHeader(tokens[1], at: node, node)
            return context.values.value(node)
        case ("multipart", 2): return parts(node)
        case ("multipart", 3) where Int(tokens[2]) != nil: return part(node)
        case ("multipart", 3) where tokens[2] == "file": return file(node)
        default: return context.values.value(node)
        }
    }
}
