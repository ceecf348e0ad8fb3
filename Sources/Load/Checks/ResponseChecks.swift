import Base
package import Contract
import Dispatch
import Measure
package import Profile
import Synchronization

/// Checks a sample of the responses of a run against the whole contract, off the workers' queues.
///
/// Responses wait in a bounded queue and are checked while time allows; skipped ones are counted by reason.
package final class ResponseChecks: Sendable {
    /// Bounds of the queue: entries, bytes, and time to finish.
    struct Limits: Hashable, Sendable {
        var responses = 256
        var bytes = 16 << 20
        /// Time for checks after the last response.
        var patience = Duration.seconds(5)
    }

    private struct State {
        /// Responses that wait or are being checked.
        var waiting = 0
        var waitingBytes = 0
        /// Whether checking has ended.
        var isOver = false
        var figures = CheckFigures()
        /// Resumed when checking has ended.
        var listener: CheckedContinuation<CheckFigures, Never>?
    }

    private let judge: SendJudge
    /// For each send, the N of "check one response in N"; zero checks none.
    private let every: [UInt64]
    private let seed: UInt64
    private let limits: Limits
    private let queue: DispatchQueue
    /// Ends the judging, however long it takes.
    private let clock = DispatchQueue(label: "assay.load.checks.clock")
    private let state = Mutex(State())

    /// Slots above this one belong to the choice of arrivals and to their gaps.
    private static let slot = UInt64.max - 2

    /// - Parameters:
    ///   - profile: Its sends define which responses are checked.
    ///   - origins: Server of each send.
    ///   - evaluator: Defines the names of the contract.
    ///   - seed: Determines which responses are checked.
    package convenience init(
        _ profile: LoadProfile,
        origins: [String],
        evaluator: Evaluator,
        seed: UInt64
    ) {
        self.init(
            SendJudge(profile, origins: origins, evaluator: evaluator, seed: seed),
            every: profile.sends.map { UInt64($0.checkEvery ?? 0) },
            seed: seed,
            queue: DispatchQueue(label: "assay.load.checks", qos: .utility)
        )
    }

    init(
        _ judge: SendJudge,
        every: [UInt64],
        seed: UInt64,
        limits: Limits = Limits(),
        queue: DispatchQueue
    ) {
        self.judge = judge
        self.every = every
        self.seed = seed
        self.limits = limits
        self.queue = queue
    }

    /// Whether responses to a send are checked.
    func concerns(_ send: Int) -> Bool { every[send] > 0 }

    /// Whether the response to an arrival is checked: drawn at random, so that the checks spread over all shards.
    func takes(_ arrival: UInt64, ofSend send: Int) -> Bool {
        guard every[send] > 1 else { return every[send] == 1 }
        var random = RandomSource(seed: seed, index: arrival, slot: Self.slot)
        return random.next() % every[send] == 0
    }

    /// Queues a response for a check.
    func submit(_ response: CheckedResponse) {
        let size = response.byteCount
        let isTaken = state.withLock { state in
            let hasRoom =
                state.waiting < limits.responses && state.waitingBytes + size <= limits.bytes
            let reason: SkipReason? =
                !response.isWhole ? .size : state.isOver ? .time : hasRoom ? nil : .room
            if let reason {
                state.figures.skip(for: reason)
                return false
            }
            state.waiting += 1
            state.waitingBytes += size
            return true
        }
        guard isTaken else { return }
        queue.async { self.perform(response, size) }
    }

    private func perform(_ response: CheckedResponse, _ size: Int) {
        guard state.withLock({ !$0.isOver }) else { return }
        let finding = judge.finding(of: response)
        tell { state in
            // A check that took too long has been counted as skipped already.
            guard !state.isOver else { return }
            state.waiting -= 1
            state.waitingBytes -= size
            state.figures.add(finding, of: response)
        }
    }

    /// The results, once all waiting responses are checked or the time for it is over.
    ///
    /// Called once, after the last response.
    func figures() async -> CheckFigures {
        end(after: limits.patience)
        return await withCheckedContinuation { continuation in
            tell { $0.listener = continuation }
        }
    }

    /// Stops checking after a delay; responses not checked by then are skipped.
    func end(after delay: Duration) {
        clock.asyncAfter(deadline: .now() + delay / .seconds(1)) { self.end() }
    }

    /// Stops checking now, without waiting for the current check.
    func end() {
        tell { state in
            guard !state.isOver else { return }
            state.isOver = true
            state.figures.skip(state.waiting, for: .time)
            state.waiting = 0
        }
    }

    /// Changes the state, and resumes the listener when checking has ended.
    private func tell(_ change: (inout State) -> Void) {
        let (listener, figures) = state.withLock { state in
            change(&state)
            let listener = state.waiting == 0 ? state.listener : nil
            if listener != nil { state.listener = nil }
            return (listener, state.figures)
        }
        listener?.resume(returning: figures)
    }
}
