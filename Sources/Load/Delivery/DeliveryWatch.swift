import CLinux
package import DeliveryFeed
package import Measure
import Synchronization

/// Watches the deliveries of a run, also after its end, until all have arrived or their time limit
/// has passed.
///
/// Workers hand over sent messages without waiting; one thread reads the sink and joins both.
package final class DeliveryWatch: SentMessageTaker {
    private struct State {
        /// The join of the current run, or of the current step of a search.
        var join: DeliveryJoin?
        /// When the first stage began, on CLOCK_MONOTONIC; `nil` before that is known.
        var base: Int64?
        /// Whether requests that are not awaited are watched for, too.
        var isThorough = false
        var nextLook: Int64 = 0
        var isEnded = false
    }

    private let reader: DeliveryReader
    private let planned: PlannedDelivery
    /// A result with zero counts.
    private let blank: RunDelivery
    private let state = Mutex(State())
    private let inbox = Mutex<[SentMessage]>([])

    /// Nanoseconds between two counts, and those that an interruption leaves.
    private static let second: Int64 = 1_000_000_000

    /// - Parameters:
    ///   - reader: Reads the sink.
    ///   - planned: Identifies deliveries and their recipients.
    ///   - blank: Names the sink and the times wanted; its counts are zero.
    package init(_ reader: DeliveryReader, _ planned: PlannedDelivery, _ blank: RunDelivery) {
        self.reader = reader
        self.planned = planned
        self.blank = blank
    }

    deinit { reader.stop() }

    /// Hears the sink from now on.
    ///
    /// - Returns: Whether it is connected.
    package func start() -> Bool {
        reader.start { [weak self] event in self?.hear(event) }
    }

    /// Joins the messages of a run with deliveries from now on.
    ///
    /// - Parameters:
    ///   - plan: The load to send.
    ///   - base: When the first stage begins, on CLOCK_MONOTONIC.
    package func begin(_ plan: LoadPlan, at base: Int64) {
        var join = planned.join(blank, for: plan)
        inbox.withLock { $0 = [] }
        state.withLock { state in
            if state.isEnded { join.note("the sink was gone before the first stage began") }
            state.join = join
            state.base = base
            state.isThorough = plan.watchesForSurplus
            state.nextLook = 0
        }
    }

    /// Takes messages that workers have sent.
    package func take(_ messages: [SentMessage]) { inbox.withLock { $0 += messages } }

    /// Records why the result is incomplete.
    package func note(_ reason: String) { state.withLock { $0.join?.note(reason) } }

    /// Deliveries of accepted messages that have not come.
    package var outstanding: Int { state.withLock { $0.join?.outstanding ?? 0 } }

    /// Current result; `nil` before the run begins.
    package func snapshot() -> RunDelivery? {
        state.withLock { state in
            guard let base = state.base else { return nil }
            return state.join?.snapshot(at: clinux_monotonic() - base)
        }
    }

    /// Waits until the watch is over.
    ///
    /// - Parameter interruptions: Number of interruptions so far: after one, outstanding deliveries have a second
    ///   left, after two none.
    /// - Returns: The final result; `nil` when no run was begun.
    package func finished(_ interruptions: @Sendable () -> Int) async -> RunDelivery? {
        let began = clinux_monotonic()
        while !isOver(began, interruptions()) {
            guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { break }
        }
        return state.withLock { state in
            settle(&state)
            // Later reports of the sink are not part of the run.
            defer { state.join = nil }
            return state.join?.finished(at: clinux_monotonic() - (state.base ?? 0))
        }
    }

    private func isOver(_ began: Int64, _ interruptions: Int) -> Bool {
        let moment = clinux_monotonic()
        if interruptions > 1 { return true }
        if interruptions > 0, moment - began > Self.second { return true }
        return state.withLock { state in
            settle(&state)
            guard let base = state.base, let join = state.join, !state.isEnded else { return true }
            return join.isOver(
                at: moment - base,
                since: max(join.lastSettled, began - base),
                isThorough: state.isThorough
            )
        }
    }

    private func hear(_ event: DeliveryReader.Event) {
        state.withLock { state in
            if case .ended = event { state.isEnded = true }
            guard let base = state.base, state.join != nil else { return }
            settle(&state)
            let now = clinux_monotonic() - base
            switch event {
            case .records(let records):
                for record in records { state.join?.take(record, at: record.moment - base) }
            case .silence: break
            case .ended:
                let seconds = Double(now / 1_000_000) / 1_000
                state.join?.note("the sink was gone \(seconds) s after the first stage began")
            }
            guard now >= state.nextLook else { return }
            state.nextLook = now + Self.second
            state.join?.advance(to: now)
        }
    }

    /// Joins the messages that workers handed over.
    private func settle(_ state: inout State) {
        var messages: [SentMessage] = []
        inbox.withLock { swap(&messages, &$0) }
        for message in messages { state.join?.settle(message) }
    }
}
