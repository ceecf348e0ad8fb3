/// For whom each message of a run is: a function of the number of its arrival.
package struct DeliveryScope: Hashable, Sendable {
    let audience: LoadAudience
    /// Whether each message is for the whole audience.
    let isForEverybody: Bool

    package init(_ audience: LoadAudience, isForEverybody: Bool = false) {
        self.audience = audience
        self.isForEverybody = isForEverybody
    }

    /// How many recipients a message has at most.
    var mostPerMessage: Int { Int(isForEverybody ? audience.count : audience.perSend) }

    /// How many messages come before the first that is the second for somebody.
    var messagesBeforeSecond: UInt64 { isForEverybody ? 1 : audience.requestCount }

    /// How many recipients the message of an arrival has.
    func count(ofArrival arrival: UInt64) -> Int {
        Int(isForEverybody ? audience.count : audience.recipientCount(ofArrival: arrival))
    }

    /// Where a recipient stands among those of a message; `nil` when it is not for him.
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
