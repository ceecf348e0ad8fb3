import Glibc

/// An empty directory that is deleted with its files when it is released; it cannot contain directories.
package final class TemporaryDirectory: Sendable {
    package let path: String

    package init() throws {
        var template = Array("/tmp/assay-test-XXXXXX\0".utf8CString.dropLast())
        guard mkdtemp(&template) != nil else {
            throw SystemCallFailure(call: "mkdtemp", code: errno)
        }
        path = String(
            decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
    }

    deinit {
        for name in names where name != "." && name != ".." { unlink(file(name)) }
        rmdir(path)
    }

    private var names: [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            // Owned by `directory`, and valid until the next call.
            withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                names.append(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
            }
        }
        return names
    }

    /// The path of `name` in the directory.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes `content` to the file `name` and returns its path.
    @discardableResult
    package func write(_ content: [UInt8], to name: String) throws -> String {
        let descriptor = open(file(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemCallFailure(call: "open", code: errno) }
        defer { close(descriptor) }
        var rest = content[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw SystemCallFailure(call: "write", code: errno) }
            rest.removeFirst(count)
        }
        return file(name)
    }
}
