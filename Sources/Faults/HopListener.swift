import Glibc
import Synchronization

/// The proxy's listening socket; it keeps its port while it refuses connections.
final class HopListener: Sendable {
    let descriptor: Int32
    let port: UInt16
    private let refuses: Mutex<Bool>

    /// Binds, and listens unless `isRefusing`; port 0 uses any free port.
    init(host: String, port: UInt16, isRefusing: Bool) throws(FaultHopError) {
        let name = "\(host):\(port)"
        let addresses = try SocketAddress.all(host: host, port: port, isPassive: true)
        guard let address = addresses.first else {
            throw FaultHopError(.resolve, address: name, reason: "no address")
        }
        let first = try Self.bound(to: address, name: name)
        guard port == 0, let chosen = SocketAddress(boundBy: first) else {
            descriptor = first
            self.port = port
            refuses = Mutex(true)
            try start(isRefusing: isRefusing, name: name)
            return
        }
        // A socket that was bound to port 0 loses its port when it stops listening; one bound to a given port keeps
        // it.
        defer { close(first) }
        descriptor = try Self.bound(to: chosen, name: name)
        self.port = chosen.port
        refuses = Mutex(true)
        try start(isRefusing: isRefusing, name: name)
    }

    private func start(isRefusing: Bool, name: String) throws(FaultHopError) {
        guard !isRefusing else { return }
        guard set(isRefusing: false) else {
            throw FaultHopError(.listen, address: name, code: errno)
        }
    }

    deinit { close(descriptor) }

    var isRefusing: Bool { refuses.withLock(\.self) }

    /// Refuses connections from now on, or accepts them again.
    ///
    /// - Returns: `false` when the system call failed.
    @discardableResult
    func set(isRefusing: Bool) -> Bool {
        refuses.withLock { refuses in
            guard refuses != isRefusing else { return true }
            // Shutting a listening socket down makes it stop listening (tcp_disconnect); it can listen again later.
            let code =
                isRefusing ? shutdown(descriptor, Int32(SHUT_RD)) : listen(descriptor, SOMAXCONN)
            guard code == 0 else { return false }
            refuses = isRefusing
            return true
        }
    }

    private static func bound(
        to address: SocketAddress,
        name: String
    ) throws(FaultHopError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.family, type, 0)
        guard descriptor >= 0 else { throw FaultHopError(.socket, address: name, code: errno) }
        var on: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size)
        guard address.withSystemAddress({ bind(descriptor, $0, $1) }) == 0 else {
            let error = FaultHopError(.bind, address: name, code: errno)
            close(descriptor)
            throw error
        }
        return descriptor
    }
}
