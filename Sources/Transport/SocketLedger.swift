import Glibc
import Platform
import Synchronization

/// The open sockets of one easy handle, so that another thread can wake a transfer that waits on them.
///
/// It also keeps libcurl from retrying a request, and from using bytes that came before a request as its response:
/// see `beginRequest()`.
final class SocketLedger: Sendable {
    private struct Socket {
        /// Number of bytes received before the exchange began.
        var received: UInt64 = 0
        /// Whether it carries only HTTP/1 without TLS, so that a server must not send unasked.
        var isPlain = false
        /// Whether it carries HTTP/1, with or without TLS.
        var speaksHTTP1 = false
    }

    private struct State {
        var sockets: [Int32: Socket] = [:]
        var current: ObjectIdentifier?
        /// Sockets opened for the exchange.
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

    /// Whether the connection was established and the request about to be written.
    var hasBegunRequest: Bool { state.withLock { $0.hasBegunRequest } }

    /// Whether the request used the connection of an earlier exchange.
    var usesKept: Bool { state.withLock { $0.usesKept } }

    /// Whether libcurl tried to send the request again.
    var wasResendRefused: Bool { state.withLock { $0.wasResendRefused } }

    /// Whether a connection was closed after bytes that do not end a line.
    var hasClosedWithBytes: Bool { state.withLock { $0.hasClosedWithBytes } }

    /// Whether bytes came before the request was written.
    var hasEarlyBytes: Bool { state.withLock { $0.hasEarlyBytes } }

    /// Whether TLS signalled its end.
    var hasTLSEnd: Bool { state.withLock { $0.hasTLSEnd } }

    /// Starts recording `exchange`.
    ///
    /// A pooled connection with unread bytes is closed: they would be used as the beginning of the next response.
    ///
    /// - Parameters:
    ///   - exchange: The exchange about to be performed.
    ///   - isPlain: Whether its sockets carry only HTTP/1 without TLS.
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

    /// Makes the connections look closed by the server, so that the next exchange opens another.
    func discardAll() {
        state.withLock { state in
            for descriptor in state.sockets.keys { discard(descriptor) }
        }
    }

    /// Records that TLS signalled its end.
    func noteTLSEnd() { state.withLock { $0.hasTLSEnd = true } }

    /// Records that the request is about to be written.
    ///
    /// - Returns: Whether it may be written. Not after bytes have come already, and not a second time: when a
    ///   pooled connection dies without a byte of a response, libcurl (`Curl_retry_request`) silently opens another
    ///   one and sends the request again, up to five times. That suits a browser; a contract test would create two
    ///   objects in one step, or miss a server that drops connections.
    func beginRequest() -> Bool {
        state.withLock { state in
            guard !state.hasBegunRequest else {
                state.wasResendRefused = true
                return false
            }
            // Such bytes cannot be the response to this request.
            state.hasEarlyBytes = state.sockets.contains { $0.value.isPlain && hasBytes($0.key) }
            state.hasBegunRequest = !state.hasEarlyBytes
            state.usesKept = state.fresh.isEmpty
            return state.hasBegunRequest
        }
    }

    /// Opens a socket for the transfer; -1 when it must not open another one, or on failure.
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
            // The FIN counts as a byte.
            state.hasClosedWithBytes = state.hasClosedWithBytes || count > (before ?? 0) + 1
        }
        return Glibc.close(socket)
    }

    /// Shuts the sockets down if the handle still works for `exchange`; libcurl wakes and asks whether to go on.
    func wake(_ exchange: PendingExchange) {
        state.withLock { state in
            guard state.current == ObjectIdentifier(exchange) else { return }
            // Under the lock, as only there the descriptors are certainly ours; it does not block.
            for socket in state.sockets.keys { _ = shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }
}

/// Whether `socket` has unread bytes.
private func hasBytes(_ socket: Int32) -> Bool {
    var byte: UInt8 = 0
    return recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
}

/// Makes `socket` look closed by the peer, so that libcurl opens another one.
private func discard(_ socket: Int32) {
    _ = shutdown(socket, Int32(SHUT_RDWR))
    var bytes = [UInt8](repeating: 0, count: 64 * 1024)
    // The kernel rejects later bytes, so this loop ends.
    while recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT)) > 0 {}
}

/// Number of bytes received over the TCP connection of `socket`, the closing FIN included.
///
/// libcurl does not distinguish a connection closed without a byte from one closed within the first line of a
/// response; the kernel does. Zero when unknown.
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
