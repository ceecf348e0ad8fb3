import CLinux
package import DeliveryFeed
package import Measure
import Synchronization

/// Watches what a service sends on while a run lasts, and until all of it has come or its time is over.
///
/// Workers hand over what they sent and wait for nobody; one thread hears the sink and joins both.
package final class DeliveryWatch: SentMessageTaker {
    private struct State {
        /// Of the run, or of a step of a search, that lasts.
        var join: DeliveryJoin?
        /// When the first stage began, on CLOCK_MONOTONIC; `nil` before that is known.
        var base: Int64?
        var nextLook: Int64 = 0
        var isEnded = false
    }

    private let reader: DeliveryReader
    private let planned: PlannedDelivery
    /// With nothing counted.
    private let blank: RunDelivery
    private let state = Mutex(State())
    private let inbox = Mutex<[SentMessage]>([])

    /// So long nothing comes any more before it is believed that nothing will.
    private static let quiet: Int64 = 1_000_000_000

    /// - Parameters:
    ///   - reader: What the sink is connected to.
    ///   - planned: What deliveries are known again by.
    ///   - blank: The sink and the times that are asked for, with nothing counted.
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

    /// Joins what a run sends with what comes from now on.
    ///
    /// - Parameters:
    ///   - plan: What is sent.
    ///   - base: When the first stage begins, on CLOCK_MONOTONIC.
    package func begin(_ plan: LoadPlan, at base: Int64) {
        var join = planned.join(blank, for: plan)
        inbox.withLock { $0 = [] }
        state.withLock { state in
            if state.isEnded { join.note("the sink was gone before the first stage began") }
            state.join = join
            state.base = base
            state.nextLook = 0
        }
    }

    /// Takes over what workers have sent.
    package func take(_ messages: [SentMessage]) { inbox.withLock { $0 += messages } }

    /// Notes why not everything can be told.
    package func note(_ reason: String) { state.withLock { $0.join?.note(reason) } }

    /// How many deliveries of accepted messages have not come.
    package var outstanding: Int { state.withLock { $0.join?.outstanding ?? 0 } }

    /// How it stands; `nil` before the run begins.
    package func snapshot() -> RunDelivery? {
        state.withLock { state in
            guard let base = state.base else { return nil }
            return state.join?.snapshot(at: clinux_monotonic() - base)
        }
    }

    /// Waits until everything has come that was accepted, or its time is over.
    ///
    /// - Parameter interruptions: How often the run was asked to end: once gives what is under way a second,
    ///   twice none.
    /// - Returns: What became of everything; `nil` when nothing was begun.
    package func finished(_ interruptions: @Sendable () -> Int) async -> RunDelivery? {
        let began = clinux_monotonic()
        while !isOver(began, interruptions()) {
            guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { break }
        }
        return state.withLock { state in
            settle(&state)
            // What the sink says from here on is no part of the run.
            defer { state.join = nil }
            return state.join?.finished(at: clinux_monotonic() - (state.base ?? 0))
        }
    }

    private func isOver(_ began: Int64, _ interruptions: Int) -> Bool {
        let moment = clinux_monotonic()
        if interruptions > 1 { return true }
        if interruptions > 0, moment - began > Self.quiet { return true }
        return state.withLock { state in
            settle(&state)
            guard let base = state.base, let join = state.join, !state.isEnded else { return true }
            let now = moment - base
            let last = max(join.lastHeard, join.lastSettled, began - base)
            if join.outstanding == 0 { return now - last > Self.quiet }
            return now - max(join.lastSettled, began - base) > join.within + Self.quiet
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
            state.nextLook = now + Self.quiet
            state.join?.advance(to: now)
        }
    }

    /// Joins what workers handed over.
    private func settle(_ state: inout State) {
        var messages: [SentMessage] = []
        inbox.withLock { swap(&messages, &$0) }
        for message in messages { state.join?.settle(message) }
    }
}
