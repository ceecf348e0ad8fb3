import CommandLineTool
import Load
import Replay
import Synchronization
import Transport

/// Ends a load run on interruption: the first lets requests in flight finish, the second does not.
final class LoadInterruption: Sendable {
    private struct State {
        var count = 0
        /// Ends what is under way, a little sooner each time.
        var interrupt: (@Sendable () -> Void)?
        /// Writes a line beside the live one.
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

    /// Has signals ask for the end: the first two of them, then they end the process as ever.
    ///
    /// - Parameter transport: Sends what the set-up takes; cancelled each time.
    /// - Returns: What keeps watching until `cancel()`.
    func watchSignals(cancelling transport: CurlTransport) async -> SignalWatcher {
        await SignalWatcher.watch(times: 2) {
            // First the wish, so that what is cancelled is not taken for a failure.
            let isEnding = self.request()
            transport.cancelAll()
            return isEnding
        }
    }

    /// Asks once more for the end.
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

    /// Has a run ended by what was asked for and what will be.
    func take(_ run: LoadRun, _ display: LiveDisplay?) {
        var say: (@Sendable (String) -> Void)?
        if let display { say = { line in display.say(line) } }
        take({ run.interrupt() }, say: say)
    }

    /// Has something ended by what was asked for and what will be.
    ///
    /// - Parameters:
    ///   - interrupt: Ends what is under way, a little sooner each time.
    ///   - say: Writes a line beside the live one; `nil` when there is none.
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

    /// Has a run ended that comes after another: what ended that one does not end this, and once more ends it
    /// at once.
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

    /// Tells what no report does.
    func say(_ text: String) { console.printError("assay \(command): \(text)") }

    /// The run has ended.
    func release() {
        state.withLock { state in
            state.interrupt = nil
            state.say = nil
        }
    }
}
