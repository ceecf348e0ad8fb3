import HTTP
package import JSON

/// Distinguishes failures from successes, and identifies a failure, before any other check.
package struct FailureRecognizer: Sendable {
    /// Passes for a failure.
    package let condition: AssertionTemplate
    package let code: FailureField?
    package let message: FailureField?
    /// The expectation of every failure.
    package let expectation: ExpectationTemplate?

    package init(
        condition: AssertionTemplate,
        code: FailureField?,
        message: FailureField?,
        expectation: ExpectationTemplate?
    ) {
        self.condition = condition
        self.code = code
        self.message = message
        self.expectation = expectation
    }
}

extension FailureRecognizer {
    /// The failure of a response; `nil` for a success.
    package func failure(
        in subject: Subject,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> RecognizedFailure? {
        guard try condition.assertion(using: &evaluator).recognizesFailure(in: subject) else {
            return nil
        }
        let code = try code?.found(in: subject, using: &evaluator)
        let message = try message?.found(in: subject, using: &evaluator)
        return RecognizedFailure(
            code: code?.value?.scalarText,
            message: message?.value?.scalarText,
            status: subject.response?.status ?? 0,
            isUndecodable: code?.isUndecodable ?? message?.isUndecodable ?? false
        )
    }

    /// Fields of a failure that have the wrong type.
    ///
    /// - Parameters:
    ///   - subject: A failure.
    ///   - basis: How certain the contract is.
    ///   - evaluator: The names in scope.
    /// - Returns: The differences, one for each field.
    /// - Throws: `TemplateError` for a name that is not defined.
    func wrongTypes(
        in subject: Subject,
        _ basis: Basis,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> [Difference] {
        var found: [Difference] = []
        for field in [code, message].compactMap(\.self) {
            guard let type = field.type,
                let value = try field.found(in: subject, using: &evaluator).value,
                !field.accepts(value)
            else { continue }
            found.append(
                Difference(
                    path: try field.extraction(using: &evaluator).description,
                    expected: type.rawValue,
                    actual: "\(value.kind.rawValue) \(JSONExcerpt.text(of: value))",
                    location: field.location,
                    basis: basis
                )
            )
        }
        return found
    }
}

/// The place of a failure's field.
package struct FailureField: Sendable {
    package let query: QueryTemplate
    /// Applied to the result, in order.
    package let filters: [Filter]
    /// The required type of the value; `nil` for any.
    package let type: JSONValue.Kind?
    package let location: SourceLocation

    package init(
        _ query: QueryTemplate,
        filters: [Filter] = [],
        type: JSONValue.Kind? = nil,
        location: SourceLocation
    ) {
        self.query = query
        self.filters = filters
        self.type = type
        self.location = location
    }

    /// Whether a value has the type.
    package func accepts(_ value: JSONValue) -> Bool {
        type.map { value.isOne(of: [$0]) } ?? true
    }

    /// The place and the filters.
    func extraction(using evaluator: inout Evaluator) throws(TemplateError) -> Extraction {
        Extraction(try query.query(using: &evaluator), filters: filters)
    }

    /// The value in a response; `nil` for none, which the check reports, and whether it could not
    /// be decoded.
    func found(
        in subject: Subject,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> (value: JSONValue?, isUndecodable: Bool) {
        let extraction = try extraction(using: &evaluator)
        do {
            return (try extraction.value(in: subject), false)
        } catch {
            return (nil, error.isUndecodable)
        }
    }
}

extension Assertion {
    /// Whether it passes as the condition of a failure.
    ///
    /// `not: "0"` is about the value of a success, so a response without a value there, or without
    /// JSON, is a failure too.
    ///
    /// - Parameter subject: The response.
    /// - Returns: Whether it is a failure.
    /// - Throws: When the body cannot be decoded.
    fileprivate func recognizesFailure(in subject: Subject) throws(TemplateError) -> Bool {
        guard case .not(let success) = predicate else { return try isMet(in: subject) }
        let opposite = Assertion(extraction.query, filters: extraction.filters, success)
        return try !opposite.isMet(in: subject)
    }

    private func isMet(in subject: Subject) throws(TemplateError) -> Bool {
        switch judged(subject, limit: 0) {
        case .success(let found): return found.isEmpty
        case .failure(let error) where error.isUndecodable:
            throw TemplateError(
                "cannot determine whether this is a failure: \(error)",
                at: location
            )
        case .failure: return false
        }
    }
}
