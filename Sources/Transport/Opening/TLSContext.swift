import CCurl
import CTLS

/// Shared TLS settings that libcurl has no option for: how connections write, and the trusted certificates.
///
/// `@unchecked Sendable`: `store` is set in `init` and freed in `deinit`; OpenSSL locks it.
final class TLSContext: @unchecked Sendable {
    /// The trusted certificates, read once for many connections; `nil` leaves them to libcurl.
    ///
    /// libcurl reads them for each handle: with those of a usual system that takes 20 ms of processor time and 800
    /// kB for each connection. Owned; other users hold their own reference.
    let store: OpaquePointer?

    /// Reads the certificates that `options` trust.
    ///
    /// - Returns: `nil` when libcurl uses another TLS library than this OpenSSL.
    init?(_ options: TransportOptions) {
        guard Self.isShared, let info = ccurl_version()?.pointee else { return nil }
        store = Self.store(options, info)
    }

    /// Whether libcurl runs on this OpenSSL.
    static let isShared: Bool = {
        guard let library = ccurl_version()?.pointee.ssl_version, let version = ctls_version()
        else {
            return false
        }
        // The texts are constants of the libraries.
        return String(cString: library) == "OpenSSL/" + String(cString: version)
    }()

    deinit { store.map { X509_STORE_free($0) } }

    /// Certificates that `options` trust; `nil` leaves them to libcurl: with a proxy, which has its own
    /// certificates, without verification, and for unreadable files, whose error libcurl reports.
    private static func store(
        _ options: TransportOptions,
        _ info: curl_version_info_data
    ) -> OpaquePointer? {
        guard !options.insecure, options.proxy == nil,
            options.cacert != nil || info.cainfo != nil || info.capath != nil,
            let store = X509_STORE_new()
        else { return nil }
        // The texts are constants of the library.
        let file = options.cacert ?? info.cainfo.map { String(cString: $0) }
        let folder = options.cacert == nil ? info.capath.map { String(cString: $0) } : nil
        guard X509_STORE_load_locations(store, file, folder) == 1,
            ctls_trust_partial_chains(store) == 1
        else {
            X509_STORE_free(store)
            return nil
        }
        return store
    }

    /// Makes a handle's next connection use these settings.
    ///
    /// This object must outlive the connecting.
    ///
    /// - Parameters:
    ///   - handle: Connects next.
    ///   - notes: Contains the store, records the progress of TLS, and must live as long as the connection.
    ///   - offersHTTP2: Whether to offer HTTP/2 only.
    /// - Throws: A `CurlError` for the option that libcurl rejects.
    func apply(
        to handle: CurlHandle,
        _ notes: OpeningNotes,
        offersHTTP2: Bool
    ) throws(CurlError) {
        if store != nil {
            for (option, name) in [
                (CURLOPT_CAINFO, "CURLOPT_CAINFO"), (CURLOPT_CAPATH, "CURLOPT_CAPATH"),
            ] {
                try handle.check(ccurl_setopt_string(handle.raw, option, nil), name)
            }
        }
        try handle.check(
            ccurl_setopt_pointer(
                handle.raw,
                CURLOPT_SSL_CTX_DATA,
                Unmanaged.passUnretained(notes).toOpaque()
            ),
            "CURLOPT_SSL_CTX_DATA"
        )
        let prepare: curl_ssl_ctx_callback = { _, context, notes in
            TLSContext.prepare(context, OpeningNotes.from(notes))
            return CURLE_OK
        }
        let prepareHTTP2: curl_ssl_ctx_callback = { _, context, notes in
            TLSContext.prepare(context, OpeningNotes.from(notes))
            return ctls_offer_http2(context) == 0 ? CURLE_OK : CURLE_SSL_CONNECT_ERROR
        }
        if offersHTTP2 {
            // libcurl would speak a protocol that it offers itself.
            try handle.check(
                ccurl_setopt_long(handle.raw, CURLOPT_SSL_ENABLE_ALPN, 0),
                "CURLOPT_SSL_ENABLE_ALPN"
            )
        }
        try handle.check(
            ccurl_setopt_tls_context(handle.raw, offersHTTP2 ? prepareHTTP2 : prepare),
            "CURLOPT_SSL_CTX_FUNCTION"
        )
    }

    private static func prepare(_ context: UnsafeMutableRawPointer?, _ notes: OpeningNotes?) {
        ctls_write_in_parts(context)
        if let store = notes?.store { ctls_trust(context, store) }
        notes?.watch(context)
    }
}
