import HTTP
import Platform
import Synchronization

/// State shared by a proxy's thread and its users.
final class HopState: Sendable {
    private struct Values {
        var fault: Fault?
        /// Requests since the fault was set.
        var requests = 0
        var counters = FaultCounters()
        var isStopped = false
    }

    let listener: HopListener
    let waker: Waker
    private let values: Mutex<Values>

    init(listener: HopListener, waker: Waker, fault: Fault?) {
        self.listener = listener
        self.waker = waker
        values = Mutex(Values(fault: fault))
    }

    var fault: Fault? { values.withLock { $0.fault } }
    var counters: FaultCounters { values.withLock { $0.counters } }
    var isStopped: Bool { values.withLock { $0.isStopped } }

    func set(_ fault: Fault?) {
        values.withLock { values in
            values.fault = fault
            values.requests = 0
        }
        listener.set(isRefusing: fault?.action == .refuse)
        waker.wake()
    }

    func stop() {
        values.withLock { $0.isStopped = true }
        waker.wake()
    }

    /// Counts a request.
    ///
    /// - Returns: The fault that applies to it; `nil` for none.
    func nextAction() -> Fault.Action? {
        values.withLock { values in
            values.requests += 1
            values.counters.requests += 1
            guard let fault = values.fault, fault.applies(to: values.requests) else { return nil }
            values.counters.faults += 1
            return fault.action
        }
    }

    func count(_ change: (inout FaultCounters) -> Void) {
        values.withLock { change(&$0.counters) }
    }
}
