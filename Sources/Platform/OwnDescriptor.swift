import CLinux
import Glibc

/// Makes descriptors that are closed to other programs from the start.
///
/// Closing them afterwards is too late for a program that another thread starts in between: it would hold
/// an end open, and who waits for that end to close would wait for the program.
package enum OwnDescriptor {
    /// A pipe.
    ///
    /// - Parameter waits: Whether reading and writing wait.
    /// - Returns: Its ends, for the caller to close; `nil` when the system has none, and `errno` says why.
    package static func pipe(waits: Bool = true) -> (reader: Int32, writer: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard clinux_pipe(&ends, O_CLOEXEC | (waits ? 0 : O_NONBLOCK)) == 0 else { return nil }
        return (ends[0], ends[1])
    }

    /// A socket, as `socket(2)` makes it.
    ///
    /// - Parameters:
    ///   - family: `AF_INET` and others.
    ///   - type: `SOCK_STREAM` and others, with flags.
    ///   - number: Of the protocol; zero takes the usual one.
    /// - Returns: Below zero when there is none, and `errno` says why.
    package static func socket(family: Int32, type: Int32, protocol number: Int32) -> Int32 {
        Glibc.socket(family, type | Int32(SOCK_CLOEXEC.rawValue), number)
    }

    /// The next connection of a listening socket.
    ///
    /// - Parameters:
    ///   - listener: The descriptor of that socket.
    ///   - waits: Whether reading and writing wait.
    /// - Returns: As `accept`: below zero when there is none, and `errno` says why.
    package static func accept(from listener: Int32, waits: Bool = true) -> Int32 {
        let flags = waits ? 0 : Int32(SOCK_NONBLOCK.rawValue)
        return clinux_accept(listener, flags | Int32(SOCK_CLOEXEC.rawValue))
    }
}
