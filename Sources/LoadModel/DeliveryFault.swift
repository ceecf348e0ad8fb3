/// A way in which deliveries come out otherwise than they should; each is counted.
package enum DeliveryFault: String, Hashable, Sendable, CaseIterable {
    /// Accepted by the service, and not delivered by the end.
    case lost
    /// Delivered again after a sink had taken it.
    case twice
    /// Delivered after the time that the profile gives.
    case late
    /// Sent to a recipient that the sink had declared gone before.
    case dead
    /// An older message after a newer one for the same recipient.
    case reordered
    /// Another text than was sent.
    case altered
    /// For no recipient, or with no message, of this run.
    case unexpected
}
