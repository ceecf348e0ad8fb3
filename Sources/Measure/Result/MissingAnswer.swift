/// How an arrival ends that gets no answer, by the name of its outcome.
package enum MissingAnswer: String, Hashable, Sendable, CaseIterable {
    /// No whole answer came in time.
    case timeout
    case reset
    /// The server closed the connection under the request, before a byte of an answer.
    case closedBeforeAnswer = "closed-before-answer"
    /// The connection ended within the answer.
    case truncated
    /// What came is not HTTP/1.1.
    case malformed
    case tls
    /// Sent, and the run was over before it ended.
    case unanswered
    /// Due, and the run was over before a connection took it.
    case unsent
}

extension RunOutcome {
    /// Why there is no answer; `nil` when there is one.
    package var missingAnswer: MissingAnswer? { MissingAnswer(rawValue: name) }
}
