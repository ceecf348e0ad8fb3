/// A step that waits for requests which a listener of the tool receives.
package struct Reception: Sendable {
    /// The name of the listener.
    package let listener: String
    /// What a request must be like to be meant; all of them hold for it.
    package let conditions: [AssertionTemplate]
    /// How long they may take to come.
    package let within: Duration
    /// How many are to come: zero for none.
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

    /// How long a step waits that does not say so: long for what is to come, which ends the wait,
    /// and a moment for what must not come, which takes all of it.
    private static func patience(for count: Int) -> Duration {
        count == 0 ? .milliseconds(500) : .seconds(10)
    }
}

extension Reception {
    /// The templates that have to be filled in.
    package var templates: [Template] { conditions.flatMap(\.templates) }
}
