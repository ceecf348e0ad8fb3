import Glibc
import Platform
import TestSupport
import Testing

/// Temporary files that are not needed afterwards.
struct PrivateFolderTests {
    private let parent: TemporaryDirectory

    init() throws { parent = try TemporaryDirectory() }

    private func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

    @Test("The next folder of the same kind removes abandoned folders; folders in use remain")
    func abandoned() throws {
        let left = parent.file("runs-abcdef")
        let other = parent.file("walks-abcdef")
        let shared = parent.file("runs-shared")
        for (path, mode) in [(left, 0o700), (other, 0o700), (shared, 0o755)] {
            try #require(mkdir(path, mode_t(mode)) == 0)
        }
        defer { for path in [other, shared] { rmdir(path) } }
        try parent.write([1], to: "runs-abcdef/A-1.json")
        let held = try PrivateFolder("runs-", in: parent.path)
        #expect(!isThere(left))
        #expect(isThere(other) && isThere(shared))
        let file = "\(held.path)/A-1.json"
        try #require(symlink("/", file) == 0)
        let next = try PrivateFolder("runs-", in: parent.path)
        #expect(next.path != held.path)
        #expect(isThere(file))
        held.remove()
        #expect(!isThere(held.path))
    }

    @Test("A folder is deleted on release, and a failed creation is reported with the reason")
    func released() throws {
        var folder: PrivateFolder? = try PrivateFolder("runs-", in: parent.path)
        let path = try #require(folder?.path)
        var status = stat()
        try #require(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
        folder = nil
        #expect(!isThere(path))
        let error = #expect(throws: SystemError.self) {
            try PrivateFolder("runs-", in: parent.file("missing"))
        }
        #expect(error?.code == ENOENT)
    }
}
