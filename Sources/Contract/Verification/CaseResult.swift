/// What happened when one case, after its rows were expanded, was replayed.
package struct CaseResult: Sendable {
    /// The contract file that holds the case.
    package var file: String
    /// The name with its row: `e400008[both-times]`.
    package var name: String
    package var location: SourceLocation
    package var tags: [String]
    package var verdict: Verdict
    /// The reason for a verdict that is not explained by the steps: why it is waived, skipped or
    /// undetermined.
    package var reason: String?
    /// The promises it provokes, by identifier.
    package var provokes: [String]
    /// In the order in which they ran, those of set-up and teardown too.
    package var steps: [StepResult]
    /// How often it ran; more than one only with retries.
    package var attempts: Int
    package var duration: Duration

    package init(
        file: String,
        name: String,
        location: SourceLocation,
        tags: [String] = [],
        verdict: Verdict,
        reason: String? = nil,
        provokes: [String] = [],
        steps: [StepResult] = [],
        attempts: Int = 1,
        duration: Duration = .zero
    ) {
        self.file = file
        self.name = name
        self.location = location
        self.tags = tags
        self.verdict = verdict
        self.reason = reason
        self.provokes = provokes
        self.steps = steps
        self.attempts = attempts
        self.duration = duration
    }
}

/// What one step sent, what came back and how that departs from the contract.
package struct StepResult: Sendable {
    /// Which part of the case a step belongs to.
    package enum Phase: String, Hashable, Sendable {
        case given, setup, steps, teardown
    }

    /// What became of a step.
    package enum Outcome: String, Hashable, Sendable {
        case held
        /// The answer departs from the contract at a level that counts.
        case broken
        /// The answer departs from it only below that level.
        case differs
        /// There is no answer to judge.
        case undetermined
    }

    package var phase: Phase
    /// The operation called, or the method and path of a raw request.
    package var label: String
    package var location: SourceLocation
    /// The promises this step was judged for: those it provokes, else its operation's success.
    package var promises: [String]
    /// Whether the step held, broke or could not be judged.
    package var outcome: Outcome
    /// The request as it was sent; `nil` when the step never got so far.
    package var request: HTTPRequest?
    package var response: HTTPResponse?
    package var failure: TransportFailure?
    /// The main point, said first: `wanted E400008, got E403002`; `nil` when the step held.
    package var headline: String?
    /// Those below the level that counts too; of very many only the first.
    package var differences: [Difference]
    /// How many there are, those that are not listed too.
    package var differenceCount: Int
    /// The text that was signed; `nil` when nothing was.
    package var stringToSign: String?
    /// How often the request was sent; more than one only with `eventually`.
    package var tries: Int
    /// When the last try began; `nil` when the step never got so far as to send.
    package var startedAt: Timestamp?
    package var duration: Duration

    package init(
        phase: Phase,
        label: String,
        location: SourceLocation,
        promises: [String] = [],
        outcome: Outcome = .held,
        request: HTTPRequest? = nil,
        response: HTTPResponse? = nil,
        failure: TransportFailure? = nil,
        headline: String? = nil,
        differences: [Difference] = [],
        differenceCount: Int? = nil,
        stringToSign: String? = nil,
        tries: Int = 1,
        startedAt: Timestamp? = nil,
        duration: Duration = .zero
    ) {
        self.phase = phase
        self.label = label
        self.location = location
        self.promises = promises
        self.outcome = outcome
        self.request = request
        self.response = response
        self.failure = failure
        self.headline = headline
        self.differences = differences
        self.differenceCount = differenceCount ?? differences.count
        self.stringToSign = stringToSign
        self.tries = tries
        self.startedAt = startedAt
        self.duration = duration
    }
}
