package import HTTP
package import JSONSchemas

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
    /// How sure it is of all parts but `asserts`, which have their own.
    package var basis: Basis = .documented
    /// Asked of the status code; as sure as the whole.
    package var status: AssertionTemplate?
    /// Asked of how many requests were sent.
    package var requests: AssertionTemplate?
    /// The error the answer has to be; of a call, the client's error it has to end with.
    package var error: ErrorReference?
    /// Transport failures that are what is wanted; empty when an answer is.
    package var transport: Set<TransportFailure.Kind> = []
    /// What of all that is declared the answer has to be; `nil` where it is said more exactly.
    package var declared: DeclaredOutcome?
    package var signed: SignatureRule?
    package var schema: BodySchema?
    package var examples: [BodyExample] = []
    /// Whether the order of array elements matters to examples.
    package var arrays: BodyMatcher.ArrayOrder = .ordered
    package var asserts: [AssertionTemplate] = []
    /// Whether the body is taken as it came, its content codings not undone.
    package var isEncoded = false

    /// How much of an event stream is read; `nil` where none is expected.
    ///
    /// What it has to be like is among the asserts.
    package var events: EventStreamLimit?

    package init(location: SourceLocation) {
        self.location = location
    }
}

extension ExpectationTemplate {
    /// The templates that have to be filled in.
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

    /// The expectation with its values filled in; `error`, `transport` and `signed` have no part
    /// in it, because no part of an answer alone decides them.
    ///
    /// - Parameter evaluator: The names in scope.
    /// - Returns: What the answer is checked against. Of two examples of one mode the last counts.
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
