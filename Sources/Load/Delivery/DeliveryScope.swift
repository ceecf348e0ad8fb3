/// Recipients of each message of a run: a function of the number of its arrival.
package struct DeliveryScope: Hashable, Sendable {
    let audience: LoadAudience
    /// Whether each message is for the whole audience.
    let isForEverybody: Bool

    package init(_ audience: LoadAudience, isForEverybody: Bool = false) {
        self.audience = audience
        self.isForEverybody = isForEverybody
    }

    /// Largest number of recipients of a message.
    var mostPerMessage: Int { Int(isForEverybody ? audience.count : audience.perSend) }

    /// Number of messages before the first that is a recipient's second.
    var messagesBeforeSecond: UInt64 { isForEverybody ? 1 : audience.requestCount }

    /// Number of recipients of an arrival's message.
    func count(ofArrival arrival: UInt64) -> Int {
        Int(isForEverybody ? audience.count : audience.recipientCount(ofArrival: arrival))
    }

    /// Index of a recipient among those of a message; `nil` when the message is not for that recipient.
    func position(of recipient: UInt32, inArrival arrival: UInt64) -> Int? {
        let first = isForEverybody ? 0 : audience.firstRecipient(ofArrival: arrival)
        let position = Int64(recipient) - Int64(first)
        return (0..<Int64(count(ofArrival: arrival))).contains(position) ? Int(position) : nil
    }

    /// The recipient at a position of a message.
    func recipient(at position: Int, ofArrival arrival: UInt64) -> UInt64 {
        (isForEverybody ? 0 : audience.firstRecipient(ofArrival: arrival)) + UInt64(position)
    }
}
