import Synchronization

/// Says that a run is to end early; may be set from any thread.
package final class Interruption: Sendable {
    private let flag = Atomic(false)

    package init() {}

    /// Whether the run is to end.
    package var isRequested: Bool { flag.load(ordering: .acquiring) }

    /// Ends the run after the requests that are under way.
    package func request() { flag.store(true, ordering: .releasing) }
}
