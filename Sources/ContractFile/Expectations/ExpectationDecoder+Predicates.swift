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
        /// The status of a response.
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
        let unknown = predicates.filter { !PredicateForm.names.contains($0.key.text ?? "") }
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
        context.reportUnknown("predicate", key.text ?? "", among: PredicateForm.names, at: key)
    }

    /// A mapping to equal may have any member; one alone that is nearly a predicate is a slip.
    private func warnOfSlip(_ entries: [YAMLNode.Entry]) {
        guard entries.count == 1, let name = entries[0].key.text,
            let hint = Diagnostics.suggestion(for: name, among: PredicateForm.names)
        else { return }
        diagnostics.warning(
            "\(Excerpt.quoted(name)) is not a predicate, so this is a value to equal",
            at: entries[0].key,
            hint: hint
        )
    }

    private func equality(_ node: YAMLNode, _ plain: PlainValue) -> PredicateTemplate? {
        let predicate = value(.equality, node, nil)
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
        guard let form = PredicateForm.named(entry.key.text ?? "") else {
            reportUnknownPredicate(entry.key)
            return nil
        }
        if let tolerance, !form.takesTolerance {
            diagnostics.error(
                "\"within\" requires \"equals\", got \(Excerpt.quoted(form.name))",
                at: tolerance
            )
        }
        switch form.argument {
        case .schema(let make): return schema(entry.value).map { .ready(make($0.schema)) }
        case .alternatives: return alternatives(form, entry.value, plain)
        case .predicate(.same, _): return nested(form, entry.value, plain)
        case .predicate(.part, _): return nested(form, entry.value, .any)
        case .predicate(.count, _): return nested(form, entry.value, .count)
        case .value, .ordered, .text, .truth, .list, .kinds, .direction:
            return value(form, entry.value, form.takesTolerance ? tolerance : nil)
        }
    }

    private func nested(
        _ form: PredicateForm,
        _ node: YAMLNode,
        _ plain: PlainValue
    ) -> PredicateTemplate? {
        predicateOrValue(node, plain).map { .nested(form, $0) }
    }

    private func alternatives(
        _ form: PredicateForm,
        _ node: YAMLNode,
        _ plain: PlainValue
    ) -> PredicateTemplate? {
        guard let elements = node.elements, !elements.isEmpty else {
            diagnostics.mismatch("a list of predicates", at: node)
            return nil
        }
        return .alternatives(form, elements.compactMap { predicateOrValue($0, plain) })
    }

    /// A predicate with a plain value; checked now when no template is in it.
    private func value(
        _ form: PredicateForm,
        _ node: YAMLNode,
        _ tolerance: YAMLNode?
    ) -> PredicateTemplate? {
        let value = expected(node)
        let margin = tolerance.map(context.values.value)
        guard let constant = value.constantValue, margin.map({ $0.constantValue != nil }) ?? true
        else {
            checkShape(of: value, for: form, hasTolerance: margin != nil, node)
            return .open(form, value, within: margin, node.location)
        }
        do {
            return .ready(try form.predicate(constant, within: margin?.constantValue))
        } catch {
            diagnostics.error(error.reason, at: node)
            return nil
        }
    }

    /// Reports a list or a mapping that cannot suit a predicate, whatever is filled in.
    private func checkShape(
        of value: TemplateValue,
        for form: PredicateForm,
        hasTolerance: Bool,
        _ node: YAMLNode
    ) {
        let (takesList, takesAny) =
            switch form.argument {
            case .value: (!hasTolerance, !hasTolerance)
            case .list, .kinds: (true, false)
            default: (false, false)
            }
        if case .kinds = form.argument, let wrong = Self.wrongKind(in: value, form) {
            diagnostics.error(wrong, at: node)
            return
        }
        if value.members != nil && !takesAny || value.elements != nil && !takesList {
            let expected = takesList ? "a list" : "a scalar"
            diagnostics.error(
                "\(Excerpt.quoted(form.name)) expects \(expected), got \(node.kindAndValue)",
                at: node
            )
        }
    }

    /// What is wrong with the first element of a list of types that no template makes one.
    private static func wrongKind(in value: TemplateValue, _ form: PredicateForm) -> String? {
        for element in value.elements ?? [] {
            if element.members != nil || element.elements != nil {
                return "\(Excerpt.quoted(form.name)) expects names of types in its list"
            }
            guard let constant = element.constantValue else { continue }
            do {
                _ = try form.predicate(constant, within: nil)
            } catch {
                return error.reason
            }
        }
        return nil
    }

    /// `equals: { text: "{{id}}" }` compares with the text of a captured number.
    private func expected(_ node: YAMLNode) -> TemplateValue {
        guard let entries = node.entries, entries.count == 1, entries[0].key.text == "text" else {
            return context.values.value(node)
        }
        return context.expressions.value(node)
    }
}
