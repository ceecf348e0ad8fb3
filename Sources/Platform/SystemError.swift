import Glibc

/// Why the operating system refused a call.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// As in `errno`.
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// What the last call of this thread that failed was refused for; to be asked at once.
    package static var last: SystemError { SystemError(code: errno) }

    /// Whether there is no such file.
    package var isMissing: Bool { code == ENOENT }

    /// In the words of the system, for example `No such file or directory`.
    package var description: String {
        var text = [CChar](repeating: 0, count: 256)
        _ = strerror_r(code, &text, text.count)
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
