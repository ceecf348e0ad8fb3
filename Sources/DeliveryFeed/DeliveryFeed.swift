import Glibc
package import Platform
import Synchronization

/// Tells a process on this machine of every request, over a Unix socket of its own.
///
/// Whoever answers requests waits for nobody: records are put by and written on a thread of their own, and when
/// the reader is so slow that they would fill the memory, the newest are dropped and the number of them told.
package final class DeliveryFeed: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var dropped: UInt64 = 0
        var isOpen = true
    }

    package let marker: DeliveryMarker
    private let state = Mutex(State())
    /// Tells how long the sink's threads worked and could have worked, in nanoseconds; `nil` when nobody knows.
    private let load: @Sendable () -> (busy: Int64, possible: Int64)?

    /// 24 MB: half a million records and more.
    private static let room = 24 << 20
    private static let pause: UInt32 = 2_000
    private static let secondsToWrite = 10

    /// Connects, and tells from now on.
    ///
    /// - Parameters:
    ///   - path: Of the socket.
    ///   - marker: By which the run's messages are known.
    ///   - load: How long the sink's threads worked and could have worked since it began, in nanoseconds.
    /// - Throws: What the system said.
    package init(
        to path: String,
        marker: DeliveryMarker,
        load: @escaping @Sendable () -> (busy: Int64, possible: Int64)? = { nil }
    ) throws(SystemError) {
        self.marker = marker
        self.load = load
        let descriptor = try UnixSocket.connect(to: path)
        UnixSocket.limitWriting(descriptor, seconds: Self.secondsToWrite)
        OwnThread.start { [weak self] in
            while self?.write(to: descriptor) == true { usleep(Self.pause) }
            close(descriptor)
        }
    }

    /// Whether anybody still listens.
    package var isOpen: Bool { state.withLock(\.isOpen) }

    /// Tells of a request.
    package func tell(_ record: DeliveryRecord) {
        state.withLock { state in
            guard state.bytes.count < Self.room else {
                state.dropped += 1
                return
            }
            record.append(to: &state.bytes)
        }
    }

    /// Ends it once everything was written.
    package func end() { state.withLock { $0.isOpen = false } }

    /// When the load was last told, what that was, and what it is counted from; used by the thread that writes.
    private let told = Mutex<(moment: Int64, busy: Int64, possible: Int64)?>(nil)

    /// Writes what has come since; `false` when nothing is to be written any more.
    private func write(to descriptor: Int32) -> Bool {
        tellLoad()
        let (bytes, isOpen) = state.withLock { state in
            if state.dropped > 0 {
                let record = DeliveryRecord(
                    moment: UnixSocket.now,
                    arrival: state.dropped,
                    outcome: .dropped
                )
                record.append(to: &state.bytes)
                state.dropped = 0
            }
            var bytes: [UInt8] = []
            swap(&bytes, &state.bytes)
            return (bytes, state.isOpen)
        }
        let isWritten = UnixSocket.write(bytes, to: descriptor)
        if !isWritten { end() }
        return isWritten && isOpen
    }

    /// Once a second.
    private func tellLoad() {
        let now = UnixSocket.now
        let last = told.withLock { $0 }
        guard last.map({ now - $0.moment >= 1_000_000_000 }) ?? true, let (busy, possible) = load()
        else { return }
        told.withLock { $0 = (now, busy, possible) }
        guard let last, possible > last.possible else { return }
        let share = Double(busy - last.busy) / Double(possible - last.possible)
        tell(
            DeliveryRecord(
                moment: now,
                arrival: UInt64(min(max(share, 0), 1) * 1e6),
                outcome: .load
            )
        )
    }
}
