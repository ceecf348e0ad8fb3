import Glibc
import Platform

/// A file that a command writes as a whole.
struct DestinationFile {
    let path: String

    private static let taken = "the file exists; --force replaces it"

    /// Why the file cannot be written; checked before the run, so that no run is wasted.
    ///
    /// An existing file stays unchanged until the text is complete.
    ///
    /// - Parameter replacing: Whether an existing regular file may be replaced.
    /// - Returns: The reason; `nil` when it can be written.
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

    /// Writes the whole text; if that fails, an existing file stays unchanged.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - exclusively: Whether a regular file that is there already is left alone.
    /// - Returns: Why it could not be written.
    func write(_ text: String, exclusively: Bool = false) -> String? {
        write(Array(text.utf8), exclusively: exclusively)
    }

    /// Writes bytes in the same way.
    func write(_ bytes: [UInt8], exclusively: Bool = false) -> String? {
        do {
            try WholeFile.write(bytes, to: path, replacing: !exclusively)
            return nil
        } catch {
            let reason = exclusively && error.code == EEXIST ? Self.taken : error.description
            return obstacle(replacing: !exclusively) ?? reason
        }
    }

    /// Creates the folder of the file; an existing one stays unchanged.
    func makeFolder() {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
        // If the folder cannot be created, writing the file fails and reports why.
        _ = unsafe mkdir(String(path[..<slash]), 0o777)
    }

    private static var reason: String { SystemError.last.description }
}
