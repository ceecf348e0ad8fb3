package import Base
package import HTTP

/// The request of one step, the response, and its differences from the contract.
package struct StepResult: Sendable {
    /// The part of the case to which a step belongs.
    package enum Phase: String, Hashable, Sendable {
        case given, setup, steps, teardown
    }

    /// The outcome of a step.
    package enum Outcome: String, Hashable, Sendable {
        case passed
        /// The response contradicts the contract at a level that counts.
        case failed
        /// The response differs only below that level.
        case differs
        /// No response to check.
        case inconclusive
    }

    /// The direction of a step's requests.
    package enum Direction: String, Hashable, Sendable {
        case sent
        /// To a listener of the tool, which responded.
        case received
    }

    package var phase: Phase
    /// Whether it compared only what the contract's own client model sent or stores; the success of the call can
    /// still depend on the server.
    package var comparesOwnRequests = false
    /// Whether it compared a result that a call derived from the server.
    package var readsServer = false
    /// Whether it is a call of the client that was made to fail on purpose.
    package var isFailedCall = false
    /// Whether its requests went from the tool to its own listeners.
    package var isAmongOwn = false
    package var direction: Direction = .sent
    /// The operation called, or the method and path of a raw request.
    package var label: String
    package var location: SourceLocation
    /// The fault injected into its requests; `nil` for none.
    package var fault: Fault?
    /// The promises this step was checked for: those it covers, else its operation's success.
    package var promises: [String]
    /// Whether the step passed, failed or could not be checked.
    package var outcome: Outcome
    /// In the order in which they began; empty when the step sent nothing.
    package var exchanges: [ExchangeRecord]
    /// The main point: `wanted E400008, got E403002`; `nil` when the step passed.
    package var headline: String?
    /// Includes those below the level that counts; of very many only the first.
    package var differences: [Difference]
    /// Their number, including those not listed.
    package var differenceCount: Int
    /// Waived asserts of its last response, and whether they passed; empty unless waived asserts are checked.
    package var waivedAsserts: [WaivedAssert] = []
    /// The number of tries; more than one only with `eventually`.
    package var tries: Int
    /// When the last try began; `nil` when the step sent nothing.
    package var startedAt: Timestamp?
    package var duration: Duration
    /// Results for single promises besides its own; reports show the step alone.
    package var parts: [StepResult] = []
    /// The results of mutations; `nil` without any.
    package var alterations: AlterationTally?

    package init(
        phase: Phase,
        label: String,
        location: SourceLocation,
        promises: [String] = [],
        outcome: Outcome = .passed,
        exchanges: [ExchangeRecord] = [],
        headline: String? = nil,
        differences: [Difference] = [],
        differenceCount: Int? = nil,
        tries: Int = 1,
        startedAt: Timestamp? = nil,
        duration: Duration = .zero
    ) {
        self.phase = phase
        self.label = label
        self.location = location
        self.promises = promises
        self.outcome = outcome
        self.exchanges = exchanges
        self.headline = headline
        self.differences = differences
        self.differenceCount = differenceCount ?? differences.count
        self.tries = tries
        self.startedAt = startedAt
        self.duration = duration
    }
}

extension StepResult {
    /// Whether it was about messages on the wire: sent, or waited for.
    package var isOnWire: Bool { direction == .received || !exchanges.isEmpty }

    /// The last request; `nil` for none.
    package var request: HTTPRequest? { exchanges.last?.request }

    /// The last response; `nil` for none.
    package var response: HTTPResponse? { exchanges.last?.response }

    /// The reason for a missing last response; `nil` if it arrived, or if nothing was sent.
    package var failure: TransportFailure? { exchanges.last?.failure }
}
