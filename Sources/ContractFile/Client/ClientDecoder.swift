import Contract
import JSON

/// Reads the `client` table: what the documents say of every call of a client library.
struct ClientDecoder {
    let context: DecodingContext

    private var diagnostics: Diagnostics { context.diagnostics }

    func client(_ node: YAMLNode) -> ClientSpecification? {
        guard let reader = MappingReader(node, of: "\"client\"", diagnostics) else { return nil }
        defer { reader.finish() }
        _ = context.doc(reader.optional("doc"))
        _ = reader.optional("summary", as: .string)
        let state = values(reader.optional("state"))
        var inner = context
        // Conditions of `let` ask about the state, whose names are known from here on.
        inner.contract.client = specification(node, state)
        inner = inner.inClient()
        let bindings = TableDecoder(context: inner).bindings(reader.optional("let"))
        checkNames(bindings, state)
        let errors = errors(reader.optional("errors"))
        inner.contract.client = specification(node, state, errors)
        return ClientSpecification(
            location: node.location,
            state: state,
            bindings: bindings,
            errors: errors,
            requires: RequirementDecoder(context: inner.inClient(isBeforeRequest: true))
                .requirements(reader.optional("requires")),
            outcomes: OutcomeDecoder(context: inner).outcomes(reader.optional("outcomes"))
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

    /// Names and values, in which nothing is computed.
    func values(_ node: YAMLNode?) -> [Binding] {
        TableDecoder(context: context).bindings(node, as: context.values)
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

    private func errors(_ node: YAMLNode?) -> [ClientError] {
        (node?.decoded(as: .entries(of: .mapping), diagnostics) ?? []).compactMap { entry in
            context.checkIdentifier(entry, "an error")
            let subject = "client error \(Excerpt.quoted(entry.name))"
            guard let reader = MappingReader(entry.value, of: subject, diagnostics) else {
                return nil
            }
            defer { reader.finish() }
            return ClientError(
                context.facts(entry.name, entry.key, reader),
                domain: reader.optional("domain", as: .string),
                code: reader.optional("code", as: .spelling)
            )
        }
    }
}

/// Reads `requires`: what has to hold before something is sent.
struct RequirementDecoder {
    let context: DecodingContext

    private var diagnostics: Diagnostics { context.diagnostics }
    private var expectations: ExpectationDecoder { ExpectationDecoder(context: context) }

    func requirements(_ node: YAMLNode?) -> [ClientRequirement] {
        (node?.decoded(as: .list(of: .mapping), diagnostics) ?? []).compactMap(requirement)
    }

    private func requirement(_ node: YAMLNode) -> ClientRequirement? {
        guard let reader = MappingReader(node, of: "a requirement", diagnostics) else { return nil }
        defer { reader.finish() }
        let error = reader.required("else").flatMap { expectations.error($0, atLeast: .documented) }
        let unless = reader.optional("unless")
        let exclusive = reader.optional("exclusive")
        let condition: ClientRequirement.Condition?
        var basis = Basis.documented
        if let exclusive {
            _ = context.doc(reader.optional("doc"))
            basis = reader.optional("basis", as: .choice, default: .documented)
            refuseAssert(reader, unless)
            condition = .exclusive(context.values.template(exclusive))
        } else {
            let assertion = expectations.assertion(reader, basis: .documented)
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
    private func refuseAssert(_ reader: MappingReader, _ unless: YAMLNode?) {
        if let unless {
            diagnostics.error("\"unless\" does not go with \"exclusive\"", at: unless)
        }
        let queries =
            QueryTemplate.withArgument + QueryTemplate.withoutArgument
            + expectations.clientQueries(reader)
        let names = queries + Predicate.names + ["filters", "within"]
        guard let entry = reader.present(of: names).first else { return }
        let name = Excerpt.quoted(entry.key.text ?? "")
        diagnostics.error("\(name) does not go with \"exclusive\"", at: entry.key)
    }
}

/// Reads `outcomes`: which error follows from what came back.
struct OutcomeDecoder {
    let context: DecodingContext

    private var diagnostics: Diagnostics { context.diagnostics }
    private var expectations: ExpectationDecoder { ExpectationDecoder(context: context) }

    func outcomes(_ node: YAMLNode?) -> [ClientOutcome] {
        (node?.decoded(as: .list(of: .mapping), diagnostics) ?? []).compactMap(outcome)
    }

    private func outcome(_ node: YAMLNode) -> ClientOutcome? {
        guard let reader = MappingReader(node, of: "an outcome", diagnostics) else { return nil }
        defer { reader.finish() }
        _ = context.doc(reader.optional("doc"))
        let basis: Basis = reader.optional("basis", as: .choice, default: .documented)
        let error = reader.required("error").flatMap { expectations.error($0, atLeast: basis) }
        let conditions = reader.required("when").map { $0.elements ?? [$0] } ?? []
        let decoded = conditions.compactMap(condition)
        guard let error, decoded.count == conditions.count else { return nil }
        return ClientOutcome(
            conditions: decoded,
            error: error.id,
            basis: error.basis,
            location: node.location
        )
    }

    private static let special = ["transport", "error", "response"]

    /// `transport`, `error` or `response` alone, or an assert.
    private func condition(_ node: YAMLNode) -> ClientOutcome.Condition? {
        guard Self.special.contains(where: { node[$0] != nil }) else {
            return expectations.assertion(node).map { .holds($0) }
        }
        guard let reader = MappingReader(node, of: "a condition", diagnostics) else { return nil }
        defer { reader.finish() }
        guard let entry = reader.exactlyOne(of: Self.special) else { return nil }
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
            guard let reader = MappingReader(node, of: "\"transport\"", diagnostics) else {
                return nil
            }
            defer { reader.finish() }
            guard let alternatives = reader.required("anyOf") else { return nil }
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
