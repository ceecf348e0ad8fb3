import CLinux
import Contract
import Dispatch
import HTTP
import LoadModel
import Measure
import Synchronization
import Transport

/// A part of the connections with a queue of its own, which they never leave.
///
/// `@unchecked Sendable`: everything but `queue` is used only on `queue`, and in `init` and
/// `deinit`, when there are no other references to it.
final class Worker: @unchecked Sendable {
    private let queue: DispatchQueue
    private let opener: ConnectionOpener
    let share: WorkerShare
    /// Takes a journey that goes on in another pool; set before the first connection.
    var handOver: (@Sendable (Journey) -> Void)?
    /// Owned; see `WorkerCore` for why it is a pointer.
    private let core: UnsafeMutablePointer<WorkerCore>
    private var connected: (@Sendable () -> Void)?
    private var finished: (@Sendable (WorkerEnd) -> Void)?
    /// Whether a turn is on its way that counts what was not sent.
    private var isClosing = false
    /// How much is to be done on the queue for others.
    private let callCount = Atomic(0)
    private let waker: Waker

    /// In nanoseconds.
    private static let longestStay: Int64 = 10_000_000

    init(
        _ plan: LoadPlan,
        share: WorkerShare,
        opener: ConnectionOpener,
        tally: JourneyTally?
    ) throws(SystemFailure) {
        let scheme = opener.origin.isTLSOrigin ? "https" : "http"
        let poller = try Poller(isEdgeTriggered: plan.parts[share.part].shape.streams == nil)
        core = .allocate(capacity: 1)
        core.initialize(
            to: WorkerCore(plan, share: share, scheme: scheme, poller: poller, tally: tally)
        )
        waker = core.pointee.poller.waker
        core.pointee.isAskingName = { [opener] in opener.isAskingName }
        queue = DispatchQueue(label: "assay.load.worker", qos: .userInteractive)
        self.opener = opener
        self.share = share
    }

    deinit {
        core.deinitialize(count: 1)
        core.deallocate()
    }

    /// Opens all connections; `connected` is called once each was tried.
    func connect(then connected: @escaping @Sendable () -> Void) {
        perform {
            // The run may have been stopped before this turn.
            if case .ended = self.core.pointee.phase { return connected() }
            self.connected = connected
            self.core.pointee.supply.requestFirst()
            while let index = self.core.pointee.supply.takeWanted() { self.open(index) }
            self.stay()
        }
    }

    /// Begins, with the first stage at `base` on CLOCK_MONOTONIC; `finished` is called at the end.
    func start(
        base: Int64,
        then finished: @escaping @Sendable (WorkerEnd) -> Void
    ) {
        perform {
            self.finished = finished
            self.core.pointee.start(base: base)
            self.turn()
        }
    }

    /// Ends the arrivals; what is under way may end.
    func stop(_ reason: RunCut, drain: Int64) {
        perform {
            self.core.pointee.stop(reason, drain: drain)
            self.turn()
        }
    }

    /// Ends at once.
    func end() {
        perform {
            self.core.pointee.end()
            self.turn()
        }
    }

    /// Goes on with a journey that began elsewhere.
    func take(_ journey: Journey) {
        perform {
            self.core.pointee.accept(journey)
            self.turn()
        }
    }

    /// Where a host is named in messages.
    var origin: String { opener.origin }

    /// Hands over how things stand, on the queue.
    func observe(_ take: @escaping @Sendable (borrowing WorkerCore) -> Void) {
        change { take($0) }
    }

    /// Hands over how things stand, on the queue, by something that changes it.
    func change(_ take: @escaping @Sendable (inout WorkerCore) -> Void) {
        perform {
            self.core.pointee.log.count()
            take(&self.core.pointee)
        }
    }

    /// Does something for others on the queue, which stops waiting for events.
    private func perform(_ work: @escaping @Sendable () -> Void) {
        if callCount.add(1, ordering: .relaxed).oldValue == 0 { waker.wake() }
        queue.async {
            self.callCount.subtract(1, ordering: .relaxed)
            work()
        }
    }

