import Base
import CMicroHTTPD
import Dispatch
import Platform
import Synchronization

/// Connections with responses that are ready but not due yet.
///
/// They are suspended: they occupy no thread, and libmicrohttpd ignores them. One timer, set for the earliest,
/// resumes all that are due; so a late timer delays these and no others.
final class DelayedResponses: Sendable {
    // Unchecked: the pointer is only passed back to the library, under the lock.
    private struct Waiting: Comparable, @unchecked Sendable {
        /// On CLOCK_MONOTONIC, in nanoseconds.
        let moment: Int64
        let connection: OpaquePointer

        static func < (left: Waiting, right: Waiting) -> Bool { left.moment < right.moment }
    }

    /// A connection whose response is made elsewhere.
    ///
    /// Unchecked: as `Waiting`.
    struct Suspended: Hashable, @unchecked Sendable {
        /// Number of the suspension, as the library may reuse an address.
        fileprivate let number: Int
        fileprivate let connection: OpaquePointer
    }

    private struct State {
        var waiting = MinHeap<Waiting>()
        /// Connections that only `resume` and `close` end.
        var suspended: Set<Suspended> = []
        var suspensions = 0
        /// Whether responses may still be delayed.
        var isOpen = true
    }

    private let state = Mutex(State())
    /// Set after initialization, as its handler refers to this object weakly.
    private let timer = Mutex<WakeTimer?>(nil)

    init() {
        let queue = DispatchQueue(label: "assay.server.responses", qos: .userInteractive)
        let timer = WakeTimer(on: queue) { [weak self] in self?.resumeDue() }
        self.timer.withLock { $0 = timer }
    }

    /// Suspends a connection; its request is handled again at a moment of CLOCK_MONOTONIC.
    ///
    /// Called on the connection's own thread while its request is handled.
    ///
    /// - Returns: `false` when the daemon is about to stop.
    func suspend(_ connection: OpaquePointer, until moment: Int64) -> Bool {
        let entry = Waiting(moment: moment, connection: connection)
        return state.withLock { state in
            guard state.isOpen else { return false }
            let isFirst = state.waiting.first.map { entry < $0 } ?? true
            state.waiting.insert(entry)
            MHD_suspend_connection(connection)
            // Under the lock, so that a later moment never replaces an earlier one.
            if isFirst { arm(moment) }
            return true
        }
    }

    /// Suspends a connection until `resume`; its request is handled again then.
    ///
    /// Called on the connection's own thread while its request is handled.
    ///
    /// - Returns: The connection to resume; `nil` when the daemon is about to stop.
    func suspend(_ connection: OpaquePointer) -> Suspended? {
        state.withLock { state -> Suspended? in
            guard state.isOpen else { return nil }
            state.suspensions += 1
            let entry = Suspended(number: state.suspensions, connection: connection)
            state.suspended.insert(entry)
            MHD_suspend_connection(connection)
            return entry
        }
    }

    /// Resumes a connection to handle its request again, unless `close` has done so.
    func resume(_ waiting: Suspended) {
        state.withLock { state in
            guard state.suspended.remove(waiting) != nil else { return }
            MHD_resume_connection(waiting.connection)
        }
    }

    private func resumeDue() {
        // Under the lock, so that no connection is resumed after `close`, when the daemon is gone.
        state.withLock { state in
            let now = MonotonicClock.now
            while let first = state.waiting.first, first.moment <= now {
                _ = state.waiting.popFirst()
                MHD_resume_connection(first.connection)
            }
            if let next = state.waiting.first { arm(next.moment) }
        }
    }

    private func arm(_ moment: Int64) {
        timer.withLock { $0?.fire(atUptime: UInt64(moment)) }
    }

    /// Ends every delay, and allows no other: the daemon cannot stop while a connection is suspended.
    func close() {
        state.withLock { state in
            state.isOpen = false
            while let first = state.waiting.popFirst() { MHD_resume_connection(first.connection) }
            for waiting in state.suspended { MHD_resume_connection(waiting.connection) }
            state.suspended = []
        }
    }
}
