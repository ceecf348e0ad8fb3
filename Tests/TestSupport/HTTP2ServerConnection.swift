import Glibc
import HTTP2Serving

/// A socket and its session, used by the server's thread only.
final class HTTP2ServerConnection {
    let descriptor: Int32
    let session: HTTP2ServerSession
    /// `nil` without TLS.
    private let tls: TLSServerSide?
    /// The bytes that the socket has not accepted yet begin at `sent`.
    private var output: [UInt8] = []
    private var sent = 0
    /// Whether all bytes are sent and the client is expected to close, so that data in transit is not lost.
    private var hasFinished = false
    private(set) var isOver = false

    init(_ descriptor: Int32, _ session: HTTP2ServerSession, _ tls: TLSServerSide?) {
        self.descriptor = descriptor
        self.session = session
        self.tls = tls
    }

    var wantsToWrite: Bool {
        !hasFinished && (sent < output.count || isReady && session.hasMore)
    }

    /// Whether the TLS handshake is complete, if TLS is used.
    private var isReady: Bool { tls?.isReady ?? true }

    /// Reads the available bytes, once.
    func receive() {
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        if count < 0 && (errno == EINTR || errno == EAGAIN) { return }
        guard count > 0 else {
            isOver = true
            return
        }
        guard !hasFinished else { return }
        let bytes = Array(chunk[..<count])
        guard let tls else { return session.receive(bytes) }
        guard let plain = tls.receive(bytes) else {
            isOver = true
            return
        }
        if !plain.isEmpty { session.receive(plain) }
    }

    /// Writes as much as the socket accepts; endless output continues in the next turn.
    func flush() {
        guard !isOver, !hasFinished else { return }
        if sent == output.count { refill() }
        while sent < output.count {
            let count = output[sent...].withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EAGAIN { return }
            guard count > 0 else {
                isOver = true
                return
            }
            sent += count
        }
        if isReady && !session.hasMore { finish() }
    }

    func end() {
        close(descriptor)
        session.end()
    }

    private func refill() {
        let plain = isReady ? session.takeOutput() : []
        output = tls?.send(plain) ?? plain
        sent = 0
    }

    private func finish() {
        switch session.ending {
        case .none: return
        case .closes:
            hasFinished = true
            shutdown(descriptor, Int32(SHUT_WR))
        case .resets:
            // Zero linger time: close() sends RST (socket(7)).
            var linger = linger(l_onoff: 1, l_linger: 0)
            let size = socklen_t(MemoryLayout.size(ofValue: linger))
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, size)
            isOver = true
        }
    }
}
