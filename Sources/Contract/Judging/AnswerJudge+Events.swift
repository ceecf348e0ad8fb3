package import HTTP

extension AnswerJudge {
    /// How much is read of an event stream: what the step says, else what the operation says of its
    /// success; `nil` where none is expected.
    package func eventStreamLimit(of expected: ExpectedOutcome) -> EventStreamLimit? {
        if let own = expected.expectation?.events { return own }
        let responses = expected.operation.flatMap { index.operations[$0] }?.responses ?? []
        return responses.lazy.compactMap(\.expectation.events).first
    }
}
