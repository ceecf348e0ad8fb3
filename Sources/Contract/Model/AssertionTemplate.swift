package import JSON

/// One assert of a contract whose values may still hold templates.
package struct AssertionTemplate: Sendable {
    package let query: QueryTemplate
    package let filters: [Filter]
    package let predicate: PredicateTemplate
    package let basis: Basis
    package let location: SourceLocation

    package init(
        query: QueryTemplate,
        filters: [Filter],
        predicate: PredicateTemplate,
        basis: Basis,
        location: SourceLocation
    ) {
        self.query = query
        self.filters = filters
        self.predicate = predicate
        self.basis = basis
        self.location = location
    }

    /// The templates that have to be filled in.
    package var templates: [Template] { query.templates + predicate.templates }

    /// The assert with its values filled in.
    package func assertion(using evaluator: inout Evaluator) throws(TemplateError) -> Assertion {
        Assertion(
            try query.query(using: &evaluator),
            filters: filters,
            try predicate.predicate(using: &evaluator),
            basis: basis,
            location: location
        )
    }
}

extension Capture {
    /// The templates that have to be filled in.
    package var templates: [Template] { query.templates }

    /// The value in an answer, or what is wrong with it.
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
