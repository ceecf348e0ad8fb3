/// What a waived case came to that was run all the same; it counts for nothing.
package struct WaivedRun: Hashable, Sendable {
    package let verdict: Verdict
    /// Whether the waiver is the case's own, and not that of its promises.
    package let isWaivedItself: Bool

    package init(verdict: Verdict, isWaivedItself: Bool) {
        self.verdict = verdict
        self.isWaivedItself = isWaivedItself
    }
}

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
    /// inconclusive.
    package var reason: String?
    /// What it came to when it was run although it is waived; `nil` when it was not.
    package var waivedRun: WaivedRun?
    /// What it found, when it was generated; `nil` for a case of the contract.
    package var generated: GeneratedFinding?
    /// Whether the user asked for it, by its name or its tags.
    package var isSelected = true
    /// The promises it covers, by identifier.
    package var covers: [String]
    /// In the order in which they ran, those of set-up and teardown too.
    package var steps: [StepResult]
    /// How often it ran; more than one only with retries.
    package var attempts: Int
    /// How many repetitions of the case came to this verdict; this one is the first of them.
    package var repetitions = 1
    /// Of all these repetitions.
    package var duration: Duration

    package init(
        file: String,
        name: String,
        location: SourceLocation,
        tags: [String] = [],
        verdict: Verdict,
        reason: String? = nil,
        covers: [String] = [],
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
        self.covers = covers
        self.steps = steps
        self.attempts = attempts
        self.duration = duration
    }
}
