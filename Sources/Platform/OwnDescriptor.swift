import CLinux
import Glibc

/// Makes descriptors that programs started by other threads do not inherit.
///
/// Setting the flag afterwards is too late when another thread starts a program in between: that program would keep
/// one end open, and a reader of the other end would wait for it.
package enum OwnDescriptor {
    /// A pipe.
    ///
    /// - Parameter waits: Whether reading and writing block.
    /// - Returns: Its ends, for the caller to close; `nil` on failure, with the reason in `errno`.
    package static func pipe(waits: Bool = true) -> (reader: Int32, writer: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard clinux_pipe(&ends, O_CLOEXEC | (waits ? 0 : O_NONBLOCK)) == 0 else { return nil }
        return (ends[0], ends[1])
    }

    /// Writes all bytes to a descriptor that blocks.
    ///
    /// - Throws: The error of the system call.
    static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                guard errno == EINTR else { throw .last }
            } else {
                rest = rest.dropFirst(count)
            }
        }
    }

    /// A socket, as `socket(2)` makes it.
    ///
    /// - Parameters:
    ///   - family: `AF_INET` and others.
    ///   - type: `SOCK_STREAM` and others, with flags.
    ///   - number: Of the protocol; zero for the default.
    /// - Returns: Negative on failure, with the reason in `errno`.
    package static func socket(family: Int32, type: Int32, protocol number: Int32) -> Int32 {
        Glibc.socket(family, type | Int32(SOCK_CLOEXEC.rawValue), number)
    }

    /// The next connection of a listening socket.
    ///
    /// - Parameters:
    ///   - listener: The descriptor of that socket.
    ///   - waits: Whether reading and writing block.
    /// - Returns: As `accept`: negative on failure, with the reason in `errno`.
    package static func accept(from listener: Int32, waits: Bool = true) -> Int32 {
        let flags = waits ? 0 : Int32(SOCK_NONBLOCK.rawValue)
        return clinux_accept(listener, flags | Int32(SOCK_CLOEXEC.rawValue))
    }
}
