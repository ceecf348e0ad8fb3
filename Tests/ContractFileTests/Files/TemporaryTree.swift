import Glibc
import TestSupport

/// A folder with subfolders that is deleted, with all its contents, when this is released.
final class TemporaryTree: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/assay-tree-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw SystemCallFailure(call: "mkdtemp", code: errno)
        }
        let name = template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        path = String(decoding: name, as: UTF8.self)
    }

    deinit { Self.remove(path) }

    /// The path of an item in the tree.
    func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Creates a folder below existing folders.
    @discardableResult
    func folder(_ name: String) throws -> String {
        guard mkdir(path(name), 0o700) == 0 else {
            throw SystemCallFailure(call: "mkdir", code: errno)
        }
        return path(name)
    }

    /// Writes a file; `size` extends it without using space on the disk.
    @discardableResult
    func write(_ text: String, to name: String, size: Int? = nil) throws -> String {
        let descriptor = open(path(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemCallFailure(call: "open", code: errno) }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
            throw SystemCallFailure(call: "write", code: errno)
        }
        if let size, ftruncate(descriptor, off_t(size)) != 0 {
            throw SystemCallFailure(call: "ftruncate", code: errno)
        }
        return path(name)
    }

    private static func remove(_ path: String) {
        if let directory = opendir(path) {
            while let entry = readdir(directory) {
                // Owned by `directory`, and valid until the next call.
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != "." && name != ".." { remove("\(path)/\(name)") }
            }
            closedir(directory)
            rmdir(path)
        } else {
            unlink(path)
        }
    }
}
