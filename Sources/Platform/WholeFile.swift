import Glibc

/// Writes files atomically.
///
/// The bytes go to a temporary file in the same folder and reach the disk; only then does that file replace the old
/// one. If the process ends before, the old file is unchanged. Pipes and other special files, and files that cannot
/// be replaced, such as mount points, are written to directly.
package enum WholeFile {
    /// `O_TMPFILE`, a macro that Swift does not import.
    ///
    /// Source: Linux, `include/uapi/asm-generic/fcntl.h`.
    private static let unnamed = 0o20_000_000 | O_DIRECTORY

    /// Errors on systems without support for unnamed files: a file system without them, a kernel
    /// that takes the flag for that of a folder, no `/proc` to name them, or no links.
    ///
    /// Source: Linux, open(2), `O_TMPFILE`, and link(2).
    private static let withoutUnnamed = [EOPNOTSUPP, EISDIR, ENOENT, EPERM]

    /// Writes a file.
    ///
    /// - Parameters:
    ///   - bytes: The complete contents.
    ///   - path: Absolute, or relative to the working directory; symbolic links are followed.
    ///   - replacing: Whether an existing regular file is replaced; its mode and owner stay.
    /// - Throws: The system's error; `EEXIST` for a file that must not be replaced.
    package static func write(
        _ bytes: [UInt8],
        to path: String,
        replacing: Bool
    ) throws(SystemError) {
        var status = stat()
        let isThere = stat(path, &status) == 0
        if isThere, status.st_mode & S_IFMT != S_IFREG {
            return try writeInPlace(bytes, path)
        }
        guard !isThere || replacing else { throw SystemError(code: EEXIST) }
        if isThere, access(path, W_OK) != 0 { throw .last }
        guard let place = replacing ? target(of: path) : path else {
            return try writeInPlace(bytes, path)
        }
        let old = isThere ? status : nil
        do {
            try put(bytes, at: place, over: old, replacing: replacing)
        } catch {
            let isFixed = [EACCES, EPERM, EROFS, EBUSY].contains(error.code)
            guard isThere, isFixed else { throw error }
            try writeInPlace(bytes, place)
        }
    }

    /// The target of symbolic links; `nil` for a link in `/dev` or `/proc` to an open file.
    private static func target(of path: String) -> String? {
        var place = path
        for _ in 0..<40 {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(place, &buffer, buffer.count)
            guard count > 0 else { return place }
            guard !place.hasPrefix("/dev/"), !place.hasPrefix("/proc/") else { return nil }
            let link = String(
                decoding: buffer[..<count].map(UInt8.init(bitPattern:)),
                as: UTF8.self
            )
            place = link.hasPrefix("/") ? link : "\(folder(of: place))/\(link)"
        }
        return place
    }

    private static func put(
        _ bytes: [UInt8],
        at path: String,
        over old: stat?,
        replacing: Bool
    ) throws(SystemError) {
        // An unnamed file leaves nothing behind after a crash, but not every system supports it.
        do {
            try put(bytes, at: path, over: old, replacing: replacing, isNamed: false)
        } catch {
            guard withoutUnnamed.contains(error.code) else { throw error }
            try put(bytes, at: path, over: old, replacing: replacing, isNamed: true)
        }
    }

    private static func put(
        _ bytes: [UInt8],
        at path: String,
        over old: stat?,
        replacing: Bool,
        isNamed: Bool
    ) throws(SystemError) {
        let folder = folder(of: path)
        let name = "\(folder)/.assay-\(String(UInt64.random(in: 0 ... .max), radix: 16))"
        let descriptor =
            isNamed
            ? open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
            : open(folder, O_WRONLY | unnamed | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .last }
        defer { close(descriptor) }
        // After a rename this name no longer exists, and unlinking fails harmlessly.
        defer { unlink(name) }
        if let old { copyRights(of: old, to: descriptor) }
        try OwnDescriptor.write(bytes, to: descriptor)
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .last }
        if !isNamed {
            try link("/proc/self/fd/\(descriptor)", to: replacing ? name : path)
            if !replacing { return }
        }
        if replacing {
            guard rename(name, path) == 0 else { throw .last }
        } else {
            do {
                try link(name, to: path)
            } catch {
                // Not every file system supports links.
                guard error.code != EEXIST, rename(name, path) == 0 else { throw error }
            }
        }
    }

    private static func link(_ old: String, to new: String) throws(SystemError) {
        guard linkat(AT_FDCWD, old, AT_FDCWD, new, AT_SYMLINK_FOLLOW) == 0 else { throw .last }
    }

    /// As far as this process may.
    private static func copyRights(of old: stat, to descriptor: Int32) {
        if old.st_uid != geteuid() || old.st_gid != getegid() {
            _ = fchown(descriptor, old.st_uid, old.st_gid)
        }
        _ = fchmod(descriptor, old.st_mode & 0o7777)
    }

    private static func writeInPlace(_ bytes: [UInt8], _ path: String) throws(SystemError) {
        let descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last }
        do {
            try OwnDescriptor.write(bytes, to: descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        // A full disk may cause an error only here.
        guard close(descriptor) == 0 else { throw .last }
    }

    private static func folder(of path: String) -> String {
        guard let end = path.lastIndex(of: "/") else { return "." }
        return end == path.startIndex ? "/" : String(path[..<end])
    }
}
