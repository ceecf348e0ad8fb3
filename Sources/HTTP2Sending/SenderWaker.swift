import Glibc
import Platform

/// Wakes the thread of a sender: a pipe that never blocks.
final class SenderWaker: Sendable {
    /// Readable once it was woken.
    let reader: Int32
    private let writer: Int32

    init() throws(SystemError) {
        guard let ends = OwnDescriptor.pipe(waits: false) else { throw .last }
        (reader, writer) = ends
    }

    deinit {
        close(reader)
        close(writer)
    }

    func wake() {
        var byte: UInt8 = 0
        // A full pipe wakes as well.
        _ = write(writer, &byte, 1)
    }

    /// Takes back what `wake` said.
    func drain() {
        var bytes: UInt64 = 0
        while read(reader, &bytes, 8) > 0 {}
    }
}
