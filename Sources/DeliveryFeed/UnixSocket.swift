import CLinux
import Glibc
import Platform

/// Sockets that are names in the file system.
enum UnixSocket {
    /// CLOCK_MONOTONIC in nanoseconds.
    static var now: Int64 { clinux_monotonic() }

    /// Makes a listening socket.
    ///
    /// - Throws: The system's error.
    static func listen(at path: String) throws(SystemError) -> Int32 {
        let descriptor = try make()
        guard withAddress(path, { bind(descriptor, $0, $1) }) == 0,
            Glibc.listen(descriptor, 8) == 0
        else { throw failure(descriptor) }
        return descriptor
    }

    /// Connects to a socket.
    ///
    /// - Throws: The system's error.
    static func connect(to path: String) throws(SystemError) -> Int32 {
        let descriptor = try make()
        guard withAddress(path, { Glibc.connect(descriptor, $0, $1) }) == 0 else {
            throw failure(descriptor)
        }
        return descriptor
    }

    /// Limits the time that writing waits for a reader.
    static func limitWriting(_ descriptor: Int32, seconds: Int) {
        var time = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(
            descriptor,
            SOL_SOCKET,
            SO_SNDTIMEO,
            &time,
            socklen_t(MemoryLayout<timeval>.size)
        )
    }

    /// Writes all bytes; `false` when the other side does not take them.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
                let count = send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                written += count
            }
            return true
        }
    }

    private static func make() throws(SystemError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { throw .last }
        return descriptor
    }

    private static func failure(_ descriptor: Int32) -> SystemError {
        let error = SystemError.last
        close(descriptor)
        return error
    }

    /// Calls `use` with the address of a path.
    ///
    /// - Returns: Its result; negative, with `errno` set, for a path that is too long.
    private static func withAddress(
        _ path: String,
        _ use: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            errno = ENAMETOOLONG
            return -1
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                use(address, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
