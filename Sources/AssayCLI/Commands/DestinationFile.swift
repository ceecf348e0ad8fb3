import Glibc
import Platform

/// A file that a command writes as a whole.
struct DestinationFile {
    let path: String

    private static let taken = "the file exists; --force replaces it"

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

    /// Writes the whole text; whatever keeps it from that, a file that is there already stays as it was.
    ///
    /// - Parameters:
    ///   - text: What to write.
    ///   - exclusively: Whether a regular file that is there already is left alone.
    /// - Returns: Why it could not be written.
    func write(_ text: String, exclusively: Bool = false) -> String? {
        write(Array(text.utf8), exclusively: exclusively)
    }

    /// The same with bytes.
    func write(_ bytes: [UInt8], exclusively: Bool = false) -> String? {
        do {
            try WholeFile.write(bytes, to: path, replacing: !exclusively)
            return nil
        } catch {
            let reason = exclusively && error.code == EEXIST ? Self.taken : error.description
            return obstacle(replacing: !exclusively) ?? reason
        }
    }

    /// Makes the folder that the file lies in; one that is there already stays as it is.
    func makeFolder() {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
        // If the folder cannot be created, writing the file fails and reports why.
        _ = unsafe mkdir(String(path[..<slash]), 0o777)
    }

    private static var reason: String { SystemError.last.description }
}
