/// How long deliveries took, and where the time went; nanoseconds.
package struct DeliveryClocks: Hashable, Sendable {
    /// From the moment a message was due to the moment the sink took it: the headline.
    package var delivered = Histogram<UInt64>(.total)
    /// From being due to being sent.
    package var sent = Histogram<UInt64>(.total)
    /// From being sent to being accepted.
    package var accepted = Histogram<UInt64>(.total)
    /// From being accepted to being delivered, of those that came after.
    package var afterAnswer = Histogram<UInt64>(.total)
    /// From being delivered to being accepted, of those that came before the answer.
    package var beforeAnswer = Histogram<UInt64>(.total)

    package init() {}

    /// Adds what another shard of the same run recorded.
    package mutating func merge(_ other: DeliveryClocks) {
        delivered.merge(other.delivered)
        sent.merge(other.sent)
        accepted.merge(other.accepted)
        afterAnswer.merge(other.afterAnswer)
        beforeAnswer.merge(other.beforeAnswer)
    }
}
