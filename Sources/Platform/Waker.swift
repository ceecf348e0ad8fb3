import Glibc
import Platform

/// Wakes a thread that waits in `poll`: a pipe that never blocks.
final class Waker: Sendable {
    let reader: Int32
    private let writer: Int32

    init() throws(FaultHopError) {
        guard let ends = OwnDescriptor.pipe(waits: false) else {
            throw FaultHopError(.socket, address: "a pipe", code: errno)
        }
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
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(reader, &bytes, bytes.count) > 0 {}
    }
}
