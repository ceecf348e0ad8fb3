import CCurl
import CTLS
import HTTP

/// Options of a transfer, set after `curl_easy_reset`; their order is irrelevant unless noted.
extension CurlHandle {
    func check(_ code: CURLcode, _ call: String) throws(CurlError) {
        try CurlError.check(code, call)
    }

    func setCallbacks(_ transfer: Transfer) throws(CurlError) {
        try check(
            ccurl_setopt_write(raw, CURLOPT_HEADERFUNCTION, Transfer.takeLine),
            "CURLOPT_HEADERFUNCTION"
        )
        try check(
            ccurl_setopt_write(raw, CURLOPT_WRITEFUNCTION, Transfer.takeBytes),
            "CURLOPT_WRITEFUNCTION"
        )
        try check(
            ccurl_setopt_progress(raw, Transfer.shouldStop),
            "CURLOPT_XFERINFOFUNCTION"
        )
        try check(
            ccurl_setopt_before_request(raw, Transfer.beginRequest),
            "CURLOPT_PREREQFUNCTION"
        )
        try check(
            ccurl_setopt_open_socket(raw, SocketLedger.openSocket),
            "CURLOPT_OPENSOCKETFUNCTION"
        )
        try check(
            ccurl_setopt_close_socket(raw, SocketLedger.closeSocket),
            "CURLOPT_CLOSESOCKETFUNCTION"
        )
        try setContexts(transfer)
        try set(CURLOPT_NOPROGRESS, 0, "CURLOPT_NOPROGRESS")
        // Signals would reach unrelated threads. SIGPIPE does not occur either: from 7.87 on, TLS writes through
        // libcurl, which uses MSG_NOSIGNAL.
        try set(CURLOPT_NOSIGNAL, 1, "CURLOPT_NOSIGNAL")
    }

    private func setContexts(_ transfer: Transfer) throws(CurlError) {
        // Neither is retained: the transfer outlives the call of perform, and the ledger the handle.
        let transferContext = Unmanaged.passUnretained(transfer).toOpaque()
        let ledgerContext = Unmanaged.passUnretained(ledger).toOpaque()
        for option in [
            CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_XFERINFODATA, CURLOPT_PREREQDATA,
        ] {
            try check(ccurl_setopt_pointer(raw, option, transferContext), "the callback context")
        }
        for option in [CURLOPT_OPENSOCKETDATA, CURLOPT_CLOSESOCKETDATA] {
            try check(ccurl_setopt_pointer(raw, option, ledgerContext), "the socket context")
        }
    }

