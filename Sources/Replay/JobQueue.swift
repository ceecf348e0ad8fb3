import Contract
import Synchronization

/// Hands out the numbers of jobs in order and collects their results.
final class JobQueue: Sendable {
    private struct State {
        var next = 0
        var hasFailure = false
        var results: [CaseResult?]
        /// Tasks that wait for a job, by its number.
        var waiting: [Int: [CheckedContinuation<CaseResult, Never>]] = [:]
    }

    private let state: Mutex<State>

    /// The numbers of the jobs in the order in which they are handed out.
    private let order: [Int]

    init(order: [Int]) {
        self.order = order
        state = Mutex(State(results: Array(repeating: nil, count: order.count)))
    }

    /// The next job; `nil` when all are taken.
    func next() -> Int? {
        state.withLock { state in
            guard state.next < state.results.count else { return nil }
            defer { state.next += 1 }
            return order[state.next]
        }
    }

    /// Stores the result of a job.
    func finish(_ index: Int, _ result: CaseResult) {
        let waiting = state.withLock { state in
            state.results[index] = result
            if result.verdict == .failed { state.hasFailure = true }
            return state.waiting.removeValue(forKey: index) ?? []
        }
        for continuation in waiting { continuation.resume(returning: result) }
    }

    /// Waits for the result of a job, which must not itself wait for this one.
    func result(of index: Int) async -> CaseResult {
        await withCheckedContinuation { continuation in
            let known = state.withLock { state in
                if state.results[index] == nil {
                    state.waiting[index, default: []].append(continuation)
                }
                return state.results[index]
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    /// Whether any job has failed so far.
    var hasFailure: Bool { state.withLock(\.hasFailure) }

    /// In the order of the jobs, whatever order they finished in.
    var results: [CaseResult] { state.withLock { $0.results.compactMap(\.self) } }
}
