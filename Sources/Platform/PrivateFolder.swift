import Glibc

/// A folder for files of this process alone, deleted with all its files by `remove()`.
///
/// It is locked during its lifetime. An unlocked one was left behind by a process that was killed; the next process
/// that makes a folder of the same kind deletes it.
package final class PrivateFolder: Sendable {
    package let path: String
    /// Holds the lock.
    private let descriptor: Int32

    /// Makes a folder, and deletes abandoned ones.
    ///
    /// - Parameters:
    ///   - prefix: Common prefix of the names of this kind of folder.
    ///   - parent: Folder that contains them.
    /// - Throws: The system's error.
    package init(_ prefix: String, in parent: String) throws(SystemError) {
        Self.removeAbandoned(prefix, in: parent)
        while true {
            var template = Array("\(parent)/\(prefix)XXXXXX".utf8CString)
            // The buffer outlives the call, which fills it.
            guard mkdtemp(&template) != nil else { throw .last }
            let path = Self.text(template)
            guard let descriptor = Self.open(path) else {
                // Another process may have deleted it as an abandoned one.
                guard errno == ENOENT else { throw .last }
                continue
            }
            while flock(descriptor, LOCK_EX) == -1 && errno == EINTR {}
            var status = stat()
            if fstat(descriptor, &status) == 0, status.st_nlink > 0 {
                (self.path, self.descriptor) = (path, descriptor)
                return
            }
            close(descriptor)
        }
    }

    deinit {
        Self.remove(path, descriptor)
        close(descriptor)
    }

    /// Deletes the folder, then releases its lock.
    package func remove() { Self.remove(path, descriptor) }

    private static func removeAbandoned(_ prefix: String, in parent: String) {
        guard let folder = open(parent) else { return }
        defer { close(folder) }
        for name in names(in: folder) where name.hasPrefix(prefix) {
            let path = "\(parent)/\(name)"
            guard let descriptor = open(path) else { continue }
            defer { close(descriptor) }
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
                status.st_mode & 0o077 == 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0
            else { continue }
            remove(path, descriptor)
        }
    }

    private static func remove(_ path: String, _ descriptor: Int32) {
        for name in names(in: descriptor) { unlinkat(descriptor, name, 0) }
        rmdir(path)
    }

    private static func open(_ path: String) -> Int32? {
        let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        return descriptor < 0 ? nil : descriptor
    }

    private static func names(in descriptor: Int32) -> [String] {
        // Closing the stream closes its descriptor.
        guard let stream = fdopendir(fcntl(descriptor, F_DUPFD_CLOEXEC, 3)) else { return [] }
        defer { closedir(stream) }
        rewinddir(stream)
        var names: [String] = []
        while let entry = readdir(stream) {
            // Owned by the stream, and good until the next call.
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private static func text(_ buffer: [CChar]) -> String {
        String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
