import Dispatch
import Glibc

/// Calls back when the process is told to end; a second time it ends at once.
final class SignalWatcher {
    /// Kept here because a source that nobody holds is silent.
    private let sources: [any DispatchSourceSignal]

    /// - Parameters:
    ///   - signals: For example `SIGINT`.
    ///   - action: Called at the first of them, on a queue of its own; when several come at the
    ///     same time, for each.
    init(_ signals: [Int32], action: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "assay.signals")
        sources = signals.map { number in
            // The default action would end the process before the source sees the signal.
            _ = signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                for number in signals { _ = signal(number, SIG_DFL) }
                action()
            }
            source.resume()
            return source
        }
    }

    /// Stops watching.
    func cancel() {
        for source in sources { source.cancel() }
    }
}
