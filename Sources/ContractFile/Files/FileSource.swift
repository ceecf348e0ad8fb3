/// Reads the files that contracts name; a protocol so that tests need no disk.
package protocol FileSource: Sendable {
    /// The bytes of a file.
    ///
    /// - Parameters:
    ///   - path: Absolute, or taken from the working directory.
    ///   - limit: How many bytes are wanted at most; a larger file is refused, if possible unread.
    /// - Returns: All of it.
    /// - Throws: `FileSourceError` saying why it cannot be read.
    func read(_ path: String, atMost limit: Int) throws(FileSourceError) -> [UInt8]

    /// Hands over the bytes of a regular file block by block, so that it may be of any size.
    ///
    /// - Parameters:
    ///   - path: Absolute, or taken from the working directory.
    ///   - take: Called with each block in order; `false` ends the reading.
    /// - Throws: `FileSourceError` saying why it cannot be read.
    func readBlocks(_ path: String, _ take: ([UInt8]) -> Bool) throws(FileSourceError)

    /// Where a file or a folder really lies: its absolute path without links and `..`.
    ///
    /// - Parameter path: Absolute, or taken from the working directory.
    /// - Returns: The path.
    /// - Throws: `FileSourceError` saying why it cannot be found.
    func resolved(_ path: String) throws(FileSourceError) -> String
}

extension FileSource {
    /// Hands over all bytes at once.
    package func readBlocks(
        _ path: String,
        _ take: ([UInt8]) -> Bool
    ) throws(FileSourceError) {
        _ = take(try read(path, atMost: .max))
    }

    /// Files without links, in a working directory that nothing can be seen of.
    package func resolved(_ path: String) throws(FileSourceError) -> String {
        FilePath.joined("/working/directory", path)
    }
}

/// Why a file could not be read.
package struct FileSourceError: Error, Hashable, Sendable, CustomStringConvertible {
    package let path: String
    /// For example `No such file or directory`.
    package let reason: String

    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// A file that is larger than it may be; `size` is `nil` when only that much is known.
    package static func tooLarge(_ path: String, size: Int?, limit: Int) -> FileSourceError {
        let size = size.map { "\($0)" } ?? "more than \(limit)"
        return FileSourceError(
            path: path,
            reason: "it has \(size) bytes; at most \(limit) are read"
        )
    }

    package var description: String { "\(path): \(reason)" }
}
