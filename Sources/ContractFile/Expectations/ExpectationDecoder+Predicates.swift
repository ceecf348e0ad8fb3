import Contract
import JSON

extension ExpectationDecoder {
    /// What a value may be where a predicate may stand.
    enum PlainValue {
        case any
        /// No mapping and no list, so that a mapping can only be a predicate.
        case scalar
        /// How many there are.
        case count
        /// The status of an answer.
        case status

        /// What a query without an argument yields.
        init(ofQuery name: String) {
            switch name {
            case "status": self = .status
            case "bytes": self = .count
            case "body": self = .any
            default: self = .scalar
            }
        }

        /// What a value should be; `nil` when it is that.
        fileprivate func expectation(of value: JSONValue) -> String? {
            switch self {
            case .any: return nil
            case .scalar:
                return value.arrayValue == nil ? nil : "a scalar or a predicate"
            case .count:
                let isCount = value.intValue.map { $0 >= 0 } ?? false
                return isCount ? nil : "a number of 0 or more, or a predicate"
            case .status:
                let isStatus = value.intValue.map { (100...599).contains($0) } ?? false
                return isStatus ? nil : "a status from 100 to 599, or a predicate"
            }
        }
    }

    /// `{ gte: 400 }` is a predicate, anything else a value to equal.
    func predicateOrValue(_ node: YAMLNode, _ plain: PlainValue) -> PredicateTemplate? {
        guard let entries = node.entries else { return equality(node, plain) }
        let predicates = entries.filter { $0.key.text != "within" }
        let unknown = predicates.filter { !Predicate.names.contains($0.key.text ?? "") }
        if case .any = plain, !unknown.isEmpty || predicates.isEmpty {
            warnOfSlip(entries)
            return equality(node, plain)
        }
        for entry in unknown { reportUnknownPredicate(entry.key) }
        guard unknown.isEmpty else { return nil }
        guard let first = predicates.first else {
            diagnostics.mismatch("a value or a predicate", at: node)
            return nil
        }
        if predicates.count > 1 {
            diagnostics.error(
                "a second predicate",
                at: predicates[1].key,
                hint: "write one assert for each"
            )
        }
        return predicate(first, node["within"], plain)
    }

    private func reportUnknownPredicate(_ key: YAMLNode) {
        context.reportUnknown("predicate", key.text ?? "", among: Predicate.names, at: key)
    }

    /// A mapping to equal may have any member; one alone that is nearly a predicate is a slip.
    private func warnOfSlip(_ entries: [YAMLNode.Entry]) {
        guard entries.count == 1, let name = entries[0].key.text,
            let hint = Diagnostics.suggestion(for: name, among: Predicate.names)
        else { return }
        diagnostics.warning(
            "\(Excerpt.quoted(name)) is no predicate, so this is a value to equal",
            at: entries[0].key,
            hint: hint
        )
    }

    private func equality(_ node: YAMLNode, _ plain: PlainValue) -> PredicateTemplate? {
        let predicate = value("equals", node, nil)
        if case .ready(.equals(let constant)) = predicate,
            let expected = plain.expectation(of: constant)
        {
            diagnostics.mismatch(expected, at: node)
        }
        return predicate
    }

    /// The predicate that a key names.
    func predicate(
        _ entry: YAMLNode.Entry,
        _ tolerance: YAMLNode?,
        _ plain: PlainValue
    ) -> PredicateTemplate? {
        let name = entry.key.text ?? ""
        if let tolerance, name != "equals" {
            diagnostics.error(
                "\"within\" goes with \"equals\", not with \(Excerpt.quoted(name))",
                at: tolerance
            )
        }
        switch name {
        case "schema": return schema(entry.value).map { .ready(.schema($0.schema)) }
        case "anyOf": return anyOf(entry.value, plain)
        case "count", "length", "bytes": return nested(name, entry.value, .count)
        case "each": return nested(name, entry.value, .any)
        case "not": return nested(name, entry.value, plain)
        default: return value(name, entry.value, tolerance)
        }
    }

    private func nested(
        _ name: String,
        _ node: YAMLNode,
        _ plain: PlainValue
    ) -> PredicateTemplate? {
        predicateOrValue(node, plain).map { .nested(name: name, $0) }
    }

    private func anyOf(_ node: YAMLNode, _ plain: PlainValue) -> PredicateTemplate? {
        guard let elements = node.elements, !elements.isEmpty else {
            diagnostics.mismatch("a list of predicates", at: node)
            return nil
        }
        return .anyOf(elements.compactMap { predicateOrValue($0, plain) })
    }

    /// A predicate with a plain value; checked now when no template is in it.
    private func value(
        _ name: String,
        _ node: YAMLNode,
        _ tolerance: YAMLNode?
    ) -> PredicateTemplate? {
        let value = expected(node)
        let margin = name == "equals" ? tolerance.map(context.values.value) : nil
        guard let constant = value.constantValue, margin.map({ $0.constantValue != nil }) ?? true
        else {
            checkShape(of: value, for: name, hasTolerance: margin != nil, node)
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

    /// Reports a list or a mapping that cannot suit a predicate, whatever is filled in.
    private func checkShape(
        of value: TemplateValue,
        for name: String,
        hasTolerance: Bool,
        _ node: YAMLNode
    ) {
        let takesAny = ["equals", "contains"].contains(name) && !hasTolerance
        let takesList = takesAny || ["equalsUnordered", "type"].contains(name)
        if value.members != nil && !takesAny || value.elements != nil && !takesList {
            let expected = takesList ? "a list" : "a scalar"
            diagnostics.error(
                "\(Excerpt.quoted(name)) expects \(expected), got \(node.kindAndValue)",
                at: node
            )
        }
    }

    /// `equals: { text: "{{id}}" }` compares with the text of a captured number.
    private func expected(_ node: YAMLNode) -> TemplateValue {
        guard let entries = node.entries, entries.count == 1, entries[0].key.text == "text" else {
            return context.values.value(node)
        }
        return context.expressions.value(node)
    }
}
