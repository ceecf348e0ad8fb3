import Contract
import Cryptography
import JSON

/// Reads the small tables of a contract: documents, targets, variables, encodings, states.
struct TableDecoder {
    let context: LoadingContext

    private var diagnostics: Diagnostics { context.diagnostics }

    private enum SpaceSpelling: String, CaseIterable {
        case plus = "+"
        case percent = "%20"
    }

    /// Calls `body` for each entry of a mapping whose values are mappings.
    private func entries(
        _ node: YAMLNode?,
        _ what: String,
        _ body: (String, YAMLNode, MappingReader) -> Void
    ) {
        guard let node else { return }
        guard let entries = node.entries else {
            diagnostics.error("expected a mapping, got \(node.kindAndValue)", at: node)
            return
        }
        for entry in entries {
            guard let name = entry.key.text,
                let reader = MappingReader(entry.value, of: "\(what) \"\(name)\"", diagnostics)
            else { continue }
            body(name, entry.key, reader)
            reader.finish()
        }
    }

    func documents(_ node: YAMLNode?) -> [DocumentReference] {
        var documents: [DocumentReference] = []
        entries(node, "document") { key, _, reader in
            documents.append(
                DocumentReference(
                    key: key,
                    title: reader.optional("title", as: .string),
                    file: reader.optional("file", as: .string),
                    url: reader.optional("url", as: .string),
                    sha256: reader.optional("sha256", as: .string)
                )
            )
        }
        return documents
    }

    func targets(_ node: YAMLNode?) -> [TargetSpecification] {
        var targets: [TargetSpecification] = []
        entries(node, "target") { name, key, reader in
            targets.append(
                TargetSpecification(
                    name: name,
                    documented: reader.optional("documented").map(context.values.template),
                    basePath: reader.optional("basePath").map(context.values.template),
                    reference: reader.optional("reference", as: .string),
                    headers: headers(reader.optional("headers")),
                    location: key.location
                )
            )
        }
        return targets
    }

    /// Header fields: a mapping of names to scalars or lists.
    func headers(_ node: YAMLNode?) -> [TemplateValue.Member] {
        guard let node else { return [] }
        guard let entries = node.entries else {
            diagnostics.error("expected a mapping, got \(node.kindAndValue)", at: node)
            return []
        }
        return entries.map { entry in
            let name = entry.key.text ?? ""
            return TemplateValue.Member(name: name, value: context.values.value(entry.value))
        }
    }

    func variables(_ node: YAMLNode?) -> [VariableSpecification] {
        guard let node else { return [] }
        guard let entries = node.entries else {
            diagnostics.error("expected a mapping, got \(node.kindAndValue)", at: node)
            return []
        }
        return entries.map(variable)
    }

    private func variable(_ entry: YAMLNode.Entry) -> VariableSpecification {
        let name = entry.key.text ?? ""
        reserve(name, at: entry.key)
        guard entry.value.entries != nil,
            let reader = MappingReader(entry.value, of: "variable \"\(name)\"", diagnostics)
        else {
            return VariableSpecification(
                name: name,
                environment: nil,
                isSecret: false,
                defaultValue: context.expressions.value(entry.value),
                location: entry.key.location
            )
        }
        defer { reader.finish() }
        return VariableSpecification(
            name: name,
            environment: reader.optional("env", as: .string),
            isSecret: reader.optional("secret", as: .boolean) ?? false,
            defaultValue: reader.optional("default").map(context.expressions.value),
            location: entry.key.location
        )
    }

    /// A name that a template would take for a function cannot be a variable.
    private func reserve(_ name: String, at node: YAMLNode) {
        if TemplateFunction.names.contains(name) {
            diagnostics.error(
                "\"\(name)\" is a function of templates and cannot name a value",
                at: node
            )
        } else if name.contains(where: { " .{}".contains($0) }) || name.isEmpty {
            diagnostics.error("a name cannot be empty or hold spaces, dots or braces", at: node)
        }
    }

    /// `let`: names bound one after the other.
    func bindings(_ node: YAMLNode?) -> [Binding] {
        guard let node else { return [] }
        guard let entries = node.entries else {
            diagnostics.error("expected a mapping, got \(node.kindAndValue)", at: node)
            return []
        }
        return entries.map { entry in
            let name = entry.key.text ?? ""
            reserve(name, at: entry.key)
            return Binding(
                name: name,
                value: context.expressions.value(entry.value),
                location: entry.key.location
            )
        }
    }

    func encodings(_ node: YAMLNode?) -> [String: QueryEncoding] {
        var encodings: [String: QueryEncoding] = [:]
        entries(node, "encoding") { name, key, reader in
            if name == "percent" {
                diagnostics.error("\"percent\" is built in and cannot be defined", at: key)
            }
            let space: SpaceSpelling = reader.optional("space", as: .choice, default: .percent)
            let keep = reader.optional("keep", as: .string) ?? ""
            let kept: QueryEncoding.Kept =
                keep == "all" ? .all : .characters(Set(keep.utf8))
            encodings[name] = QueryEncoding(space: space.rawValue, kept: kept)
        }
        return encodings
    }

    func states(_ node: YAMLNode?) -> [ProviderState] {
        var states: [ProviderState] = []
        entries(node, "state") { name, key, reader in
            states.append(
                ProviderState(
                    name: name,
                    summary: reader.optional("summary", as: .string),
                    parameters: reader.optional("parameters", as: .list(of: .string)) ?? [],
                    provides: reader.optional("provides", as: .list(of: .string)) ?? [],
                    location: key.location
                )
            )
            _ = context.doc(reader.optional("doc"))
            _ = reader.optional("basis", as: .choice) as Basis?
        }
        return states
    }

    /// The schemas as one object, so that `#/schemas/NAME` finds them.
    func schemas(_ node: YAMLNode?) -> JSONObject {
        guard let node else { return JSONObject() }
        guard let schemas = node.json.objectValue else {
            diagnostics.error("expected a mapping, got \(node.kindAndValue)", at: node)
            return JSONObject()
        }
        return schemas
    }
}
