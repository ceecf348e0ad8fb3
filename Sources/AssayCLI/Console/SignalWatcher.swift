import Dispatch
import Glibc

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
    ///   - action: Called at the first of them, on a queue of its own; when several come at the
    ///     same time, for each.
    /// - Returns: What keeps watching until `cancel()`.
    static func watch(
        _ signals: [Int32],
        action: @escaping @Sendable () -> Void
    ) async -> SignalWatcher {
        let queue = DispatchQueue(label: "assay.signals")
        var sources: [any DispatchSourceSignal] = []
        for number in signals {
            // Dispatch puts its own handler in place of the default action when it registers the
            // source, which is some time after `resume()`. Ignoring the signal until then would
            // lose it.
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                for number in signals { _ = signal(number, SIG_DFL) }
                action()
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
