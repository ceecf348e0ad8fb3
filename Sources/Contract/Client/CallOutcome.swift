package import JSON

/// The outcome of a client's call.
package struct CallOutcome: Sendable {
    /// How a call ends.
    package enum End: Sendable {
        /// With a result for the app.
        case returned(JSONValue)
        case failed(CallFailure)
        /// A response contradicts the contract in a way that no outcome of the client covers.
        case contradicted([Difference])
        /// It could not continue, for this reason.
        case stuck(String)
    }

    package var end: End
    package var exchanges: [ExchangeRecord]
    package var view: ClientView

    package init(end: End, exchanges: [ExchangeRecord], view: ClientView) {
        self.end = end
        self.exchanges = exchanges
        self.view = view
    }

    /// The subject of asserts: the client, and the last exchange.
    package var subject: Subject {
        let last = exchanges.last
        return Subject(client: view, request: last?.request, response: last?.response)
    }
}

/// An error that a call ended with.
package struct CallFailure: Sendable {
    /// The name of the client's error.
    package let error: String
    /// Its cause: `HTTP 500`, `state initialized: expected true, got false`.
    package let cause: String
    /// How certain it is that this cause leads to this error.
    package let basis: Basis
    /// The requirement or the outcome.
    package let location: SourceLocation
    /// The response's differences from the contract, when those are the cause.
    package let differences: [Difference]
    /// Whether the server could not be reached; the result then proves nothing.
    package let isUnreached: Bool

    package init(
        error: String,
        cause: String,
        basis: Basis,
        location: SourceLocation,
        differences: [Difference] = [],
        isUnreached: Bool = false
    ) {
        self.error = error
        self.cause = cause
        self.basis = basis
        self.location = location
        self.differences = differences
        self.isUnreached = isUnreached
    }
}
