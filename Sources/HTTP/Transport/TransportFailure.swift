package import Base

/// Why an exchange has no response.
package struct TransportFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Kinds of failures of an exchange.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The connection was refused.
        case refused
        /// The name could not be resolved.
        case dns
        /// No route, network down, or another failure to connect.
        case unreachable
        /// A limit of time passed.
        case timeout
        /// The connection was reset during the exchange.
        case reset
        /// The connection was closed before the first byte of a response.
        case empty
        /// The TLS handshake failed, or a certificate was rejected.
        case tls
        /// The response ended before its declared length.
        case truncated
        /// The response is not HTTP.
        case malformed
        /// The body is larger than the limit.
        case tooLarge = "too-large"
        /// The proxy rejected the request or was unusable.
        case proxy
        /// The run was interrupted.
        case cancelled
        /// Anything else; see the detail.
        case other
    }

    package let kind: Kind
    /// The library's message for the user; never compared.
    package let detail: String
    /// Durations of the attempt.
    package let phases: PhaseTimes
    /// Whether a pooled connection ended before the first byte of a response, possibly because of an earlier
    /// request.
    package var endedKeptConnection = false
    /// Resource missing on this machine; `nil` for another or an unknown reason.
    package let local: LocalTrouble?

    package init(
        kind: Kind,
        detail: String,
        phases: PhaseTimes = PhaseTimes(),
        local: LocalTrouble? = nil
    ) {
        self.kind = kind
        self.detail = detail
        self.phases = phases
        self.local = local
    }

    package var description: String { "\(kind.rawValue): \(detail)" }
}
