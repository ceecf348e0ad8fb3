import Glibc
import Platform

/// Files on disk.
package struct DiskFiles: FileSource {
    package init() {}

    package func read(_ path: String, atMost limit: Int) throws(FileSourceError) -> [UInt8] {
        let (descriptor, status) = try Self.open(path)
        defer { close(descriptor) }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            throw FileSourceError(path, SystemError(code: EISDIR))
        case S_IFREG where Int(status.st_size) > limit:
            throw .tooLarge(path, size: Int(status.st_size), limit: limit)
        default:
            let bytes: [UInt8]
            do {
                // A pipe does not say how long it is.
                bytes = try FileContent.bytes(of: descriptor, upTo: limit)
            } catch {
                throw FileSourceError(path, error)
            }
            guard bytes.count <= limit else { throw .tooLarge(path, size: nil, limit: limit) }
            return bytes
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
        do {
            try FileContent.forEachBlock(of: descriptor, take)
        } catch {
            throw FileSourceError(path, error)
        }
    }

    /// Opened without waiting, since a named pipe that nobody writes to would hold us for ever.
    private static func open(
        _ path: String
    ) throws(FileSourceError) -> (descriptor: Int32, status: stat) {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileSourceError(path, .last) }
        var status = stat()
        guard fcntl(descriptor, F_SETFL, 0) == 0, fstat(descriptor, &status) == 0 else {
            let error = SystemError.last
            close(descriptor)
            throw FileSourceError(path, error)
        }
        return (descriptor, status)
    }
}

extension FileSourceError {
    fileprivate init(_ path: String, _ error: SystemError) {
        self.init(path: path, reason: error.description)
    }
}
