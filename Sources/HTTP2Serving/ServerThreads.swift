import Dispatch
import Glibc
import Platform
import Synchronization

/// What the threads of a server share.
final class ServerThreads: Sendable {
    /// Owned; closed when the threads are done.
    let listener: Int32
    /// Readable once the server is to stop.
    let wakeReader: Int32
    private let wakeWriter: Int32
    private let hasStopped = Atomic(false)
    private let connectionCount = Atomic(0)
    private let group = DispatchGroup()

    /// Takes the listening socket over.
    init(listener: Int32) throws(SystemError) {
        guard let ends = OwnDescriptor.pipe(waits: false) else {
            let error = SystemError.last
            close(listener)
            throw error
        }
        self.listener = listener
        (wakeReader, wakeWriter) = (ends.reader, ends.writer)
    }

    deinit {
        if !isStopped { close(listener) }
        close(wakeReader)
        close(wakeWriter)
    }

    /// How many connections are open.
    var openConnections: Int { connectionCount.load(ordering: .relaxed) }

    /// A connection was opened, or closed.
    func count(_ change: Int) { connectionCount.add(change, ordering: .relaxed) }

    var isStopped: Bool { hasStopped.load(ordering: .acquiring) }

    /// Has a worker run on a thread of its own.
    func start(_ worker: consuming sending ServerWorker) {
        let start = StartedWorker(worker: worker)
        group.enter()
        OwnThread.start { [group] in
            start.worker.run()
            group.leave()
        }
    }

    /// Ends the threads and waits for them; `false` when that was done before.
    func stop() -> Bool {
        guard !hasStopped.exchange(true, ordering: .acquiringAndReleasing) else { return false }
        var byte: UInt8 = 0
        _ = write(wakeWriter, &byte, 1)
        group.wait()
        close(listener)
        return true
    }
}

/// `@unchecked Sendable`: made on one thread and used by another, never by both.
private struct StartedWorker: @unchecked Sendable {
    let worker: ServerWorker
}
