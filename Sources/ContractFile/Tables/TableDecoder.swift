import Contract
import Cryptography
import JSON

/// Reads the small tables of a contract: documents, targets, variables, encodings, states.
struct TableDecoder {
    let context: DecodingContext

    private var diagnostics: Diagnostics { context.diagnostics }

    private enum SpaceSpelling: String, CaseIterable {
        case plus = "+"
        case percent = "%20"
    }

    /// Calls `body` for each entry of a table whose entries are mappings.
    private func entries<Element>(
        _ node: YAMLNode?,
        _ what: String,
        _ body: (NamedValue<YAMLNode>, MappingReader) -> Element
    ) -> [Element] {
        let entries = node?.decoded(as: .entries(of: .mapping), diagnostics) ?? []
        return entries.compactMap { entry in
            let subject = "\(what) \(Excerpt.quoted(entry.name))"
            let reader = MappingReader(entry.value, of: subject, diagnostics)
            return reader.map { reader in
                defer { reader.finish() }
                return body(entry, reader)
            }
        }
    }

    func documents(_ node: YAMLNode?) -> [DocumentReference] {
        entries(node, "document") { entry, reader in
            DocumentReference(
                key: entry.name,
                title: reader.optional("title", as: .string),
                file: reader.optional("file", as: .string),
                url: reader.optional("url", as: .string),
                sha256: reader.optional("sha256", as: .string)
            )
        }
    }

    func targets(_ node: YAMLNode?) -> [TargetSpecification] {
        entries(node, "target") { entry, reader in
            TargetSpecification(
                name: entry.name,
                documented: reader.optional("documented").map(context.values.template),
                basePath: reader.optional("basePath").map(basePath),
                reference: reader.optional("reference", as: .string),
                headers: fields(reader.optional("headers")),
                location: entry.key.location
            )
        }
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

    func variables(_ node: YAMLNode?) -> [VariableSpecification] {
        (node?.decoded(as: .entries(of: .node), diagnostics) ?? []).map(variable)
    }

    private func variable(_ entry: NamedValue<YAMLNode>) -> VariableSpecification {
        context.reserve(entry.name, at: entry.key)
        let subject = "variable \(Excerpt.quoted(entry.name))"
        guard entry.value.entries != nil,
            let reader = MappingReader(entry.value, of: subject, diagnostics)
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
        return VariableSpecification(
            name: entry.name,
            environment: reader.optional("env", as: .string),
            isSecret: reader.optional("secret", as: .boolean, default: false),
            defaultValue: reader.optional("default").map(context.expressions.value),
            location: entry.key.location
        )
    }

    /// `let`: names bound one after the other.
    func bindings(_ node: YAMLNode?) -> [Binding] { bindings(node, as: context.expressions) }

    /// Names and their values.
    func bindings(_ node: YAMLNode?, as values: TemplateDecoder) -> [Binding] {
        (node?.decoded(as: .entries(of: .node), diagnostics) ?? []).map { entry in
            context.reserve(entry.name, at: entry.key)
            return Binding(
                name: entry.name,
                value: values.value(entry.value),
                location: entry.key.location
            )
        }
    }

    func encodings(_ node: YAMLNode?) -> [String: QueryEncoding] {
        let encodings = entries(node, "encoding") { entry, reader in
            if QueryEncoding.builtIn[entry.name] != nil {
                diagnostics.error(
                    "\"\(entry.name)\" is built in and cannot be defined",
                    at: entry.key
                )
            }
            let space: SpaceSpelling = reader.optional("space", as: .choice, default: .percent)
            let keep = reader.optional("keep", as: .string, default: "")
            let kept: QueryEncoding.Kept =
                keep == "all" ? .all : .characters(Set(keep.utf8))
            return (entry.name, QueryEncoding(space: space.rawValue, kept: kept))
        }
        return Dictionary(encodings) { first, _ in first }
    }

    func states(_ node: YAMLNode?) -> [ProviderState] {
        entries(node, "state") { entry, reader in
            _ = context.doc(reader.optional("doc"))
            _ = reader.optional("basis", as: .choice) as Basis?
            return ProviderState(
                name: entry.name,
                summary: reader.optional("summary", as: .string),
                parameters: reader.optional("parameters", as: .list(of: .string), default: []),
                provides: reader.optional("provides", as: .list(of: .string), default: []),
                location: entry.key.location
            )
        }
    }

    /// The schemas; what is in them is read when all are known.
    func schemas(_ node: YAMLNode?) -> [NamedValue<YAMLNode>] {
        node?.decoded(as: .entries(of: .node), diagnostics) ?? []
    }
}
