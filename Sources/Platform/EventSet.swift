import CLinux
import Glibc

/// Descriptors that one thread waits for, and its alarm.
package struct EventSet: ~Copyable {
    private let descriptor: Int32
    private let alarm: Int32
    /// Owned; filled by each `wait()`.
    private let events: UnsafeMutablePointer<epoll_event>

    /// Largest number of events from one `wait()`.
    private static let batch = 256
    private static let alarmToken = UInt64.max

    /// - Throws: The system's error, most likely for too few descriptors.
    package init() throws(SystemError) {
        let set = clinux_epoll_create()
        guard set >= 0 else { throw .last }
        let alarm = clinux_timer_create()
        guard alarm >= 0 else {
            let error = SystemError.last
            close(set)
            throw error
        }
        (descriptor, self.alarm) = (set, alarm)
        events = .allocate(capacity: Self.batch)
        // Edge-triggered, so that it need not be read.
        let flags = clinux_readable | clinux_edge
        _ = clinux_epoll_control(descriptor, EPOLL_CTL_ADD, alarm, flags, Self.alarmToken)
    }

    deinit {
        events.deallocate()
        close(alarm)
        close(descriptor)
    }

    /// Watches a descriptor for reading, until it is closed.
    ///
    /// - Parameters:
    ///   - watched: The descriptor.
    ///   - token: Identifies its events; any number but the greatest.
    /// - Throws: The system's error, most likely for too little memory.
    package func add(_ watched: Int32, token: UInt64) throws(SystemError) {
        let flags = clinux_readable
        guard clinux_epoll_control(descriptor, EPOLL_CTL_ADD, watched, flags, token) == 0 else {
            throw .last
        }
    }

    /// Changes the events to watch for on a descriptor; its end is always reported.
    package func watch(_ watched: Int32, reading: Bool, writing: Bool, token: UInt64) {
        let flags = (reading ? clinux_readable : 0) | (writing ? clinux_writable : 0)
        _ = clinux_epoll_control(descriptor, EPOLL_CTL_MOD, watched, flags, token)
    }

    /// Ends a wait at a moment of CLOCK_MONOTONIC, in nanoseconds, in place of any other.
    package func wake(at moment: Int64) { _ = clinux_timer_arm(alarm, max(moment, 1)) }

    /// Waits for the first event.
    ///
    /// - Returns: Number of events, at most 256; zero after a signal.
    package func wait() -> Int {
        Int(max(epoll_wait(descriptor, events, Int32(Self.batch), -1), 0))
    }

    /// The token of an event of the last `wait()`; `nil` for the alarm.
    package func token(at index: Int) -> UInt64? {
        let token = clinux_event_data(events, Int32(truncatingIfNeeded: index))
        return token == Self.alarmToken ? nil : token
    }
}
