import Glibc
import Platform

/// A file that a command writes as a whole.
struct DestinationFile {
    let path: String

    private static let taken = "it is there already; --force replaces it"

    /// Why the file cannot be written; found out before a run, so that no run is wasted.
    ///
    /// A file that is there already is left as it is until the text is complete.
    ///
    /// - Parameter replacing: Whether an ordinary file that is there already may be replaced.
    /// - Returns: The reason, and nothing when it can be written.
    func obstacle(replacing: Bool = true) -> String? {
        var status = stat()
        if unsafe stat(path, &status) == 0 {
            let kind = status.st_mode & S_IFMT
            if kind == S_IFREG, !replacing { return Self.taken }
            if kind == S_IFDIR { return "it is a folder" }
            return unsafe access(path, W_OK) == 0 ? nil : Self.reason
        }
        guard errno == ENOENT else { return Self.reason }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        return unsafe access(folder.isEmpty ? "/" : folder, W_OK | X_OK) == 0 ? nil : Self.reason
    }

    /// Writes the whole text.
    ///
    /// - Parameters:
    ///   - text: What to write.
    ///   - exclusively: Whether whatever is there already is left alone.
    /// - Returns: Why it could not be written.
    func write(_ text: String, exclusively: Bool = false) -> String? {
        let mode = exclusively ? O_EXCL : O_TRUNC
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC | mode, 0o644)
        guard descriptor >= 0 else {
            let reason = exclusively && errno == EEXIST ? Self.taken : Self.reason
            return obstacle(replacing: !exclusively) ?? reason
        }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 {
                if errno == EINTR { continue }
                let reason = Self.reason
                _ = close(descriptor)
                return reason
            }
            rest = rest.dropFirst(count)
        }
        // A full disk may show only now.
        return close(descriptor) == 0 ? nil : Self.reason
    }

    private static var reason: String { SystemError.last.description }
}
