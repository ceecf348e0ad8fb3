import Glibc

/// An address to bind or to connect to.
struct SocketAddress: Sendable {
    private var storage = sockaddr_storage()
    private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

    /// All addresses of a host; blocks while the name is looked up.
    static func all(
        host: String,
        port: UInt16,
        isPassive: Bool = false
    ) throws(FaultHopError) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = (isPassive ? AI_PASSIVE : 0) | AI_NUMERICSERV
        var first: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, "\(port)", &hints, &first)
        guard code == 0 else {
            let reason = String(cString: gai_strerror(code))
            throw FaultHopError(.resolve, address: "\(host):\(port)", reason: reason)
        }
        defer { freeaddrinfo(first) }
        var addresses: [SocketAddress] = []
        var next = first
        while let info = next?.pointee {
            addresses.append(SocketAddress(info))
            next = info.ai_next
        }
        return addresses
    }

    private init(_ info: addrinfo) {
        length = info.ai_addrlen
        withUnsafeMutableBytes(of: &storage) { bytes in
            let source = UnsafeRawBufferPointer(start: info.ai_addr, count: Int(info.ai_addrlen))
            bytes.copyMemory(from: source)
        }
    }

    /// The local address of a socket; `nil` on failure.
    init?(boundBy descriptor: Int32) {
        let code = withUnsafeMutableBytes(of: &storage) { bytes in
            let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            guard let address else { return Int32(-1) }
            return getsockname(descriptor, address, &length)
        }
        guard code == 0 else { return nil }
    }

    /// The port is at the same position for IPv4 and IPv6: bytes 2 and 3, high byte first.
    var port: UInt16 {
        withUnsafeBytes(of: storage) { UInt16($0[2]) << 8 | UInt16($0[3]) }
    }

    var family: Int32 { Int32(storage.ss_family) }

    /// Calls `body` with the address as the system wants it.
    func withSystemAddress<Value>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
    ) -> Value {
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}
