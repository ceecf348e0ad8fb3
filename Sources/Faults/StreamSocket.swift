import Glibc
import Platform

/// A connected non-blocking TCP socket; the owner closes it once.
struct StreamSocket: Sendable {
    /// Result of reading.
    enum Reading {
        case bytes(ArraySlice<UInt8>)
        /// The far end has closed, or the connection broke.
        case end
        case nothing
    }

    let descriptor: Int32

    /// Begins to connect; `nil` for an immediate failure.
    init?(connectingTo address: SocketAddress) {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.family, type, 0)
        guard descriptor >= 0 else { return nil }
        let code = address.withSystemAddress { connect(descriptor, $0, $1) }
        guard code == 0 || errno == EINPROGRESS else {
            let reason = errno
            Glibc.close(descriptor)
            errno = reason
            return nil
        }
        self.init(descriptor)
    }

    /// Accepts the next connection; `nil` for none.
    init?(acceptedBy listener: Int32) {
        let descriptor = OwnDescriptor.accept(from: listener, waits: false)
        guard descriptor >= 0 else { return nil }
        self.init(descriptor)
    }

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var on: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, size)
    }

    /// The error of a failed attempt to connect; zero for none.
    var connectError: Int32 {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0 ? code : errno
    }

    func read(into buffer: inout [UInt8]) -> Reading {
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count > 0 { return .bytes(buffer[..<count]) }
            if count == 0 { return .end }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .nothing
            default: return .end
            }
        }
    }

    /// Writes until the socket is full.
    ///
    /// - Returns: Number of bytes; `nil` for a broken connection.
    func write(_ bytes: [UInt8]) -> Int? {
        while true {
            let count = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN: return 0
            default: return nil
            }
        }
    }

    func finishWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    func close() { Glibc.close(descriptor) }

    /// Closes so that the far end gets ECONNRESET.
    func reset() {
        // Zero seconds to linger: close() sends RST (socket(7)).
        var linger = linger(l_onoff: 1, l_linger: 0)
        let size = socklen_t(MemoryLayout.size(ofValue: linger))
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, size)
        close()
    }
}
