import Base
import CCurl
import Glibc
import HTTP
import Platform

extension CurlHandle {
    /// Connects to `origin` as the options require, without sending a request.
    ///
    /// Blocks the thread.
    ///
    /// - Parameters:
    ///   - origin: Scheme, host and port.
    ///   - options: How to connect.
    ///   - tls: Shared TLS settings; `nil` leaves TLS to libcurl.
    ///   - share: Addresses and sessions of other connections; `nil` for none.
    ///   - asks: Whether to resolve the name even if its address is known.
    ///   - whenNamed: Called as soon as the name is resolved.
    /// - Returns: The connection, or why it failed.
    func connect(
        to origin: String,
        options: TransportOptions,
        tls: TLSContext?,
        share: ConnectionShare? = nil,
        asks: Bool = true,
        whenNamed: (@Sendable () -> Void)? = nil
    ) -> Result<OpenedConnection, TransportFailure> {
        if origin.isTLSOrigin && options.httpVersion.isHTTP2 && tls == nil {
            let detail =
                "HTTP/2 over TLS needs a libcurl that runs on OpenSSL, the same as this program"
            return .failure(TransportFailure(kind: .other, detail: detail))
        }
        let notes = OpeningNotes(store: tls?.store, whenNamed: whenNamed)
        keep(notes, share)
        do {
            if let share { try use(share, asks: asks) }
            let code = try connectOnly(to: origin, options: options, tls: tls, notes)
            guard code == CURLE_OK else {
                return .failure(connectFailure(code, origin: origin, options: options, notes))
            }
        } catch {
            return .failure(TransportFailure(kind: .other, detail: error.description))
        }
        return opened(to: origin, options: options, isShared: tls != nil, notes)
    }

    private func use(_ share: ConnectionShare, asks: Bool) throws(CurlError) {
        try check(ccurl_setopt_pointer(raw, CURLOPT_SHARE, share.raw), "CURLOPT_SHARE")
        // One connection resolves the name when its lifetime is over; the others use the cached address. With zero
        // libcurl would drop the address it has just found.
        try check(
            ccurl_setopt_long(raw, CURLOPT_DNS_CACHE_TIMEOUT, asks ? 1 : -1),
            "CURLOPT_DNS_CACHE_TIMEOUT"
        )
    }

    private func opened(
        to origin: String,
        options: TransportOptions,
        isShared: Bool,
        _ notes: OpeningNotes
    ) -> Result<OpenedConnection, TransportFailure> {
        let phases = phaseTimes()
        var socket = curl_socket_t(-1)
        guard ccurl_getinfo_socket(raw, CURLINFO_ACTIVESOCKET, &socket) == CURLE_OK, socket >= 0
        else { return .failure(TransportFailure(kind: .other, detail: "libcurl gave no socket")) }
        if options.carriesTLS(to: origin) {
            let stream = TLSStream(handle: self, descriptor: socket, isShared: isShared)
            if notes.wantsCertificate {
                errorBuffer[0] = 0
                let patience = 4 * (phases.tlsHandshake - phases.connect).wholeMilliseconds
                if stream.awaitRefusal(patience: Int32(min(max(patience, 100), 1_000))) {
                    let text = stream.failure
                    let detail = text.isEmpty ? "the server closed the connection" : text
                    return .failure(
                        TransportFailure(
                            kind: .tls,
                            detail: certificateText(detail, options, notes)
                        )
                    )
                }
            }
            return .success(
                OpenedConnection(
                    descriptor: socket,
                    stream: stream,
                    phases: phases,
                    isResumed: notes.isResumed
                )
            )
        }
        // A handle takes 17 kB, and is not needed any more with a duplicate of the socket.
        let own = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard own >= 0, fcntl(own, F_SETFL, fcntl(own, F_GETFL) | O_NONBLOCK) == 0 else {
            let detail = SystemError.last
            if own >= 0 { close(own) }
            return .failure(
                TransportFailure(
                    kind: .other,
                    detail: "dup: \(detail)",
                    local: LocalTrouble(systemError: detail.code)
                )
            )
        }
        return .success(OpenedConnection(descriptor: own, stream: nil, phases: phases))
    }

    /// Advice for a server that requires a certificate when none was sent.
    private func certificateText(
        _ detail: String,
        _ options: TransportOptions,
        _ notes: OpeningNotes
    ) -> String {
        guard notes.wantsCertificate, options.cert == nil else { return detail }
        return "\(detail); the server asks for a client certificate, which --cert names"
    }

