import Glibc

/// Listening sockets for tests.
package enum LoopbackSocket {
    /// Listens on a port of 127.0.0.1, zero for a free one; the caller closes the descriptor.
    package static func listen(
        port wanted: UInt16 = 0
    ) throws(SystemCallFailure) -> (descriptor: Int32, port: UInt16) {
        let descriptor = try bind(port: wanted)
        try check(Glibc.listen(descriptor, SOMAXCONN), "listen")
        return (descriptor, try port(of: descriptor))
    }

    /// A port without a listener: it was free a moment ago, and is reserved until `body` is done.
    package static func withClosedPort<Value>(
        _ body: (UInt16) async throws -> Value
    ) async throws -> Value {
        // Bound but not listening: connections are refused, and the port cannot be assigned to another socket.
        let descriptor = try bind()
        defer { close(descriptor) }
        return try await body(try port(of: descriptor))
    }

    /// A port for a server in another process: it was free a moment ago, and is below the ephemeral ports of Linux.
    package static func portToServe() throws(SystemCallFailure) -> UInt16 {
        for _ in 0..<100 {
            let port = UInt16.random(in: 16_000..<32_000)
            guard let descriptor = try? bind(port: port) else { continue }
            close(descriptor)
            return port
        }
        throw SystemCallFailure(call: "bind", code: EADDRINUSE)
    }

    /// Listens on a Unix domain socket at `path`; the caller closes the descriptor.
    package static func listen(unixSocket path: String) throws(SystemCallFailure) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        try check(descriptor, "socket")
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        precondition(path.utf8.count < capacity, "path too long for a socket: \(path)")
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(descriptor, $0, size)
            }
        }
        try check(status, "bind")
        try check(Glibc.listen(descriptor, SOMAXCONN), "listen")
        return descriptor
    }

    /// Port 0 lets the system choose.
    private static func bind(port: UInt16 = 0) throws(SystemCallFailure) -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        try check(descriptor, "socket")
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        // A restarted server can use its port at once, while connections of the previous server, which must set this
        // too, still exist.
        var isReused: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, 4)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(descriptor, $0, size)
            }
        }
        guard status == 0 else {
            let failure = SystemCallFailure(call: "bind", code: errno)
            close(descriptor)
            throw failure
        }
        return descriptor
    }

    private static func port(of descriptor: Int32) throws(SystemCallFailure) -> UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &size)
            }
        }
        try check(status, "getsockname")
        return UInt16(bigEndian: address.sin_port)
    }

    private static func check(_ status: Int32, _ call: String) throws(SystemCallFailure) {
        guard status >= 0 else { throw SystemCallFailure(call: call, code: errno) }
    }
}
