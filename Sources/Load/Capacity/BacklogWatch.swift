import Synchronization

/// Ends a step, once, when so much has piled up that there is no use in going on.
final class BacklogWatch: Sendable {
    /// Arrivals that may be outstanding; `nil` when nobody can say.
    private let limit: UInt64?
    private let ended = Atomic(false)

    init(limit: UInt64?) { self.limit = limit }

    /// Whether the step was found hopeless.
    var hasEnded: Bool { ended.load(ordering: .relaxed) }

    /// Whether the step has just become hopeless.
    func isHopeless(_ progress: LoadProgress) -> Bool {
        guard let limit, progress.dueCount > progress.settledCount,
            progress.dueCount - progress.settledCount > limit
        else { return false }
        return !ended.exchange(true, ordering: .relaxed)
    }
}
