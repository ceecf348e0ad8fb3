import Synchronization

/// A request to end a run early; can be set from any thread.
package final class Interruption: Sendable {
    private let flag = Atomic(false)

    package init() {}

    /// Whether the run should end.
    package var isRequested: Bool { flag.load(ordering: .acquiring) }

    /// Ends the run after the requests in progress.
    package func request() { flag.store(true, ordering: .releasing) }
}
