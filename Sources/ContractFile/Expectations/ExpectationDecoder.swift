import Contract
import HTTP
import JSON

/// Reads expectations, asserts, queries and mentions of errors.
struct ExpectationDecoder {
    let context: DecodingContext

    var diagnostics: Diagnostics { context.diagnostics }

    /// Reads `{ status, error, schema, like, contains, equals, asserts, … }`.
    ///
    /// - Parameters:
    ///   - node: The mapping.
    ///   - basis: How sure it is, unless it says so itself.
    ///   - isResponse: Whether it belongs to `responses`, where the status is the key.
    /// - Returns: What could be read of it.
    func expectation(
        _ node: YAMLNode,
        basis: Basis = .documented,
        isResponse: Bool = false
    ) -> ExpectationTemplate {
        var expectation = ExpectationTemplate(location: node.location)
        let keys = ExpectationKeys.keys
        guard let reader = KeyReader(node, of: "an expectation", keys.common, diagnostics) else {
            return expectation
        }
        defer { reader.finish() }
        let asserting = "write it as an assert: asserts: [ { header: Location, exists: true } ]"
        reader.explain(["body", "header", "headers", "jsonpath", "json", "cookie"], asserting)
        let basis = reader[\.basis] ?? basis
        expectation.basis = basis
        expectation.status = reader[\.status].map { status($0, basis) }
        if isResponse {
            let response = reader.with(ResponseKeys.keys)
            _ = context.doc(response[\.doc])
            _ = response[\.summary]
        } else {
            let response = reader.with(keys)
            expectation.requests = response[\.requests].map { requests($0, basis) }
            expectation.error = response[\.error].flatMap { error($0, atLeast: basis) }
            expectation.transport = Set(response[\.transport] ?? [])
            expectation.declared = declared(response)
        }
        expectation.signed = Self.signed(reader[\.signed], diagnostics)
        expectation.schema = reader[\.schema].flatMap(schema)
        expectation.examples = examples(reader)
        expectation.arrays = arrays(reader, beside: expectation.examples)
        expectation.asserts = asserts(reader[\.asserts], basis)
        expectation.isEncoded = reader[\.encoded]
        if let node = reader[\.events] { addEvents(node, basis, to: &expectation) }
        return expectation
    }

    /// Reads `declared: failure`, which says less than what else tells the outcome.
    private func declared(_ reader: KeyReader<ExpectationKeys>) -> DeclaredOutcome? {
        guard let entry = reader.entry(\.declared) else { return nil }
        for name in ["error", "status", "transport"] where reader.node[name] != nil {
            diagnostics.error(
                "\"declared\" cannot be combined with \(Excerpt.quoted(name))",
                at: entry.key,
                hint: "leave one of them out"
            )
        }
        if context.clientScope != nil {
            diagnostics.error(
                "\"declared\" applies to responses, but this is a call of the client",
                at: entry.key
            )
        }
        return reader[\.declared]
    }

    private func status(_ node: YAMLNode, _ basis: Basis) -> AssertionTemplate {
        AssertionTemplate(
            query: .ready(.status),
            filters: [],
            predicate: predicateOrValue(node, .status) ?? .ready(.exists(true)),
            basis: basis,
            location: node.location
        )
    }

    private func requests(_ node: YAMLNode, _ basis: Basis) -> AssertionTemplate {
        AssertionTemplate(
            query: .ready(.requests),
            filters: [],
            predicate: predicateOrValue(node, .count) ?? .ready(.exists(true)),
            basis: basis,
            location: node.location
        )
    }

    private func examples(_ reader: KeyReader<ExpectedKeys>) -> [ExpectationTemplate.BodyExample] {
        BodyMatcher.Mode.allCases.compactMap { mode in
            guard let node = reader.value(\.examples, mode.rawValue) else { return nil }
            return ExpectationTemplate.BodyExample(
                mode: mode,
                value: context.values.value(node),
                location: node.location
            )
        }
    }

    private func arrays(
        _ reader: KeyReader<ExpectedKeys>,
        beside examples: [ExpectationTemplate.BodyExample]
    ) -> BodyMatcher.ArrayOrder {
        if let entry = reader.entry(\.arrays), examples.allSatisfy({ $0.mode == .like }) {
            diagnostics.error(
                "\"arrays\" requires \"contains\" or \"equals\"",
                at: entry.key
            )
        }
        return reader[\.arrays]
    }

