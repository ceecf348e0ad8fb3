/// The expected outcome of a request, of a client's call, or of waiting for requests.
package struct ExpectedOutcome: Sendable {
    /// The operation whose successful response is expected; `nil` for a raw request and without a request.
    package var operation: String?
    /// The security scheme that signs the request; `nil` without a request.
    var scheme: String?
    /// The client's call that must succeed; `nil` without a call.
    var call: String?
    /// Identifiers of the promises that are covered.
    package var covers: [String] = []
    /// A further expectation.
    package var expectation: ExpectationTemplate?
    /// How certain the states are: no finding is more certain.
    var statesBasis: Basis = .documented
    /// The line that requires it.
    let location: SourceLocation
}

extension ExpectedOutcome {
    /// The expectation of the response to a request.
    ///
    /// - Parameters:
    ///   - request: With its operation, whose success is due.
    ///   - expectation: A further expectation, or one in place of a success.
    ///   - location: The line that requires it.
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
    /// The expected outcome.
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
