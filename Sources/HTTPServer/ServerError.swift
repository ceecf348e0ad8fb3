import Platform

/// Why a server could not be started.
package struct ServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The closed set of steps that can fail.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case resolve, socket, bind, listen, daemon
    }

    package let kind: Kind
    /// `host:port`, as requested.
    package let address: String
    /// The system's message for the user.
    package let reason: String
}

extension ServerError {
    package init(_ kind: Kind, address: String, code: Int32) {
        self.init(kind: kind, address: address, reason: SystemError(code: code).description)
    }

    package var description: String {
        switch kind {
        case .resolve: "cannot listen on \(address): unknown host: \(reason)"
        case .socket, .listen: "cannot listen on \(address): \(kind.rawValue): \(reason)"
        case .bind: "cannot listen on \(address): \(reason); choose another port, or 0 for any"
        case .daemon: "cannot serve on \(address): libmicrohttpd did not start: \(reason)"
        }
    }
}
