/// Faults of deliveries; each is counted.
package enum DeliveryFault: String, Hashable, Sendable, CaseIterable {
    /// Accepted by the service, and not delivered by the end of the watch.
    case lost
    /// Like `lost`, but reports of the sink are missing, so it may have been delivered.
    case unseen = "notSeen"
    /// Delivered again after a sink had accepted it.
    case twice
    /// Delivered after the time limit of the profile.
    case late
    /// Sent to a recipient that the sink had declared gone before.
    case dead
    /// An older message after a newer one for the same recipient.
    case reordered
    /// With another text than the one that was sent.
    case altered
    /// For no recipient, or with no message, of this run.
    case unexpected

    /// Those that a threshold can limit: deliveries that were not seen may have arrived.
    package static let limited = allCases.filter { $0 != .unseen }
}
