import Glibc

/// Wakes a thread that waits for descriptors: a pipe that never blocks.
package final class Waker: Sendable {
    /// Readable after `wake()`.
    package let reader: Int32
    private let writer: Int32

    /// - Throws: The system's error.
    package init() throws(SystemError) {
        guard let ends = OwnDescriptor.pipe(waits: false) else { throw .last }
        (reader, writer) = ends
    }

    deinit {
        close(reader)
        close(writer)
    }

    /// May be called on any thread.
    package func wake() {
        var byte: UInt8 = 0
        // A full pipe wakes as well.
        _ = write(writer, &byte, 1)
    }

    /// Clears the wake-ups.
    package func drain() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(reader, &bytes, bytes.count) > 0 {}
    }
}
