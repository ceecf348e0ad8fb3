import Dispatch
import Glibc
import Platform
import Synchronization

/// State shared by the threads of a server.
final class ServerThreads: Sendable {
    /// Owned; closed when the threads have ended.
    let listener: Int32
    /// Readable once the server is to stop.
    let wakeReader: Int32
    private let wakeWriter: Int32
    private let hasStopped = Atomic(false)
    private let connectionCount = Atomic(0)
    private let group = DispatchGroup()

    /// Takes ownership of the listening socket.
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

    /// Number of open connections.
    var openConnections: Int { connectionCount.load(ordering: .relaxed) }

    /// A connection was opened, or closed.
    func count(_ change: Int) { connectionCount.add(change, ordering: .relaxed) }

    var isStopped: Bool { hasStopped.load(ordering: .acquiring) }

    /// Starts a worker on its own thread.
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

/// `@unchecked Sendable`: made on one thread and used on another, never on both at once.
private struct StartedWorker: @unchecked Sendable {
    let worker: ServerWorker
}