    func setRoute(_ options: TransportOptions) throws(CurlError) {
        try set(CURLOPT_PROTOCOLS_STR, "http,https", "CURLOPT_PROTOCOLS_STR")
        // An empty text keeps libcurl from reading the environment.
        try set(CURLOPT_PROXY, options.proxy ?? "", "CURLOPT_PROXY")
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1, "CURLOPT_SUPPRESS_CONNECT_HEADERS")
        // With other addresses libcurl asks for a tunnel in some cases; then let it be all.
        let tunnels = options.proxy != nil && !options.connectTo.isEmpty
        try set(CURLOPT_HTTPPROXYTUNNEL, tunnels ? 1 : 0, "CURLOPT_HTTPPROXYTUNNEL")
        try set(CURLOPT_UNIX_SOCKET_PATH, options.unixSocket, "CURLOPT_UNIX_SOCKET_PATH")
        try set(CURLOPT_INTERFACE, options.interface, "CURLOPT_INTERFACE")
        try set(CURLOPT_USERAGENT, options.userAgent, "CURLOPT_USERAGENT")
        try set(CURLOPT_FOLLOWLOCATION, 0, "CURLOPT_FOLLOWLOCATION")
        try set(CURLOPT_HTTP09_ALLOWED, 0, "CURLOPT_HTTP09_ALLOWED")
        // libcurl finds the end of chunks and passes them on unchanged: its own decoder accepts invalid sizes, such
        // as 0x8.
        try set(CURLOPT_HTTP_TRANSFER_DECODING, 0, "CURLOPT_HTTP_TRANSFER_DECODING")
        try set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1, "CURLOPT_DISALLOW_USERNAME_IN_URL")
        let version =
            switch options.httpVersion {
            case .automatic, .http2: CURL_HTTP_VERSION_2TLS
            case .http1_1: CURL_HTTP_VERSION_1_1
            case .http2PriorKnowledge: CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE
            }
        try set(CURLOPT_HTTP_VERSION, version, "CURLOPT_HTTP_VERSION")
        if options.httpVersion == .http2PriorKnowledge && Self.losesKnownHTTP2 {
            try set(CURLOPT_FORBID_REUSE, 1, "CURLOPT_FORBID_REUSE")
        }
    }

    /// Whether a connection on which HTTP/2 was known beforehand fails with its second request (curl issue
    /// 10634): from 7.88 up to 8.0.
    private static let losesKnownHTTP2: Bool = {
        guard let version = ccurl_version()?.pointee.version_num else { return false }
        return (0x07_58_00..<0x08_00_00).contains(version)
    }()

    func setTLS(_ options: TransportOptions) throws(CurlError) {
        if let cacert = options.cacert {
            try set(CURLOPT_CAINFO, cacert, "CURLOPT_CAINFO")
            // Otherwise the system's certificates would be trusted too.
            try set(CURLOPT_CAPATH, nil, "CURLOPT_CAPATH")
        }
        try set(CURLOPT_SSLCERT, options.cert, "CURLOPT_SSLCERT")
        try set(CURLOPT_SSLKEY, options.key, "CURLOPT_SSLKEY")
        // Without a pass phrase OpenSSL would prompt on the terminal.
        try set(CURLOPT_KEYPASSWD, options.pass ?? "", "CURLOPT_KEYPASSWD")
        try set(CURLOPT_SSL_VERIFYPEER, options.insecure ? 0 : 1, "CURLOPT_SSL_VERIFYPEER")
        try set(CURLOPT_SSL_VERIFYHOST, options.insecure ? 0 : 2, "CURLOPT_SSL_VERIFYHOST")
    }

    /// Reports to the ledger when TLS signals its end, which libcurl does not report.
    func watchTLSEnd() throws(CurlError) {
        guard TLSContext.isShared else { return }
        // Not retained: connections end before the handle, and the ledger lives as long as the handle.
        let ledgerContext = Unmanaged.passUnretained(ledger).toOpaque()
        try check(
            ccurl_setopt_pointer(raw, CURLOPT_SSL_CTX_DATA, ledgerContext),
            "CURLOPT_SSL_CTX_DATA"
        )
        let prepare: curl_ssl_ctx_callback = { _, context, ledger in
            ctls_watch(context, ledger) { connection, event, alert in
                guard ctls_is_end(event, alert) == 1, let ledger = ctls_argument(connection) else {
                    return
                }
                Unmanaged<SocketLedger>.fromOpaque(ledger).takeUnretainedValue().noteTLSEnd()
            }
            return CURLE_OK
        }
        try check(ccurl_setopt_tls_context(raw, prepare), "CURLOPT_SSL_CTX_FUNCTION")
    }

    /// Makes the server's certificates available.
    func keepCertificates() throws(CurlError) {
        try set(CURLOPT_CERTINFO, 1, "CURLOPT_CERTINFO")
    }

    func setLimits(_ options: TransportOptions, timeout: Duration?) throws(CurlError) {
        let total = timeout.map { max($0.wholeMilliseconds, 1) }
        try set(
            CURLOPT_TIMEOUT_MS,
            total ?? options.maxTime?.wholeMilliseconds ?? 0,
            "CURLOPT_TIMEOUT_MS"
        )
        try set(
            CURLOPT_CONNECTTIMEOUT_MS,
            options.connectTimeout?.wholeMilliseconds ?? 0,
            "CURLOPT_CONNECTTIMEOUT_MS"
        )
        // Common servers close a connection that was idle for 5 s. As requests are not retried, one that crosses
        // such a close would fail, so connections idle for long are not reused.
        try set(CURLOPT_MAXAGE_CONN, options.maximumIdleSeconds, "CURLOPT_MAXAGE_CONN")
    }

    func setTarget(_ request: HTTPRequest, options: TransportOptions) throws(CurlError) {
        // libcurl would rewrite a path and query in the URL, but not the request target.
        try set(CURLOPT_URL, request.origin + "/", "CURLOPT_URL")
        try set(CURLOPT_PATH_AS_IS, 1, "CURLOPT_PATH_AS_IS")
        let target = options.forwards(request) ? request.absoluteTarget : request.target
        try set(CURLOPT_REQUEST_TARGET, target, "CURLOPT_REQUEST_TARGET")
    }

    /// Ends the transfer after connecting, and does not pool the connection.
    func setConnectOnly() throws(CurlError) {
        try set(CURLOPT_CONNECT_ONLY, 1, "CURLOPT_CONNECT_ONLY")
        try set(CURLOPT_FRESH_CONNECT, 1, "CURLOPT_FRESH_CONNECT")
        try set(CURLOPT_FORBID_REUSE, 1, "CURLOPT_FORBID_REUSE")
    }

    /// Sets the method and the body, which is not copied.
    func setMethod(
        _ request: HTTPRequest,
        body: UnsafeBufferPointer<UInt8>?
    ) throws(CurlError) {
        if request.method == "HEAD" && body == nil {
            try set(CURLOPT_NOBODY, 1, "CURLOPT_NOBODY")
        }
        if let body {
            let size = curl_off_t(body.count)
            try check(
                ccurl_setopt_offset(raw, CURLOPT_POSTFIELDSIZE_LARGE, size),
                "CURLOPT_POSTFIELDSIZE_LARGE"
            )
            let start = UnsafeMutableRawPointer(mutating: body.baseAddress ?? Self.noBytes)
            try check(ccurl_setopt_pointer(raw, CURLOPT_POSTFIELDS, start), "CURLOPT_POSTFIELDS")
        }
        try set(CURLOPT_CUSTOMREQUEST, request.method, "CURLOPT_CUSTOMREQUEST")
    }

    func setList(
        _ option: CURLoption,
        _ list: borrowing LineList,
        _ name: String
    ) throws(CurlError) {
        try check(ccurl_setopt_list(raw, option, list.raw), name)
    }

    private func set(_ option: CURLoption, _ value: Int, _ name: String) throws(CurlError) {
        try check(ccurl_setopt_long(raw, option, value), name)
    }

    private func set(_ option: CURLoption, _ value: String?, _ name: String) throws(CurlError) {
        try check(ccurl_setopt_string(raw, option, value), name)
    }

    /// An address for an empty body: without one libcurl would call a read function for it.
    nonisolated(unsafe) private static let noBytes = UnsafePointer<UInt8>(
        // Never freed and never read: a constant of the process.
        UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    )
}

