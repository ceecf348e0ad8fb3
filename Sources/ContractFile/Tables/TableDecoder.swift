import Base
import Contract
import HTTP
import JSON

/// Reads the small tables of a contract: documents, targets, variables, encodings, states.
struct TableDecoder {
    let context: DecodingContext

    private var diagnostics: Diagnostics { context.diagnostics }

    /// Calls `body` for each entry of a table whose entries are mappings.
    private func decoded<Keys: KeyTable, Element>(
        _ entries: [NamedValue<YAMLNode>]?,
        _ what: String,
        _ body: (NamedValue<YAMLNode>, KeyReader<Keys>) -> Element
    ) -> [Element] {
        (entries ?? []).compactMap { entry in
            let subject = "\(what) \(Excerpt.quoted(entry.name))"
            let reader = KeyReader(entry.value, of: subject, Keys.self, diagnostics)
            return reader.map { reader in
                defer { reader.finish() }
                return body(entry, reader)
            }
        }
    }

    func documents(_ entries: [NamedValue<YAMLNode>]?) -> [DocumentReference] {
        decoded(entries, "document") { (entry, reader: KeyReader<DocumentKeys>) in
            DocumentReference(
                key: entry.name,
                title: reader[\.title],
                file: reader[\.file],
                url: reader[\.url],
                sha256: reader[\.sha256]
            )
        }
    }

    func targets(_ entries: [NamedValue<YAMLNode>]?) -> [TargetSpecification] {
        decoded(entries, "target") { (entry, reader: KeyReader<TargetKeys>) in
            TargetSpecification(
                name: entry.name,
                documented: reader[\.documented].map(address),
                basePath: reader[\.basePath].map(basePath),
                reference: reader[\.reference],
                headers: fields(reader[\.headers]),
                location: entry.key.location
            )
        }
    }

    private func address(_ node: YAMLNode) -> Template {
        if let text = node.text, !text.contains("{{"),
            !["http://", "https://"].contains(where: text.lowercased().hasPrefix)
        {
            diagnostics.mismatch("an address such as https://api.example.com", at: node)
        }
        return context.values.template(node)
    }

    private func basePath(_ node: YAMLNode) -> Template {
        if node.text != nil { RequestDecoder(context: context).checkBasePath(node) }
        return context.values.template(node)
    }

    /// Header or query fields: names with scalars, or lists of scalars for several of one name.
    func fields(_ node: YAMLNode?) -> [TemplateValue.Member] {
        guard let node = node?.decoded(as: .mapping, diagnostics) else { return [] }
        for entry in node.entries ?? [] { checkField(entry.value) }
        return context.values.members(node)
    }

    /// Reports a field whose value is neither a scalar nor a list of them.
    func checkField(_ node: YAMLNode, hint: String? = nil) {
        let elements = node.elements ?? [node]
        for element in elements where element.entries != nil || element.elements != nil {
            diagnostics.mismatch("a scalar or a list of scalars", at: element, hint: hint)
        }
    }

    func variables(_ entries: [NamedValue<YAMLNode>]?) -> [VariableSpecification] {
        (entries ?? []).map(variable)
    }

    private func variable(_ entry: NamedValue<YAMLNode>) -> VariableSpecification {
        context.reserve(entry.name, at: entry.key)
        let subject = "variable \(Excerpt.quoted(entry.name))"
        guard entry.value.entries != nil,
            let reader = KeyReader(entry.value, of: subject, VariableKeys.self, diagnostics)
        else {
            return VariableSpecification(
                name: entry.name,
                environment: nil,
                isSecret: false,
                defaultValue: context.expressions.value(entry.value),
                location: entry.key.location
            )
        }
        defer { reader.finish() }
        // Messages list the keys in this order.
        let (type, environment, file) = (reader[\.type], reader[\.env], reader[\.file])
        let isSecret = reader.entry(\.secret) == nil ? file != nil : reader[\.secret]
        let standard = reader[\.standard]
        if isSecret, let standard { checkSecret(standard) }
        return VariableSpecification(
            name: entry.name,
            type: type,
            environment: environment,
            file: file.map { FilePath.joined(FilePath.folder(of: context.file), $0) },
            isSecret: isSecret,
            defaultValue: standard.map(context.expressions.value),
            location: entry.key.location
        )
    }

    /// Reports a default value that is too short to be hidden.
    private func checkSecret(_ node: YAMLNode) {
        guard let text = node.text, !text.contains("{{"),
            text.unicodeScalars.count < Redactor.minimumLength
        else { return }
        diagnostics.mismatch(
            "at least \(Redactor.minimumLength) characters in a secret",
            at: node,
            hint: "a shorter one cannot be hidden: use a longer one, or remove \"secret\""
        )
    }

    /// Addresses of namespaces by prefix.
    func namespaces(_ entries: [NamedValue<String>]?) -> [String: String] {
        for entry in entries ?? [] where !Self.isPrefix(entry.name) {
            diagnostics.error(
                "expected a prefix, of letters, digits, \"-\" and \"_\", got "
                    + Excerpt.quoted(entry.name),
                at: entry.key
            )
        }
        return Dictionary((entries ?? []).map { ($0.name, $0.value) }) { first, _ in first }
    }

    private static func isPrefix(_ text: String) -> Bool {
        guard let first = text.utf8.first, first.isASCIILetter || first == UInt8(ascii: "_") else {
            return false
        }
        return text.utf8.allSatisfy {
            $0.isASCIILetter || $0.isASCIIDigit || "-_.".utf8.contains($0)
        }
    }

    /// `let`: names bound one after the other.
    func bindings(_ entries: [NamedValue<YAMLNode>]?) -> [Binding] {
        bindings(entries, as: context.expressions)
    }

    /// Names and their values.
    func bindings(
        _ entries: [NamedValue<YAMLNode>]?,
        as values: TemplateDecoder
    ) -> [Binding] {
        (entries ?? []).map { entry in
            context.reserve(entry.name, at: entry.key)
            return Binding(
                name: entry.name,
                value: values.value(entry.value),
                location: entry.key.location
            )
        }
    }

    func encodings(_ entries: [NamedValue<YAMLNode>]?) -> [String: QueryEncoding] {
        let encodings = decoded(entries, "encoding") {
            (entry, reader: KeyReader<EncodingKeys>) in
            if QueryEncoding.builtIn[entry.name] != nil {
                diagnostics.error(
                    "\"\(entry.name)\" is built in and cannot be defined",
                    at: entry.key
                )
            }
            let space = reader[\.space]
            let keep = reader[\.keep]
            let kept: QueryEncoding.Kept =
                keep == "all" ? .all : .characters(Set(keep.utf8))
            return (entry.name, QueryEncoding(space: space.rawValue, kept: kept))
        }
        return Dictionary(encodings) { first, _ in first }
    }

    func states(_ entries: [NamedValue<YAMLNode>]?) -> [ProviderState] {
        decoded(entries, "state") { (entry, reader: KeyReader<StateKeys>) in
            _ = context.doc(reader[\.doc])
            return ProviderState(
                name: entry.name,
                summary: reader[\.summary],
                parameters: reader[\.parameters] ?? [],
                provides: reader[\.provides] ?? [],
                basis: reader[\.basis],
                location: entry.key.location
            )
        }
    }
}
