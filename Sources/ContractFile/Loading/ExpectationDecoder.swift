import Contract
import JSON

/// Reads expectations, asserts, queries and mentions of errors.
struct ExpectationDecoder {
    let context: LoadingContext

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
        guard let reader = MappingReader(node, of: "an expectation", diagnostics) else {
            return expectation
        }
        defer { reader.finish() }
        reader.unsupported("requests")
        let basis: Basis = reader.optional("basis", as: .choice, default: basis)
        expectation.basis = basis
        expectation.status = reader.optional("status").map { status($0, basis) }
        if isResponse {
            _ = context.doc(reader.optional("doc"))
            _ = reader.optional("summary", as: .string)
        } else {
            expectation.error = reader.optional("error").flatMap { error($0, atLeast: basis) }
            expectation.transport = transport(reader.optional("transport"))
        }
        expectation.signed = Self.signed(reader.optional("signed"), diagnostics)
        expectation.schema = reader.optional("schema").flatMap(schema)
        expectation.examples = examples(reader)
        expectation.asserts = asserts(reader.optional("asserts"), basis)
        return expectation
    }

    private func status(_ node: YAMLNode, _ basis: Basis) -> AssertionTemplate {
        AssertionTemplate(
            query: .ready(.status),
            filters: [],
            predicate: predicateOrValue(node),
            basis: basis,
            location: node.location
        )
    }

    private func transport(_ node: YAMLNode?) -> Set<TransportFailure.Kind> {
        guard let node else { return [] }
        return Set(node.decoded(as: .oneOrMany(of: .choice), diagnostics) ?? [])
    }

    private func examples(_ reader: MappingReader) -> [ExpectationTemplate.BodyExample] {
        BodyMatcher.Mode.allCases.compactMap { mode in
            guard let node = reader.optional(mode.rawValue) else { return nil }
            return ExpectationTemplate.BodyExample(
                mode: mode,
                value: context.values.value(node),
                location: node.location
            )
        }
    }

    /// Reads `signed: true | false | optional`.
    static func signed(_ node: YAMLNode?, _ diagnostics: Diagnostics) -> SignatureRule? {
        guard let node else { return nil }
        switch node.text {
        case "true": return .required
        case "false": return .absent
        case "optional": return .optional
        default:
            diagnostics.mismatch("true, false or optional", at: node)
            return nil
        }
    }

    /// A schema, together with the contract's `schemas` so that references find them.
    func schema(_ node: YAMLNode) -> ExpectationTemplate.BodySchema? {
        let document: JSONValue = ["schemas": .object(context.schemas), "schema": node.json]
        do {
            let schema = try JSONSchema(document: document, at: JSONPointer(tokens: ["schema"]))
            for unknown in schema.unknownKeywords {
                diagnostics.warning("\(unknown)", at: node)
            }
            return ExpectationTemplate.BodySchema(schema: schema, location: node.location)
        } catch {
            for fault in error.faults { diagnostics.error("schema: \(fault)", at: node) }
            return nil
        }
    }

    /// Reads `E400008` or `{ id, basis, message }`.
    func error(_ node: YAMLNode, atLeast basis: Basis) -> ErrorReference? {
        if node.entries == nil {
            guard let id = node.text, known(id, at: node) else { return nil }
            return ErrorReference(id: id, basis: basis, message: nil, location: node.location)
        }
        guard let reader = MappingReader(node, of: "an error", diagnostics) else { return nil }
        defer { reader.finish() }
        let own: Basis = reader.optional("basis", as: .choice, default: basis)
        let message = reader.optional("message").map(message)
        guard let place = reader.required("id"), let id = place.text, known(id, at: place) else {
            return nil
        }
        return ErrorReference(
            id: id,
            basis: max(own, basis),
            message: message,
            location: node.location
        )
    }

    private func known(_ id: String, at node: YAMLNode) -> Bool {
        if context.errorNames.contains(id) { return true }
        context.reportUnknown("error", id, among: context.errorNames, at: node)
        return false
    }

    private func message(_ node: YAMLNode) -> ErrorReference.Message {
        if let elements = node.elements { return .arguments(elements.map(context.values.value)) }
        return .verbatim(context.values.template(node))
    }
}
