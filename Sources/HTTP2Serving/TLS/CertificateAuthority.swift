import CTLS

/// Makes certificates for servers that stand in for others; clients must decide to trust it.
///
/// Each has new keys, which never leave memory.
///
/// Not `Sendable`: used by its creator only.
package final class CertificateAuthority {
    /// An `X509`, owned, and its `EVP_PKEY`, owned.
    private let certificate: OpaquePointer
    private let key: OpaquePointer

    /// For how long certificates are good, in seconds.
    private static let lifetime = 30 * 86_400

    /// - Parameter name: Common name of its certificate.
    /// - Throws: A `Failure` with the name of the failed OpenSSL call.
    package init(name: String) throws(TLSServerContext.Failure) {
        let key = try Self.newKey()
        do {
            certificate = try Self.newCertificate(name, key) { certificate throws(Failure) in
                try Self.sign(
                    certificate,
                    issuer: certificate,
                    key,
                    [
                        (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"),
                        (NID_key_usage, "critical,keyCertSign,cRLSign"),
                        (NID_subject_key_identifier, "hash"),
                    ]
                )
            }
        } catch {
            EVP_PKEY_free(key)
            throw error
        }
        self.key = key
    }

    deinit {
        X509_free(certificate)
        EVP_PKEY_free(key)
    }

    /// The certificate in PEM form, for clients to trust.
    package var pem: String {
        guard let memory = BIO_new(BIO_s_mem()) else { return "" }
        defer { BIO_free(memory) }
        guard PEM_write_bio_X509(memory, certificate) == 1 else { return "" }
        var text = [UInt8](repeating: 0, count: BIO_ctrl_pending(memory))
        let count = BIO_read(memory, &text, Int32(text.count))
        return String(decoding: text.prefix(Int(max(count, 0))), as: UTF8.self)
    }

    /// A TLS context for servers of these hosts.
    ///
    /// - Parameters:
    ///   - hosts: Names, and addresses without brackets; at least one.
    ///   - protocols: In order of preference for ALPN; without a common one, no protocol is selected.
    /// - Returns: A context with a certificate for all of the hosts.
    /// - Throws: A `Failure` with the name of the failed OpenSSL call.
    package func context(
        for hosts: [String],
        protocols: [String]
    ) throws(TLSServerContext.Failure) -> TLSServerContext {
        precondition(!hosts.isEmpty, "a certificate for no host")
        let context = try TLSServerContext(protocols: protocols)
        let leafKey = try Self.newKey()
        defer { EVP_PKEY_free(leafKey) }
        let names = hosts.map { "\(Self.isAddress($0) ? "IP" : "DNS"):\($0)" }
        let leaf = try Self.newCertificate(hosts[0], leafKey) { leaf throws(Failure) in
            try Self.sign(
                leaf,
                issuer: certificate,
                key,
                [
                    (NID_subject_alt_name, names.joined(separator: ",")),
                    (NID_key_usage, "critical,digitalSignature"),
                    (NID_ext_key_usage, "serverAuth"),
                    (NID_authority_key_identifier, "keyid:always"),
                ]
            )
        }
        defer { X509_free(leaf) }
        // The context holds its own references.
        try Self.check(SSL_CTX_use_certificate(context.raw, leaf), "SSL_CTX_use_certificate")
        try Self.check(SSL_CTX_use_PrivateKey(context.raw, leafKey), "SSL_CTX_use_PrivateKey")
        return context
    }

    private typealias Failure = TLSServerContext.Failure

    private static func check(_ result: Int32, _ call: String) throws(Failure) {
        guard result > 0 else { throw Failure(call: call) }
    }

    private static func newKey() throws(Failure) -> OpaquePointer {
        guard let key = ctls_new_key() else { throw Failure(call: "EVP_EC_gen") }
        return key
    }

    /// A certificate that `finish` signs; the caller frees it.
    private static func newCertificate(
        _ name: String,
        _ key: OpaquePointer,
        _ finish: (OpaquePointer) throws(Failure) -> Void
    ) throws(Failure) -> OpaquePointer {
        guard let certificate = X509_new() else { throw Failure(call: "X509_new") }
        do {
            // Counted from zero: version 3 (RFC 5280 §4.1.2.1).
            try check(X509_set_version(certificate, 2), "X509_set_version")
            let serial = UInt64.random(in: 1...UInt64(Int64.max))
            let number = X509_get_serialNumber(certificate)
            try check(ASN1_INTEGER_set_uint64(number, serial), "ASN1_INTEGER_set_uint64")
            // An hour ago, for clients whose clock is late.
            X509_gmtime_adj(X509_getm_notBefore(certificate), -3_600)
            X509_gmtime_adj(X509_getm_notAfter(certificate), lifetime)
            let subject = X509_get_subject_name(certificate)
            let text = Array(name.utf8)
            try check(
                X509_NAME_add_entry_by_txt(
                    subject,
                    "CN",
                    ctls_utf8,
                    text,
                    Int32(text.count),
                    -1,
                    0
                ),
                "X509_NAME_add_entry_by_txt"
            )
            try check(X509_set_pubkey(certificate, key), "X509_set_pubkey")
            try finish(certificate)
            return certificate
        } catch {
            X509_free(certificate)
            throw error
        }
    }

    private static func sign(
        _ certificate: OpaquePointer,
        issuer: OpaquePointer,
        _ key: OpaquePointer,
        _ extensions: [(Int32, String)]
    ) throws(Failure) {
        let name = X509_get_subject_name(issuer)
        try check(X509_set_issuer_name(certificate, name), "X509_set_issuer_name")
        for (kind, value) in extensions {
            try check(
                ctls_add_extension(certificate, issuer, kind, value),
                "X509V3_EXT_conf_nid"
            )
        }
        try check(X509_sign(certificate, key, EVP_sha256()), "X509_sign")
    }

    private static func isAddress(_ host: String) -> Bool {
        host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
    }
}
