import Glibc
import Platform
import Synchronization

/// A gate at which scripts of servers wait until a test opens it; then it stays open.
package final class Gate: Sendable {
    /// Its other end is closed once the gate is open.
    let reader: Int32
    private let writer: Mutex<Int32>

    package init() throws(SystemCallFailure) {
        guard let ends = OwnDescriptor.pipe() else {
            throw SystemCallFailure(call: "pipe", code: errno)
        }
        reader = ends.reader
        writer = Mutex(ends.writer)
    }

    deinit {
        open()
        close(reader)
    }

    /// Lets all present and future waiters through.
    package func open() {
        writer.withLock { writer in
            if writer >= 0 { close(writer) }
            writer = -1
        }
    }
}
