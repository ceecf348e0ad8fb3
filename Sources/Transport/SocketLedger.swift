import Glibc
import Synchronization

/// The open sockets of one easy handle, so that another thread can wake the transfer that waits on them.
///
/// It also keeps libcurl from sending a request twice: see `beginRequest()`.
final class SocketLedger: Sendable {
    private struct State {
        /// With the bytes that had come over each when the exchange began.
        var sockets: [Int32: UInt64] = [:]
        var current: ObjectIdentifier?
        var hasBegunRequest = false
        var wasResendRefused = false
        var hasClosedWithBytes = false
    }

    private let state = Mutex(State())

    /// Whether the connection stood and the request was about to be written.
    var hasBegunRequest: Bool { state.withLock { $0.hasBegunRequest } }

    /// Whether libcurl wanted to send the request once more.
    var wasResendRefused: Bool { state.withLock { $0.wasResendRefused } }

    /// Whether a connection was closed over which bytes had come that end no line.
    var hasClosedWithBytes: Bool { state.withLock { $0.hasClosedWithBytes } }

    /// Starts the bookkeeping of `exchange`.
    func begin(_ exchange: PendingExchange) {
        state.withLock { state in
            state.current = ObjectIdentifier(exchange)
            state.hasBegunRequest = false
            state.wasResendRefused = false
            state.hasClosedWithBytes = false
            for socket in state.sockets.keys { state.sockets[socket] = receivedBytes(socket) }
        }
    }

    /// After this, `wake(_:)` leaves the sockets alone.
    func end() {
        state.withLock { $0.current = nil }
    }

    /// Notes that the request is about to be written.
    ///
    /// - Returns: Whether it may be. Not a second time: when a kept connection dies without a byte of an
    ///   answer, libcurl (`Curl_retry_request`) opens another one and sends the request again, up to five
    ///   times, and tells nobody. For a browser that is right; a contract test would create two objects
    ///   from one step, or never see the server that drops connections.
    func beginRequest() -> Bool {
        state.withLock { state in
            guard !state.hasBegunRequest else {
                state.wasResendRefused = true
                return false
            }
            state.hasBegunRequest = true
            return true
        }
    }

    /// Opens a socket for the transfer; -1 when it may have no other, or there is none to be had.
    func open(family: Int32, type: Int32, protocol number: Int32) -> Int32 {
        let isAllowed = state.withLock { state in
            state.wasResendRefused = state.hasBegunRequest
            return !state.hasBegunRequest
        }
        guard isAllowed else { return -1 }
        let socket = Glibc.socket(family, type | Int32(SOCK_CLOEXEC.rawValue), number)
        if socket >= 0 {
            state.withLock { $0.sockets[socket] = 0 }
        }
        return socket
    }

    /// Closes a socket that `open` gave.
    func close(_ socket: Int32) -> Int32 {
        let count = receivedBytes(socket)
        state.withLock { state in
            // Struck out before it is closed: its number may be another's a moment later.
            let before = state.sockets.removeValue(forKey: socket)
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
