/// Times of deliveries and of their parts; nanoseconds.
package struct DeliveryClocks: Hashable, Sendable {
    /// From the due time of a message to its receipt by the sink: the headline figure.
    package var delivered = Histogram<UInt64>(.total)
    /// From being due to being sent.
    package var sent = Histogram<UInt64>(.total)
    /// From being sent to being accepted.
    package var accepted = Histogram<UInt64>(.total)
    /// From acceptance to delivery, for deliveries after the response.
    package var afterResponse = Histogram<UInt64>(.total)
    /// From delivery to acceptance, for deliveries before the response.
    package var beforeResponse = Histogram<UInt64>(.total)

    package init() {}

    /// Adds the times of another shard of the same run.
    package mutating func merge(_ other: DeliveryClocks) {
        delivered.merge(other.delivered)
        sent.merge(other.sent)
        accepted.merge(other.accepted)
        afterResponse.merge(other.afterResponse)
        beforeResponse.merge(other.beforeResponse)
    }
}
