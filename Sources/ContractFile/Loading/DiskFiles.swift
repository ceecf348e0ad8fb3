import Glibc

/// Files on disk, taken from some folder.
package struct DiskFiles: FileSource {
    /// Where relative paths begin; empty for the working directory.
    private let folder: String
    /// Larger files are refused before they are read.
    private let maximumBytes: Int

    package init(folder: String = "", maximumBytes: Int = 64 * 1024 * 1024) {
        self.folder = folder
        self.maximumBytes = maximumBytes
    }

    package func read(_ path: String) throws(FileSourceError) -> [UInt8] {
        let whole = FilePath.joined(folder, path)
        let descriptor = open(whole, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.error(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.error(path) }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw FileSourceError(path: path, reason: "it is a folder")
        }
        guard status.st_size <= maximumBytes else {
            throw FileSourceError(
                path: path,
                reason: "it has \(status.st_size) bytes; at most \(maximumBytes) are read"
            )
        }
        return try bytes(of: descriptor, path)
    }

    /// Reads to the end, for pipes too, but never past the limit.
    private func bytes(of descriptor: Int32, _ path: String) throws(FileSourceError) -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &block, block.count)
            guard count >= 0 else {
                if errno == EINTR { continue }
                throw Self.error(path)
            }
            if count == 0 { return bytes }
            bytes += block[..<count]
            guard bytes.count <= maximumBytes else {
                throw FileSourceError(
                    path: path,
                    reason: "it has more than \(maximumBytes) bytes, which is the limit"
                )
            }
        }
    }

    private static func error(_ path: String) -> FileSourceError {
        FileSourceError(path: path, reason: String(cString: strerror(errno)))
    }
}

/// Paths as text.
package enum FilePath {
    /// `path` taken from `folder`; an absolute path stays as it is.
    package static func joined(_ folder: String, _ path: String) -> String {
        if path.hasPrefix("/") || folder.isEmpty { return normalized(path) }
        return normalized("\(folder)/\(path)")
    }

    /// The folder a file is in; empty for the working directory.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Without `.` and, where it can be told, without `..`, so that one file has one name.
    package static func normalized(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." {
                parts.removeLast()
            } else {
                parts.append(part)
            }
        }
        let joined = parts.joined(separator: "/")
        if path.hasPrefix("/") { return "/" + joined }
        return joined.isEmpty ? "." : joined
    }
}
