/// Reports that were sent but not acknowledged: repeated after a lost message.
package struct ReportQueue: Sendable {
    private var waiting: [(number: UInt64, bytes: [UInt8])] = []
    /// Number of the next report, from one.
    private var next: UInt64 = 1
    /// Number of reports sent since the last acknowledgement.
    private var silence = 0

    package init() {}

    /// Whether everything was acknowledged.
    package var isEmpty: Bool { waiting.isEmpty }

    /// Adds a report that is made with its number.
    ///
    /// - Returns: Messages to send now: the report, preceded by all unacknowledged ones when the oldest has waited
    ///   longer than an acknowledgement takes.
    package mutating func add(_ make: (UInt64) -> [UInt8]) -> [[UInt8]] {
        let bytes = make(next)
        waiting.append((next, bytes))
        next += 1
        silence = waiting.count == 1 ? 0 : silence + 1
        guard silence >= 2 else { return [bytes] }
        silence = 0
        return waiting.map(\.bytes)
    }

    /// Removes reports up to a number, which were received.
    package mutating func acknowledge(_ number: UInt64) {
        let before = waiting.count
        waiting.removeAll { $0.number <= number }
        if waiting.count < before { silence = 0 }
    }
}
