import CommandLineTool
import Load
import Replay
import Synchronization
import Transport

/// Ends a load run on interruptions: the first lets requests in flight finish, the second does not.
final class LoadInterruption: Sendable {
    private struct State {
        var count = 0
        /// Ends the work in progress, a little sooner each time.
        var interrupt: (@Sendable () -> Void)?
        /// Writes a line besides the live one.
        var say: (@Sendable (String) -> Void)?
    }

    /// Ends steps of the set-up.
    let steps = Interruption()
    private let console: Console
    /// Named in messages.
    private let command: String
    private let state = Mutex(State())

    init(console: Console, command: String = "load") {
        self.console = console
        self.command = command
    }

    /// Ends the run on signals: the first two are handled here, the next ends the process.
    ///
    /// - Parameter transport: The transport of the set-up; cancelled each time.
    /// - Returns: The watcher, until `cancel()`.
    func watchSignals(cancelling transport: CurlTransport) async -> SignalWatcher {
        await SignalWatcher.watch(times: 2) {
            // Recorded first, so that a cancelled request does not count as a failure.
            let isEnding = self.request()
            transport.cancelAll()
            return isEnding
        }
    }

    /// Records another interruption.
    ///
    /// - Returns: Whether something ends because of it.
    func request() -> Bool {
        steps.request()
        let state = state.withLock { state in
            state.count += 1
            return state
        }
        if state.count == 1 {
            let line = "assay \(command): interrupted; press Ctrl-C again to stop at once"
            if let say = state.say { say(line) } else { console.printError(line) }
        }
        state.interrupt?()
        return state.count == 1 || state.interrupt != nil
    }

    /// Makes past and future interruptions end a run.
    func take(_ run: LoadRun, _ display: LiveDisplay?) {
        var say: (@Sendable (String) -> Void)?
        if let display { say = { line in display.say(line) } }
        take({ run.interrupt() }, say: say)
    }

    /// Makes past and future interruptions end other work.
    ///
    /// - Parameters:
    ///   - interrupt: Ends the work in progress, a little sooner each time.
    ///   - say: Writes a line besides the live one; `nil` without one.
    func take(
        _ interrupt: @escaping @Sendable () -> Void,
        say: (@Sendable (String) -> Void)?
    ) {
        let count = state.withLock { state in
            state.interrupt = interrupt
            state.say = say
            return state.count
        }
        for _ in 0..<count { interrupt() }
    }

    /// The number of interruptions.
    var count: Int { state.withLock(\.count) }

    /// Makes future interruptions end a later run: those of the earlier run do not count, and the next one ends it at
    /// once.
    func takeLater(_ run: LoadRun, _ display: LiveDisplay?) {
        var say: (@Sendable (String) -> Void)?
        if let display { say = { line in display.say(line) } }
        state.withLock { state in
            let isLast = state.count > 0
            state.interrupt = {
                run.interrupt()
                if isLast { run.interrupt() }
            }
            state.say = say
        }
    }

    /// Writes a message that no report contains.
    func say(_ text: String) { console.printError("assay \(command): \(text)") }

    /// Forgets the run, which has ended.
    func release() {
        state.withLock { state in
            state.interrupt = nil
            state.say = nil
        }
    }
}
