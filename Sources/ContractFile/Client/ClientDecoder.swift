import Contract
import HTTP
import JSON

/// Reads the `client` table: what the documents say of every call of a client library.
struct ClientDecoder {
    let context: DecodingContext

    private var diagnostics: Diagnostics { context.diagnostics }

    func client(_ node: YAMLNode) -> ClientSpecification? {
        guard let reader = KeyReader(node, of: "\"client\"", ClientKeys.self, diagnostics) else {
            return nil
        }
        defer { reader.finish() }
        _ = context.doc(reader[\.doc])
        _ = reader[\.summary]
        let state = values(reader[\.state])
        var inner = context
        // Conditions of `let` ask about the state, whose names are known from here on.
        inner.contract.client = specification(node, state)
        inner = inner.inClient()
        let bindings = TableDecoder(context: inner).bindings(reader[\.bindings])
        checkNames(bindings, state)
        let errors = errors(reader[\.errors])
        inner.contract.client = specification(node, state, errors)
        return ClientSpecification(
            location: node.location,
            state: state,
            bindings: bindings,
            errors: errors,
            requires: RequirementDecoder(context: inner.inClient(isBeforeRequest: true))
                .requirements(reader[\.requires], RequestRequirementKeys.self),
            outcomes: OutcomeDecoder(context: inner).outcomes(reader[\.outcomes])
        )
    }

    private func specification(
        _ node: YAMLNode,
        _ state: [Binding],
        _ errors: [ClientError] = []
    ) -> ClientSpecification {
        ClientSpecification(
            location: node.location,
            state: state,
            bindings: [],
            errors: errors,
            requires: [],
            outcomes: []
        )
    }

    /// Names and values that are data.
    func values(_ entries: [NamedValue<YAMLNode>]?) -> [Binding] {
        TableDecoder(context: context).bindings(entries, as: context.values)
    }

    private func checkNames(_ bindings: [Binding], _ state: [Binding]) {
        for binding in bindings {
            guard let known = state.first(where: { $0.name == binding.name }) else { continue }
            let name = Excerpt.quoted(binding.name)
            diagnostics.report(
                Diagnostic(
                    "\(name) is a state of the client already (\(known.location))",
                    at: binding.location
                )
            )
        }
    }

    private func errors(_ entries: [NamedValue<YAMLNode>]?) -> [ClientError] {
        (entries ?? []).compactMap { entry in
            context.checkIdentifier(entry, "an error")
            let subject = "client error \(Excerpt.quoted(entry.name))"
            guard
                let reader = KeyReader(entry.value, of: subject, ClientErrorKeys.self, diagnostics)
            else {
                return nil
            }
            defer { reader.finish() }
            return ClientError(
                context.facts(entry.name, entry.key, reader.part(\.facts)),
                domain: reader[\.domain],
                code: reader[\.code]
            )
        }
    }
}

/// Reads `requires`: what has to hold before something is sent.
struct RequirementDecoder {
    let context: DecodingContext

    private var diagnostics: Diagnostics { context.diagnostics }
    private var expectations: ExpectationDecoder { ExpectationDecoder(context: context) }

    /// What a call requires, or what a client does before each request of any.
    func requirements<Keys: RequiringKeys>(
        _ nodes: [YAMLNode]?,
        _ table: Keys.Type
    ) -> [ClientRequirement] {
        (nodes ?? []).compactMap { requirement($0, table) }
    }

    private func requirement<Keys: RequiringKeys>(
        _ node: YAMLNode,
        _ table: Keys.Type
    ) -> ClientRequirement? {
        guard let reader = KeyReader(node, of: "a requirement", table, diagnostics) else {
            return nil
        }
        defer { reader.finish() }
        let error = reader[\.refusal.error].flatMap {
            expectations.error($0, atLeast: .documented)
        }
        let unless = reader[\.refusal.unless]
        let exclusive = reader[\.refusal.exclusive]
        let condition: ClientRequirement.Condition?
        var basis = Basis.documented
        if let exclusive {
            let asserts = reader.part(\.assert)
            _ = context.doc(asserts[\.doc])
            basis = asserts[\.basis] ?? .documented
            refuseAssert(asserts, unless)
            condition = .exclusive(context.values.template(exclusive))
        } else {
            let assertion = expectations.assertion(reader.part(\.assert), basis: .documented)
            basis = assertion?.basis ?? .documented
            let other = unless.flatMap { expectations.assertion($0) }
            condition = assertion.map { .holds($0, unless: other) }
        }
        guard let condition, let error else { return nil }
        return ClientRequirement(
            condition: condition,
            error: error.id,
            basis: max(basis, error.basis),
            location: node.location
        )
    }
}

