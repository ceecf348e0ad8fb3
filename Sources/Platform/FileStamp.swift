import CLinux
import Glibc

/// Properties of a file that change when it is written or replaced.
package struct FileStamp: Hashable, Sendable {
    private let inode: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// `nil` when the file does not exist.
    ///
    /// - Parameter path: Path of a file or a folder.
    package init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}
