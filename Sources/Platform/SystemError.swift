import Glibc

/// The operating system's error of a failed call.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// As in `errno`.
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// The error of this thread's last failed call; must be read right after it.
    package static var last: SystemError { SystemError(code: errno) }

    /// Whether the file does not exist.
    package var isMissing: Bool { code == ENOENT }

    /// The system's text, for example `No such file or directory`.
    package var description: String {
        var text = [CChar](repeating: 0, count: 256)
        _ = strerror_r(code, &text, text.count)
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
