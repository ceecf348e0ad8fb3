import Glibc
package import Platform
import Synchronization

/// Reports every request to a process on this machine, over a Unix socket.
///
/// Request handlers do not wait: records are queued and written on a separate thread. When the reader is too slow
/// for the queue, the newest records are dropped and their number is reported.
package final class DeliveryFeed: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var dropped: UInt64 = 0
        var isOpen = true
    }

    package let marker: DeliveryMarker
    private let state = Mutex(State())
    /// Returns how long the sink's threads were busy and could have been busy, in nanoseconds; `nil` when unknown.
    private let load: @Sendable () -> (busy: Int64, possible: Int64)?

    /// 24 MB: half a million records and more.
    private static let room = 24 << 20
    private static let pause: UInt32 = 2_000
    private static let secondsToWrite = 10

    /// Connects, and starts to report.
    ///
    /// - Parameters:
    ///   - path: Path of the socket.
    ///   - marker: Marker of the run's messages.
    ///   - load: How long the sink's threads were busy and could have been busy since its start, in nanoseconds.
    /// - Throws: The system's error.
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

    /// Whether the reader is still connected.
    package var isOpen: Bool { state.withLock(\.isOpen) }

    /// Reports a request.
    package func tell(_ record: DeliveryRecord) {
        state.withLock { state in
            guard state.bytes.count < Self.room else {
                state.dropped += 1
                return
            }
            record.append(to: &state.bytes)
        }
    }

    /// Ends the feed once everything was written.
    package func end() { state.withLock { $0.isOpen = false } }

    /// Time and values of the last load report; used by the writing thread.
    private let reported = Mutex<(moment: Int64, busy: Int64, possible: Int64)?>(nil)

    /// Writes queued records; `false` at the end.
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

    /// Reports the load, once a second.
    private func tellLoad() {
        let now = UnixSocket.now
        let last = reported.withLock { $0 }
        guard last.map({ now - $0.moment >= 1_000_000_000 }) ?? true, let (busy, possible) = load()
        else { return }
        reported.withLock { $0 = (now, busy, possible) }
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
