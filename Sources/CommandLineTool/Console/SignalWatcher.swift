import Dispatch
import Glibc
import Platform
import Synchronization

/// Calls back when the process is told to end; one time more than that it ends at once.
package final class SignalWatcher {
    /// Kept here because a source that nobody holds is silent.
    private let sources: [any DispatchSourceSignal]

    /// The signals that ask a program to end: Ctrl-C, Ctrl-\, `kill`, and the end of its terminal, unless that is
    /// ignored.
    static var ending: [Int32] {
        [SIGINT, SIGQUIT, SIGTERM] + (SignalAction.isIgnored(SIGHUP) ? [] : [SIGHUP])
    }

    private init(_ sources: [any DispatchSourceSignal]) {
        self.sources = sources
    }

    /// Begins to watch; from the return on no signal is lost, and before it one ends the process as
    /// ever.
    ///
    /// - Parameters:
    ///   - times: How many signals are taken.
    ///   - action: Called on a queue of its own; tells whether the process may go on.
    /// - Returns: What keeps watching until `cancel()`.
    package static func watch(
        times: Int,
        action: @escaping @Sendable () -> Bool
    ) async -> SignalWatcher {
        let signals = ending
        let queue = DispatchQueue(label: "assay.signals")
        let countdown = Countdown(from: times)
        var sources: [any DispatchSourceSignal] = []
        for number in signals {
            // Dispatch puts its own handler in place of the default action when it registers the
            // source, which is some time after `resume()`. Ignoring the signal until then would
            // lose it.
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                let left = countdown.next()
                if left <= 0 { for number in signals { _ = signal(number, SIG_DFL) } }
                // One more that comes quickly still ends up here.
                guard left < 0 || !action() else { return }
                _ = signal(number, SIG_DFL)
                endProcess(by: number)
            }
            await withCheckedContinuation { continuation in
                source.setRegistrationHandler { continuation.resume() }
                source.resume()
            }
            sources.append(source)
        }
        return SignalWatcher(sources)
    }

    /// The same for the first of them only.
    package static func watch(action: @escaping @Sendable () -> Void) async -> SignalWatcher {
        await watch(times: 1) {
            action()
            return true
        }
    }

    /// Stops watching.
    package func cancel() {
        for source in sources { source.cancel() }
    }
}

/// Counts down to zero and below.
private final class Countdown: Sendable {
    private let value: Mutex<Int>

    init(from start: Int) { value = Mutex(start) }

    /// One less than before.
    func next() -> Int {
        value.withLock { value in
            value -= 1
            return value
        }
    }
}

/// Ends the process by a signal whose action is the default; threads of Dispatch block it.
private func endProcess(by number: Int32) {
    var signals = sigset_t()
    // The set lives on this stack frame for the length of the calls.
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    _ = raise(number)
}
