package import JSON

/// Everything a contract can say of an answer, with templates still in it.
package struct ExpectationTemplate: Sendable {
    /// A body example and how closely it is to be followed.
    package struct BodyExample: Sendable {
        package let mode: BodyMatcher.Mode
        package let value: TemplateValue
        package let location: SourceLocation

        package init(mode: BodyMatcher.Mode, value: TemplateValue, location: SourceLocation) {
            self.mode = mode
            self.value = value
            self.location = location
        }
    }

    /// A schema the body has to keep to.
    package struct BodySchema: Sendable {
        package let schema: JSONSchema
        package let location: SourceLocation

        package init(schema: JSONSchema, location: SourceLocation) {
            self.schema = schema
            self.location = location
        }
    }

    package var location: SourceLocation
    package var basis: Basis = .documented
    package var status: AssertionTemplate?
    /// The error the answer has to be.
    package var error: ErrorReference?
    /// Transport failures that are what is wanted; empty when an answer is.
    package var transport: Set<TransportFailure.Kind> = []
    package var signed: SignatureRule?
    package var schema: BodySchema?
    package var examples: [BodyExample] = []
    package var asserts: [AssertionTemplate] = []

    package init(location: SourceLocation) {
        self.location = location
    }
}

extension ExpectationTemplate {
    /// The templates that have to be filled in.
    package var templates: [Template] {
        var templates = (status?.templates ?? []) + asserts.flatMap(\.templates)
        templates += examples.flatMap(\.value.templates)
        switch error?.message {
        case .arguments(let arguments): templates += arguments.flatMap(\.templates)
        case .verbatim(let text): templates.append(text)
        case nil: break
        }
        return templates
    }

    /// Every place where an answer departs from this, `error`, `transport` and `signed` aside.
    ///
    /// - Parameters:
    ///   - subject: The answer.
    ///   - limit: How many differences are kept.
    ///   - evaluator: The names in scope.
    /// - Returns: The differences.
    /// - Throws: `TemplateError` when a value cannot be filled in.
    package func differences(
        in subject: Subject,
        limit: Int,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> Differences {
        var found = Differences(limit: limit)
        for template in [status].compactMap(\.self) + asserts {
            let assertion = try template.assertion(using: &evaluator)
            found.add(contentsOf: assertion.differences(in: subject, limit: limit))
        }
        guard schema != nil || !examples.isEmpty else { return found }
        let body: JSONValue
        do {
            body = try subject.json()
        } catch {
            found.add(
                Difference(
                    path: error.path,
                    expected: error.expected,
                    actual: error.actual,
                    location: schema?.location ?? examples.first?.location,
                    basis: basis
                )
            )
            return found
        }
        if let schema {
            found.add(
                contentsOf: schema.schema.differences(
                    in: body,
                    at: "$",
                    basis: basis,
                    location: schema.location,
                    limit: limit
                )
            )
        }
        for example in examples {
            let matcher = BodyMatcher(example.mode, try evaluator.value(of: example.value))
            found.add(
                contentsOf: matcher.differences(
                    in: body,
                    basis: basis,
                    location: example.location,
                    limit: limit
                )
            )
        }
        return found
    }
}
