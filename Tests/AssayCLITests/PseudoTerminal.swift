import Glibc
import Testing

/// A terminal for a program under test.
final class PseudoTerminal {
    let path: String
    private let master: Int32

    init() throws {
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (number, isLocked) = (UInt32(0), Int32(0))
        try #require(ioctl(master, Self.getNumber, &number) == 0, "ptmx: error \(errno)")
        try #require(ioctl(master, Self.setLock, &isLocked) == 0, "ptmx: error \(errno)")
        path = "/dev/pts/\(number)"
    }

    /// TIOCGPTN and TIOCSPTLCK of ioctl_tty(2), macros that Swift does not import.
    private static let (getNumber, setLock) = (UInt(0x8004_5430), UInt(0x4004_5431))

    deinit { close(master) }

    /// Sets a size that programs can query.
    func resize(columns: UInt16, rows: UInt16) throws {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        try #require(ioctl(master, UInt(TIOCSWINSZ), &size) == 0, "ptmx: error \(errno)")
    }

    /// The written text, once all programs have closed the terminal; at most the size of its buffer.
    var text: String {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        // The end is reported as an error, EIO, on a terminal whose other side is closed.
        while case let count = read(master, &chunk, chunk.count), count > 0 {
            bytes += chunk[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
