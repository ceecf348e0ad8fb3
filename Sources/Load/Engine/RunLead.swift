package import Measure
import Synchronization

/// Leads a run that is part of a larger one: sets its start, takes a report once a second, and extends its lease.
package protocol RunLead: Sendable {
    /// Limits the arrivals.
    var lease: RunLease { get }

    /// Called once, when connections are open.
    ///
    /// - Parameter connections: Number of open connections.
    /// - Returns: When the first stage begins; `nil` cancels the run.
    func start(over connections: Int) async -> RunBeginning?

    /// Called once a second while the run lasts, and at its end.
    func take(_ standing: PartStanding)
}

/// Moment of the first possible request, on two clocks.
package struct RunBeginning: Hashable, Sendable {
    /// On CLOCK_MONOTONIC of this machine, in nanoseconds.
    package let monotonic: Int64
    /// On the lead's clock, in nanoseconds since 1970.
    package let wall: Int64

    package init(monotonic: Int64, wall: Int64) {
        self.monotonic = monotonic
        self.wall = wall
    }
}

/// Moment up to which arrivals may be made; a part that loses its lead stops there.
package final class RunLease: Sendable {
    private let limit = Atomic(Int64.max)

    package init() {}

    /// Nanoseconds since the first stage began; arrivals due from here on are not made.
    package var end: Int64 { limit.load(ordering: .relaxed) }

    /// Extends the lease to a moment, in nanoseconds since the first stage began.
    package func extend(to moment: Int64) { limit.store(moment, ordering: .relaxed) }
}

/// Report of a part of a run: everything since its last report.
package struct PartStanding: Sendable {
    /// Its recording covers the time since the last report; all else covers the whole run.
    package let result: LoadResult
    /// Nanoseconds since the first stage began.
    package let elapsed: Int64
    /// Everything due before has ended and was reported; nanoseconds since the first stage began.
    package let settledBefore: Int64
    /// Arrivals that ended, the warm-up included.
    package let endedCount: UInt64
    package let inFlight: Int
    /// Journeys whose next step is not due yet.
    package let pausedCount: Int
    package let openConnections: Int
    /// Arrivals that are due and have not ended; empty when no threshold ends the run.
    package let outstanding: [AbortWatch.Outstanding]
}

extension WorkerCore {
    /// Ends the arrivals when the lease has run out.
    ///
    /// - Parameter now: Nothing due later is sent before the next call.
    mutating func keepLease(_ now: Int64) {
        // Applies also after a stop: a process that was suspended receives the stop before it checks its lease.
        guard let end = lease?.end, now >= end, phase == .running, arrivals.end > end else {
            return
        }
        arrivals.cut(at: end)
        cut = cut ?? .orphaned
    }
}
