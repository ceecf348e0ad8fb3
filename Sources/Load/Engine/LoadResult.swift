package import Base
import LoadModel
package import Measure

/// Result of a run, final or so far.
package struct LoadResult: Sendable {
    package internal(set) var recording: Recording
    package internal(set) var statistics = WorkerStatistics()
    /// How long responses lay unread, on one plain connection of each worker, in nanoseconds.
    package internal(set) var readingDelay = Histogram<UInt64>(.slice)
    /// Results of checking responses against the whole contract.
    package internal(set) var checks = CheckFigures()
    /// Examples of undeclared responses, one of each kind from each worker.
    package internal(set) var failedResponses: [FailedResponse] = []
    /// Why the run ended before its schedule; `nil` for a complete run.
    package internal(set) var cut: RunCut?
    /// When arrivals ended because of `cut`, in nanoseconds since the first stage began; zero when it never began.
    package internal(set) var cutAt: Int64?
    /// Processor time of the whole process while the run lasted, in nanoseconds.
    package internal(set) var processTime: Int64 = 0
    /// Processor time of the target's processes meanwhile, in nanoseconds; `nil` when it was not measured.
    package internal(set) var targetProcessTime: Int64?
    /// Other activity on the machine during the run; `nil` when it was not measured.
    package internal(set) var disturbance: RunDisturbance?
    /// From the beginning of the first stage to the end of the drain, in nanoseconds; zero when the stage never
    /// began.
    package internal(set) var elapsed: Int64 = 0
    /// When the first stage began, in nanoseconds since 1970.
    package internal(set) var startedAt: Int64 = 0
    /// The kernel's estimate of the error of that clock, in nanoseconds; `nil` when the clock is not synchronized.
    package internal(set) var clockError: Int64?

    /// Results of the deliveries; `nil` when they were not watched.
    package var delivery: RunDelivery?
    /// Results of the access tokens in use, one for each scheme.
    package internal(set) var tokens: [RunToken] = []

    /// When the last response of the first pass over the audience came, in nanoseconds since the first stage began;
    /// `nil` when the pass is incomplete, or was not wanted.
    package internal(set) var audienceSentAt: Int64?

    /// Outcome of the first arrival that failed; `nil` when none did.
    package internal(set) var firstFailure: String?

    init(_ plan: RecordingPlan) {
        recording = Recording(plan)
    }

    /// Combines the measurements of generators on several machines.
    ///
    /// - Parameters:
    ///   - recording: Their merged recording, finished.
    ///   - elapsed: From the beginning of the first stage to the end of the longest drain, in nanoseconds.
    ///   - unsentThoughFree: Arrivals not sent although a connection was free.
    ///   - busyTime: Time of the busiest generator, in nanoseconds.
    ///   - cut: Why and when it ended before its schedule; `nil` for a complete run.
    package init(
        _ recording: Recording,
        elapsed: Int64,
        unsentThoughFree: UInt64,
        busyTime: Int64,
        cut: (reason: RunCut, at: Int64?)?
    ) {
        self.recording = recording
        self.elapsed = elapsed
        (self.cut, cutAt) = (cut?.reason, cut?.at)
        statistics.unsentThoughFree = unsentThoughFree
        statistics.busyTime = busyTime
    }

    /// The same result with figures about opening connections.
    package func opening(_ opening: OpeningFigures?) -> LoadResult {
        var result = self
        if let opening { result.statistics.opening = opening }
        return result
    }

    /// Combines reports of generators on several machines up to a moment, as if the run had been interrupted then.
    package init(_ recording: Recording, elapsed: Int64, startedAt: Int64) {
        self.recording = recording
        self.elapsed = elapsed
        self.startedAt = startedAt
        (cut, cutAt) = (.interrupted, elapsed)
    }

    /// Records when each recipient had been sent to once.
    mutating func notePass(of plan: LoadPlan) {
        guard let wanted = plan.passCount, statistics.passAnswered == wanted, wanted > 0 else {
            return
        }
        audienceSentAt = statistics.passEnd
    }

    /// Counts a journey without a worker to continue it, as that worker had ended.
    mutating func recordStranded(_ journey: Journey) {
        let outcome = MissingResponse.notFinished.rawValue
        let cell = recording.cell(.init(send: journey.kind, outcome: outcome, isGood: false))
        recording.recordUnfinished(due: journey.due, cell: cell, wasSent: true)
    }
}

/// Why a run sent no request.
package enum LoadStartFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// No connection could be opened; `local` says which resource of this machine was missing, if any.
    case noConnection(String, origin: String, local: LocalTrouble? = nil)
    /// Connections were ready this many nanoseconds after the requested start.
    case late(by: Int64)
    /// The lead of the run did not let it begin.
    case notWanted

    package var description: String {
        switch self {
        case .noConnection(let detail, let origin, let local):
            "\(origin): no connection: \(detail)" + (local.map { "; \($0.advice)" } ?? "")
        case .late(let nanoseconds):
            "the run was to start \(NanosecondText.short(nanoseconds)) before everything was ready; "
                + "expected a later moment"
        case .notWanted: "the run was not begun"
        }
    }
}
