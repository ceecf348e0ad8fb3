import Glibc

/// A pipe whose ends are not inherited by other children.
///
/// It is a pair of sockets, because those are close-on-exec from the start: a test that runs at the same time must not
/// hold an end open.
final class Pipe {
    private(set) var reader: Int32 = -1
    private(set) var writer: Int32 = -1

    init() throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw ChildProcess.SpawnFailure(code: errno)
        }
        (reader, writer) = (ends[0], ends[1])
    }

    deinit {
        closeReader()
        closeWriter()
    }

    func closeReader() {
        if reader != -1 { close(reader) }
        reader = -1
    }

    func closeWriter() {
        if writer != -1 { close(writer) }
        writer = -1
    }

    /// All text up to the end.
    var text: String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while case let count = read(reader, &buffer, buffer.count), count != 0 {
            if count > 0 { bytes += buffer[..<count] } else if errno != EINTR { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
