package import Measure
import Synchronization

/// Leads a run that is a part of a larger one: says when it begins, hears once a second what came of it, and lets
/// it go on.
package protocol RunLead: Sendable {
    /// How long arrivals may go on.
    var lease: RunLease { get }

    /// Called once, when connections are open.
    ///
    /// - Parameter connections: How many.
    /// - Returns: When the first stage begins; `nil` when it does not.
    func start(over connections: Int) async -> RunBeginning?

    /// Called once a second while the run lasts, and at its end.
    func take(_ standing: PartStanding)
}

/// The moment at which the first request may be sent, on two clocks.
package struct RunBeginning: Hashable, Sendable {
    /// On CLOCK_MONOTONIC of this machine, in nanoseconds.
    package let monotonic: Int64
    /// For whoever leads, in nanoseconds since 1970.
    package let wall: Int64

    package init(monotonic: Int64, wall: Int64) {
        self.monotonic = monotonic
        self.wall = wall
    }
}

/// Up to when arrivals may be made, unless somebody lets them go on: one that is cut off ends by itself.
package final class RunLease: Sendable {
    private let limit = Atomic(Int64.max)

    package init() {}

    /// Nanoseconds since the first stage began: what is due from here on is not made.
    package var end: Int64 { limit.load(ordering: .relaxed) }

    /// Lets arrivals go on up to a moment, in nanoseconds since the first stage began.
    package func extend(to moment: Int64) { limit.store(moment, ordering: .relaxed) }
}

/// What a run came to since it was told last.
package struct PartStanding: Sendable {
    /// Its recording has what ended since the last time; all else is of the whole run.
    package let result: LoadResult
    /// Nanoseconds since the first stage began.
    package let elapsed: Int64
    /// Everything that was due before has ended and was told; nanoseconds since the first stage began.
    package let settledBefore: Int64
    /// Arrivals that ended, the warm-up included.
    package let endedCount: UInt64
    package let inFlight: Int
    /// Journeys whose next step is not due yet.
    package let pausedCount: Int
    package let openConnections: Int
    /// What is due and has not ended; empty when no threshold ends the run.
    package let outstanding: [AbortWatch.Outstanding]
}

extension WorkerCore {
    /// Ends the arrivals when nobody lets them go on any more.
    ///
    /// - Parameter now: Nothing due later is sent before this is called again.
    mutating func keepLease(_ now: Int64) {
        // Also when somebody ended them since: a process that stood still hears that before it looks here.
        guard let end = lease?.end, now >= end, phase == .running, arrivals.end > end else {
            return
        }
        arrivals.cut(at: end)
        cut = cut ?? .orphaned
    }
}
