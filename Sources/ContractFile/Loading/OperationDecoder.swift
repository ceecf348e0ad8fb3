import Contract
import JSON

/// Reads the `operations` table: requests, responses and promises.
struct OperationDecoder {
    let context: LoadingContext

    private var diagnostics: Diagnostics { context.diagnostics }
    private var requests: RequestDecoder { RequestDecoder(context: context) }
    private var expectations: ExpectationDecoder { ExpectationDecoder(context: context) }

    func operations(_ node: YAMLNode?) -> [Operation] {
        (node?.decoded(as: .entries(of: .mapping), diagnostics) ?? []).map { entry in
            if entry.name.contains(where: { "/*[] ".contains($0) }) || entry.name == "errors" {
                diagnostics.error(
                    "\"\(entry.name)\" cannot name an operation: no \"/\", \"*\", brackets or "
                        + "spaces, and not \"errors\"",
                    at: entry.key
                )
            }
            return operation(entry.name, entry.key, entry.value)
        }
    }

    private func operation(_ id: String, _ key: YAMLNode, _ node: YAMLNode) -> Operation {
        guard let reader = MappingReader(node, of: "operation \"\(id)\"", diagnostics) else {
            preconditionFailure("\(id) was decoded as a mapping and is none")
        }
        defer { reader.finish() }
        let rows = RowDecoder(context: context).rows(reader.optional("rows"))
        let request = reader.required("request")
        let target = reader.optional("target")
        let promises = promises(id, reader.optional("promises"))
        let operation = Operation(
            id: id,
            location: key.location,
            doc: context.doc(reader.optional("doc")),
            summary: reader.optional("summary", as: .string),
            basis: reader.optional("basis", as: .choice, default: .documented),
            waiver: context.waiver(reader.optional("waived")),
            unprovokable: reader.optional("unprovokable", as: .string),
            variants: request.map { variants($0, target, rows) } ?? [],
            responses: responses(reader.optional("responses")),
            promises: promises + listed(id, reader.optional("errors"), promises)
        )
        _ = reader.optional("tags")
        return operation
    }

    /// One request for each row, with the row's values in place.
    private func variants(
        _ request: YAMLNode,
        _ target: YAMLNode?,
        _ rows: [ExpansionRow]
    ) -> [Operation.Variant] {
        rows.map { row in
            let node = row.substitution.applied(to: request, diagnostics) ?? request
            var template = requests.request(node)
            if let target, template["target"] == nil, let name = target.stringValue {
                if !context.contract.targets.contains(where: { $0.name == name }) {
                    let known = context.contract.targets.map(\.name)
                    context.reportUnknown("target", name, among: known, at: target)
                }
                template.replace("target", with: .constant(.string(name)))
            }
            return Operation.Variant(label: row.label, request: template)
        }
    }

    private func responses(_ node: YAMLNode?) -> [ResponseRule] {
        guard let node else { return [] }
        return (node.decoded(as: .entries(of: .mapping), diagnostics) ?? []).compactMap { entry in
            guard let status = Self.status(entry.name) else {
                diagnostics.error(
                    "expected a status such as \"201\", \"2XX\" or default, got \"\(entry.name)\"",
                    at: entry.key
                )
                return nil
            }
            return ResponseRule(
                status: status,
                expectation: expectations.expectation(entry.value, isResponse: true)
            )
        }
    }

    private static func status(_ text: String) -> ResponseRule.Status? {
        if text == "default" { return .any }
        if let status = Int(text), (100...599).contains(status) { return .exactly(status) }
        guard text.utf8.count == 3, text.uppercased().hasSuffix("XX") else { return nil }
        return text.first.flatMap { Int(String($0)) }.flatMap {
            (1...5).contains($0) ? .class($0) : nil
        }
    }

    private func promises(_ operation: String, _ node: YAMLNode?) -> [Promise] {
        guard let node else { return [] }
        return (node.decoded(as: .entries(of: .mapping), diagnostics) ?? []).map { entry in
            promise(operation, entry.name, entry.key, entry.value)
        }
    }

    private func promise(
        _ operation: String,
        _ name: String,
        _ key: YAMLNode,
        _ node: YAMLNode
    ) -> Promise {
        guard let reader = MappingReader(node, of: "promise \"\(name)\"", diagnostics) else {
            preconditionFailure("\(name) was decoded as a mapping and is none")
        }
        defer { reader.finish() }
        let basis: Basis = reader.optional("basis", as: .choice, default: .documented)
        return Promise(
            id: "\(operation)/\(name)",
            name: name,
            location: key.location,
            summary: reader.optional("summary", as: .string),
            doc: context.doc(reader.optional("doc")),
            basis: basis,
            error: reader.optional("error").flatMap { expectations.error($0, atLeast: basis) },
            expectation: reader.optional("expect").map { expectations.expectation($0) },
            waiver: context.waiver(reader.optional("waived")),
            unprovokable: reader.optional("unprovokable", as: .string)
        )
    }

    /// `errors: [E403002]`: promises named like their code, with the catalogue's word for the rest.
    private func listed(
        _ operation: String,
        _ node: YAMLNode?,
        _ named: [Promise]
    ) -> [Promise] {
        guard let node else { return [] }
        guard let elements = node.elements else {
            diagnostics.mismatch("a list of error codes", at: node)
            return []
        }
        return elements.compactMap { element in
            guard let id = element.text else {
                diagnostics.mismatch("the name of an error", at: element)
                return nil
            }
            guard context.errorNames.contains(id) else {
                context.reportUnknown("error", id, among: context.errorNames, at: element)
                return nil
            }
            if named.contains(where: { $0.name == id }) {
                diagnostics.error("\"\(id)\" is a promise of \"\(operation)\" already", at: element)
            }
            return listed(operation, id, element)
        }
    }

    private func listed(_ operation: String, _ id: String, _ node: YAMLNode) -> Promise {
        let entry = context.contract.errors.first { $0.id == id }
        let basis = entry?.basis ?? .documented
        return Promise(
            id: "\(operation)/\(id)",
            name: id,
            location: node.location,
            summary: entry?.summary ?? entry?.message,
            doc: entry?.doc,
            basis: basis,
            error: ErrorReference(id: id, basis: basis, message: nil, location: node.location),
            expectation: nil,
            waiver: entry?.waiver,
            unprovokable: entry?.unprovokable
        )
    }
}
