import Dispatch
import Glibc
import HTTP2Serving
import Platform
import Synchronization

/// The thread of an `HTTP2Server`, and the state that it shares with the tests.
final class HTTP2ServerLoop: Sendable {
    typealias Account = HTTP2Server.Account

    /// A request from a test during a run.
    enum Command: Sendable {
        case limit(UInt32)
        case goAway(HTTP2Server.GoAway)
        case pause
        case resume
    }

    private struct Waiter {
        let condition: @Sendable (Account) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var isStopped = false
        var account = Account()
        var commands: [Command] = []
        var waiters: [Waiter] = []
    }

    let listener: Int32
    /// Readable when a command is waiting.
    let wakeReader: Int32
    private let wakeWriter: Int32
    private let state = Mutex(State())
    /// Counts the thread, which is not a Dispatch thread.
    private let thread = DispatchGroup()

    /// Takes ownership of the listening socket.
    init(listener: Int32) throws(SystemCallFailure) {
        self.listener = listener
        guard let ends = OwnDescriptor.pipe(waits: false) else {
            throw SystemCallFailure(call: "pipe", code: errno)
        }
        (wakeReader, wakeWriter) = (ends.reader, ends.writer)
    }

    deinit {
        for descriptor in [listener, wakeReader, wakeWriter] { close(descriptor) }
    }

    var account: Account { state.withLock { $0.account } }

    func start(_ behaviours: [HTTP2Server.Behaviour], _ tls: TLSServerContext?) {
        thread.enter()
        DetachedThread.start {
            HTTP2ServerWorker(self, behaviours, tls).run()
            self.thread.leave()
        }
    }

    func stop() {
        let waiters = state.withLock { state in
            defer { state.waiters = [] }
            state.isStopped = true
            return state.waiters
        }
        wake()
        thread.wait()
        for waiter in waiters { waiter.continuation.resume() }
    }

    func command(_ command: Command) {
        state.withLock { $0.commands.append(command) }
        wake()
    }

    /// The commands since the last call; `nil` once the server is stopped.
    func takeCommands() -> [Command]? {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(wakeReader, &bytes, bytes.count) > 0 {}
        return state.withLock { state in
            defer { state.commands = [] }
            return state.isStopped ? nil : state.commands
        }
    }

    func wait(until condition: @escaping @Sendable (Account) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if state.isStopped || condition(state.account) { return true }
                state.waiters.append(Waiter(condition: condition, continuation: continuation))
                return false
            }
            if isDone { continuation.resume() }
        }
    }

    func record(_ change: (inout Account) -> Void) {
        let done = state.withLock { state in
            change(&state.account)
            guard !state.waiters.isEmpty else { return [Waiter]() }
            let done = state.waiters.filter { $0.condition(state.account) }
            if !done.isEmpty { state.waiters.removeAll { $0.condition(state.account) } }
            return done
        }
        for waiter in done { waiter.continuation.resume() }
    }

    private func wake() {
        // A full pipe wakes the thread as well.
        var byte: UInt8 = 0
        _ = write(wakeWriter, &byte, 1)
    }
}
