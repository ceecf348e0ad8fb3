import HTTP
import JSON

/// Tells failures from successes, and which failure it is, before anything else is looked at.
package struct FailureRecognizer: Sendable {
    /// Holds for a failure.
    package let condition: AssertionTemplate
    package let code: QueryTemplate?
    package let message: QueryTemplate?
    /// What every failure has to look like.
    package let expectation: ExpectationTemplate?

    package init(
        condition: AssertionTemplate,
        code: QueryTemplate?,
        message: QueryTemplate?,
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
            code: try text(of: code, in: subject, using: &evaluator),
            message: try text(of: message, in: subject, using: &evaluator),
            status: subject.response?.status ?? 0
        )
    }

    private func text(
        of template: QueryTemplate?,
        in subject: Subject,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> String? {
        guard let query = try template?.query(using: &evaluator) else { return nil }
        do {
            return try Extraction(query).value(in: subject).scalarText
        } catch {
            // An answer without a code is a failure without a code; the judge says so.
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
