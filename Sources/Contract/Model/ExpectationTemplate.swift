package import HTTP
package import JSONSchemas

/// All expectations that a contract can have of a response, with templates.
package struct ExpectationTemplate: Sendable {
    /// A body example and how closely it must match.
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

    /// A schema of the body.
    package struct BodySchema: Sendable {
        package let schema: JSONSchema
        package let location: SourceLocation

        package init(schema: JSONSchema, location: SourceLocation) {
            self.schema = schema
            self.location = location
        }
    }

    package var location: SourceLocation
    /// How certain it is of all parts but `asserts`, which have their own basis.
    package var basis: Basis = .documented
    /// A check of the status code; as certain as the whole.
    package var status: AssertionTemplate?
    /// A check of the number of requests sent.
    package var requests: AssertionTemplate?
    /// The error that the response must be; for a call, the client's error that it must end with.
    package var error: ErrorReference?
    /// The wanted transport failures; empty when a response is wanted.
    package var transport: Set<TransportFailure.Kind> = []
    /// The kind of declared response that is wanted; `nil` for a more specific expectation.
    package var declared: DeclaredOutcome?
    package var signed: SignatureRule?
    package var schema: BodySchema?
    package var examples: [BodyExample] = []
    /// Whether the order of array elements matters to examples.
    package var arrays: BodyMatcher.ArrayOrder = .ordered
    package var asserts: [AssertionTemplate] = []
    /// Whether the body is checked as received, without decoding its content codings.
    package var isEncoded = false

    /// How much of an event stream is read; `nil` where none is expected.
    ///
    /// The expected content is among the asserts.
    package var events: EventStreamLimit?

    package init(location: SourceLocation) {
        self.location = location
    }
}

extension ExpectationTemplate {
    /// The templates to evaluate.
    package var templates: [Template] {
        var templates = (status?.templates ?? []) + asserts.flatMap(\.templates)
        templates += requests?.templates ?? []
        templates += examples.flatMap(\.value.templates)
        switch error?.message {
        case .arguments(let arguments): templates += arguments.flatMap(\.templates)
        case .verbatim(let text): templates.append(text)
        case nil: break
        }
        return templates
    }

    /// The expectation with its templates evaluated, without `error`, `transport` and `signed`, as
    /// no part of a response alone decides these.
    ///
    /// - Parameter evaluator: The names in scope.
    /// - Returns: The expectation of the response. Of two examples of one mode the last counts.
    /// - Throws: `TemplateError` when a value cannot be filled in.
    package func expectation(using evaluator: inout Evaluator) throws(TemplateError) -> Expectation
    {
        var expectation = Expectation(arrays: arrays, isEncoded: isEncoded, basis: basis)
        if let status {
            let predicate = try status.predicate.predicate(using: &evaluator)
            expectation.status = Located(predicate, at: status.location)
        }
        if let requests {
            let predicate = try requests.predicate.predicate(using: &evaluator)
            expectation.requests = Located(predicate, at: requests.location)
        }
        expectation.events = events
        expectation.schema = schema.map { Located($0.schema, at: $0.location) }
        for example in examples {
            let value = Located(try evaluator.value(of: example.value), at: example.location)
            switch example.mode {
            case .like: expectation.like = value
            case .contains: expectation.contains = value
            case .equals: expectation.equals = value
            }
        }
        for assert in asserts {
            expectation.asserts.append(try assert.assertion(using: &evaluator))
        }
        return expectation
    }
}
