import Base
import CMicroHTTPD
import Dispatch
import Platform
import Synchronization

/// The connections whose answers are ready and wait for their time.
///
/// They are suspended: no thread waits for them, and libmicrohttpd leaves them alone. One timer, set for
/// the earliest, resumes all whose time has come; so a late timer delays these and no others.
final class DelayedAnswers: Sendable {
    // Unchecked: the pointer is only handed back to the library, under the lock.
    private struct Waiting: Comparable, @unchecked Sendable {
        /// On CLOCK_MONOTONIC, in nanoseconds.
        let moment: Int64
        let connection: OpaquePointer

        static func < (left: Waiting, right: Waiting) -> Bool { left.moment < right.moment }
    }

    /// A connection whose answer is made elsewhere.
    ///
    /// Unchecked: as `Waiting`.
    struct Suspended: Hashable, @unchecked Sendable {
        /// Counts suspensions, as the library may use an address again.
        fileprivate let number: Int
        fileprivate let connection: OpaquePointer
    }

    private struct State {
        var waiting = MinHeap<Waiting>()
        /// Those that nothing but `resume` and `close` ends.
        var suspended: Set<Suspended> = []
        var suspensions = 0
        /// Whether answers may still wait.
        var isOpen = true
    }

    private let state = Mutex(State())
    /// Its handler holds this object weakly, so it can only be set once the object exists.
    private let timer = Mutex<WakeTimer?>(nil)

    init() {
        let queue = DispatchQueue(label: "assay.server.answers", qos: .userInteractive)
        let timer = WakeTimer(on: queue) { [weak self] in self?.resumeDue() }
        self.timer.withLock { $0 = timer }
    }

    /// Suspends a connection; its request is handled again at a moment of CLOCK_MONOTONIC.
    ///
    /// Called on the connection's own thread while its request is handled.
    ///
    /// - Returns: `false` when no answer waits any more: the daemon is about to stop.
    func suspend(_ connection: OpaquePointer, until moment: Int64) -> Bool {
        let entry = Waiting(moment: moment, connection: connection)
        return state.withLock { state in
            guard state.isOpen else { return false }
            let isFirst = state.waiting.first.map { entry < $0 } ?? true
            state.waiting.insert(entry)
            MHD_suspend_connection(connection)
            // Under the lock, so that a later moment never takes the place of an earlier one.
            if isFirst { arm(moment) }
            return true
        }
    }

    /// Suspends a connection until `resume`; its request is handled again then.
    ///
    /// Called on the connection's own thread while its request is handled.
    ///
    /// - Returns: What to resume; `nil` when no answer waits any more: the daemon is about to stop.
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

    /// Lets the request of a connection be handled again, unless `close` has.
    func resume(_ waiting: Suspended) {
        state.withLock { state in
            guard state.suspended.remove(waiting) != nil else { return }
            MHD_resume_connection(waiting.connection)
        }
    }

    private func resumeDue() {
        // Under the lock, so that none is resumed behind `close`, when the daemon is gone.
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
