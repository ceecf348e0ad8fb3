package import Contract
import Glibc

extension SourceText {
    /// Reads a file, unless it is larger than `YAMLDocument.maximumBytes`.
    ///
    /// - Parameter path: Also what diagnostics show.
    /// - Returns: The text of the file, of which nothing has been checked but the size.
    /// - Throws: Why the file cannot be read, as one diagnostic about the file as a whole.
    package static func read(_ path: String) throws(DiagnosticList) -> SourceText {
        // Opened without waiting, since a named pipe that nobody writes to would hold us for ever.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw unreadable(path, errno) }
        defer { close(descriptor) }
        guard fcntl(descriptor, F_SETFL, 0) == 0 else { throw unreadable(path, errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw unreadable(path, errno) }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: throw unreadable(path, EISDIR)
        case S_IFREG where Int(status.st_size) > YAMLDocument.maximumBytes:
            throw tooLarge(path, size: "\(status.st_size) bytes")
        default: break
        }
        let bytes = try readBytes(descriptor, path: path, expecting: Int(status.st_size))
        return SourceText(file: path, bytes: bytes)
    }

    /// Reads to the end, and one byte past the limit at most: a pipe does not say how long it is.
    private static func readBytes(
        _ descriptor: Int32,
        path: String,
        expecting size: Int
    ) throws(DiagnosticList) -> [UInt8] {
        let limit = YAMLDocument.maximumBytes
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(max(size, 0), limit) + 1)
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while bytes.count <= limit {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw unreadable(path, errno) }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
        throw tooLarge(path, size: "more than \(limit) bytes")
    }

    private static func unreadable(_ path: String, _ code: Int32) -> DiagnosticList {
        let reason = String(cString: strerror(code))
        return DiagnosticList([Diagnostic("cannot read the file: \(reason)", at: .whole(path))])
    }

    static func tooLarge(_ path: String, size: String) -> DiagnosticList {
        let limit = YAMLDocument.maximumBytes
        let message =
            "the file has \(size); the limit is \(limit) bytes (\(limit / 1024 / 1024) MiB)"
        let hint = "split the contract and join the parts with `use:`"
        return DiagnosticList([Diagnostic(message, at: .whole(path), hint: hint)])
    }
}

extension SourceLocation {
    /// A file as a whole, for what has no place in it; line and column are zero.
    package static func whole(_ file: String) -> SourceLocation {
        SourceLocation(file: file, line: 0, column: 0)
    }
}
