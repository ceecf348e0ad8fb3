import CTLS

/// The server's side of a TLS connection, from bytes to bytes.
package final class TLSServerSide {
    /// An `SSL`, owned.
    private let raw: OpaquePointer
    /// Owned by `raw`.
    private let incoming: OpaquePointer
    private let outgoing: OpaquePointer

    package init(_ context: TLSServerContext) {
        guard let raw = SSL_new(context.raw), let incoming = BIO_new(BIO_s_mem()),
            let outgoing = BIO_new(BIO_s_mem())
        else { preconditionFailure("no memory for TLS") }
        (self.raw, self.incoming, self.outgoing) = (raw, incoming, outgoing)
        SSL_set_bio(raw, incoming, outgoing)
        SSL_set_accept_state(raw)
    }

    deinit { SSL_free(raw) }

    /// Whether something may be sent.
    package var isReady: Bool { SSL_is_init_finished(raw) == 1 }

    /// Whether both sides agreed on HTTP/2.
    package var speaksHTTP2: Bool { ctls_agreed_on_http2(UnsafeMutableRawPointer(raw)) == 1 }

    /// The client's certificate; `nil` for none.
    package var clientCertificate: ClientCertificate? {
        guard let certificate = SSL_get1_peer_certificate(raw) else { return nil }
        defer { X509_free(certificate) }
        return ClientCertificate(userID: Self.lastUserID(of: certificate))
    }

    private static func lastUserID(of certificate: OpaquePointer) -> String? {
        let subject = X509_get_subject_name(certificate)
        let place = X509_NAME_get_index_by_NID(subject, NID_userId, -1)
        guard place >= 0 else { return nil }
        let data = X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, place))
        var text: UnsafeMutablePointer<UInt8>?
        let count = ASN1_STRING_to_UTF8(&text, data)
        guard count >= 0, let text else { return nil }
        defer { ctls_free(text) }
        return String(decoding: UnsafeBufferPointer(start: text, count: Int(count)), as: UTF8.self)
    }

    /// Handles received bytes.
    ///
    /// - Returns: The decrypted bytes; `nil` after a protocol error or a TLS close by the peer.
    package func receive(_ bytes: [UInt8]) -> [UInt8]? {
        BIO_write(incoming, bytes, Int32(bytes.count))
        var plain: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = SSL_read(raw, &chunk, Int32(chunk.count))
            guard count > 0 else {
                return SSL_get_error(raw, count) == SSL_ERROR_WANT_READ ? plain : nil
            }
            plain += chunk[..<Int(count)]
        }
    }

    /// Encrypts `bytes`, which may be empty during the handshake.
    ///
    /// - Returns: The bytes to write.
    package func send(_ bytes: [UInt8]) -> [UInt8] {
        if !bytes.isEmpty { SSL_write(raw, bytes, Int32(bytes.count)) }
        let waiting = BIO_ctrl_pending(outgoing)
        guard waiting > 0 else { return [] }
        var wire = [UInt8](repeating: 0, count: waiting)
        BIO_read(outgoing, &wire, Int32(waiting))
        return wire
    }
}