    /// Takes turns for a while, waits for events in between, and goes on behind what else is on the queue.
    ///
    /// A source of Dispatch would watch the set of events within a set of its own, and wake up for each of them.
    private func stay() {
        takeTurn()
        clinux_wake_precisely()
        let start = clinux_monotonic()
        var elapsed: Int64 = 0
        while isWaiting, elapsed < Self.longestStay, callCount.load(ordering: .relaxed) == 0 {
            if core.pointee.mayRest {
                clinux_sleep_until(core.pointee.clock.alarm)
                takeTurn(ready: core.pointee.poller.poll())
            } else {
                core.pointee.setTimer()
                let patience = Int32((Self.longestStay - elapsed + 999_999) / 1_000_000)
                clinux_sleep(core.pointee.gatheringTime)
                takeTurn(ready: core.pointee.poller.poll(patience: patience))
            }
            elapsed = clinux_monotonic() - start
        }
        core.pointee.setTimer()
        if isWaiting { queue.async { self.stay() } }
    }

    /// Whether events still matter.
    private var isWaiting: Bool {
        switch core.pointee.phase {
        case .connecting, .running: true
        case .closing, .ended: false
        }
    }

    /// Does what can be done now; the timer or an event brings the next turn.
    private func turn() {
        takeTurn()
        core.pointee.setTimer()
    }

    private func takeTurn(ready: Int? = nil) {
        dispatchPrecondition(condition: .onQueue(queue))
        core.pointee.turn(ready: ready)
        for journey in core.pointee.journeys.takeOutbox() { handOver?(journey) }
        while let index = core.pointee.supply.takeWanted() { reopen(index) }
        hear()
        switch core.pointee.phase {
        case .connecting, .running: return
        case .closing: return close()
        case .ended: break
        }
        connected?()
        connected = nil
        let finished = finished
        self.finished = nil
        core.pointee.log.count()
        finished?(WorkerEnd(core.pointee))
    }

    /// Takes turns until all is counted; in between others have the queue.
    private func close() {
        guard !isClosing else { return }
        isClosing = true
        queue.async {
            self.isClosing = false
            self.turn()
        }
    }

    /// Opens a connection at once, or after a while when the last ones carried nothing.
    private func reopen(_ index: Int) {
        let delay = core.pointee.supply.reconnects.delay
        guard delay > 0 else { return open(index) }
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(delay))) { [weak self] in
            self?.open(index)
        }
    }

    private func open(_ index: Int) {
        dispatchPrecondition(condition: .onQueue(queue))
        if core.pointee.isOver { return }
        opener.open { result in
            self.perform { self.take(result, for: index) }
        }
    }

    private func take(_ result: Result<OpenedConnection, TransportFailure>, for index: Int) {
        let isStarting = !core.pointee.supply.hasTriedAll
        switch result {
        case .success(let connection):
            if core.pointee.isOver {
                connection.close()
            } else {
                core.pointee.opened(connection, for: index)
            }
        case .failure(let failure):
            core.pointee.refused(failure.description, local: failure.local, for: index)
        }
        hear()
        // Before the start the run decides whether to continue; until then a turn only enforces
        // the time limits of handshakes.
        if !isStarting || core.pointee.supply.handshakes > 0 { turn() }
    }

    /// Tells once each place was tried.
    private func hear() {
        guard core.pointee.supply.hasTriedAll else { return }
        connected?()
        connected = nil
    }
}

/// What a worker came to.
struct WorkerEnd: Sendable {
    let recording: Recording
    let statistics: WorkerStatistics
    let readingDelay: Histogram<UInt64>
    let failedResponses: [FailedResponse]
    /// Why it ended before its schedule, and when its arrivals ended, zero being the earliest; `nil` when
    /// it did not.
    let cut: (reason: RunCut, at: Int64)?

    init(_ core: borrowing WorkerCore) {
        // In a run with a coordinator, reports carry all records, also after the end of the run.
        recording = core.lease == nil ? core.log.recording : Recording(core.log.recording.plan)
        statistics = core.totals(at: core.currentTime)
        readingDelay = core.log.readingDelay
        failedResponses = core.log.failedResponses.all
        cut = core.cut.map { ($0, max(core.arrivals.end, 0)) }
    }
}
