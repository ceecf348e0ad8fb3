package import HTTP

/// Common facts about all calls of a client library.
package struct ClientSpecification: Sendable {
    package let location: SourceLocation
    /// The state that a client keeps between its calls, with initial values; in file order.
    package let state: [Binding]
    /// Evaluated at every use from the current state.
    package let bindings: [Binding]
    /// The errors that a call can end with, in file order.
    package let errors: [ClientError]
    /// Requirements before every request of every call.
    package let requires: [ClientRequirement]
    /// Which error a response, or a missing one, leads to; the first match counts.
    package let outcomes: [ClientOutcome]

    package init(
        location: SourceLocation,
        state: [Binding],
        bindings: [Binding],
        errors: [ClientError],
        requires: [ClientRequirement],
        outcomes: [ClientOutcome]
    ) {
        self.location = location
        self.state = state
        self.bindings = bindings
        self.errors = errors
        self.requires = requires
        self.outcomes = outcomes
    }
}

/// A code that a client library reports to the app.
package struct ClientError: Promised {
    package let facts: PromiseFacts
    /// The family of codes it belongs to: `NSCocoaErrorDomain`.
    package let domain: String?
    /// As the documents write it; `nil` when they give none.
    package let code: String?

    package init(_ facts: PromiseFacts, domain: String?, code: String?) {
        self.facts = facts
        self.domain = domain
        self.code = code
    }

    /// For people: `ToastPushErrorUserInvalid (ToastPushErrorDomain 2)`.
    package var description: String {
        let number = [domain, code].compactMap(\.self).joined(separator: " ")
        return number.isEmpty ? id : "\(id) (\(number))"
    }
}

/// A requirement that otherwise ends a call with an error before anything is sent.
package struct ClientRequirement: Sendable {
    /// The condition of a requirement.
    package enum Condition: Sendable {
        /// An assert, unless another one holds.
        case holds(AssertionTemplate, unless: AssertionTemplate?)
        /// No other action of this name is in flight in the same client.
        case exclusive(Template)
    }

    package let condition: Condition
    /// The name of the client's error.
    package let error: String
    package let basis: Basis
    package let location: SourceLocation

    package init(condition: Condition, error: String, basis: Basis, location: SourceLocation) {
        self.condition = condition
        self.error = error
        self.basis = basis
        self.location = location
    }

    /// The templates to evaluate.
    package var templates: [Template] {
        switch condition {
        case .holds(let assertion, let unless): assertion.templates + (unless?.templates ?? [])
        case .exclusive(let name): [name]
        }
    }
}

/// The client's error for a kind of exchange.
package struct ClientOutcome: Sendable {
    /// A condition on an exchange.
    package enum Condition: Sendable {
        /// No response, for one of these reasons.
        case transport(Set<TransportFailure.Kind>)
        /// The response is a failure: one of these rows of the catalogue, or any when `nil`.
        case failure([String]?)
        /// The response does not match the operation.
        case invalidResponse
        case holds(AssertionTemplate)
    }

    /// All of them must hold.
    package let conditions: [Condition]
    /// The name of the client's error.
    package let error: String
    package let basis: Basis
    package let location: SourceLocation

    package init(
        conditions: [Condition],
        error: String,
        basis: Basis,
        location: SourceLocation
    ) {
        self.conditions = conditions
        self.error = error
        self.basis = basis
        self.location = location
    }

    /// The templates to evaluate.
    package var templates: [Template] {
        conditions.flatMap { condition -> [Template] in
            guard case .holds(let assertion) = condition else { return [] }
            return assertion.templates
        }
    }
}
