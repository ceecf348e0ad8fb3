package import Glibc

/// What files hold, whatever kind of files they are.
package enum FileContent {
    private static let blockSize = 65_536

    /// Why a file was not read as a whole.
    package enum Failure: Error, Hashable, Sendable {
        case system(SystemError)
        /// It holds more than it may; `size` is `nil` when only that much is known.
        case tooLarge(size: Int?, limit: Int)
    }

    /// All bytes of a file.
    ///
    /// - Parameters:
    ///   - path: Absolute, or taken from the working directory.
    ///   - limit: How many it may have, by the kind of file that it is; a larger one is refused, if
    ///     possible unread.
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
        // A pipe does not say how long it is.
        do { bytes = try Self.bytes(of: file.descriptor, upTo: limit) } catch {
            throw .system(error)
        }
        guard bytes.count <= limit else { throw .tooLarge(size: nil, limit: limit) }
        return bytes
    }

    /// Opens a file without waiting, since a named pipe that nobody writes to would hold us for ever.
    ///
    /// - Returns: Its descriptor, for the caller to close, and what the system knows of it.
    /// - Throws: What the system said.
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

    /// The first bytes of a file of the kernel's, which has no size.
    ///
    /// - Parameters:
    ///   - path: Absolute.
    ///   - limit: How many bytes are wanted.
    /// - Returns: All of it, or more than `limit`, by less than 64 KiB.
    /// - Throws: What the system said.
    package static func bytes(
        of path: String,
        upTo limit: Int
    ) throws(SystemError) -> [UInt8] {
        let (descriptor, _) = try opened(path)
        defer { close(descriptor) }
        return try bytes(of: descriptor, upTo: limit)
    }

    /// The bytes from where an open file stands.
    ///
    /// - Parameters:
    ///   - descriptor: Of a file, a pipe or a socket, which is waited for.
    ///   - limit: How many bytes are wanted.
    /// - Returns: All up to the end, or more than `limit`, by less than 64 KiB.
    /// - Throws: What the system said.
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

    /// Hands over the bytes from where an open file stands, block by block.
    ///
    /// - Parameters:
    ///   - descriptor: Of a file, a pipe or a socket, which is waited for.
    ///   - take: Called with each block in order, at most 64 KiB long; `false` ends the reading.
    /// - Throws: What the system said.
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
