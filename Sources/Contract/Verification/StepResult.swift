package import Base
package import HTTP

/// What one step sent, what came back and how that departs from the contract.
package struct StepResult: Sendable {
    /// Which part of the case a step belongs to.
    package enum Phase: String, Hashable, Sendable {
        case given, setup, steps, teardown
    }

    /// What became of a step.
    package enum Outcome: String, Hashable, Sendable {
        case passed
        /// The answer departs from the contract at a level that counts.
        case failed
        /// The answer departs from it only below that level.
        case differs
        /// No response to check.
        case inconclusive
    }

    /// Which way the requests of a step went.
    package enum Direction: String, Hashable, Sendable {
        case sent
        /// To a listener of the tool, which answered them.
        case received
    }

    package var phase: Phase
    /// Whether all that it compared is what the contract's own client model sent or remembers; that a call
    /// succeeds may still be the server's doing.
    package var comparesOwnRequests = false
    /// Whether it compared what a call made of something that came from the server.
    package var readsServer = false
    /// Whether it is a call of the client that was made to fail on purpose.
    package var isFailedCall = false
    /// Whether its requests went from the tool to its own listeners.
    package var isAmongOwn = false
    package var direction: Direction = .sent
    /// The operation called, or the method and path of a raw request.
    package var label: String
    package var location: SourceLocation
    /// What went wrong on purpose with its requests; `nil` for nothing.
    package var fault: Fault?
    /// The promises this step was judged for: those it covers, else its operation's success.
    package var promises: [String]
    /// Whether the step held, broke or could not be judged.
    package var outcome: Outcome
    /// In the order in which they began; empty when the step never got so far as to send.
    package var exchanges: [ExchangeRecord]
    /// The main point, said first: `wanted E400008, got E403002`; `nil` when the step held.
    package var headline: String?
    /// Those below the level that counts too; of very many only the first.
    package var differences: [Difference]
    /// How many there are, those that are not listed too.
    package var differenceCount: Int
    /// Asserts of its last answer that are set aside, and whether they held; empty unless what is set aside
    /// is to be tried.
    package var waivedAsserts: [WaivedAssert] = []
    /// How often it was done; more than one only with `eventually`.
    package var tries: Int
    /// When the last try began; `nil` when the step never got so far as to send.
    package var startedAt: Timestamp?
    package var duration: Duration
    /// What it says of single promises beside its own; reports show the step alone.
    package var parts: [StepResult] = []
    /// What became of altering what it judged; `nil` when nothing was altered.
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
    /// Whether it was about what crosses a wire: something it sent, or something it waited for.
    package var isOnWire: Bool { direction == .received || !exchanges.isEmpty }

    /// What was sent last; `nil` when nothing was.
    package var request: HTTPRequest? { exchanges.last?.request }

    /// The last answer; `nil` when there is none.
    package var response: HTTPResponse? { exchanges.last?.response }

    /// The reason for a missing last response; `nil` if it arrived, or if nothing was sent.
    package var failure: TransportFailure? { exchanges.last?.failure }
}
