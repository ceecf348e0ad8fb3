package import JSON

/// An assert of a contract whose values can have templates.
package struct AssertionTemplate: Sendable {
    package let query: QueryTemplate
    package let filters: [Filter]
    package let predicate: PredicateTemplate
    package let basis: Basis
    package let location: SourceLocation
    /// The waiver of the assert, if any.
    package let waiver: Waiver?

    package init(
        query: QueryTemplate,
        filters: [Filter],
        predicate: PredicateTemplate,
        basis: Basis,
        location: SourceLocation,
        waiver: Waiver? = nil
    ) {
        self.query = query
        self.filters = filters
        self.predicate = predicate
        self.basis = basis
        self.location = location
        self.waiver = waiver
    }

    /// The templates to evaluate.
    package var templates: [Template] { query.templates + predicate.templates }

    /// The assert with its templates evaluated.
    package func assertion(using evaluator: inout Evaluator) throws(TemplateError) -> Assertion {
        let query = try query.query(using: &evaluator)
        let predicate = try predicate.predicate(using: &evaluator)
        let isSize = query.asksForBytes && filters.isEmpty && predicate.asksForNumber
        return Assertion(
            query,
            filters: filters,
            isSize ? .bytes(predicate) : predicate,
            basis: basis,
            location: location,
            waiver: waiver
        )
    }
}

extension Capture {
    /// The templates to evaluate.
    package var templates: [Template] { query.templates }

    /// The value in a response, or its problem.
    package func value(
        in subject: Subject,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> Result<JSONValue, Unanswerable> {
        let extraction = Extraction(try query.query(using: &evaluator), filters: filters)
        do {
            return try .success(extraction.value(in: subject))
        } catch {
            return .failure(error)
        }
    }
}

extension Query {
    /// Whether it reads the bytes of a body, for which a number can only be the size.
    fileprivate var asksForBytes: Bool {
        switch self {
        case .bytes: true
        case .ofRequest(_, let query): query.asksForBytes
        default: false
        }
    }
}

extension Predicate {
    /// Whether only a number could match it.
    fileprivate var asksForNumber: Bool {
        switch self {
        case .equals(.number), .approximately, .compares(_, .number): true
        case .not(let predicate): predicate.asksForNumber
        case .anyOf(let predicates): predicates.allSatisfy(\.asksForNumber)
        default: false
        }
    }
}
