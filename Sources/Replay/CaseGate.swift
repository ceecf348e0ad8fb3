import Synchronization

/// Lets cases run in parallel, except those that need the provider exclusively.
///
/// First come, first served: an exclusive case waits for those before it, and delays those after
/// it.
final class CaseGate: Sendable {
    private struct Waiting {
        let isExclusive: Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var running = 0
        var isExclusive = false
        var waiting: [Waiting] = []

        func admits(exclusive: Bool) -> Bool {
            exclusive ? running == 0 : !isExclusive
        }

        mutating func admit(exclusive: Bool) {
            running += 1
            isExclusive = exclusive
        }
    }

    private let state = Mutex(State())

    /// The number of cases that run or wait.
    var population: Int { state.withLock { $0.running + $0.waiting.count } }

    /// Waits until the case can run.
    func enter(exclusive: Bool) async {
        await withCheckedContinuation { continuation in
            let isAdmitted = state.withLock { state in
                guard state.waiting.isEmpty, state.admits(exclusive: exclusive) else {
                    state.waiting.append(
                        Waiting(isExclusive: exclusive, continuation: continuation)
                    )
                    return false
                }
                state.admit(exclusive: exclusive)
                return true
            }
            if isAdmitted { continuation.resume() }
        }
    }

    /// Reports that a case that entered has ended.
    func leave() {
        let admitted = state.withLock { state in
            state.running -= 1
            if state.running == 0 { state.isExclusive = false }
            var admitted: [Waiting] = []
            while let next = state.waiting.first, state.admits(exclusive: next.isExclusive) {
                state.waiting.removeFirst()
                state.admit(exclusive: next.isExclusive)
                admitted.append(next)
            }
            return admitted
        }
        for waiting in admitted { waiting.continuation.resume() }
    }
}
