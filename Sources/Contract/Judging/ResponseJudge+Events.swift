package import HTTP

extension ResponseJudge {
    /// How much of an event stream is read: as in the step, else as in the operation's success;
    /// `nil` where none is expected.
    package func eventStreamLimit(of expected: ExpectedOutcome) -> EventStreamLimit? {
        if let own = expected.expectation?.events { return own }
        let responses = expected.operation.flatMap { index.operations[$0] }?.responses ?? []
        return responses.lazy.compactMap(\.expectation.events).first
    }
}
