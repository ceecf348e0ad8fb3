/// A step that waits for requests to a listener of the tool.
package struct Reception: Sendable {
    /// The name of the listener.
    package let listener: String
    /// The conditions of a request that counts; all must pass.
    package let conditions: [AssertionTemplate]
    /// The time limit for their arrival.
    package let within: Duration
    /// The number of expected requests: zero for none.
    package let count: Int

    package init(
        listener: String,
        conditions: [AssertionTemplate] = [],
        within: Duration? = nil,
        count: Int = 1
    ) {
        self.listener = listener
        self.conditions = conditions
        self.count = count
        self.within = within ?? Self.patience(for: count)
    }

    /// The default time limit of a wait: long for expected requests, which end the wait, and short
    /// for none, which takes all of it.
    private static func patience(for count: Int) -> Duration {
        count == 0 ? .milliseconds(500) : .seconds(10)
    }
}

extension Reception {
    /// The templates to evaluate.
    package var templates: [Template] { conditions.flatMap(\.templates) }
}
