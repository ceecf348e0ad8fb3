import Dispatch
import Glibc
import Platform
import Synchronization

/// Connection to a Locust process on this machine: a stream socket for values in both directions.
///
/// `@unchecked Sendable`: `descriptor` is closed by the reading thread only; all else is under the lock.
package final class BusPipe: @unchecked Sendable {
    private struct Outbox {
        var bytes: [UInt8] = []
        var isClosed = false
    }

    private let descriptor: Int32
    private let waker: Waker
    private let outbox = Mutex(Outbox())
    private let isOver = DispatchGroup()

    /// The largest value that is taken; a part of a run has a few megabytes.
    private static let largest = 256 << 20

    /// - Parameter descriptor: A connected stream socket, owned from now on.
    /// - Throws: The system's error.
    package init(_ descriptor: Int32) throws(BusError) {
        self.descriptor = descriptor
        do {
            waker = try Waker()
        } catch {
            throw BusError("pipe", error)
        }
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 else {
            throw BusError("fcntl", SystemError.last)
        }
    }

    /// A connected pair of descriptors: the first for `init`, the second for a child.
    package static func ends() throws(BusError) -> (own: Int32, other: Int32) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw BusError("socketpair", SystemError.last)
        }
        return (ends[0], ends[1])
    }

    /// Begins to write and to read, on its own thread; must be called once.
    ///
    /// - Parameter take: Receives each value, and `nil` at the end.
    package func start(_ take: @escaping @Sendable (BusValue?) -> Void) {
        isOver.enter()
        OwnThread.start {
            self.run(take)
            take(nil)
            close(self.descriptor)
            self.isOver.leave()
        }
    }

    /// Hands a value over to be written; may be called on any thread.
    package func send(_ value: BusValue) {
        let bytes = MessagePack.bytes(of: value)
        outbox.withLock { if !$0.isClosed { $0.bytes += bytes } }
        waker.wake()
    }

    /// Closes it, after writing what was handed over or when the peer stops reading.
    package func end() {
        outbox.withLock { $0.isClosed = true }
        waker.wake()
        isOver.wait()
    }

    private func run(_ take: @Sendable (BusValue?) -> Void) {
        var stream = MessagePackStream(limit: Self.largest)
        var input = [UInt8](repeating: 0, count: 1 << 16)
        var pending: ArraySlice<UInt8> = []
        while true {
            var watched = Int16(POLLIN)
            if !pending.isEmpty { watched |= Int16(POLLOUT) }
            var items = [
                pollfd(fd: descriptor, events: watched, revents: 0),
                pollfd(fd: waker.reader, events: Int16(POLLIN), revents: 0),
            ]
            if poll(&items, nfds_t(items.count), -1) < 0 && errno != EINTR { return }
            waker.drain()
            let isClosed = outbox.withLock { outbox in
                pending += outbox.bytes
                outbox.bytes = []
                return outbox.isClosed
            }
            guard write(&pending) else { return }
            if isClosed && pending.isEmpty { return }
            while true {
                let count = read(descriptor, &input, input.count)
                if count < 0 && errno == EINTR { continue }
                if count < 0 && errno == EAGAIN { break }
                guard count > 0 else { return }
                stream.append(input[..<count])
                reading: while true {
                    switch stream.next() {
                    case .value(let value): take(value)
                    case .incomplete: break reading
                    case .broken: return
                    }
                }
            }
        }
    }

    /// Writes until the socket is full; `false` when the peer is gone.
    private func write(_ pending: inout ArraySlice<UInt8>) -> Bool {
        while !pending.isEmpty {
            let count = pending.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EAGAIN { return true }
            guard count > 0 else { return false }
            pending = pending.dropFirst(count)
        }
        return true
    }
}
