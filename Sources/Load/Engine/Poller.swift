import CLinux
import Glibc
import Platform

/// The sockets of a worker and its timer, in one set.
struct Poller: ~Copyable {
    private let descriptor: Int32
    private let timer: Int32
    let waker: Waker
    /// Owned; filled by each `poll(patience:)`.
    private let events: UnsafeMutablePointer<epoll_event>
    /// What sockets are watched for.
    private let reading: UInt32

    /// The most events that one `poll(patience:)` gives.
    static let batch = 256
    private static let wakingToken = UInt64.max

    /// - Parameter isEdgeTriggered: Whether a socket gives one event for what came, however much of it is read; else
    ///   one until all is read, for which the kernel looks at each socket twice.
    /// - Throws: The failure of the system call, most likely for want of descriptors.
    init(isEdgeTriggered: Bool = true) throws(SystemFailure) {
        reading = clinux_readable | (isEdgeTriggered ? clinux_edge : 0)
        let set = clinux_epoll_create()
        guard set >= 0 else { throw SystemFailure("epoll_create1") }
        let alarm = clinux_timer_create()
        guard alarm >= 0 else {
            let failure = SystemFailure("timerfd_create")
            close(set)
            throw failure
        }
        guard let waker = Waker() else {
            let failure = SystemFailure("eventfd")
            close(set)
            close(alarm)
            throw failure
        }
        (descriptor, timer, self.waker) = (set, alarm, waker)
        events = .allocate(capacity: Self.batch)
        // Edge-triggered, so that neither has to be read.
        let flags = clinux_readable | clinux_edge
        for source in [timer, waker.descriptor] {
            _ = clinux_epoll_control(descriptor, EPOLL_CTL_ADD, source, flags, Self.wakingToken)
        }
    }

    deinit {
        events.deallocate()
        close(timer)
        close(waker.descriptor)
        close(descriptor)
    }

    /// Wakes the worker at a moment of CLOCK_MONOTONIC, in place of any other.
    func arm(_ moment: Int64) { _ = clinux_timer_arm(timer, max(moment, 1)) }

    /// Watches a socket; closing it ends that.
    func add(_ socket: Int32, token: UInt64) throws(SystemFailure) {
        let status = clinux_epoll_control(
            descriptor,
            EPOLL_CTL_ADD,
            socket,
            reading,
            token
        )
        guard status == 0 else { throw SystemFailure("epoll_ctl") }
    }

    /// Also watches for room to write, or no longer; either gives an event for what lies unread.
    func watchWriting(_ isWatched: Bool, _ socket: Int32, token: UInt64) {
        let flags = isWatched ? reading | clinux_writable : reading
        _ = clinux_epoll_control(descriptor, EPOLL_CTL_MOD, socket, flags, token)
    }

    /// Asks for events.
    ///
    /// - Parameter patience: How long the first is waited for, in milliseconds.
    /// - Returns: How many there are, at most 256.
    func poll(patience: Int32 = 0) -> Int {
        Int(max(epoll_wait(descriptor, events, Int32(Self.batch), patience), 0))
    }

    /// The token of an event of the last `poll(patience:)`; `nil` for the timer and the waker.
    func token(at index: Int) -> UInt64? {
        let token = clinux_event_data(events, Int32(truncatingIfNeeded: index))
        return token == Self.wakingToken ? nil : token
    }

    /// Whether an event of the last `poll(patience:)` says that the other side sends nothing more.
    func isEnd(at index: Int) -> Bool {
        clinux_event_is_end(events, Int32(truncatingIfNeeded: index)) != 0
    }
}

/// Ends the waiting of a poller, from any thread, while that lives.
struct Waker: Sendable {
    fileprivate let descriptor: Int32

    /// `nil` for want of descriptors.
    fileprivate init?() {
        descriptor = clinux_event_create()
        if descriptor < 0 { return nil }
    }

    func wake() { _ = clinux_event_fire(descriptor) }
}

/// A system call that failed before anything was measured.
package struct SystemFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package let call: String
    /// The operating system's number.
    package let code: Int32

    init(_ call: String) {
        self.call = call
        code = errno
    }

    package var description: String {
        "\(call): \(SystemError(code: code))"
    }
}
