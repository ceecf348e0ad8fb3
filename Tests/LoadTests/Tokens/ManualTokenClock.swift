import Load
import Synchronization

/// A clock that moves only when a test moves it.
final class ManualTokenClock: TokenClock {
    private struct Sleeper {
        let end: Int64
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now: Int64
        var sleepers: [Sleeper] = []
        var isOver = false
        var watcher: CheckedContinuation<Int64, Never>?
    }

    private let state: Mutex<State>

    init(at now: Int64 = 0) {
        state = Mutex(State(now: now))
    }

    var now: Int64 { state.withLock(\.now) }

    func sleep(until moment: Int64) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let watcher = state.withLock { state -> CheckedContinuation<Int64, Never>? in
                    guard moment > state.now, !state.isOver else {
                        continuation.resume()
                        return nil
                    }
                    state.sleepers.append(Sleeper(end: moment, continuation: continuation))
                    defer { state.watcher = nil }
                    return state.watcher
                }
                watcher?.resume(returning: moment)
            }
        } onCancel: {
            let sleepers = state.withLock { state in
                defer { state.sleepers = [] }
                state.isOver = true
                return state.sleepers
            }
            for sleeper in sleepers { sleeper.continuation.resume() }
        }
    }

    /// The moment until which a task sleeps, as soon as one sleeps.
    func nextWaking() async -> Int64 {
        await withCheckedContinuation { continuation in
            let end = state.withLock { state -> Int64? in
                if state.sleepers.isEmpty { state.watcher = continuation }
                return state.sleepers.first?.end
            }
            if let end { continuation.resume(returning: end) }
        }
    }

    /// Moves the clock to `moment` and wakes the tasks that slept until then.
    func go(to moment: Int64) {
        let woken = state.withLock { state in
            state.now = moment
            defer { state.sleepers.removeAll { $0.end <= moment } }
            return state.sleepers.filter { $0.end <= moment }
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }
}
