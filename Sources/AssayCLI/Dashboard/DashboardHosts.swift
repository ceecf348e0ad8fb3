/// The names under which a dashboard answers.
///
/// A page from elsewhere can have its own name lead to this machine and read what is answered (DNS
/// rebinding); it cannot make a browser ask by an address.
struct DashboardHosts: Hashable, Sendable {
    /// As the command line has it, in lower case.
    let given: String

    init(_ address: ListenAddress) { given = address.host.lowercased() }

    /// Whether a request for this host is answered: an address, `localhost`, or what was given.
    ///
    /// - Parameter host: In lower case, without port and brackets; empty when the request names none.
    /// - Returns: Whether it is one of these.
    func allows(_ host: String) -> Bool {
        host == "localhost" || !host.isEmpty && host == given || Self.isAddress(host)
    }

    /// Whether only this machine can reach the address that was given.
    var isLoopback: Bool {
        given == "localhost" || given == "::1" || Self.isIPv4(given) && given.hasPrefix("127.")
    }

    /// No name has a colon in it.
    private static func isAddress(_ host: String) -> Bool { host.contains(":") || isIPv4(host) }

    private static func isIPv4(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil && $0.first != "+" }
    }
}
