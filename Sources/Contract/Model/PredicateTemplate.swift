import JSON

/// A predicate whose values can have templates.
package indirect enum PredicateTemplate: Sendable {
    case ready(Predicate)
    /// One whose value is evaluated at each use.
    case open(PredicateForm, TemplateValue, within: TemplateValue?, SourceLocation)
    /// One that contains another, such as `not` or `count`.
    case nested(PredicateForm, PredicateTemplate)
    /// One that contains several, one of which must pass.
    case alternatives(PredicateForm, [PredicateTemplate])

    /// The templates to evaluate.
    package var templates: [Template] {
        switch self {
        case .ready: []
        case .open(_, let value, let tolerance, _):
            value.templates + (tolerance?.templates ?? [])
        case .nested(_, let inner): inner.templates
        case .alternatives(_, let alternatives): alternatives.flatMap(\.templates)
        }
    }

    /// The predicate with its templates evaluated.
    package func predicate(using evaluator: inout Evaluator) throws(TemplateError) -> Predicate {
        switch self {
        case .ready(let predicate): return predicate
        case .nested(let form, let inner):
            return form.predicate(holding: try inner.predicate(using: &evaluator))
        case .alternatives(let form, let alternatives):
            var predicates: [Predicate] = []
            for alternative in alternatives {
                predicates.append(try alternative.predicate(using: &evaluator))
            }
            return form.predicate(holding: predicates)
        case .open(let form, let value, let tolerance, let location):
            let value = try evaluator.value(of: value)
            let margin: JSONValue?
            if let tolerance { margin = try evaluator.value(of: tolerance) } else { margin = nil }
            do {
                return try form.predicate(value, within: margin)
            } catch {
                throw TemplateError(error.reason, at: location)
            }
        }
    }
}

extension PredicateTemplate {
    /// The predicate, if it has no templates; `nil` otherwise.
    package var constant: Predicate? {
        switch self {
        case .ready(let predicate): return predicate
        case .open: return nil
        case .nested(let form, let inner):
            return inner.constant.map { form.predicate(holding: $0) }
        case .alternatives(let form, let alternatives):
            let predicates = alternatives.compactMap(\.constant)
            guard predicates.count == alternatives.count else { return nil }
            return form.predicate(holding: predicates)
        }
    }
}
