/// Resources whose lack prevents a connection on the client's machine, independent of the server.
package enum LocalTrouble: String, Hashable, Sendable, CaseIterable {
    /// All local ports to the server's address are taken: EADDRNOTAVAIL, EADDRINUSE.
    case ports = "no-local-port"
    /// The process or the system has too many open files: EMFILE, ENFILE.
    case files = "no-file"
    /// The kernel has no memory left for sockets: ENOBUFS, ENOMEM.
    case memory = "no-memory"
    /// A rule of this machine forbids the connection: EPERM, EACCES.
    case permission = "not-permitted"
    /// The name of the server does not resolve, or not in time.
    case name = "no-address"

    /// A description, as the rest of a sentence.
    package var text: String {
        switch self {
        case .ports: "this machine has no local port left for a connection"
        case .files: "this machine has no file descriptor left for a connection"
        case .memory: "this machine has no memory left for a socket"
        case .permission: "this machine does not permit the connection"
        case .name: "the name of the server did not resolve"
        }
    }

    /// The limit of the generator, as the rest of `limited by`.
    package var limit: String {
        switch self {
        case .ports: "local ports"
        case .files: "open files"
        case .memory: "socket memory"
        case .permission: "a rule of this machine"
        case .name: "the name server"
        }
    }

    /// Advice for the user, as a sentence without a full stop.
    package var advice: String {
        switch self {
        case .ports:
            "widen net.ipv4.ip_local_port_range, keep connections alive, or spread the run over more "
                + "generators or local addresses (--interface)"
        case .files: "raise the limit of open files (ulimit -n), or use fewer connections"
        case .memory: "give sockets more memory (net.ipv4.tcp_mem), or use fewer connections"
        case .permission: "look for a firewall rule (iptables, nftables) on this machine"
        case .name: "check the name server (/etc/resolv.conf), or give the address with --resolve"
        }
    }
}
