import CCurl
import Glibc
import HTTP
import Platform

extension CurlHandle {
    /// Connects to `origin`, through whatever the options say, and sends nothing.
    ///
    /// Blocks the thread.
    func connect(
        to origin: String,
        options: TransportOptions,
        tls: TLSContext?
    ) -> Result<OpenedConnection, TransportFailure> {
        if origin.isTLSOrigin && options.httpVersion.isHTTP2 && tls == nil {
            let detail =
                "HTTP/2 over TLS needs a libcurl that runs on OpenSSL, the same as this program"
            return .failure(TransportFailure(kind: .other, detail: detail))
        }
        do {
            let code = try connectOnly(to: origin, options: options, tls: tls)
            guard code == CURLE_OK else {
                return .failure(connectFailure(code, origin: origin, options: options))
            }
        } catch {
            return .failure(TransportFailure(kind: .other, detail: error.description))
        }
        var socket = curl_socket_t(-1)
        guard ccurl_getinfo_socket(raw, CURLINFO_ACTIVESOCKET, &socket) == CURLE_OK, socket >= 0
        else { return .failure(TransportFailure(kind: .other, detail: "libcurl gave no socket")) }
        if origin.isTLSOrigin {
            let stream = TLSStream(handle: self, descriptor: socket, isShared: tls != nil)
            return .success(OpenedConnection(descriptor: socket, stream: stream))
        }
        // A handle takes 17 kB, and with a socket of our own it is not needed any more.
        let own = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard own >= 0, fcntl(own, F_SETFL, fcntl(own, F_GETFL) | O_NONBLOCK) == 0 else {
            let detail = SystemError.last
            if own >= 0 { close(own) }
            return .failure(TransportFailure(kind: .other, detail: "dup: \(detail)"))
        }
        return .success(OpenedConnection(descriptor: own, stream: nil))
    }

    private func connectOnly(
        to origin: String,
        options: TransportOptions,
        tls: TLSContext?
    ) throws(CurlError) -> CURLcode {
        let resolve = try LineList(options.resolve)
        let connectTo = try LineList(options.connectTo)
        var options = options
        let offersHTTP2 = options.httpVersion.isHTTP2
        // With h2 libcurl would put a filter of its own around the connection.
        options.httpVersion = .http1_1
        try check(
            ccurl_setopt_pointer(raw, CURLOPT_ERRORBUFFER, errorBuffer),
            "CURLOPT_ERRORBUFFER"
        )
        try setRoute(options)
        try setTLS(options)
        try tls?.apply(to: self, offersHTTP2: offersHTTP2)
        try setLimits(options, timeout: options.connectTimeout)
        try setList(CURLOPT_RESOLVE, resolve, "CURLOPT_RESOLVE")
        try setList(CURLOPT_CONNECT_TO, connectTo, "CURLOPT_CONNECT_TO")
        try check(ccurl_setopt_string(raw, CURLOPT_URL, origin + "/"), "CURLOPT_URL")
        for (option, name) in [
            (CURLOPT_CONNECT_ONLY, "CURLOPT_CONNECT_ONLY"), (CURLOPT_NOSIGNAL, "CURLOPT_NOSIGNAL"),
        ] {
            try check(ccurl_setopt_long(raw, option, 1), name)
        }
        let code = curl_easy_perform(raw)
        // The lists and the context live up to here.
        _ = (resolve.raw, connectTo.raw, tls)
        return code
    }

    private func connectFailure(
        _ code: CURLcode,
        origin: String,
        options: TransportOptions
    ) -> TransportFailure {
        let outcome = TransferOutcome(
            code: code,
            systemError: Int32(truncatingIfNeeded: info(CURLINFO_OS_ERRNO)),
            isTLS: origin.isTLSOrigin,
            usesProxy: options.proxy != nil,
            proxyStatus: info(CURLINFO_HTTP_CONNECTCODE),
            hasBegunRequest: false,
            wasResendRefused: false,
            hasEarlyBytes: false,
            assumesHTTP2: false,
            hasLooseBytes: false,
            hasBegunAnswer: false,
            hasHead: false
        )
        return TransportFailure(
            kind: outcome.kind,
            detail: detail(of: outcome),
            phases: phaseTimes()
        )
    }
}

extension String {
    /// Whether an origin asks for TLS.
    package var isTLSOrigin: Bool { lowercased().hasPrefix("https:") }
}
