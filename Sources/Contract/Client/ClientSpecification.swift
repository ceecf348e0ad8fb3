package import HTTP

/// What the documents say of every call of a client library.
package struct ClientSpecification: Sendable {
    package let location: SourceLocation
    /// What a client remembers between its calls, with the values it starts from; in file order.
    package let state: [Binding]
    /// Worked out at every use from what the state is then.
    package let bindings: [Binding]
    /// The codes a call may end with, in file order.
    package let errors: [ClientError]
    /// What has to hold before every request of every call.
    package let requires: [ClientRequirement]
    /// Which error an answer, or the lack of one, leads to; the first that fits counts.
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

/// Something that has to hold, else a call ends with an error before anything is sent.
package struct ClientRequirement: Sendable {
    /// What has to hold.
    package enum Condition: Sendable {
        /// An assert, unless another one holds.
        case holds(AssertionTemplate, unless: AssertionTemplate?)
        /// Nothing else of this name is in flight in the same client.
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

    /// The templates that have to be filled in.
    package var templates: [Template] {
        switch condition {
        case .holds(let assertion, let unless): assertion.templates + (unless?.templates ?? [])
        case .exclusive(let name): [name]
        }
    }
}

/// Which of the client's errors follows from what came back, or did not.
package struct ClientOutcome: Sendable {
    /// What is asked of an exchange.
    package enum Condition: Sendable {
        /// No response, for one of these reasons.
        case transport(Set<TransportFailure.Kind>)
        /// The answer is a failure: one of these rows of the catalogue, or any when it is `nil`.
        case failure([String]?)
        /// The answer is not what the contract says of the operation.
        case invalidResponse
        case holds(AssertionTemplate)
    }

    /// All of them have to hold.
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

    /// The templates that have to be filled in.
    package var templates: [Template] {
        conditions.flatMap { condition -> [Template] in
            guard case .holds(let assertion) = condition else { return [] }
            return assertion.templates
        }
    }
}
