/// Receives sent messages, to find their deliveries behind the service.
package protocol SentMessageTaker: Sendable {
    /// Called by workers, which wait until it returns.
    func take(_ messages: [SentMessage])
}

/// Outcome of a message on its way to the service.
///
/// Moments are nanoseconds since the first stage began.
package struct SentMessage: Hashable, Sendable {
    /// The number of the arrival.
    package let arrival: UInt64
    package let due: Int64
    package let sent: Int64
    /// When the service had accepted or rejected it.
    package let settled: Int64
    /// Whether the response is the expected one of its send.
    package let isAccepted: Bool

    package init(arrival: UInt64, due: Int64, sent: Int64, settled: Int64, isAccepted: Bool) {
        self.arrival = arrival
        self.due = due
        self.sent = sent
        self.settled = settled
        self.isAccepted = isAccepted
    }
}
