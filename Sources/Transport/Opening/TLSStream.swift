import CCurl
import CTLS
import Glibc

/// A connection with TLS, read and written through libcurl without blocking.
///
/// `@unchecked Sendable`: used by one thread at a time; who opened it hands it over and keeps nothing.
package final class TLSStream: @unchecked Sendable {
    /// What came of reading or writing.
    package enum Step: Hashable, Sendable {
        case bytes(Int)
        /// Nothing now; the socket says when.
        case wait
        /// The other side closed.
        case end
        /// The other side is gone and has not said that nothing follows, so that more may have been to come.
        case cut
        /// The number of the operating system's error, zero when TLS failed.
        case failed(Int32)
    }

    /// The socket, to wait on; libcurl owns it.
    package let descriptor: Int32
    /// Its own handle for each connection: `curl_easy_recv` walks through all connections of a handle.
    private let handle: CurlHandle
    /// Whether libcurl runs on this OpenSSL, which then can be asked.
    private let isShared: Bool
    /// What came before anybody read; empty but for servers that ask for a certificate.
    private var early: [UInt8] = []

    init(handle: CurlHandle, descriptor: Int32, isShared: Bool) {
        self.handle = handle
        self.descriptor = descriptor
        self.isShared = isShared
    }

    /// Writes what the socket takes.
    package func send(_ bytes: UnsafeRawBufferPointer) -> Step {
        var count = 0
        // The bytes are not kept.
        let code = curl_easy_send(handle.raw, bytes.baseAddress, bytes.count, &count)
        return step(code, count)
    }

    /// Reads what has come; must be called until it says `wait`, as bytes can lie within TLS while the
    /// socket is empty.
    package func receive(into buffer: UnsafeMutableRawBufferPointer) -> Step {
        guard early.isEmpty else { return takeEarly(into: buffer) }
        var count = 0
        let code = curl_easy_recv(handle.raw, buffer.baseAddress, buffer.count, &count)
        guard code == CURLE_OK && count == 0 else { return step(code, count) }
        return hasEnded ? .end : .cut
    }

    /// Whether bytes lie here of which the socket does not know.
    package var hasEarlyBytes: Bool { !early.isEmpty }

    private func takeEarly(into buffer: UnsafeMutableRawBufferPointer) -> Step {
        let count = min(early.count, buffer.count)
        buffer.copyBytes(from: early[..<count])
        early.removeFirst(count)
        return .bytes(count)
    }

    /// Waits for what the server says to the certificate it asked for: in TLS 1.3 it refuses one when the
    /// handshake is over for the client.
    ///
    /// Blocks the thread.
    ///
    /// - Parameter patience: In milliseconds; a server that says nothing until then has not refused.
    /// - Returns: Whether the server refused.
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

    /// What TLS failed with last, in the words of libcurl; empty when it did not.
    package var failure: String { String(cString: handle.errorBuffer) }

    /// Whether the other side agreed on HTTP/2; libcurl tells only after the first `send(_:)`.
    package var speaksHTTP2: Bool { session.map { ctls_agreed_on_http2($0) == 1 } ?? false }

    /// Whether the other side said that nothing follows, as far as anybody knows.
    private var hasEnded: Bool { session.map { ctls_has_ended($0) == 1 } ?? true }

    /// OpenSSL's own; `nil` where it is not told.
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
