import Glibc

/// Files on disk.
package struct DiskFiles: FileSource {
    package init() {}

    package func read(_ path: String, atMost limit: Int) throws(FileSourceError) -> [UInt8] {
        let (descriptor, status) = try Self.open(path)
        defer { close(descriptor) }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            throw Self.error(path, EISDIR)
        case S_IFREG where Int(status.st_size) > limit:
            throw .tooLarge(path, size: Int(status.st_size), limit: limit)
        default:
            return try Self.bytes(of: descriptor, path, limit)
        }
    }

    package func readBlocks(
        _ path: String,
        _ take: ([UInt8]) -> Bool
    ) throws(FileSourceError) {
        let (descriptor, status) = try Self.open(path)
        defer { close(descriptor) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw FileSourceError(path: path, reason: "it is not a regular file")
        }
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.error(path, errno) }
            let isWhole = count == block.count
            guard count > 0, take(isWhole ? block : Array(block[..<count])) else { return }
        }
    }

    /// Opened without waiting, since a named pipe that nobody writes to would hold us for ever.
    private static func open(
        _ path: String
    ) throws(FileSourceError) -> (descriptor: Int32, status: stat) {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw error(path, errno) }
        var status = stat()
        guard fcntl(descriptor, F_SETFL, 0) == 0, fstat(descriptor, &status) == 0 else {
            let code = errno
            close(descriptor)
            throw error(path, code)
        }
        return (descriptor, status)
    }

    /// Reads to the end, and one block past the limit at most: a pipe does not say how long it is.
    private static func bytes(
        of descriptor: Int32,
        _ path: String,
        _ limit: Int
    ) throws(FileSourceError) -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= limit {
            let count = Glibc.read(descriptor, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw error(path, errno) }
            if count == 0 { return bytes }
            bytes += block[..<count]
        }
        throw .tooLarge(path, size: nil, limit: limit)
    }

    private static func error(_ path: String, _ code: Int32) -> FileSourceError {
        FileSourceError(path: path, reason: String(cString: strerror(code)))
    }
}
