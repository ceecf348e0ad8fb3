import CCurl
import Glibc
import HTTP

/// Facts about a transfer without a response, which decide the kind of failure.
///
/// The decision ignores texts, as they change with releases of libcurl and OpenSSL.
struct TransferOutcome {
    let code: CURLcode
    /// `errno` of the failed call; zero when unknown.
    let systemError: Int32
    let isTLS: Bool
    let usesProxy: Bool
    /// Status of the proxy's response to CONNECT; zero without one.
    let proxyStatus: Int
    /// Whether the connection was established and the request about to be written.
    let hasBegunRequest: Bool
    /// Whether libcurl tried to send the request again, which was refused.
    let wasResendRefused: Bool
    /// Whether bytes came before the request, which was then not written.
    let hasEarlyBytes: Bool
    /// Whether HTTP/2 was spoken from the first byte.
    let assumesHTTP2: Bool
    /// Whether the connection was closed after bytes that do not form a header line.
    let hasLooseBytes: Bool
    /// Whether a line of a response came.
    let hasBegunResponse: Bool
    /// Whether the head of the final response is complete.
    let hasHead: Bool

    /// Whether a line of the head outgrew libcurl's buffer, which it calls a want of memory.
    var isLineTooLong: Bool { code == CURLE_OUT_OF_MEMORY && hasBegunRequest && !hasHead }

    /// Whether the connection ended normally before a byte of a response.
    var isEndBeforeResponse: Bool {
        guard !hasBegunResponse, !hasLooseBytes, code != CURLE_HTTP2_STREAM else { return false }
        return wasResendRefused || kind == .reset || kind == .empty
    }

    var kind: TransportFailure.Kind {
        if hasEarlyBytes { return .malformed }
        if wasResendRefused && hasHead { return .other }
        if wasResendRefused {
            // Bytes on a pooled HTTP/2 connection may belong to earlier exchanges.
            return isReset ? .reset : assumesHTTP2 ? .empty : emptyKind
        }
        if proxyFailed { return .proxy }
        return switch code {
        case CURLE_OK: emptyKind
        case CURLE_COULDNT_RESOLVE_HOST: .dns
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: .proxy
        case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED: connectKind
        case CURLE_OPERATION_TIMEDOUT: .timeout
        case CURLE_GOT_NOTHING: emptyKind
        // For HTTP/2, libcurl reports this for any stream that ends early.
        case CURLE_PARTIAL_FILE: hasBegunResponse ? .truncated : .empty
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR: streamKind
        case CURLE_HTTP2_STREAM: .reset
        case CURLE_HTTP2, CURLE_HTTP3, CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL,
            CURLE_BAD_CONTENT_ENCODING:
            .malformed
        case CURLE_OUT_OF_MEMORY where isLineTooLong: .malformed
        case CURLE_FILESIZE_EXCEEDED: .tooLarge
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ENGINE_NOTFOUND,
            CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CRL_BADFILE,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
            .tls
        default: .other
        }
    }

    /// Closed before a complete head.
    private var emptyKind: TransportFailure.Kind {
        if hasBegunResponse { return .truncated }
        guard hasLooseBytes else { return .empty }
        // A first line without an end, or bytes that nghttp2 could not parse as frames.
        return assumesHTTP2 ? .malformed : .truncated
    }

    private var isReset: Bool {
        [ECONNRESET, EPIPE, ECONNABORTED, ENOTCONN].contains(systemError)
    }

    /// Whether the exchange failed at the proxy.
    private var proxyFailed: Bool {
        guard usesProxy, !hasBegunRequest else { return false }
        if proxyStatus != 0 && !(200..<300).contains(proxyStatus) { return true }
        return switch code {
        case CURLE_COULDNT_CONNECT, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING,
            CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_PARTIAL_FILE:
            true
        default: false
        }
    }

    private var connectKind: TransportFailure.Kind {
        switch systemError {
        // ENOENT: the path of a Unix domain socket.
        case ECONNREFUSED, ENOENT: .refused
        case ETIMEDOUT: .timeout
        case ECONNRESET: .reset
        default: .unreachable
        }
    }

    /// Failure of an established connection.
    private var streamKind: TransportFailure.Kind {
        switch systemError {
        case 0: break
        case ETIMEDOUT: return .timeout
        case EHOSTUNREACH, ENETUNREACH, ENETDOWN: return .unreachable
        default: return isReset ? .reset : .other
        }
        // The failure is in a layer above the system: TLS before the response, HTTP framing within it.
        return isTLS && !hasBegunResponse ? .tls : .malformed
    }
}
