import Synchronization

/// Number of journeys under way in all pools together, which tells a worker when no journey can reach it any more.
final class JourneyTally: Sendable {
    private let journeys = Atomic(0)
    /// Workers where arrivals may still begin.
    private let sources: Atomic<Int>

    /// - Parameter workers: Number of workers.
    init(workers: Int) { sources = Atomic(workers) }

    /// Whether no journey is under way, and none can begin.
    var isOver: Bool {
        // In this order: a worker counts its last journey before it reports that it begins no more.
        sources.load(ordering: .acquiring) == 0 && journeys.load(ordering: .acquiring) == 0
    }

    func begin() { journeys.add(1, ordering: .relaxed) }

    func end() { journeys.subtract(1, ordering: .releasing) }

    /// Records that a worker begins no more arrivals.
    func endSource() { sources.subtract(1, ordering: .releasing) }
}
