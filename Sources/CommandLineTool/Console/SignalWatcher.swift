import Dispatch
import Glibc
import Platform
import Synchronization

/// Calls back when a signal asks the process to exit; the next signal ends it at once.
package final class SignalWatcher {
    /// Kept here because a source without a reference delivers no events.
    private let sources: [any DispatchSourceSignal]

    /// The signals that ask a program to exit: Ctrl-C, Ctrl-\, `kill`, and the end of its terminal, unless that is
    /// ignored.
    static var ending: [Int32] {
        [SIGINT, SIGQUIT, SIGTERM] + (SignalAction.isIgnored(SIGHUP) ? [] : [SIGHUP])
    }

    private init(_ sources: [any DispatchSourceSignal]) {
        self.sources = sources
    }

    /// Begins to watch; after the return no signal is lost, before it a signal ends the process as
    /// usual.
    ///
    /// - Parameters:
    ///   - times: How many signals are taken.
    ///   - action: Called on its own queue; returns whether the process can continue.
    /// - Returns: The watcher, which is active until `cancel()`.
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
            // source, which is some time after `resume()`. Until then, an ignored signal would be
            // lost.
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                let left = countdown.next()
                if left <= 0 { for number in signals { _ = signal(number, SIG_DFL) } }
                // A further signal in quick succession is still delivered here.
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

    /// Watches for the first signal only.
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

/// Counts down, below zero too.
private final class Countdown: Sendable {
    private let value: Mutex<Int>

    init(from start: Int) { value = Mutex(start) }

    /// Decrements the count and returns it.
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
