import Contract
import JSON

extension ExpectationDecoder {
    /// A list of asserts, or one alone.
    func asserts(_ node: YAMLNode?, _ basis: Basis) -> [AssertionTemplate] {
        guard let node else { return [] }
        return (node.elements ?? [node]).compactMap { assertion($0, basis: basis) }
    }

    /// One query, filters, one predicate.
    func assertion(_ node: YAMLNode, basis: Basis = .documented) -> AssertionTemplate? {
        guard let reader = MappingReader(node, of: "an assert", diagnostics) else { return nil }
        defer { reader.finish() }
        _ = context.doc(reader.optional("doc"))
        let own: Basis = reader.optional("basis", as: .choice, default: basis)
        guard let entry = queryEntry(reader) else { return nil }
        let filters = filters(reader.optional("filters"))
        let predicate = predicate(of: entry, reader)
        guard let query = query(entry), let predicate else { return nil }
        return AssertionTemplate(
            query: query,
            filters: filters,
            predicate: predicate,
            basis: max(own, basis),
            location: node.location
        )
    }

    /// The query of a capture.
    func query(_ reader: MappingReader) -> QueryTemplate? {
        queryEntry(reader).flatMap(query)
    }

    /// The one key that names a query; `bytes` beside another query is a predicate.
    private func queryEntry(_ reader: MappingReader) -> YAMLNode.Entry? {
        let present = reader.present(of: QueryTemplate.names)
        let queries = present.filter { present.count == 1 || $0.key.text != "bytes" }
        guard let first = queries.first else {
            diagnostics.error(
                "no query in \(reader.subject); known: "
                    + QueryTemplate.names.joined(separator: ", "),
                at: reader.node
            )
            return nil
        }
        guard queries.count == 1 else {
            diagnostics.error("a second query in \(reader.subject)", at: queries[1].key)
            return nil
        }
        return first
    }

    private func query(_ entry: YAMLNode.Entry) -> QueryTemplate? {
        let name = entry.key.text ?? ""
        // Without an argument, the value is the predicate, except for a phase of `duration`.
        let takesArgument = QueryTemplate.withArgument.contains(name)
        let argument = takesArgument || name == "duration" ? entry.value.text ?? "" : ""
        if takesArgument, entry.value.text == nil {
            diagnostics.mismatch("the argument of \"\(name)\"", at: entry.value)
            return nil
        }
        if argument.contains("{{") {
            return .open(name: name, argument: context.values.template(entry.value))
        }
        do {
            return .ready(try Query(named: name, argument: argument))
        } catch {
            diagnostics.error(error.reason, at: entry.value)
            return nil
        }
    }

    /// The predicate beside a query, or in its place.
    private func predicate(
        of entry: YAMLNode.Entry,
        _ reader: MappingReader
    ) -> PredicateTemplate? {
        let present = reader.present(of: Predicate.names).filter { $0.key.text != entry.key.text }
        let tolerance = reader.optional("within")
        let name = entry.key.text ?? ""
        if present.isEmpty, QueryTemplate.withoutArgument.contains(name) {
            return predicateOrValue(entry.value)
        }
        guard let first = present.first else {
            diagnostics.error(
                "no predicate in an assert; known: " + Predicate.names.joined(separator: ", "),
                at: reader.node
            )
            return nil
        }
        guard present.count == 1 else {
            diagnostics.error(
                "a second predicate in an assert; write one assert for each",
                at: present[1].key
            )
            return nil
        }
        return predicate(first, tolerance)
    }

    /// `{ gte: 400 }` is a predicate, anything else a value to equal.
    func predicateOrValue(_ node: YAMLNode) -> PredicateTemplate {
        let names = (node.entries ?? []).compactMap(\.key.text)
        guard !names.isEmpty, names.allSatisfy({ Predicate.names.contains($0) || $0 == "within" })
        else { return value("equals", node, nil) ?? .ready(.exists(true)) }
        let predicates = (node.entries ?? []).filter { $0.key.text != "within" }
        if predicates.count > 1 {
            diagnostics.error(
                "a second predicate; write one assert for each",
                at: predicates[1].key
            )
        }
        return predicates.first.flatMap { predicate($0, node["within"]) } ?? .ready(.exists(true))
    }

    private func predicate(_ entry: YAMLNode.Entry, _ tolerance: YAMLNode?) -> PredicateTemplate? {
        let name = entry.key.text ?? ""
        if name == "schema" { return schema(entry.value).map { .ready(.schema($0.schema)) } }
        if name == "anyOf" {
            guard let elements = entry.value.elements else {
                diagnostics.mismatch("a list of predicates", at: entry.value)
                return nil
            }
            return .anyOf(elements.map(predicateOrValue))
        }
        if Predicate.nestingNames.contains(name) {
            return .nested(name: name, predicateOrValue(entry.value))
        }
        return value(name, entry.value, tolerance)
    }

    /// A predicate with a plain value; checked now when no template is in it.
    private func value(
        _ name: String,
        _ node: YAMLNode,
        _ tolerance: YAMLNode?
    ) -> PredicateTemplate? {
        let value = expected(node)
        let margin = tolerance.map(context.values.value)
        guard let constant = value.constantValue, margin.map({ $0.constantValue != nil }) ?? true
        else {
            return .open(name: name, value: value, tolerance: margin, node.location)
        }
        do {
            return .ready(
                try Predicate(named: name, value: constant, tolerance: margin?.constantValue)
            )
        } catch {
            diagnostics.error(error.reason, at: node)
            return nil
        }
    }

    /// `equals: { text: "{{id}}" }` compares with the text of a captured number.
    private func expected(_ node: YAMLNode) -> TemplateValue {
        guard let entries = node.entries, entries.count == 1, entries[0].key.text == "text" else {
            return context.values.value(node)
        }
        return context.expressions.value(node)
    }

    /// Reads `filters: [base64Decode, { split: "," }]`.
    func filters(_ node: YAMLNode?) -> [Filter] {
        guard let node else { return [] }
        return (node.elements ?? [node]).compactMap(filter)
    }

    private func filter(_ node: YAMLNode) -> Filter? {
        let name: String
        var argument: JSONValue?
        if let text = node.stringValue {
            name = text
        } else if let entries = node.entries, entries.count == 1 {
            name = entries[0].key.text ?? ""
            argument = entries[0].value.json
        } else {
            diagnostics.mismatch("the name of a filter, or { NAME: ARGUMENT }", at: node)
            return nil
        }
        guard Filter.names.contains(name) else {
            context.reportUnknown("filter", name, among: Filter.names, at: node)
            return nil
        }
        do {
            return try Filter(named: name, argument: argument)
        } catch {
            diagnostics.error(error.reason, at: node)
            return nil
        }
    }
}
