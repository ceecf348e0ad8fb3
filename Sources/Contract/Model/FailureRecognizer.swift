import HTTP
package import JSON

/// Tells failures from successes, and which failure it is, before anything else is looked at.
package struct FailureRecognizer: Sendable {
    /// Holds for a failure.
    package let condition: AssertionTemplate
    package let code: FailureField?
    package let message: FailureField?
    /// What every failure has to look like.
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
    /// The failure an answer is; `nil` for a success.
    package func failure(
        in subject: Subject,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> RecognizedFailure? {
        guard try condition.assertion(using: &evaluator).recognizesFailure(in: subject) else {
            return nil
        }
        return RecognizedFailure(
            code: try code?.value(in: subject, using: &evaluator)?.scalarText,
            message: try message?.value(in: subject, using: &evaluator)?.scalarText,
            status: subject.response?.status ?? 0
        )
    }

    /// What of a failure is there and of another type than it has to be.
    ///
    /// - Parameters:
    ///   - subject: A failure.
    ///   - basis: How sure the contract is.
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
                let value = try field.value(in: subject, using: &evaluator), !field.accepts(value)
            else { continue }
            found.append(
                Difference(
                    path: try field.query.query(using: &evaluator).description,
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

/// Where a failure carries something.
package struct FailureField: Sendable {
    package let query: QueryTemplate
    /// The type that the value has to have; `nil` for any.
    package let type: JSONValue.Kind?
    package let location: SourceLocation

    package init(_ query: QueryTemplate, type: JSONValue.Kind? = nil, location: SourceLocation) {
        self.query = query
        self.type = type
        self.location = location
    }

    /// Whether a value is of the type.
    package func accepts(_ value: JSONValue) -> Bool {
        type.map { value.isOne(of: [$0]) } ?? true
    }

    /// What an answer carries there; `nil` for nothing, of which the judge says more.
    func value(
        in subject: Subject,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> JSONValue? {
        let query = try query.query(using: &evaluator)
        do {
            return try Extraction(query).value(in: subject)
        } catch {
            return nil
        }
    }
}

extension Assertion {
    /// Whether it holds as the condition of a failure.
    ///
    /// `not: "0"` says what a success carries, so an answer that carries nothing there, or has no
    /// JSON at all, is a failure too.
    fileprivate func recognizesFailure(in subject: Subject) -> Bool {
        guard case .not(let success) = predicate else { return holds(for: subject) }
        let opposite = Assertion(extraction.query, filters: extraction.filters, success)
        return !opposite.holds(for: subject)
    }
}
