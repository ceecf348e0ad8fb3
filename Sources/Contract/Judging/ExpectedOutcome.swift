/// What is expected to come of a request, of a client's call, or of waiting for requests.
package struct ExpectedOutcome: Sendable {
    /// The operation whose successful response is expected; `nil` for a raw request and without a request.
    package var operation: String?
    /// The security scheme that signs the request; `nil` without a request.
    var scheme: String?
    /// The client's call whose success is due; `nil` without a call.
    var call: String?
    /// Identifiers of the promises that are brought about.
    package var covers: [String] = []
    /// What is asked for besides.
    package var expectation: ExpectationTemplate?
    /// How sure the states are: nothing that is found is surer.
    var statesBasis: Basis = .documented
    /// Where it is asked for.
    let location: SourceLocation
}

extension ExpectedOutcome {
    /// What is expected of the answer to a request.
    ///
    /// - Parameters:
    ///   - request: With its operation, whose success is due.
    ///   - expectation: What is asked for besides, or in place of a success.
    ///   - location: Where it is asked for.
    package init(
        of request: StepRequest,
        _ expectation: ExpectationTemplate? = nil,
        at location: SourceLocation
    ) {
        self.init(
            operation: request.operation,
            scheme: request.template.constant("security"),
            expectation: expectation,
            location: location
        )
    }
}

extension Step {
    /// What is expected to come of it.
    package var expected: ExpectedOutcome {
        ExpectedOutcome(
            operation: operation,
            scheme: request?.template.constant("security"),
            call: call?.id,
            covers: covers,
            expectation: expectation,
            statesBasis: statesBasis,
            location: location
        )
    }
}
