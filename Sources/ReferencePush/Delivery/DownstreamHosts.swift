import HTTP

/// Hosts that pushes may be sent to: this machine, and configured ones.
///
/// Any client of a service may request a provider state; its address must not make the service send requests to
/// servers that the client cannot reach.
package struct DownstreamHosts: Hashable, Sendable {
    private let named: Set<String>

    /// - Parameter named: Names and addresses, without ports; brackets may be left out.
    package init(_ named: [String] = []) {
        let hosts = named.map { $0.contains(":") && !$0.hasPrefix("[") ? "[\($0)]" : $0 }
        self.named = Set(hosts.map { Self.host(of: "http://\($0)") })
    }

    /// Whether a server may be sent to; `origin` is well formed.
    func allow(_ origin: String) -> Bool {
        let host = Self.host(of: origin)
        return EndpointGuard(host: host).isLoopback || named.contains(host)
    }

    /// In lower case, without brackets.
    private static func host(of origin: String) -> String {
        HTTPRequest(method: "GET", origin: origin, path: "/").hostname.lowercased()
    }
}
