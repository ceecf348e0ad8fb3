import Base
import CCurl
import Dispatch
import Glibc
import HTTP

/// An easy handle of libcurl with its pooled connections.
///
/// `@unchecked Sendable`: `raw`, `certificates`, `held` and `errorBuffer` are used by one thread at a time: in
/// `init`, then on `queue` only, then in `deinit`, when no other reference is left.
final class CurlHandle: @unchecked Sendable {
    let raw: UnsafeMutableRawPointer
    let ledger = SocketLedger()
    /// Serial, so that it gets its own thread when needed: a concurrent queue has as many threads as processors,
    /// and a waiting transfer would block one of them.
    private let queue = DispatchQueue(label: "assay.transport.handle")
    // By origin: libcurl reports a certificate once for each connection. Used on `queue` only.
    private var certificates: [String: ServerCertificate] = [:]
    // Used during the lifetime of the connection that was opened with it.
    private var held: (notes: OpeningNotes, share: ConnectionShare?)?
    /// Owned; libcurl writes to it until the handle is cleaned up or reset.
    let errorBuffer: UnsafeMutablePointer<CChar>

    /// - Throws: A `CurlError` when memory for another handle is missing.
    init() throws(CurlError) {
        guard let raw = curl_easy_init() else {
            throw CurlError(call: "curl_easy_init", code: CURLE_OUT_OF_MEMORY)
        }
        self.raw = raw
        errorBuffer = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorBuffer.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        // Closing connections writes to them and calls back into the ledger.
        curl_easy_cleanup(raw)
        errorBuffer.deallocate()
    }

    /// Keeps objects that libcurl uses without a reference alive as long as the handle.
    func keep(_ notes: OpeningNotes, _ share: ConnectionShare?) { held = (notes, share) }

    /// Performs `exchange` on the handle's queue and delivers the result there.
    func start(
        _ exchange: PendingExchange,
        options: TransportOptions,
        then finish: @escaping @Sendable (Result<HTTPResponse, TransportFailure>) -> Void
    ) {
        queue.async { finish(self.perform(exchange, options: options)) }
    }

    /// Performs `exchange`, twice when the first attempt failed because of a pooled connection.
    private func perform(
        _ exchange: PendingExchange,
        options: TransportOptions
    ) -> Result<HTTPResponse, TransportFailure> {
        dispatchPrecondition(condition: .onQueue(queue))
        let result = performOnce(exchange, options: options)
        guard case .failure(let failure) = result, failure.endedKeptConnection,
            exchange.request.mayBeSentAgain, exchange.request.isIdempotent
        else { return result }
        ledger.discardAll()
        return performOnce(exchange, options: options).map { response in
            var response = response
            response.wasSentAgain = true
            return response
        }
    }

    private func performOnce(
        _ exchange: PendingExchange,
        options: TransportOptions
    ) -> Result<HTTPResponse, TransportFailure> {
        let transfer = Transfer(exchange, ledger: ledger, largestBody: options.maxFilesize)
        ledger.begin(exchange, isPlain: options.isPlain(exchange.request))
        defer { ledger.end(speaksHTTP1: transfer.assembly.version.hasPrefix("1")) }
        // Checked after `begin`, so that a cancellation is either seen here or finds the sockets.
        guard !exchange.isCancelled else { return .failure(.cancelled()) }
        do {
            let code = try run(transfer, options: options)
            let result = result(of: transfer, code: code, options: options)
            // Servers close the connection after an internal error, sometimes without announcing it.
            if case .success(let response) = result, response.status >= 500 { ledger.discardAll() }
            return result
        } catch {
            return .failure(TransportFailure(kind: .other, detail: error.description))
        }
    }

