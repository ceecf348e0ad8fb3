import Contract
import JSONPaths

extension ExpectationDecoder {
    /// A list of asserts that must hold, or one alone.
    func asserts(_ node: YAMLNode?, _ basis: Basis) -> [AssertionTemplate] {
        guard let node else { return [] }
        return (node.elements ?? [node]).compactMap {
            assertion($0, basis: basis, isPromised: true)
        }
    }

    /// A list of asserts that decide about something, or one alone.
    func conditions(_ node: YAMLNode?) -> [AssertionTemplate] {
        guard let node else { return [] }
        return (node.elements ?? [node]).compactMap { assertion($0) }
    }

    /// One query, filters, one predicate.
    ///
    /// - Parameters:
    ///   - node: The mapping.
    ///   - basis: How sure it is, unless it says so itself.
    ///   - isPromised: Whether it must hold, so that it can be waived; a condition decides only.
    /// - Returns: The assert; `nil` after a report.
    func assertion(
        _ node: YAMLNode,
        basis: Basis = .documented,
        isPromised: Bool = false
    ) -> AssertionTemplate? {
        guard let reader = KeyReader(node, of: "an assert", AssertionKeys.self, diagnostics) else {
            return nil
        }
        defer { reader.finish() }
        let waiver = context.waiver(reader[\.waived])
        if let entry = reader.entry(\.waived), !isPromised {
            diagnostics.error(
                "this assert is a condition: it decides, and cannot be waived",
                at: entry.key
            )
        }
        return assertion(reader.part(\.assert), basis: basis, waiver: waiver)
    }

    /// An assert among other keys, which the caller asks for.
    func assertion(
        _ reader: KeyReader<AssertKeys>,
        basis: Basis,
        waiver: Waiver? = nil
    ) -> AssertionTemplate? {
        _ = context.doc(reader[\.doc])
        let own = reader[\.basis] ?? basis
        let filters = filters(reader[\.filters])
        let asked = askedQuery(reader.part(\.query), hasPredicates: true)
        let beside = predicateEntry(reader, beside: asked?.entry)
        let tolerance = reader[\.within]
        guard let asked else { return nil }
        let query = query(asked, hasPredicate: beside != nil)
        guard let predicate = predicate(of: asked.entry, beside, tolerance, reader), let query
        else { return nil }
        if filters.isEmpty { warnOfLists(query, beside) }
        return AssertionTemplate(
            query: query,
            filters: filters,
            predicate: predicate,
            basis: max(own, basis),
            location: reader.node.location,
            waiver: waiver
        )
    }

    /// Reports a path that lists nodes before a predicate of one value: it passes or fails by the length of the list.
    private func warnOfLists(_ query: QueryTemplate, _ predicate: YAMLNode.Entry?) {
        guard case .ready(.jsonpath(let path)) = query, path.listsNodes, let predicate,
            let name = predicate.key.text,
            PredicateForm.all.contains(where: { $0.name == name && $0.isOfOneValue })
        else { return }
        diagnostics.warning(
            "\(Excerpt.quoted(name)) checks one value, and \(path) lists any number of them",
            at: predicate.key,
            hint: "for every value write each: { \(name): … }; for one of them choose it by a "
                + "filter, such as [?@ == \"a\"], with exists: true; or compare all with "
                + "equalsUnordered: […]"
        )
    }

    /// The predicate beside a query, or in its place.
    private func predicate(
        of query: YAMLNode.Entry,
        _ beside: YAMLNode.Entry?,
        _ tolerance: YAMLNode?,
        _ reader: KeyReader<AssertKeys>
    ) -> PredicateTemplate? {
        if let beside { return predicate(beside, tolerance, .any) }
        if let tolerance {
            diagnostics.error("\"within\" requires \"equals\"", at: tolerance)
        }
        let name = query.key.text ?? ""
        if QueryTemplate.withoutArgument.contains(name), !query.value.isNull {
            return predicateOrValue(query.value, PlainValue(ofQuery: name))
        }
        reader.reportLack(
            of: PredicateForm.names,
            "no predicate in an assert",
            hint: "known: " + PredicateForm.names.joined(separator: ", ")
        )
        return nil
    }

    private func predicateEntry(
        _ reader: KeyReader<AssertKeys>,
        beside query: YAMLNode.Entry?
    ) -> YAMLNode.Entry? {
        let found = reader.present(\.predicates).filter {
            $0.key.text != query?.key.text
        }
        if found.count > 1 {
            diagnostics.error(
                "a second predicate in an assert",
                at: found[1].key,
                hint: "write one assert for each"
            )
        }
        return found.first
    }
}

// MARK: - Queries

