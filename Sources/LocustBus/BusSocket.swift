import CZMQ
import Dispatch
import Glibc
import Platform
import Synchronization

/// A worker's end of a Locust master's bus: ZeroMQ's DEALER with its own name.
///
/// It reconnects on its own; messages sent meanwhile wait. `@unchecked Sendable`: `socket` is used in `init`, and
/// from `start` on by one thread only.
package final class BusSocket: @unchecked Sendable {
    private struct Outbox {
        var messages: [[UInt8]] = []
        var isClosed = false
    }

    private let context: UnsafeMutableRawPointer
    private let socket: UnsafeMutableRawPointer
    private let waker: Waker
    private let outbox = Mutex(Outbox())
    /// Fulfilled when the thread has released the socket.
    private let isOver = DispatchGroup()

    /// Time for unsent messages when closing, in milliseconds.
    private static let linger: Int32 = 1_000

    /// - Parameters:
    ///   - address: HOST:PORT of the master.
    ///   - name: Unique among the workers.
    /// - Throws: The error of the library or the system.
    package init(to address: String, name: String) throws(BusError) {
        do {
            waker = try Waker()
        } catch {
            throw BusError("pipe", error)
        }
        guard let context = zmq_ctx_new() else { throw Self.failure("zmq_ctx_new") }
        guard let socket = zmq_socket(context, ZMQ_DEALER) else {
            let failure = Self.failure("zmq_socket")
            zmq_ctx_term(context)
            throw failure
        }
        (self.context, self.socket) = (context, socket)
        let isNamed = zmq_setsockopt(socket, ZMQ_IDENTITY, name, name.utf8.count) == 0
        set(ZMQ_LINGER, Self.linger)
        set(ZMQ_TCP_KEEPALIVE, 1)
        set(ZMQ_TCP_KEEPALIVE_IDLE, 30)
        set(ZMQ_IPV6, 1)
        // All that is sent while a master is away is worth keeping.
        set(ZMQ_SNDHWM, 0)
        guard isNamed, zmq_connect(socket, "tcp://\(address)") == 0 else {
            let failure = Self.failure("zmq_connect to tcp://\(address)")
            zmq_close(socket)
            zmq_ctx_term(context)
            throw failure
        }
    }

    private func set(_ option: Int32, _ value: Int32) {
        var value = value
        zmq_setsockopt(socket, option, &value, MemoryLayout<Int32>.size)
    }

    private static func failure(_ call: String) -> BusError {
        BusError(call, String(cString: zmq_strerror(zmq_errno())))
    }

    /// Begins to send and to receive, on its own thread; must be called once.
    ///
    /// - Parameter take: Receives each valid message.
    package func start(_ take: @escaping @Sendable (BusMessage) -> Void) {
        isOver.enter()
        OwnThread.start {
            self.run(take)
            self.isOver.leave()
        }
    }

    /// Hands a message over to be sent; may be called on any thread.
    package func send(_ message: BusMessage) {
        let bytes = message.bytes
        outbox.withLock { if !$0.isClosed { $0.messages.append(bytes) } }
        waker.wake()
    }

    /// Closes it, once the messages handed over are sent, or after a second.
    package func close() {
        outbox.withLock { $0.isClosed = true }
        waker.wake()
        isOver.wait()
    }

    private func run(_ take: @Sendable (BusMessage) -> Void) {
        while true {
            var items = [
                zmq_pollitem_t(socket: socket, fd: 0, events: Int16(ZMQ_POLLIN), revents: 0),
                zmq_pollitem_t(
                    socket: nil,
                    fd: waker.reader,
                    events: Int16(ZMQ_POLLIN),
                    revents: 0
                ),
            ]
            let count = zmq_poll(&items, Int32(items.count), -1)
            if count < 0 && zmq_errno() != EINTR { break }
            waker.drain()
            let isClosed = sendAll()
            while let message = receive() { take(message) }
            if isClosed { break }
        }
        zmq_close(socket)
        zmq_ctx_term(context)
    }

    /// Sends waiting messages; returns whether the socket was closed for more.
    private func sendAll() -> Bool {
        let taken = outbox.withLock { outbox in
            defer { outbox.messages = [] }
            return outbox
        }
        for bytes in taken.messages { zmq_send(socket, bytes, bytes.count, 0) }
        return taken.isClosed
    }

    private func receive() -> BusMessage? {
        while true {
            var part = zmq_msg_t()
            zmq_msg_init(&part)
            defer { zmq_msg_close(&part) }
            guard zmq_msg_recv(&part, socket, ZMQ_DONTWAIT) >= 0 else { return nil }
            // The library's, until the message is closed.
            let bytes = UnsafeRawBufferPointer(
                start: zmq_msg_data(&part),
                count: zmq_msg_size(&part)
            )
            if let message = BusMessage(bytes: Array(bytes)) { return message }
        }
    }
}
