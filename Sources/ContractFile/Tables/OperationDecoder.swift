import Contract
import JSON

/// Reads the `operations` table: requests, responses and promises.
struct OperationDecoder {
    let context: DecodingContext

    private var diagnostics: Diagnostics { context.diagnostics }
    private var expectations: ExpectationDecoder { ExpectationDecoder(context: context) }

    func operations(_ entries: [NamedValue<YAMLNode>]?) -> [Operation] {
        (entries ?? []).compactMap { entry in
            context.checkIdentifier(entry, "an operation")
            if entry.name == "errors" {
                diagnostics.error(
                    "\"errors\" cannot name an operation",
                    at: entry.key,
                    hint: "errors/CODE names a row of the catalogue"
                )
            }
            return operation(entry)
        }
    }

    private func operation(_ entry: NamedValue<YAMLNode>) -> Operation? {
        let id = entry.name
        let subject = "operation \(Excerpt.quoted(id))"
        guard
            let reader = KeyReader(entry.value, of: subject, OperationKeys.self, diagnostics)
        else { return nil }
        defer { reader.finish() }
        let rows = RowDecoder(context: context).rows(reader[\.rows])
        let request = reader[\.request]
        let target = reader[\.target]
        let promises = promises(id, reader[\.promises])
        let variants = request.map { self.variants($0, target, rows) } ?? []
        let acceptance = AcceptanceDecoder(context: context).acceptance(
            reader[\.accepts],
            of: variants
        )
        return Operation(
            context.facts(id, entry.key, reader.part(\.facts)),
            tags: reader[\.tags] ?? [],
            variants: variants,
            accepted: acceptance.rules,
            acceptedTypes: acceptance.mediaTypes,
            responses: responses(reader[\.responses]),
            promises: promises + listed(id, reader[\.errors], promises)
        )
    }

    /// One request for each row, with the row's values in place.
    private func variants(
        _ request: YAMLNode,
        _ target: YAMLNode?,
        _ rows: [ExpansionRow]
    ) -> [Operation.Variant] {
        let decoder = RequestDecoder(context: context)
        let target = target.map { decoder.section("target", $0) }
        return rows.map { row in
            let node = row.substitution.applied(to: request, diagnostics) ?? request
            var template = decoder.request(node)
            if let target, template["target"] == nil { template.replace("target", with: target) }
            decoder.warnOfDoubledBase(in: template, at: node["path"])
            return Operation.Variant(label: row.label, request: template)
        }
    }
}

// MARK: - Responses

extension OperationDecoder {
    private func responses(_ entries: [NamedValue<YAMLNode>]?) -> [ResponseRule] {
        var rules: [ResponseRule] = []
        for entry in entries ?? [] {
            let expectation = expectations.expectation(entry.value, isResponse: true)
            guard let status = Self.status(entry.name) else {
                let name = Excerpt.quoted(entry.name)
                diagnostics.error(
                    "expected a status such as \"201\", \"2XX\" or default, got \(name)",
                    at: entry.key
                )
                continue
            }
            if rules.contains(where: { $0.status == status }) {
                diagnostics.error("a second rule for \(status)", at: entry.key)
            }
            rules.append(ResponseRule(status: status, expectation: expectation))
        }
        return rules
    }

    private static func status(_ text: String) -> ResponseRule.Status? {
        if text == "default" { return .any }
        guard text.utf8.count == 3 else { return nil }
        if let status = Int(text), (100...599).contains(status) { return .exactly(status) }
        guard text.uppercased().hasSuffix("XX"), let first = text.first,
            let hundred = Int(String(first))
        else { return nil }
        return (1...5).contains(hundred) ? .class(hundred) : nil
    }
}

// MARK: - Promises

extension OperationDecoder {
    func promises(_ operation: String, _ entries: [NamedValue<YAMLNode>]?) -> [Promise] {
        (entries ?? []).compactMap { entry in
            context.checkIdentifier(entry, "a promise")
            return promise(operation, entry)
        }
    }

    private func promise(_ operation: String, _ entry: NamedValue<YAMLNode>) -> Promise? {
        let subject = "promise \(Excerpt.quoted(entry.name))"
        guard
            let reader = KeyReader(entry.value, of: subject, PromiseKeys.self, diagnostics)
        else { return nil }
        defer { reader.finish() }
        let facts = context.facts("\(operation)/\(entry.name)", entry.key, reader.part(\.facts))
        return Promise(
            facts,
            name: entry.name,
            error: reader[\.error].flatMap {
                expectations.error($0, atLeast: facts.basis)
            },
            expectation: reader[\.expect].map { expectations.expectation($0) },
            isAcceptedOnly: reader[\.acceptedOnly]
        )
    }

    /// `errors: [E403002]`.
    private func listed(
        _ operation: String,
        _ node: YAMLNode?,
        _ named: [Promise]
    ) -> [Promise] {
        guard let node else { return [] }
        guard let elements = node.elements else {
            diagnostics.mismatch("a list of errors", at: node)
            return []
        }
        let names = elements.filter { element in
            guard element.entries != nil else { return true }
            diagnostics.mismatch("the name of an error", at: element)
            return false
        }
        let list = ListedPromises(context: context, owner: operation)
        return list.promises(names, besides: named) { id in
            context.index.errors[id].map { ($0.facts, $0.summary ?? $0.message) }
        }
    }
}
