/// The result of a waived case that was run all the same; it does not count.
package struct WaivedRun: Hashable, Sendable {
    package let verdict: Verdict
    /// Whether the waiver is on the case itself, not on its promises.
    package let isWaivedItself: Bool

    package init(verdict: Verdict, isWaivedItself: Bool) {
        self.verdict = verdict
        self.isWaivedItself = isWaivedItself
    }
}

/// The result of one case, after expansion of its rows.
package struct CaseResult: Sendable {
    /// The contract file of the case.
    package var file: String
    /// The name with its row: `e400008[both-times]`.
    package var name: String
    package var location: SourceLocation
    package var tags: [String]
    package var verdict: Verdict
    /// The reason for a verdict that the steps do not explain: why it is waived, skipped or
    /// inconclusive.
    package var reason: String?
    /// Its result when it was run although it is waived; `nil` when it was not.
    package var waivedRun: WaivedRun?
    /// The finding of a generated case; `nil` for a case of the contract.
    package var generated: GeneratedFinding?
    /// Whether the user selected it, by its name or its tags.
    package var isSelected = true
    /// The promises it covers, by identifier.
    package var covers: [String]
    /// In the order in which they ran, including set-up and teardown.
    package var steps: [StepResult]
    /// How often it ran; more than one only with retries.
    package var attempts: Int
    /// The number of repetitions with this verdict; this one is the first of them.
    package var repetitions = 1
    /// The total of these repetitions.
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
