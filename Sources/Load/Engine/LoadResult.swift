package import Base
import LoadModel
package import Measure

/// What a run came to, or how it stands.
package struct LoadResult: Sendable {
    package internal(set) var recording: Recording
    package internal(set) var statistics = WorkerStatistics()
    /// How long answers lay unread, on one plain connection of each worker, in nanoseconds.
    package internal(set) var readingDelay = Histogram<UInt64>(.slice)
    /// What came of the answers that were to be checked against the whole contract.
    package internal(set) var checks = CheckFigures()
    /// The first answers of each worker that were not as declared, one of each kind.
    package internal(set) var failedAnswers: [FailedAnswer] = []
    /// Why the run ended before its schedule; `nil` when it did not.
    package internal(set) var cut: RunCut?
    /// When arrivals ended because of that, in nanoseconds since the first stage began; zero when it never
    /// did.
    package internal(set) var cutAt: Int64?
    /// Processor time of the whole process while the run lasted, in nanoseconds.
    package internal(set) var processTime: Int64 = 0
    /// Processor time of the target's processes meanwhile, in nanoseconds; `nil` when it is not known.
    package internal(set) var targetProcessTime: Int64?
    /// What else went on on the machine meanwhile; `nil` when nobody knows.
    package internal(set) var disturbance: RunDisturbance?
    /// From the beginning of the first stage to the end of the drain, in nanoseconds; zero when it never
    /// began.
    package internal(set) var elapsed: Int64 = 0
    /// When the first stage began, in nanoseconds since 1970.
    package internal(set) var startedAt: Int64 = 0
    /// How far off the kernel thinks that clock may be, in nanoseconds; `nil` when nobody sets it.
    package internal(set) var clockError: Int64?

    /// What became of the deliveries; `nil` when nobody watched them.
    package var delivery: RunDelivery?
    /// What became of the access tokens that the requests said, one for each scheme.
    package internal(set) var tokens: [RunToken] = []

    /// When the last answer came of those that reached everybody once, in nanoseconds since the first stage
    /// began; `nil` when not everybody was reached, or nobody was to be.
    package internal(set) var audienceSentAt: Int64?

    /// What the first arrival ended as that did not end as its send declares; `nil` when all did.
    package internal(set) var firstFailure: String?

    init(_ plan: RecordingPlan) {
        recording = Recording(plan)
    }

    /// What generators on several machines measured together.
    ///
    /// - Parameters:
    ///   - recording: Of all of them, finished.
    ///   - elapsed: From the beginning of the first stage to the end of the longest drain, in nanoseconds.
    ///   - unsentThoughFree: Arrivals that were never sent although a connection was free.
    ///   - busyTime: Of the busiest of them, in nanoseconds.
    ///   - cut: Why it ended before its schedule, and when; `nil` when it did not.
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

    /// The same with how all of them opened their connections.
    package func opening(_ opening: OpeningFigures?) -> LoadResult {
        var result = self
        if let opening { result.statistics.opening = opening }
        return result
    }

    /// What generators on several machines told up to a moment, as if the run had been interrupted then.
    package init(_ recording: Recording, elapsed: Int64, startedAt: Int64) {
        self.recording = recording
        self.elapsed = elapsed
        self.startedAt = startedAt
        (cut, cutAt) = (.interrupted, elapsed)
    }

    /// Takes note of when everybody had been sent to once.
    mutating func notePass(of plan: LoadPlan) {
        guard let wanted = plan.passCount, statistics.passAnswered == wanted, wanted > 0 else {
            return
        }
        audienceSentAt = statistics.passEnd
    }

    /// Counts a journey that no worker could go on with: whoever was to had ended.
    mutating func recordStranded(_ journey: Journey) {
        let outcome = MissingAnswer.notFinished.rawValue
        let cell = recording.cell(.init(send: journey.kind, outcome: outcome, isGood: false))
        recording.recordUnfinished(due: journey.due, cell: cell, wasSent: true)
    }
}

/// Why nothing was sent at all.
package enum LoadStartFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// No connection could be opened; for what of this machine, when it was that.
    case noConnection(String, origin: String, local: LocalTrouble? = nil)
    /// Connections were ready so many nanoseconds after the moment that was asked for.
    case late(by: Int64)
    /// Whoever leads the run did not let it begin.
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