    private func run(
        _ transfer: Transfer,
        options: TransportOptions
    ) throws(CurlError) -> CURLcode {
        let request = transfer.exchange.request
        let headers = try LineList(request.headerLines)
        // Suppresses libcurl's own field for proxies.
        let proxyHeaders = try LineList(["Proxy-Connection:"])
        let resolve = try LineList(options.resolve)
        let connectTo = try LineList(options.connectTo)
        curl_easy_reset(raw)
        errorBuffer[0] = 0
        try check(
            ccurl_setopt_pointer(raw, CURLOPT_ERRORBUFFER, errorBuffer),
            "CURLOPT_ERRORBUFFER"
        )
        try setCallbacks(transfer)
        try setRoute(options)
        try setTLS(options)
        if request.isTLS { try watchTLSEnd() }
        try keepCertificates()
        try setLimits(options, timeout: transfer.exchange.timeout)
        try setList(CURLOPT_HTTPHEADER, headers, "CURLOPT_HTTPHEADER")
        try setList(CURLOPT_PROXYHEADER, proxyHeaders, "CURLOPT_PROXYHEADER")
        try setList(CURLOPT_RESOLVE, resolve, "CURLOPT_RESOLVE")
        try setList(CURLOPT_CONNECT_TO, connectTo, "CURLOPT_CONNECT_TO")
        try setTarget(request, options: options)
        if transfer.exchange.isProbe { try setConnectOnly() }
        if request.endsConnection {
            let code = ccurl_setopt_long(raw, CURLOPT_FORBID_REUSE, 1)
            try check(code, "CURLOPT_FORBID_REUSE")
        }
        var code = CURLE_OK
        // The body is not copied: libcurl may read it only within this closure.
        try (request.body ?? []).withUnsafeBufferPointer { (body) throws(CurlError) in
            try setMethod(request, body: request.body == nil ? nil : body)
            code = curl_easy_perform(raw)
        }
        // The lists and the transfer live up to here.
        withExtendedLifetime(transfer) {}
        _ = (headers.raw, proxyHeaders.raw, resolve.raw, connectTo.raw)
        return code
    }

    private func result(
        of transfer: Transfer,
        code: CURLcode,
        options: TransportOptions
    ) -> Result<HTTPResponse, TransportFailure> {
        let phases = phaseTimes()
        if transfer.exchange.isCancelled { return .failure(.cancelled(phases)) }
        if let refusal = transfer.refusal {
            return .failure(
                TransportFailure(kind: refusal.kind, detail: refusal.detail, phases: phases)
            )
        }
        if transfer.exchange.isProbe, code == CURLE_OK {
            // A probe sends no request, so it has no response.
            return .success(HTTPResponse(status: 0, phases: phases))
        }
        let assembly = transfer.assembly
        // libcurl may also retry after a response with status 417, whose body it drops.
        let isDismissed = ledger.wasResendRefused && assembly.headers["Content-Length"] == "0"
        let isWhole = code == CURLE_OK || transfer.hasEnded || isDismissed
        guard isWhole && assembly.hasHead else {
            let outcome = outcome(of: transfer, code: code, options: options)
            var failure = TransportFailure(
                kind: outcome.kind,
                detail: detail(of: outcome),
                phases: phases
            )
            failure.endedKeptConnection = ledger.usesKept && outcome.isEndBeforeResponse
            return .failure(failure)
        }
        if let failure = incompleteness(of: transfer, phases: phases) { return .failure(failure) }
        return .success(
            HTTPResponse(
                status: assembly.status,
                version: assembly.version,
                headers: assembly.headers,
                body: assembly.body,
                phases: phases,
                certificate: certificate(of: transfer.exchange.request)
            )
        )
    }

    /// Why a response that libcurl considers complete is not.
    private func incompleteness(
        of transfer: Transfer,
        phases: PhaseTimes
    ) -> TransportFailure? {
        let assembly = transfer.assembly
        if assembly.lacksChunks && !transfer.hasEnded {
            return TransportFailure(
                kind: .malformed,
                detail: "the last chunk of the body is none",
                phases: phases
            )
        }
        let isCut =
            assembly.endsWithConnection && !transfer.hasEnded && transfer.exchange.request.isTLS
            && TLSContext.isShared && !ledger.hasTLSEnd
        guard isCut else { return nil }
        return TransportFailure(
            kind: .truncated,
            detail: "the body has no length, and the connection ended without the end of TLS "
                + "(close_notify), so that more may have been to come",
            phases: phases
        )
    }

