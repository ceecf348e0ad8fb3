internal import Glibc
import Platform

/// Somewhere text can be written to.
package protocol ByteSink: Sendable {
    /// Writes all of `text`, as UTF-8.
    func write(_ text: String) throws(WriteFailure)
}

/// Text that could not be written.
package struct WriteFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number the system gave, from `errno`.
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// Whether the reader at the other end of a pipe has gone, which is not an error.
    package var isBrokenPipe: Bool { code == EPIPE }

    package var description: String { SystemError(code: code).description }
}

/// An open file of this process, written to without a buffer.
struct DescriptorSink: ByteSink {
    private let descriptor: Int32

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Whether it leads to a terminal.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// The width of the terminal it leads to; `nil` for anything else.
    var terminalColumns: Int? { terminalSize.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } }

    /// The height of the terminal it leads to, in lines; `nil` for anything else.
    var terminalRows: Int? { terminalSize.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

    private var terminalSize: winsize? {
        var size = winsize()
        // The call fills `size`, which outlives it.
        return unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
    }

    func write(_ text: String) throws(WriteFailure) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            // The buffer is valid for the call, and `write` only reads it.
            let written = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
            }
            if written >= 0 {
                bytes = bytes.dropFirst(written)
            } else if errno == EAGAIN {
                waitUntilWritable()
            } else if errno != EINTR {
                throw WriteFailure(code: errno)
            }
        }
    }

    /// A terminal that another program left non-blocking may be full for a moment.
    private func waitUntilWritable() {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        // The call fills `wait`, which outlives it.
        _ = unsafe poll(&wait, 1, -1)
    }
}

/// The three files every process starts with.
enum StandardDescriptors {
    /// Opens each of these files that the caller left closed.
    ///
    /// Otherwise the next socket would get the number of standard output, and a report would be
    /// sent to a server. The replacement is opened in the wrong direction, so that
    /// reading or writing still fails.
    static func occupyClosed() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) == -1 {
            // The lowest free number is taken, which is `descriptor`: those below it are open.
            _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
