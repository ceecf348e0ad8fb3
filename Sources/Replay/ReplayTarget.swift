import Contract
import HTTP

/// A server that the cases of a contract are replayed against.
package struct ReplayTarget: Sendable, Hashable {
    package let name: String
    /// Scheme, host and port.
    package let origin: String
    /// The server's own path, before the contract's base path; empty for none.
    package let prefix: String
    /// Whether it is the built-in reference, started for this run.
    package let isReference: Bool
    /// Where provider states are requested; `nil` if they cannot be created.
    package let stateChangeURL: String?
    /// Whether it is known to speak HTTP/2 from the first byte.
    package let speaksHTTP2: Bool

    package init(
        name: String,
        origin: String,
        prefix: String = "",
        isReference: Bool = false,
        stateChangeURL: String? = nil,
        speaksHTTP2: Bool = false
    ) {
        self.name = name
        self.origin = origin
        self.prefix = prefix
        self.isReference = isReference
        self.stateChangeURL = stateChangeURL
        self.speaksHTTP2 = speaksHTTP2
    }

    /// The target of a URL on the command line; `nil` if it is not an http or https URL.
    package init?(name: String, url: String, stateChangeURL: String? = nil) {
        guard let parts = URLParts(url), parts.query == nil else { return nil }
        var prefix = parts.path
        while prefix.hasSuffix("/") { prefix.removeLast() }
        self.init(
            name: name,
            origin: parts.origin,
            prefix: prefix,
            stateChangeURL: stateChangeURL
        )
    }
}

/// The address of a running reference server.
package struct ReferenceEndpoint: Sendable, Hashable {
    /// Scheme, host and port.
    package let origin: String
    package let stateChangeURL: String
    /// Whether it speaks HTTP/2 from the first byte.
    package let speaksHTTP2: Bool

    package init(origin: String, stateChangeURL: String, speaksHTTP2: Bool = false) {
        self.origin = origin
        self.stateChangeURL = stateChangeURL
        self.speaksHTTP2 = speaksHTTP2
    }
}

/// Starts the built-in services that stand in for the documented ones.
package protocol ReferenceLauncher: Sendable {
    /// Starts a service on the loopback interface, or returns the one that already runs.
    ///
    /// - Parameters:
    ///   - name: The name in the contract's `reference:`.
    ///   - variables: The values of the contract's variables; keys of the service's own are taken
    ///     from them.
    /// - Returns: Its endpoint; `nil` for an unknown service.
    /// - Throws: Why it could not be started.
    func endpoint(
        of name: String,
        variables: [String: String]
    ) async throws -> ReferenceEndpoint?
}