    private func outcome(
        of transfer: Transfer,
        code: CURLcode,
        options: TransportOptions
    ) -> TransferOutcome {
        let request = transfer.exchange.request
        return TransferOutcome(
            code: code,
            systemError: Int32(truncatingIfNeeded: info(CURLINFO_OS_ERRNO)),
            isTLS: request.isTLS,
            usesProxy: options.proxy != nil,
            proxyStatus: info(CURLINFO_HTTP_CONNECTCODE),
            hasBegunRequest: ledger.hasBegunRequest,
            wasResendRefused: ledger.wasResendRefused,
            hasEarlyBytes: ledger.hasEarlyBytes,
            assumesHTTP2: options.httpVersion == .http2PriorKnowledge,
            // TLS and proxies send their own bytes on the connection.
            hasLooseBytes: !request.isTLS && options.proxy == nil && ledger.hasClosedWithBytes,
            hasBegunResponse: transfer.assembly.hasBegun,
            hasHead: transfer.assembly.hasHead
        )
    }

    func detail(of outcome: TransferOutcome) -> String {
        if outcome.wasResendRefused && outcome.hasHead {
            return
                "the server refused the expectation (Expect), and libcurl does not give the body of "
                + "such a response; omit the field"
        }
        if outcome.wasResendRefused {
            return "the reused connection ended before a response; the request was not repeated"
        }
        if outcome.hasEarlyBytes { return "bytes came before the request was sent" }
        if outcome.isLineTooLong {
            return "a line of the head is longer than \(CURL_MAX_HTTP_HEADER) bytes"
        }
        if outcome.code == CURLE_OK || outcome.code == CURLE_GOT_NOTHING {
            return switch outcome.kind {
            case .truncated: "the connection was closed within the head of the response"
            case .malformed: "what came is not HTTP/2"
            default: "the connection was closed before the first byte of a response"
            }
        }
        let text = String(cString: errorBuffer)
        guard !text.isEmpty else { return String(cString: curl_easy_strerror(outcome.code)) }
        if outcome.code == CURLE_SSL_CONNECT_ERROR, Self.isOfCleartext(text) {
            return "the server does not speak TLS; try http:// (\(text))"
        }
        // libcurl quotes a proxy that it cannot read, with its password.
        guard outcome.usesProxy, let quote = text.firstIndex(of: "'") else { return text }
        return text[...quote] + URLCredentials.hidden(in: String(text[quote...].dropFirst()))
    }

    /// Whether OpenSSL received an invalid first record: its error number follows "error:", with the reason in the
    /// lowest bits.
    ///
    /// Source: SSL_R_WRONG_VERSION_NUMBER (267) and SSL_R_PACKET_LENGTH_TOO_LONG (198) in openssl/sslerr.h,
    /// ERR_GET_REASON in openssl/err.h.
    private static func isOfCleartext(_ text: String) -> Bool {
        guard let range = text.firstRange(of: "error:"),
            let number = UInt64(text[range.upperBound...].prefix { $0.isHexDigit }, radix: 16)
        else { return false }
        return [267, 198].contains(number & 0xFFF)
    }

    private func certificate(of request: HTTPRequest) -> ServerCertificate? {
        guard request.isTLS else { return nil }
        if let new = ServerCertificate(of: raw) { certificates[request.origin] = new }
        return certificates[request.origin]
    }

    func phaseTimes() -> PhaseTimes {
        let isReused = info(CURLINFO_NUM_CONNECTS) == 0
        // On a pooled connection libcurl reports the time until it was chosen.
        return PhaseTimes(
            nameLookup: isReused ? .zero : time(CURLINFO_NAMELOOKUP_TIME_T),
            connect: isReused ? .zero : time(CURLINFO_CONNECT_TIME_T),
            tlsHandshake: isReused ? .zero : time(CURLINFO_APPCONNECT_TIME_T),
            firstByte: time(CURLINFO_STARTTRANSFER_TIME_T),
            total: time(CURLINFO_TOTAL_TIME_T)
        )
    }

    func info(_ info: CURLINFO) -> Int {
        var value = 0
        return ccurl_getinfo_long(raw, info, &value) == CURLE_OK ? value : 0
    }

    private func time(_ info: CURLINFO) -> Duration {
        var microseconds: curl_off_t = 0
        let code = ccurl_getinfo_offset(raw, info, &microseconds)
        return code == CURLE_OK ? .microseconds(microseconds) : .zero
    }
}

extension TransportFailure {
    static func cancelled(_ phases: PhaseTimes = PhaseTimes()) -> Self {
        TransportFailure(kind: .cancelled, detail: "the exchange was cancelled", phases: phases)
    }
}
