package import Base

/// How an arrival ends that gets no answer, by the name of its outcome.
package enum MissingAnswer: String, Hashable, Sendable, CaseIterable {
    /// No whole answer came in time.
    case timeout
    case reset
    /// The server closed the connection under the request, before a byte of an answer.
    case closedBeforeAnswer = "closed-before-answer"
    /// The connection ended within the answer.
    case truncated
    /// What came is not HTTP.
    case malformed
    /// The server refused the request before it did anything about it: HTTP/2's REFUSED_STREAM.
    case refusedStream = "refused-stream"
    /// The server ended the request with another RST_STREAM of HTTP/2.
    case streamReset = "stream-reset"
    /// The server took no more requests, this one among them, as its GOAWAY said.
    case goAwayRefused = "goaway-refused"
    /// The connection ended with a GOAWAY that gave an error.
    case goAway = "goaway"
    case tls
    /// It waited for a connection, and none could be opened.
    case unreachable = "no-connection"
    /// The same for want of something on the machine of the generator, which is no failure of the server.
    case noPort = "no-local-port"
    case noFile = "no-file"
    case noMemory = "no-memory"
    case notPermitted = "not-permitted"
    case noAddress = "no-address"
    /// Sent, and no answer came in the time that the profile gives after the last arrival.
    case unanswered
    /// Due, and no connection took it in the time that the profile gives after the last arrival.
    case unsent
    /// The run cut it off before its time was over, so nobody knows how it would have ended: no failure
    /// of the service.
    case notFinished = "not-finished"
}

extension MissingAnswer {
    package init(_ trouble: LocalTrouble) {
        self =
            switch trouble {
            case .ports: .noPort
            case .files: .noFile
            case .memory: .noMemory
            case .permission: .notPermitted
            case .name: .noAddress
            }
    }

    /// What was missing on the machine of the generator; `nil` when that was not the reason.
    package var local: LocalTrouble? {
        switch self {
        case .noPort: .ports
        case .noFile: .files
        case .noMemory: .memory
        case .notPermitted: .permission
        case .noAddress: .name
        case .timeout, .reset, .closedBeforeAnswer, .truncated, .malformed, .refusedStream,
            .streamReset, .goAwayRefused, .goAway, .tls, .unreachable, .unanswered, .unsent,
            .notFinished:
            nil
        }
    }
}

extension RunOutcome {
    /// Why there is no answer; `nil` when there is one.
    package var missingAnswer: MissingAnswer? { MissingAnswer(rawValue: name) }
}
