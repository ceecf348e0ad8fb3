import Glibc

/// What files hold, whatever kind of files they are.
package enum FileContent {
    private static let blockSize = 65_536

    /// The bytes of a file.
    ///
    /// - Parameters:
    ///   - path: Absolute, or taken from the working directory.
    ///   - limit: How many bytes are wanted.
    /// - Returns: All of it, or more than `limit`, by less than 64 KiB.
    /// - Throws: What the system said.
    package static func bytes(
        of path: String,
        upTo limit: Int = .max
    ) throws(SystemError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last }
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
    package static func bytes(
        of descriptor: Int32,
        upTo limit: Int = .max
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
