import CTLS

/// Shared settings of a TLS server's connections.
///
/// `@unchecked Sendable`: everything is set in `init` and freed in `deinit`; in between OpenSSL lets any number of
/// threads begin connections with it.
package final class TLSServerContext: @unchecked Sendable {
    /// An `SSL_CTX`, owned.
    let raw: OpaquePointer
    /// The lengths and names of the protocols, as ALPN spells them; owned.
    private let protocols: UnsafeMutableBufferPointer<UInt8>

    /// A failed OpenSSL call.
    package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        package let call: String

        package var description: String { "\(call) failed" }
    }

    /// - Parameters:
    ///   - certificate: The file with the server's certificate, and its chain.
    ///   - key: The file with its key.
    ///   - protocols: In order of preference for ALPN; without a common one, no protocol is selected.
    /// - Throws: A `Failure` with the name of the failed OpenSSL call.
    package convenience init(
        certificate: String,
        key: String,
        protocols: [String]
    ) throws(Failure) {
        try self.init(protocols: protocols)
        guard SSL_CTX_use_certificate_chain_file(raw, certificate) == 1 else {
            throw Failure(call: "SSL_CTX_use_certificate_chain_file")
        }
        guard SSL_CTX_use_PrivateKey_file(raw, key, SSL_FILETYPE_PEM) == 1 else {
            throw Failure(call: "SSL_CTX_use_PrivateKey_file")
        }
    }

    /// A context without a certificate.
    init(protocols: [String]) throws(Failure) {
        guard let raw = SSL_CTX_new(TLS_server_method()) else { throw Failure(call: "SSL_CTX_new") }
        self.raw = raw
        let names = protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        self.protocols = .allocate(capacity: names.count)
        _ = self.protocols.initialize(from: names)
        // Not retained: the context is freed before the names.
        let argument = Unmanaged.passUnretained(self).toOpaque()
        SSL_CTX_set_alpn_select_cb(raw, Self.select, argument)
    }

    deinit {
        SSL_CTX_free(raw)
        protocols.deallocate()
    }

    /// Requests client certificates, and accepts any or none.
    package func askForCertificates() {
        SSL_CTX_set_verify(raw, SSL_VERIFY_PEER) { _, _ in 1 }
        // Sessions are not resumed with client certificates.
        _ = ctls_forget_sessions(UnsafeMutableRawPointer(raw))
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
            context.protocols.baseAddress,
            UInt32(context.protocols.count),
            offered,
            offeredLength
        )
        guard found == OPENSSL_NPN_NEGOTIATED else { return SSL_TLSEXT_ERR_NOACK }
        chosen?.pointee = UnsafePointer(name)
        return SSL_TLSEXT_ERR_OK
    }
}