extension ExpectationDecoder {
    /// The query of a capture.
    func query(_ reader: KeyReader<QueryKeys>) -> QueryTemplate? {
        guard let asked = askedQuery(reader, hasPredicates: false) else { return nil }
        let entry = asked.entry
        let name = entry.key.text ?? ""
        if name != "duration", QueryTemplate.withoutArgument.contains(name), !entry.value.isNull,
            entry.value.scalar != .boolean(true)
        {
            diagnostics.error(
                "\(Excerpt.quoted(name)) takes no argument, got \(entry.value.kindAndValue)",
                at: entry.value,
                hint: "write \(name): true"
            )
        }
        return query(asked, hasPredicate: name == "duration" && !entry.value.isNull)
    }

    /// The one key that names a query; beside another query `bytes` is a predicate, if there are
    /// predicates.
    private func askedQuery(
        _ reader: KeyReader<QueryKeys>,
        hasPredicates: Bool
    ) -> AskedQuery? {
        let names =
            QueryTemplate.withArgument + QueryTemplate.withoutArgument + clientQueries(reader)
        let present = reader.present(\.list, names)
        let queries = present.filter {
            !hasPredicates || present.count == 1 || $0.key.text != "bytes"
        }
        if queries.contains(where: { QueryTemplate.aboutClient.contains($0.key.text ?? "") }) {
            return clientQuery(queries, reader)
        }
        guard let first = queries.first else {
            reader.reportLack(
                of: names,
                "no query in \(reader.subject)",
                hint: "known: " + names.joined(separator: ", ")
            )
            return nil
        }
        if queries.count > 1 {
            diagnostics.error("a second query in \(reader.subject)", at: queries[1].key)
        }
        return AskedQuery(entry: first)
    }

    private func query(_ asked: AskedQuery, hasPredicate: Bool) -> QueryTemplate? {
        if let template = asked.template { return template }
        let query = query(asked.entry, hasPredicate: hasPredicate)
        guard let number = asked.request else { return query }
        return query.map { .ofRequest(number, $0) }
    }

    private func query(_ entry: YAMLNode.Entry, hasPredicate: Bool) -> QueryTemplate? {
        let name = entry.key.text ?? ""
        let argument: String?
        if name == "duration", hasPredicate {
            argument = phase(entry.value)
        } else if QueryTemplate.withArgument.contains(name) {
            argument = entry.value.decoded(
                as: .filled("the argument of \(Excerpt.quoted(name))"),
                diagnostics
            )
        } else {
            if hasPredicate, !entry.value.isNull { refuseValue(entry) }
            argument = ""
        }
        guard let argument else { return nil }
        if argument.contains("{{") {
            return .open(
                name: name,
                argument: context.values.template(entry.value),
                namespaces: name == "xpath" ? context.contract.namespaces : [:]
            )
        }
        do {
            let query = try Query(
                named: name,
                argument: argument,
                namespaces: context.contract.namespaces
            )
            if case .jsonpath(let path) = query { warn(of: path, at: entry.value) }
            return .ready(query)
        } catch {
            diagnostics.error(error.reason, at: entry.value)
            return nil
        }
    }

    private func refuseValue(_ entry: YAMLNode.Entry) {
        let name = entry.key.text ?? ""
        diagnostics.error(
            "\(Excerpt.quoted(name)) has both a value and a predicate",
            at: entry.value,
            hint: "write \(name): null beside a predicate"
        )
    }

    /// The phase of `duration: firstByte`; the whole when none is named.
    private func phase(_ node: YAMLNode) -> String? {
        if node.isNull { return Query.Phase.total.rawValue }
        let names = Query.Phase.allCases.map(\.rawValue)
        guard let text = node.stringValue else {
            diagnostics.mismatch("one of \(names.joined(separator: ", "))", at: node)
            return nil
        }
        if names.contains(text) { return text }
        diagnostics.unknownName(text, among: names, at: node)
        return nil
    }

    /// Says which patterns of a path can never match.
    func warn(of path: JSONPath, at node: YAMLNode) {
        for pattern in path.unusablePatterns {
            diagnostics.warning(
                "\(pattern)",
                at: node,
                hint: "match() and search() with an invalid pattern are never true"
            )
        }
    }
}

// MARK: - Filters

extension ExpectationDecoder {
    /// Reads `filters: [base64Decode, { split: "," }]`.
    func filters(_ node: YAMLNode?) -> [Filter] {
        guard let node else { return [] }
        return (node.elements ?? [node]).compactMap(filter)
    }

    private func filter(_ node: YAMLNode) -> Filter? {
        let name: String
        var argument: YAMLNode?
        if let text = node.stringValue {
            name = text
        } else if let entries = node.entries, entries.count == 1 {
            name = entries[0].key.text ?? ""
            argument = entries[0].value
        } else {
            diagnostics.mismatch("the name of a filter, or { NAME: ARGUMENT }", at: node)
            return nil
        }
        guard Filter.names.contains(name) else {
            context.reportUnknown("filter", name, among: Filter.names, at: node)
            return nil
        }
        do {
            let filter = try Filter(named: name, argument: argument?.json)
            if case .jsonpath(let path) = filter { warn(of: path, at: argument ?? node) }
            return filter
        } catch {
            diagnostics.error(error.reason, at: argument ?? node)
            return nil
        }
    }
}