    private func connectOnly(
        to origin: String,
        options: TransportOptions,
        tls: TLSContext?,
        _ notes: OpeningNotes
    ) throws(CurlError) -> CURLcode {
        let resolve = try LineList(options.resolve)
        let connectTo = try LineList(options.connectTo)
        var options = options
        let offersHTTP2 = options.httpVersion.isHTTP2
        let isForwarded = options.forwards(to: origin)
        // With h2 libcurl would add its own filter to the connection.
        options.httpVersion = .http1_1
        errorBuffer[0] = 0
        try check(
            ccurl_setopt_pointer(raw, CURLOPT_ERRORBUFFER, errorBuffer),
            "CURLOPT_ERRORBUFFER"
        )
        try setRoute(options)
        try setTLS(options)
        try tls?.apply(to: self, notes, offersHTTP2: offersHTTP2)
        try setLimits(options, timeout: options.connectTimeout)
        try setList(CURLOPT_RESOLVE, resolve, "CURLOPT_RESOLVE")
        try setList(CURLOPT_CONNECT_TO, connectTo, "CURLOPT_CONNECT_TO")
        try check(ccurl_setopt_string(raw, CURLOPT_URL, origin + "/"), "CURLOPT_URL")
        // Requests without an absolute target go through a tunnel.
        let tunnels = options.proxy != nil && !isForwarded
        for (option, value, name) in [
            (CURLOPT_CONNECT_ONLY, 1, "CURLOPT_CONNECT_ONLY"),
            (CURLOPT_NOSIGNAL, 1, "CURLOPT_NOSIGNAL"),
            (CURLOPT_HTTPPROXYTUNNEL, tunnels ? 1 : 0, "CURLOPT_HTTPPROXYTUNNEL"),
        ] {
            try check(ccurl_setopt_long(raw, option, value), name)
        }
        try check(
            ccurl_setopt_open_socket(raw, OpeningNotes.openSocket),
            "CURLOPT_OPENSOCKETFUNCTION"
        )
        try check(
            ccurl_setopt_pointer(
                raw,
                CURLOPT_OPENSOCKETDATA,
                Unmanaged.passUnretained(notes).toOpaque()
            ),
            "CURLOPT_OPENSOCKETDATA"
        )
        let code = curl_easy_perform(raw)
        // The lists and the context live up to here.
        _ = (resolve.raw, connectTo.raw, tls)
        return code
    }

    private func connectFailure(
        _ code: CURLcode,
        origin: String,
        options: TransportOptions,
        _ notes: OpeningNotes
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
            hasBegunResponse: false,
            hasHead: false
        )
        let local = notes.localTrouble(code, systemError: outcome.systemError)
        var detail = certificateText(detail(of: outcome), options, notes)
        if let local, local != .name {
            let reason = SystemError(code: outcome.systemError)
            detail = "\(local.text) (\(detail)\(reason.code == 0 ? "" : ": \(reason)"))"
        }
        return TransportFailure(
            kind: outcome.kind,
            detail: detail,
            phases: phaseTimes(),
            local: local
        )
    }

    /// Whether a server speaks TLS on an origin without it.
    ///
    /// Blocks the thread for two seconds at most.
    ///
    /// - Parameters:
    ///   - origin: `http://HOST[:PORT]`.
    ///   - options: How to connect.
    /// - Returns: Whether the server took part in a handshake.
    static func speaksTLS(at origin: String, options: TransportOptions) -> Bool {
        guard !origin.isTLSOrigin, options.proxy == nil, TLSContext.isShared,
            let range = origin.firstRange(of: "://")
        else { return false }
        var options = options
        options.insecure = true
        options.httpVersion = .http1_1
        options.connectTimeout = .seconds(2)
        guard let tls = TLSContext(options) else { return false }
        do {
            let authority = String(origin[range.upperBound...])
            let host =
                authority.last == "]" || !authority.contains(":") ? authority + ":80" : authority
            let handle = try CurlHandle()
            let notes = OpeningNotes()
            handle.keep(notes, nil)
            let code = try handle.connectOnly(
                to: "https://" + host,
                options: options,
                tls: tls,
                notes
            )
            return code == CURLE_OK || notes.hasAlert
        } catch {
            return false
        }
    }
}

extension String {
    /// Whether an origin asks for TLS.
    package var isTLSOrigin: Bool { lowercased().hasPrefix("https:") }
}
