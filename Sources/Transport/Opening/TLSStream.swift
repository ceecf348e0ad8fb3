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
        var count = 0
        let code = curl_easy_recv(handle.raw, buffer.baseAddress, buffer.count, &count)
        guard code == CURLE_OK && count == 0 else { return step(code, count) }
        return hasEnded ? .end : .cut
    }

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
