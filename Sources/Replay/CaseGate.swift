import Synchronization

/// Lets cases run side by side, except those that need the provider for themselves.
///
/// First come, first served: a case that has to be alone waits for those before it, and holds up
/// those behind it.
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

    /// How many cases are inside or wait.
    var population: Int { state.withLock { $0.running + $0.waiting.count } }

    /// Waits until the case may run.
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

    /// Says that a case that entered has ended.
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