    /// Reads `signed: true | false | optional`.
    static func signed(_ node: YAMLNode?, _ diagnostics: Diagnostics) -> SignatureRule? {
        guard let node else { return nil }
        switch node.scalar {
        case .boolean(true): return .required
        case .boolean(false): return .absent
        case .string("optional"): return .optional
        default:
            diagnostics.mismatch("true, false or optional", at: node)
            return nil
        }
    }

    /// A schema, together with the contract's `schemas` so that references find them.
    func schema(_ node: YAMLNode) -> ExpectationTemplate.BodySchema? {
        if let (place, name) = template(in: node) {
            diagnostics.warning(
                "templates are not filled in inside a schema: {{\(name)}} stays as it is",
                at: place,
                hint: "compare with an assert, contains or equals"
            )
        }
        return context.schemas.schema(node, diagnostics).map {
            ExpectationTemplate.BodySchema(schema: $0, location: node.location)
        }
    }

    /// The first text with `{{…}}` in it that names a variable of the contract; what names none is data,
    /// as in the templates of messages.
    private func template(in node: YAMLNode) -> (place: YAMLNode, name: String)? {
        switch node.content {
        case .scalar(let text, _):
            guard text.contains("{{") else { return nil }
            return context.contract.variables.first { text.contains("{{\($0.name)}}") }
                .map { (node, $0.name) }
        case .sequence(let elements): return elements.lazy.compactMap(template).first
        case .mapping(let entries):
            return entries.lazy.compactMap { template(in: $0.key) ?? template(in: $0.value) }.first
        }
    }
}

// MARK: - Errors

extension ExpectationDecoder {
    /// Reads `E400008` or `{ id, basis, message }`.
    func error(_ node: YAMLNode, atLeast basis: Basis) -> ErrorReference? {
        guard node.entries != nil else {
            return identifier(node).map {
                ErrorReference(id: $0, basis: basis, message: nil, location: node.location)
            }
        }
        guard let reader = KeyReader(node, of: "an error", DetailedErrorKeys.self, diagnostics)
        else { return nil }
        defer { reader.finish() }
        let own = reader[\.basis] ?? basis
        let id = reader[\.id].flatMap { identifier($0) }
        let message = reader[\.message].map { self.message($0, of: id) }
        return id.map {
            ErrorReference(
                id: $0,
                basis: max(own, basis),
                message: message,
                location: node.location
            )
        }
    }

    /// The name of a row of the catalogue; a number is as good as a text.
    func identifier(_ node: YAMLNode) -> String? {
        guard let id = node.text, !node.isNull else {
            diagnostics.mismatch("the name of an error", at: node)
            return nil
        }
        if context.clientScope != nil { return clientError(id, node) }
        if context.index.errors[id] != nil { return id }
        context.reportUnknown("error", id, among: context.index.errors.keys.sorted(), at: node)
        return nil
    }

    /// The name of an error of the client.
    func clientError(_ id: String, _ node: YAMLNode) -> String? {
        let known = context.contract.client?.errors.map(\.id) ?? []
        if known.contains(id) { return id }
        context.reportUnknown("error of the client", id, among: known, at: node)
        return nil
    }

    /// What stands for `{0}`, `{1}` … of the catalogue's message, or a message of its own.
    private func message(_ node: YAMLNode, of id: String?) -> ErrorReference.Message {
        guard let elements = node.elements else {
            return .verbatim(context.values.template(node))
        }
        if let entry = id.flatMap({ context.index.errors[$0] }) {
            check(elements, against: entry, at: node)
        }
        return .arguments(elements.map(context.values.value))
    }

    private func check(_ arguments: [YAMLNode], against entry: ErrorEntry, at node: YAMLNode) {
        let id = Excerpt.quoted(entry.id)
        guard let message = entry.message else {
            diagnostics.error(
                "error \(id) has no message to insert \(arguments.count) into",
                at: node
            )
            return
        }
        let unused = arguments.indices.first { !message.contains("{\($0)}") }
        guard let unused else { return }
        diagnostics.error(
            "the message of error \(id) has no {\(unused)}",
            at: arguments[unused],
            hint: "it reads \(Excerpt.quoted(message, limit: 120))"
        )
    }
}