extension RequirementDecoder {
    /// What is exclusive asks nothing.
    private func refuseAssert(_ reader: KeyReader<AssertKeys>, _ unless: YAMLNode?) {
        if let unless {
            diagnostics.error("\"unless\" cannot be combined with \"exclusive\"", at: unless)
        }
        let about = expectations.clientQueries(reader.part(\.query))
        guard let entry = Self.first(of: reader, about) else { return }
        let name = Excerpt.quoted(entry.key.text ?? "")
        diagnostics.error("\(name) cannot be combined with \"exclusive\"", at: entry.key)
    }
}

extension RequirementDecoder {
    /// The first key of an assert that is there, `client` being the queries about one.
    private static func first(
        of reader: KeyReader<AssertKeys>,
        _ client: [String]
    ) -> YAMLNode.Entry? {
        let names = QueryTemplate.withArgument + QueryTemplate.withoutArgument + client
        let entries =
            reader.part(\.query).present(\.list, names) + reader.present(\.predicates)
            + [reader.entry(\.filters), reader.entry(\.within)].compactMap(\.self)
        return entries.min { first, second in
            let (first, second) = (first.key.location, second.key.location)
            return (first.line, first.column) < (second.line, second.column)
        }
    }
}

/// Reads `outcomes`: which error follows from what came back.
struct OutcomeDecoder {
    let context: DecodingContext

    private var diagnostics: Diagnostics { context.diagnostics }
    private var expectations: ExpectationDecoder { ExpectationDecoder(context: context) }

    func outcomes(_ nodes: [YAMLNode]?) -> [ClientOutcome] {
        (nodes ?? []).compactMap(outcome)
    }

    private func outcome(_ node: YAMLNode) -> ClientOutcome? {
        guard let reader = KeyReader(node, of: "an outcome", OutcomeKeys.self, diagnostics) else {
            return nil
        }
        defer { reader.finish() }
        _ = context.doc(reader[\.doc])
        let basis = reader[\.basis]
        let error = reader[\.error].flatMap { expectations.error($0, atLeast: basis) }
        let conditions = reader[\.when].map { $0.elements ?? [$0] } ?? []
        let decoded = conditions.compactMap(condition)
        guard let error, decoded.count == conditions.count else { return nil }
        return ClientOutcome(
            conditions: decoded,
            error: error.id,
            basis: error.basis,
            location: node.location
        )
    }

    /// `transport`, `error` or `response` alone, or an assert.
    private func condition(_ node: YAMLNode) -> ClientOutcome.Condition? {
        guard ExchangeConditionKeys.keys.kind.names.contains(where: { node[$0] != nil }) else {
            return expectations.assertion(node).map { .holds($0) }
        }
        guard
            let reader = KeyReader(node, of: "a condition", ExchangeConditionKeys.self, diagnostics)
        else { return nil }
        defer { reader.finish() }
        guard let entry = reader.exactlyOne(\.kind) else { return nil }
        switch entry.key.text {
        case "transport": return transport(entry.value).map { .transport($0) }
        case "error": return failure(entry.value)
        default:
            if entry.value.stringValue == "invalid" { return .invalidResponse }
            diagnostics.mismatch("invalid", at: entry.value)
            return nil
        }
    }

    /// `timeout`, a list, `{ anyOf: [timeout, reset] }` or `"*"`.
    private func transport(_ node: YAMLNode) -> Set<TransportFailure.Kind>? {
        if node.stringValue == "*" { return Set(TransportFailure.Kind.allCases) }
        var list = node
        if node.entries != nil {
            guard
                let reader = KeyReader(
                    node,
                    of: "\"transport\"",
                    TransportChoiceKeys.self,
                    diagnostics
                )
            else {
                return nil
            }
            defer { reader.finish() }
            guard let alternatives = reader[\.anyOf] else { return nil }
            list = alternatives
        }
        return list.decoded(as: .oneOrMany(of: .choice), diagnostics).map { Set($0) }
    }

    /// `"*"`, a row of the catalogue, or a list of rows.
    private func failure(_ node: YAMLNode) -> ClientOutcome.Condition? {
        if node.stringValue == "*" { return .failure(nil) }
        let known = context.index.errors.keys.sorted()
        let codes = (node.elements ?? [node]).compactMap { element -> String? in
            guard let id = element.text, !element.isNull else {
                diagnostics.mismatch("the name of an error, or \"*\"", at: element)
                return nil
            }
            if known.contains(id) { return id }
            context.reportUnknown("error", id, among: known, at: element)
            return nil
        }
        return codes.isEmpty ? nil : .failure(codes)
    }
}
