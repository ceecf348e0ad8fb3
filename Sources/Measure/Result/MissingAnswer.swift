/// How an arrival ends that gets no answer, by the name of its outcome.
package enum MissingAnswer: String, Hashable, Sendable, CaseIterable {
    case timeout, reset
    case closedBeforeAnswer = "closed-before-answer"
    case truncated, malformed, tls, unanswered, unsent
}

extension RunOutcome {
    /// Why there is no answer; `nil` when there is one.
    package var missingAnswer: MissingAnswer? { MissingAnswer(rawValue: name) }
}
