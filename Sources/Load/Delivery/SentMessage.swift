/// Takes over what workers have sent, to look for it behind the service.
package protocol SentMessageTaker: Sendable {
    /// Called by workers, which wait for it.
    func take(_ messages: [SentMessage])
}

/// What became of a message on its way to the service.
///
/// Moments are nanoseconds since the first stage began.
package struct SentMessage: Hashable, Sendable {
    /// The number of the arrival.
    package let arrival: UInt64
    package let due: Int64
    package let sent: Int64
    /// When the service had accepted or refused it.
    package let settled: Int64
    /// Whether the answer is the good one of its send.
    package let isAccepted: Bool

    package init(arrival: UInt64, due: Int64, sent: Int64, settled: Int64, isAccepted: Bool) {
        self.arrival = arrival
        self.due = due
        self.sent = sent
        self.settled = settled
        self.isAccepted = isAccepted
    }
}
