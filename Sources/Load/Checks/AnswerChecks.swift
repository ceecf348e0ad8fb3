import Base
package import Contract
import Dispatch
import Measure
package import Profile
import Synchronization

/// Holds some of the answers of a run against the whole contract, beside the workers.
///
/// Answers wait in a queue that does not grow beyond its limits; what is not judged is counted with the reason.
package final class AnswerChecks: Sendable {
    /// How much may wait.
    struct Limits: Hashable, Sendable {
        var answers = 256
        var bytes = 16 << 20
    }

    private struct State {
        var waiting = 0
        var waitingBytes = 0
        var figures = CheckFigures()
    }

    private let judge: SendJudge
    /// For each send: of so many answers one is checked; zero of none.
    private let every: [UInt64]
    private let seed: UInt64
    private let limits: Limits
    private let queue: DispatchQueue
    private let state = Mutex(State())

    /// Below it lie the slots of the choice of sends and of gaps.
    private static let slot = UInt64.max - 2

    /// - Parameters:
    ///   - profile: Whose sends are checked as they say.
    ///   - origin: Of the server they go to.
    ///   - evaluator: Defines the names of the contract.
    ///   - seed: What decides which answers are checked.
    package convenience init(
        _ profile: LoadProfile,
        origin: String,
        evaluator: Evaluator,
        seed: UInt64
    ) {
        self.init(
            SendJudge(profile, origin: origin, evaluator: evaluator, seed: seed),
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

    /// Whether any answer to a send is checked.
    func concerns(_ send: Int) -> Bool { every[send] > 0 }

    /// Whether the answer to an arrival is checked: drawn, so that no shard has them all.
    func takes(_ arrival: UInt64, ofSend send: Int) -> Bool {
        guard every[send] > 1 else { return every[send] == 1 }
        var random = RandomSource(seed: seed, index: arrival, slot: Self.slot)
        return random.next() % every[send] == 0
    }

    /// Judges an answer when its turn comes.
    func submit(_ answer: CheckedAnswer) {
        let size = answer.byteCount
        let isTaken = state.withLock { state in
            let hasRoom =
                state.waiting < limits.answers && state.waitingBytes + size <= limits.bytes
            if let reason: SkipReason = !answer.isWhole ? .size : hasRoom ? nil : .room {
                state.figures.skip(for: reason)
                return false
            }
            state.waiting += 1
            state.waitingBytes += size
            return true
        }
        guard isTaken else { return }
        queue.async {
            let differences = self.judge.differences(of: answer)
            self.state.withLock { state in
                state.waiting -= 1
                state.waitingBytes -= size
                state.figures.add(differences, of: answer)
            }
        }
    }

    /// What came of them, once all that wait were judged.
    package func figures() async -> CheckFigures {
        await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(returning: self.state.withLock(\.figures))
            }
        }
    }
}
