import Contract
import Synchronization

/// Hands out the numbers of jobs in order and collects what came of them.
final class JobQueue: Sendable {
    private struct State {
        var next = 0
        var hasFailure = false
        var results: [CaseResult?]
    }

    private let state: Mutex<State>

    init(count: Int) {
        state = Mutex(State(results: Array(repeating: nil, count: count)))
    }

    /// The next job; `nil` when all are taken.
    func next() -> Int? {
        state.withLock { state in
            guard state.next < state.results.count else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }

    /// Keeps what came of a job.
    func finish(_ index: Int, _ result: CaseResult) {
        state.withLock { state in
            state.results[index] = result
            if result.verdict == .failed { state.hasFailure = true }
        }
    }

    /// Whether any job has failed so far.
    var hasFailure: Bool { state.withLock(\.hasFailure) }

    /// In the order of the jobs, whatever order they finished in.
    var results: [CaseResult] { state.withLock { $0.results.compactMap(\.self) } }
}
