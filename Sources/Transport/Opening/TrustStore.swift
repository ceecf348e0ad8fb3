import CCurl
import CTLS

/// The certificates that may sign those of servers, read once for many connections.
///
/// libcurl reads them for each handle: with those of a usual system that takes 20 ms of processor time and
/// 800 kB a connection.
///
/// `@unchecked Sendable`: `raw` is set in `init` and freed in `deinit`; OpenSSL locks the store itself.
final class TrustStore: @unchecked Sendable {
    /// Owned; who else uses it holds a reference of its own.
    private let raw: OpaquePointer

    /// Reads what `options` trust.
    ///
    /// - Returns: `nil` where libcurl has to do it itself: when it does not run on this OpenSSL, when there is
    ///   a proxy, to which other certificates apply, when nothing is verified, and when the files
    ///   cannot be read, of which it tells the error.
    init?(_ options: TransportOptions) {
        guard !options.insecure, options.proxy == nil, let info = ccurl_version()?.pointee,
            let library = info.ssl_version, let version = ctls_version(),
            String(cString: library) == "OpenSSL/" + String(cString: version),
            options.cacert != nil || info.cainfo != nil || info.capath != nil,
            let store = X509_STORE_new()
        else { return nil }
        raw = store
        // The texts are constants of the library.
        let file = options.cacert ?? info.cainfo.map { String(cString: $0) }
        let folder = options.cacert == nil ? info.capath.map { String(cString: $0) } : nil
        guard X509_STORE_load_locations(store, file, folder) == 1,
            ctls_trust_partial_chains(store) == 1
        else { return nil }
    }

    deinit { X509_STORE_free(raw) }

    /// Has the next connection of a handle trust this store and nothing else.
    ///
    /// The store must outlive the connecting.
    func apply(to handle: CurlHandle) throws(CurlError) {
        for (option, name) in [
            (CURLOPT_CAINFO, "CURLOPT_CAINFO"), (CURLOPT_CAPATH, "CURLOPT_CAPATH"),
        ] {
            try handle.check(ccurl_setopt_string(handle.raw, option, nil), name)
        }
        let context = UnsafeMutableRawPointer(raw)
        try handle.check(
            ccurl_setopt_pointer(handle.raw, CURLOPT_SSL_CTX_DATA, context),
            "CURLOPT_SSL_CTX_DATA"
        )
        let trust: curl_ssl_ctx_callback = { _, context, store in
            ctls_trust(context, store.map { OpaquePointer($0) })
            return CURLE_OK
        }
        try handle.check(ccurl_setopt_tls_context(handle.raw, trust), "CURLOPT_SSL_CTX_FUNCTION")
    }
}
