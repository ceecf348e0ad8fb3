import Glibc
import Platform
import Synchronization

/// The open sockets of one easy handle, so that another thread can wake the transfer that waits on them.
///
/// It also keeps libcurl from sending a request twice, and from taking for an answer what came before its
/// request: see `beginRequest()`.
final class SocketLedger: Sendable {
    private struct Socket {
        /// The bytes that had come over it when the exchange began.
        var received: UInt64 = 0
        /// Whether it carries nothing but HTTP/1: the server has nothing to say unasked.
        var isPlain = false
        /// Whether HTTP/1 is spoken over it, within TLS or not.
        var speaksHTTP1 = false
    }

    private struct State {
        var sockets: [Int32: Socket] = [:]
        var current: ObjectIdentifier?
        /// Those that were opened for the exchange.
        var fresh: Set<Int32> = []
        var isPlain = false
        var hasBegunRequest = false
        var wasResendRefused = false
        var hasClosedWithBytes = false
        var hasEarlyBytes = false
        var hasTLSEnd = false
        var usesKept = false
    }

    private let state = Mutex(State())

    /// Whether the connection stood and the request was about to be written.
    var hasBegunRequest: Bool { state.withLock { $0.hasBegunRequest } }

    /// Whether the request went over a connection of an earlier exchange.
    var usesKept: Bool { state.withLock { $0.usesKept } }

    /// Whether libcurl wanted to send the request once more.
    var wasResendRefused: Bool { state.withLock { $0.wasResendRefused } }

    /// Whether a connection was closed over which bytes had come that end no line.
    var hasClosedWithBytes: Bool { state.withLock { $0.hasClosedWithBytes } }

    /// Whether bytes came before the request was written.
    var hasEarlyBytes: Bool { state.withLock { $0.hasEarlyBytes } }

    /// Whether TLS said that nothing follows.
    var hasTLSEnd: Bool { state.withLock { $0.hasTLSEnd } }

    /// Starts the bookkeeping of `exchange`.
    ///
    /// A kept connection over which something came unasked is closed: it would be taken for the beginning of
    /// the next answer.
    ///
    /// - Parameters:
    ///   - exchange: What is about to be carried.
    ///   - isPlain: Whether its sockets carry nothing but HTTP/1.
    func begin(_ exchange: PendingExchange, isPlain: Bool) {
        state.withLock { state in
            let sockets = state.sockets
            state = State()
            state.current = ObjectIdentifier(exchange)
            state.isPlain = isPlain
            for (descriptor, socket) in sockets {
                if socket.speaksHTTP1 && hasBytes(descriptor) { discard(descriptor) }
                state.sockets[descriptor] = socket
                state.sockets[descriptor]?.received = receivedBytes(descriptor)
            }
        }
    }

    /// After this, `wake(_:)` leaves the sockets alone.
    ///
    /// - Parameter speaksHTTP1: Whether HTTP/1 was spoken over those that were opened for the exchange.
    func end(speaksHTTP1: Bool) {
        state.withLock { state in
            state.current = nil
            for descriptor in state.fresh {
                state.sockets[descriptor]?.speaksHTTP1 = speaksHTTP1
            }
        }
    }

    /// Makes the connections look as if the server had closed them: the next exchange opens another.
    func discardAll() {
        state.withLock { state in
            for descriptor in state.sockets.keys { discard(descriptor) }
        }
    }

    /// Notes that TLS said that nothing follows.
    func noteTLSEnd() { state.withLock { $0.hasTLSEnd = true } }

    /// Notes that the request is about to be written.
    ///
    /// - Returns: Whether it may be. Not when bytes have come already, and not a second time: when a kept connection dies without a byte of an
    ///   answer, libcurl (`Curl_retry_request`) opens another one and sends the request again, up to five
    ///   times, and tells nobody. For a browser that is right; a contract test would create two objects
    ///   from one step, or never see the server that drops connections.
    func beginRequest() -> Bool {
        state.withLock { state in
            guard !state.hasBegunRequest else {
                state.wasResendRefused = true
                return false
            }
            // Whatever it is, it answers nothing that was asked.
            state.hasEarlyBytes = state.sockets.contains { $0.value.isPlain && hasBytes($0.key) }
            state.hasBegunRequest = !state.hasEarlyBytes
            state.usesKept = state.fresh.isEmpty
            return state.hasBegunRequest
        }
    }

    /// Opens a socket for the transfer; -1 when it may have no other, or there is none to be had.
    func open(family: Int32, type: Int32, protocol number: Int32) -> Int32 {
        let isAllowed = state.withLock { state in
            state.wasResendRefused = state.hasBegunRequest
            return !state.hasBegunRequest
        }
        guard isAllowed else { return -1 }
        let socket = OwnDescriptor.socket(family: family, type: type, protocol: number)
        if socket >= 0 {
            state.withLock { state in
                state.sockets[socket] = Socket(isPlain: state.isPlain)
                state.fresh.insert(socket)
            }
        }
        return socket
    }

    /// Closes a socket that `open` gave.
    func close(_ socket: Int32) -> Int32 {
        let count = receivedBytes(socket)
        state.withLock { state in
            // Struck out before it is closed: its number may be another's a moment later.
            let before = state.sockets.removeValue(forKey: socket)?.received
            state.fresh.remove(socket)
            // The FIN counts as one.
            state.hasClosedWithBytes = state.hasClosedWithBytes || count > (before ?? 0) + 1
        }
        return Glibc.close(socket)
    }

    /// Shuts the sockets down if the handle still works for `exchange`; libcurl wakes and asks whether to go on.
    func wake(_ exchange: PendingExchange) {
        state.withLock { state in
            guard state.current == ObjectIdentifier(exchange) else { return }
            // Under the lock, because only there the numbers are sure to be ours; it does not block.
            for socket in state.sockets.keys { _ = shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }
}

/// Whether bytes lie in `socket` unread.
private func hasBytes(_ socket: Int32) -> Bool {
    var byte: UInt8 = 0
    return recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
}

/// Makes `socket` look as if the other side had closed it: libcurl opens another one.
private func discard(_ socket: Int32) {
    _ = shutdown(socket, Int32(SHUT_RDWR))
    var bytes = [UInt8](repeating: 0, count: 64 * 1024)
    // What comes from now on is refused by the kernel, so there is an end to it.
    while recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT)) > 0 {}
}

/// How many bytes came over the TCP connection of `socket`, the closing FIN counted as one.
///
/// libcurl does not tell a connection that was closed without a byte from one that was closed within
/// the first line of an answer; the kernel does. Zero when it does not say.
///
/// Source: `struct tcp_info` in linux/tcp.h, whose beginning never changes.
func receivedBytes(_ socket: Int32) -> UInt64 {
    let offset = 128  // tcpi_bytes_received
    var info = [UInt8](repeating: 0, count: offset + MemoryLayout<UInt64>.size)
    var size = socklen_t(info.count)
    let status = getsockopt(socket, Int32(IPPROTO_TCP), TCP_INFO, &info, &size)
    guard status == 0, Int(size) == info.count else { return 0 }
    return info.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
}
