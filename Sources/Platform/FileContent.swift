package import Glibc

/// Reads files of any kind.
package enum FileContent {
    private static let blockSize = 65_536

    /// Why a file was not read completely.
    package enum Failure: Error, Hashable, Sendable {
        case system(SystemError)
        /// It exceeds the limit; `size` is `nil` when it is unknown.
        case tooLarge(size: Int?, limit: Int)
    }

    /// All bytes of a file.
    ///
    /// - Parameters:
    ///   - path: Absolute, or relative to the working directory.
    ///   - limit: Largest size in bytes, by the kind of file; larger files are rejected, without reading them if
    ///     possible.
    /// - Returns: The bytes.
    /// - Throws: A `Failure`.
    package static func bytes(
        of path: String,
        atMost limit: Int
    ) throws(Failure) -> [UInt8] {
        let file: (descriptor: Int32, status: stat)
        do { file = try opened(path) } catch { throw .system(error) }
        defer { close(file.descriptor) }
        let kind = file.status.st_mode & S_IFMT
        let size = Int(file.status.st_size)
        if kind == S_IFDIR { throw .system(SystemError(code: EISDIR)) }
        guard kind != S_IFREG || size <= limit else { throw .tooLarge(size: size, limit: limit) }
        let bytes: [UInt8]
        // The size of a pipe is unknown.
        do { bytes = try Self.bytes(of: file.descriptor, upTo: limit) } catch {
            throw .system(error)
        }
        guard bytes.count <= limit else { throw .tooLarge(size: nil, limit: limit) }
        return bytes
    }

    /// Opens a file without blocking: a named pipe without a writer would block for ever.
    ///
    /// - Returns: Its descriptor, for the caller to close, and its status.
    /// - Throws: The system's error.
    package static func opened(
        _ path: String
    ) throws(SystemError) -> (descriptor: Int32, status: stat) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .last }
        var status = stat()
        guard fcntl(descriptor, F_SETFL, 0) == 0, fstat(descriptor, &status) == 0 else {
            let error = SystemError.last
            close(descriptor)
            throw error
        }
        return (descriptor, status)
    }

    /// The first bytes of a kernel file without a size.
    ///
    /// - Parameters:
    ///   - path: Absolute.
    ///   - limit: Number of bytes wanted.
    /// - Returns: The complete file, or more than `limit`, by less than 64 KiB.
    /// - Throws: The system's error.
    package static func bytes(
        of path: String,
        upTo limit: Int
    ) throws(SystemError) -> [UInt8] {
        let (descriptor, _) = try opened(path)
        defer { close(descriptor) }
        return try bytes(of: descriptor, upTo: limit)
    }

    /// Bytes of an open file from its current position.
    ///
    /// - Parameters:
    ///   - descriptor: Of a file, a pipe or a socket; blocks until bytes come.
    ///   - limit: Number of bytes wanted.
    /// - Returns: All bytes up to the end, or more than `limit`, by less than 64 KiB.
    /// - Throws: The system's error.
    static func bytes(
        of descriptor: Int32,
        upTo limit: Int
    ) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        try forEachBlock(of: descriptor) { block in
            bytes += block
            return bytes.count <= limit
        }
        return bytes
    }

    /// Reads an open file from its current position, block by block.
    ///
    /// - Parameters:
    ///   - descriptor: Of a file, a pipe or a socket; blocks until bytes come.
    ///   - take: Called with each block in order, at most 64 KiB long; `false` ends the reading.
    /// - Throws: The system's error.
    package static func forEachBlock(
        of descriptor: Int32,
        _ take: ([UInt8]) -> Bool
    ) throws(SystemError) {
        var block = [UInt8](repeating: 0, count: blockSize)
        while true {
            let count = read(descriptor, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .last }
            let isWhole = count == block.count
            guard count > 0, take(isWhole ? block : Array(block[..<count])) else { return }
        }
    }
}
