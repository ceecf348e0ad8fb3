import Platform

/// Why a hop could not be set up.
package struct FaultHopError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The closed set of steps that can fail.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case resolve, socket, bind, listen, thread
    }

    package let kind: Kind
    /// `host:port`, as requested.
    package let address: String
    /// The system's message for the user.
    package let reason: String

    init(_ kind: Kind, address: String, code: Int32) {
        self.init(kind, address: address, reason: SystemError(code: code).description)
    }

    init(_ kind: Kind, address: String, reason: String) {
        self.kind = kind
        self.address = address
        self.reason = reason
    }

    package var description: String {
        switch kind {
        case .resolve: "unknown host in \(address): \(reason)"
        case .bind: "cannot listen on \(address): \(reason); choose another port, or 0 for any"
        case .socket, .listen, .thread:
            "cannot listen on \(address): \(kind.rawValue): \(reason)"
        }
    }
}
