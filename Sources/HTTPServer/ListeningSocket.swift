import Glibc

/// A socket that listens, and where.
package struct ListeningSocket: Hashable, Sendable {
    /// Closed by the owner of this value.
    package let descriptor: Int32
    /// The port that was bound, even if any was requested.
    package let port: Int

    /// Binds and listens; port 0 uses any free port.
    package init(host: String, port: Int) throws(ServerError) {
        let name = "\(host):\(port)"
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, "\(port)", &hints, &found)
        guard code == 0, let first = found else {
            let reason = String(cString: gai_strerror(code))
            throw ServerError(kind: .resolve, address: name, reason: reason)
        }
        defer { freeaddrinfo(first) }
        descriptor = try Self.listen(first.pointee, name: name)
        self.port = Self.boundPort(of: descriptor)
    }

    private static func listen(_ info: addrinfo, name: String) throws(ServerError) -> Int32 {
        let type = info.ai_socktype | Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(info.ai_family, type, info.ai_protocol)
        guard descriptor >= 0 else {
            throw ServerError(.socket, address: name, code: errno)
        }
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        guard bind(descriptor, info.ai_addr, info.ai_addrlen) == 0 else {
            let error = ServerError(.bind, address: name, code: errno)
            close(descriptor)
            throw error
        }
        guard Glibc.listen(descriptor, 4_096) == 0 else {
            let error = ServerError(.listen, address: name, code: errno)
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func boundPort(of descriptor: Int32) -> Int {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &storage) { bytes in
            let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            guard let address, getsockname(descriptor, address, &length) == 0 else { return 0 }
            // The port is at the same position for IPv4 and IPv6: bytes 2 and 3, high byte first.
            return Int(bytes[2]) << 8 | Int(bytes[3])
        }
    }
}