extension TransportOptions {
    /// Whether the connection for a request carries only HTTP/1, without TLS or a proxy.
    func isPlain(_ request: HTTPRequest) -> Bool {
        !request.isTLS && proxy == nil && httpVersion != .http2PriorKnowledge
    }

    /// Whether the request goes to a proxy that forwards it, not through a tunnel.
    func forwards(_ request: HTTPRequest) -> Bool {
        guard let proxy, !request.isTLS, connectTo.isEmpty else { return false }
        guard proxy.contains("://") else { return true }
        return proxy.lowercased().hasPrefix("http")
    }

    /// Whether requests to `origin` over connections of an opener go to a proxy that passes them on: they are
    /// written in absolute form then (RFC 9112 §3.2.2).
    package func forwards(to origin: String) -> Bool {
        !httpVersion.isHTTP2 && forwards(HTTPRequest(method: "GET", origin: origin, path: "/"))
    }

    /// Whether connections to `origin` are read and written through TLS, the server's or that of a proxy.
    func carriesTLS(to origin: String) -> Bool {
        origin.isTLSOrigin || proxy?.lowercased().hasPrefix("https://") == true
    }
}

extension HTTPRequest {
    /// The target of a request to a proxy (RFC 9112 §3.2.2 and §3.2.4).
    package var absoluteTarget: String { target == "*" ? origin : url }
}

extension Duration {
    /// Rounded up: a short limit must not become zero, which means unlimited.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        let milliseconds = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        let (product, overflow) = Int(seconds).multipliedReportingOverflow(by: 1000)
        // libcurl stores some durations in 32 bits.
        return overflow ? Int(Int32.max) : min(product + Int(milliseconds), Int(Int32.max))
    }
}
