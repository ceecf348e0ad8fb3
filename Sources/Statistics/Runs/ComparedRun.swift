/// What of a run matters when it is compared with others.
package struct ComparedRun: Hashable, Sendable {
    /// Something about how a run came about.
    package struct Condition: Hashable, Sendable {
        /// `CPU model`.
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The file, or the number in a history, for messages.
    package let name: String
    /// Nanoseconds since 1970, UTC.
    package let startedAt: Int64
    /// What must be equal for a comparison to mean anything; the same names in the same order in each run.
    package let conditions: [Condition]
    /// What is only told when it differs.
    package let circumstances: [Condition]
    /// Why the figures cannot be relied on; `nil` when they can.
    package let invalidity: String?
    /// Infinite for a percentile that failed; a figure that could not be had is not there.
    package let figures: [RunFigure: Double]

    package init(
        name: String,
        startedAt: Int64,
        conditions: [Condition],
        circumstances: [Condition] = [],
        invalidity: String? = nil,
        figures: [RunFigure: Double]
    ) {
        self.name = name
        self.startedAt = startedAt
        self.conditions = conditions
        self.circumstances = circumstances
        self.invalidity = invalidity
        self.figures = figures
    }

    /// The conditions as one text: runs with different ones are not compared.
    package var likeness: String {
        conditions.map { "\($0.name): \($0.value)" }.joined(separator: "; ")
    }
}
