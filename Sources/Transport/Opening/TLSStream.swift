import CCurl
import CTLS
import Glibc

/// A connection with TLS, read and written through libcurl without blocking.
///
/// `@unchecked Sendable`: used by one thread at a time; the opener hands it over without keeping a reference.
package final class TLSStream: @unchecked Sendable {
    /// Result of reading or writing.
    package enum Step: Hashable, Sendable {
        case bytes(Int)
        /// Nothing possible now; wait for the socket.
        case wait
        /// The peer closed the connection.
        case end
        /// The connection ended without a TLS close, so that bytes may be missing.
        case cut
        /// The number of the operating system's error, zero when TLS failed.
        case failed(Int32)
    }

    /// The socket, to wait on; libcurl owns it.
    package let descriptor: Int32
    /// One handle for each connection: `curl_easy_recv` iterates over all connections of a handle.
    private let handle: CurlHandle
    /// Whether libcurl uses this OpenSSL, so that its session can be queried.
    private let isShared: Bool
    /// Bytes that came before the first read; usually empty, except for servers that request a certificate.
    private var early: [UInt8] = []

    init(handle: CurlHandle, descriptor: Int32, isShared: Bool) {
        self.handle = handle
        self.descriptor = descriptor
        self.isShared = isShared
    }

    /// Writes until the socket is full.
    package func send(_ bytes: UnsafeRawBufferPointer) -> Step {
        var count = 0
        // The bytes are not stored.
        let code = curl_easy_send(handle.raw, bytes.baseAddress, bytes.count, &count)
        return step(code, count)
    }

    /// Reads available bytes; must be called until it returns `wait`, as TLS may buffer bytes while the socket is
    /// empty.
    package func receive(into buffer: UnsafeMutableRawBufferPointer) -> Step {
        guard early.isEmpty else { return takeEarly(into: buffer) }
        var count = 0
        let code = curl_easy_recv(handle.raw, buffer.baseAddress, buffer.count, &count)
        guard code == CURLE_OK && count == 0 else { return step(code, count) }
        return hasEnded ? .end : .cut
    }

    /// Whether there are bytes that the socket does not report.
    package var hasEarlyBytes: Bool { !early.isEmpty }

    private func takeEarly(into buffer: UnsafeMutableRawBufferPointer) -> Step {
        let count = min(early.count, buffer.count)
        buffer.copyBytes(from: early[..<count])
        early.removeFirst(count)
        return .bytes(count)
    }

    /// Waits for a server's reaction to the client certificate: in TLS 1.3 it rejects one after the client's
    /// handshake is complete.
    ///
    /// Blocks the thread.
    ///
    /// - Parameter patience: In milliseconds; a server without a reaction until then has accepted.
    /// - Returns: Whether the server rejected the certificate.
    func awaitRefusal(patience: Int32) -> Bool {
        var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&event, 1, patience) > 0 else { return false }
        var bytes = [UInt8](repeating: 0, count: 16 * 1024)
        switch bytes.withUnsafeMutableBytes({ receive(into: $0) }) {
        case .bytes(let count): early = Array(bytes[..<count])
        case .wait: break
        case .end, .cut, .failed: return true
        }
        return false
    }

    /// libcurl's text for the last TLS failure; empty for none.
    package var failure: String { String(cString: handle.errorBuffer) }

    /// Whether HTTP/2 was negotiated; known only after the first `send(_:)`.
    package var speaksHTTP2: Bool { session.map { ctls_agreed_on_http2($0) == 1 } ?? false }

    /// Whether the peer sent a TLS close; `true` when unknown.
    private var hasEnded: Bool { session.map { ctls_has_ended($0) == 1 } ?? true }

    /// OpenSSL's session; `nil` when it is not accessible.
    private var session: UnsafeMutableRawPointer? {
        var session: UnsafeMutablePointer<curl_tlssessioninfo>?
        guard isShared, ccurl_getinfo_tls(handle.raw, &session) == CURLE_OK else { return nil }
        return session?.pointee.internals
    }

    private func step(_ code: CURLcode, _ count: Int) -> Step {
        switch code {
        case CURLE_OK: .bytes(count)
        case CURLE_AGAIN: .wait
        default: .failed(Int32(truncatingIfNeeded: handle.info(CURLINFO_OS_ERRNO)))
        }
    }
}
