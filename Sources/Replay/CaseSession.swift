import Contract
import Synchronization

/// What the steps of one run of a case share: its clients, and what goes on in the background.
final class CaseSession: Sendable {
    /// What a step did, before it is judged.
    enum Performed: Sendable {
        case request(ExchangeRecord)
        case call(CallOutcome)
        case impossible(TemplateError)
    }

    private let clients: [String: ClientInstance]
    private let tasks = Mutex<[String: Task<Performed, Never>]>([:])

    init(clients: [ClientInstance] = []) {
        self.clients = Dictionary(clients.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Copies of the clients as they are now, which share nothing with them.
    var copies: [ClientInstance] {
        clients.values.map { ClientInstance(name: $0.name, state: $0.state) }
    }

    /// The client of a name; a new one without any state where the case has none.
    func client(_ name: String) -> ClientInstance? { clients[name] }

    /// Begins something that goes on while later steps run; returns once its first request is on its
    /// way, or once it has ended without one.
    func start(
        _ name: String,
        _ work: @escaping @Sendable (_ isUnderWay: OneTimeSignal) async -> Performed
    ) async {
        let signal = OneTimeSignal()
        let task = Task {
            defer { signal.fire() }
            return await work(signal)
        }
        tasks.withLock { $0[name] = task }
        await signal.wait()
    }

    /// Waits for what was begun under a name; `nil` when nothing was.
    func join(_ name: String) async -> Performed? {
        await tasks.withLock { $0.removeValue(forKey: name) }?.value
    }

    /// Waits for everything that nobody has waited for.
    func finish() async {
        for task in tasks.withLock({ tasks in Array(tasks.values) }) { _ = await task.value }
    }
}

/// Tells one waiting task, once, that something has happened.
final class OneTimeSignal: Sendable {
    private struct State {
        var hasFired = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Says that it has happened; later calls change nothing.
    func fire() {
        let waiting = state.withLock { state in
            state.hasFired = true
            return state.waiting.take()
        }
        waiting?.resume()
    }

    /// Waits until it has happened.
    func wait() async {
        await withCheckedContinuation { continuation in
            let hasFired = state.withLock { state in
                if !state.hasFired { state.waiting = continuation }
                return state.hasFired
            }
            if hasFired { continuation.resume() }
        }
    }
}
