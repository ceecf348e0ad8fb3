import CTLS

/// What connections of a server with TLS have in common.
///
/// `@unchecked Sendable`: both are set in `init` and freed in `deinit`; in between only the server's thread
/// uses them.
final class TLSServerContext: @unchecked Sendable {
    /// An `SSL_CTX`, owned.
    fileprivate let raw: OpaquePointer
    /// The length and the name of the protocol, as ALPN spells it; owned.
    private let negotiated: UnsafeMutableBufferPointer<UInt8>

    private struct Failure: Error {
        let call: String
    }

    /// - Parameters:
    ///   - identity: Whose files are read here.
    ///   - protocolName: The protocol that is chosen when the client offers it; otherwise none is.
    /// - Throws: The name of the call of OpenSSL that failed.
    init(_ identity: TLSIdentity, negotiated protocolName: String) throws {
        guard let raw = SSL_CTX_new(TLS_server_method()) else { throw Failure(call: "SSL_CTX_new") }
        self.raw = raw
        let name = [UInt8(protocolName.utf8.count)] + protocolName.utf8
        negotiated = .allocate(capacity: name.count)
        _ = negotiated.initialize(from: name)
        guard SSL_CTX_use_certificate_chain_file(raw, identity.certificate) == 1 else {
            throw Failure(call: "SSL_CTX_use_certificate_chain_file")
        }
        guard SSL_CTX_use_PrivateKey_file(raw, identity.key, SSL_FILETYPE_PEM) == 1 else {
            throw Failure(call: "SSL_CTX_use_PrivateKey_file")
        }
        // Not retained: the context is freed before the name.
        let argument = Unmanaged.passUnretained(self).toOpaque()
        SSL_CTX_set_alpn_select_cb(raw, Self.select, argument)
    }

    deinit {
        SSL_CTX_free(raw)
        negotiated.deallocate()
    }

    private static let select: SSL_CTX_alpn_select_cb_func = {
        _,
        chosen,
        chosenLength,
        offered,
        offeredLength,
        argument in
        guard let argument else { return SSL_TLSEXT_ERR_NOACK }
        let context = Unmanaged<TLSServerContext>.fromOpaque(argument).takeUnretainedValue()
        var name: UnsafeMutablePointer<UInt8>?
        let found = SSL_select_next_proto(
            &name,
            chosenLength,
            context.negotiated.baseAddress,
            UInt32(context.negotiated.count),
            offered,
            offeredLength
        )
        guard found == OPENSSL_NPN_NEGOTIATED else { return SSL_TLSEXT_ERR_NOACK }
        chosen?.pointee = UnsafePointer(name)
        return SSL_TLSEXT_ERR_OK
    }
}

/// The server's side of one connection with TLS, from bytes to bytes.
final class TLSServerSide {
    /// An `SSL`, owned.
    private let raw: OpaquePointer
    /// Owned by `raw`.
    private let incoming: OpaquePointer
    private let outgoing: OpaquePointer

    init(_ context: TLSServerContext) {
        guard let raw = SSL_new(context.raw), let incoming = BIO_new(BIO_s_mem()),
            let outgoing = BIO_new(BIO_s_mem())
        else { preconditionFailure("no memory for TLS") }
        (self.raw, self.incoming, self.outgoing) = (raw, incoming, outgoing)
        SSL_set_bio(raw, incoming, outgoing)
        SSL_set_accept_state(raw)
    }

    deinit { SSL_free(raw) }

    /// Whether something may be sent.
    var isReady: Bool { SSL_is_init_finished(raw) == 1 }

    /// Takes what came over the wire.
    ///
    /// - Returns: What it says; `nil` when the other side broke the rules or said that nothing follows.
    func receive(_ bytes: [UInt8]) -> [UInt8]? {
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

    /// Says `bytes`, which may be none while TLS is not ready.
    ///
    /// - Returns: What has to go over the wire.
    func send(_ bytes: [UInt8]) -> [UInt8] {
        if !bytes.isEmpty { SSL_write(raw, bytes, Int32(bytes.count)) }
        let waiting = BIO_ctrl_pending(outgoing)
        guard waiting > 0 else { return [] }
        var wire = [UInt8](repeating: 0, count: waiting)
        BIO_read(outgoing, &wire, Int32(waiting))
        return wire
    }
}
