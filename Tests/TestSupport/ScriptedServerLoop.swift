import Dispatch
import Glibc
import Platform
import Synchronization

/// The threads of a `ScriptedServer`, and the state that they share.
final class ScriptedServerLoop: Sendable {
    typealias Action = ScriptedServer.Action
    typealias Received = ScriptedServer.Received

    private struct State {
        var isStopped = false
        var connectionCount = 0
        /// Open connections, by descriptor.
        var connections: Set<Int32> = []
        var received: [Received] = []
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let listener: Int32
    private let scripts: [[Action]]
    private let state = Mutex(State())
    /// Counts the threads, which are not Dispatch threads.
    private let threads = DispatchGroup()

    init(listener: Int32, scripts: [[Action]]) {
        self.listener = listener
        self.scripts = scripts
    }

    var received: [Received] { state.withLock { $0.received } }
    var connectionCount: Int { state.withLock { $0.connectionCount } }

    func start() {
        startThread { self.acceptAll() }
    }

    private func startThread(_ body: @escaping @Sendable () -> Void) {
        threads.enter()
        DetachedThread.start {
            body()
            self.threads.leave()
        }
    }

    func stop() {
        let (isFirst, waiters) = state.withLock { state in
            defer {
                state.isStopped = true
                state.waiters = []
            }
            // Wakes the threads that read, write or accept.
            for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
            return (!state.isStopped, state.waiters)
        }
        if isFirst { shutdown(listener, Int32(SHUT_RDWR)) }
        threads.wait()
        if isFirst { close(listener) }
        for waiter in waiters { waiter.continuation.resume() }
    }

    func waitForReceived(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if state.received.count >= count || state.isStopped { return true }
                state.waiters.append((count, continuation))
                return false
            }
            if isDone { continuation.resume() }
        }
    }

    private func acceptAll() {
        while true {
            let connection = OwnDescriptor.accept(from: listener)
            if connection < 0 && (errno == EINTR || errno == ECONNABORTED) { continue }
            guard connection >= 0 else { return }
            let index: Int? = state.withLock { state in
                guard !state.isStopped else { return nil }
                state.connections.insert(connection)
                state.connectionCount += 1
                return state.connectionCount - 1
            }
            guard let index else {
                close(connection)
                return
            }
            startThread { self.serve(connection, index: index) }
        }
    }

    private func serve(_ descriptor: Int32, index: Int) {
        var connection = ScriptedConnection(descriptor: descriptor, number: index)
        let script = scripts.isEmpty ? [] : scripts[min(index, scripts.count - 1)]
        for action in script where !connection.isOver {
            connection.perform(action) { self.record(Received(connection: index, bytes: $0)) }
        }
        // Removed first: the number may belong to another descriptor once it is closed.
        state.withLock { _ = $0.connections.remove(descriptor) }
        connection.end()
    }

    private func record(_ item: Received) {
        let done = state.withLock { state in
            state.received.append(item)
            let count = state.received.count
            defer { state.waiters.removeAll { $0.count <= count } }
            return state.waiters.filter { $0.count <= count }
        }
        for waiter in done { waiter.continuation.resume() }
    }
}
