import Synchronization

/// How many journeys are under way in all pools together: a worker is done when no journey can come to it
/// any more.
final class JourneyTally: Sendable {
    private let journeys = Atomic(0)
    /// Workers where arrivals may still begin.
    private let sources: Atomic<Int>

    /// - Parameter workers: How many there are.
    init(workers: Int) { sources = Atomic(workers) }

    /// Whether nothing is under way, and nothing begins any more.
    var isOver: Bool {
        // In this order: who begins a journey counts it before it says that it was the last.
        sources.load(ordering: .acquiring) == 0 && journeys.load(ordering: .acquiring) == 0
    }

    func begin() { journeys.add(1, ordering: .relaxed) }

    func end() { journeys.subtract(1, ordering: .releasing) }

    /// A worker begins no more.
    func endSource() { sources.subtract(1, ordering: .releasing) }
}
