import Dispatch
import Glibc
import Synchronization

/// Calls back when the process is told to end; a second time it ends at once.
final class SignalWatcher {
    /// Kept here because a source that nobody holds is silent.
    private let sources: [any DispatchSourceSignal]

    private init(_ sources: [any DispatchSourceSignal]) {
        self.sources = sources
    }

    /// Begins to watch; from the return on no signal is lost, and before it one ends the process as
    /// ever.
    ///
    /// - Parameters:
    ///   - signals: For example `SIGINT`.
    ///   - action: Called once, at the first of them, on a queue of its own.
    /// - Returns: What keeps watching until `cancel()`.
    static func watch(
        _ signals: [Int32],
        action: @escaping @Sendable () -> Void
    ) async -> SignalWatcher {
        let queue = DispatchQueue(label: "assay.signals")
        let firstTime = FirstTime()
        var sources: [any DispatchSourceSignal] = []
        for number in signals {
            // Dispatch puts its own handler in place of the default action when it registers the
            // source, which is some time after `resume()`. Ignoring the signal until then would
            // lose it.
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                for number in signals { _ = signal(number, SIG_DFL) }
                // A second one that comes quickly still ends up here.
                if firstTime.isNow() { action() } else { endProcess(by: number) }
            }
            await withCheckedContinuation { continuation in
                source.setRegistrationHandler { continuation.resume() }
                source.resume()
            }
            sources.append(source)
        }
        return SignalWatcher(sources)
    }

    /// Stops watching.
    func cancel() {
        for source in sources { source.cancel() }
    }
}

/// Tells the first question from all others.
private final class FirstTime: Sendable {
    private let wasAsked = Mutex(false)

    func isNow() -> Bool {
        wasAsked.withLock { wasAsked in
            defer { wasAsked = true }
            return !wasAsked
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
