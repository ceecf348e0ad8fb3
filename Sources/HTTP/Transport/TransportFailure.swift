package import Base

/// Why there is no answer.
package struct TransportFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The closed set of ways in which an exchange can fail.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Nobody listens at the address.
        case refused
        /// The name could not be resolved.
        case dns
        /// No route, network down, or another failure to connect.
        case unreachable
        /// A limit of time passed.
        case timeout
        /// The connection was reset while the exchange was under way.
        case reset
        /// The connection was closed before the first byte of an answer.
        case empty
        /// TLS could not be agreed on, or a certificate was refused.
        case tls
        /// The answer ended before its declared length.
        case truncated
        /// What came is not HTTP.
        case malformed
        /// The body is larger than the limit.
        case tooLarge = "too-large"
        /// The proxy refused or could not be used.
        case proxy
        /// The run was interrupted.
        case cancelled
        /// Anything else; the detail says what.
        case other
    }

    package let kind: Kind
    /// What the library said, for a person; never compared.
    package let detail: String
    /// How long the attempt took.
    package let phases: PhaseTimes
    /// Whether a connection kept from an earlier request ended before the first byte of a response,
    /// which may be the doing of that request.
    package var endedKeptConnection = false
    /// What was missing on this machine; `nil` when it was not at fault, or that is not known.
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
