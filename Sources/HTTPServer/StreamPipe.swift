import CMicroHTTPD
import Synchronization

/// Forwards bytes to one client as they arrive.
package final class StreamPipe: EventSource {
    // Unchecked: the pointer is only handed back to the library, under the lock.
    private struct State: @unchecked Sendable {
        var pending: ArraySlice<UInt8> = []
        /// What `read` returns after the last byte; `nil` while more may come.
        var ending: Int?
        var isLeft = false
        /// The connection, while it waits for bytes; libmicrohttpd leaves it alone then.
        var waiting: OpaquePointer?

        mutating func wake() {
            if let waiting { MHD_resume_connection(waiting) }
            waiting = nil
        }
    }

    private let state = Mutex(State())

    /// How many bytes can wait for the client; beyond that its connection ends.
    package static let mostBehind = 16 << 20
    private static let (complete, broken) = (-1, -2)

    package init() {}

    /// The client's place, for one response.
    package var follower: EventFollower { EventFollower(self, number: 0) }

    var isOver: Bool { state.withLock { $0.ending != nil || $0.isLeft } }

    /// Sends bytes without waiting.
    ///
    /// - Returns: `false` when the client has disconnected or is too far behind.
    package func send(_ bytes: [UInt8]) -> Bool {
        state.withLock { state in
            guard !state.isLeft, state.ending == nil else { return false }
            if state.pending.count + bytes.count > Self.mostBehind {
                state.ending = Self.broken
                state.pending = []
            } else {
                state.pending += bytes
            }
            state.wake()
            return state.ending == nil
        }
    }

    package func end() { end(with: Self.complete) }

    /// Ends the stream so that the client sees an incomplete response.
    package func breakOff() { end(with: Self.broken) }

    private func end(with ending: Int) {
        state.withLock { state in
            state.ending = state.ending ?? ending
            state.wake()
        }
    }

    func remove(_ client: UInt64) {
        state.withLock { state in
            state.isLeft = true
            state.waiting = nil
        }
    }

    func read(
        into buffer: UnsafeMutableRawBufferPointer,
        for client: UInt64,
        on connection: SuspendableConnection
    ) -> Int {
        state.withLock { state in
            if !state.pending.isEmpty {
                let count = min(buffer.count, state.pending.count)
                buffer.copyBytes(from: state.pending.prefix(count))
                state.pending = state.pending.dropFirst(count)
                return count
            }
            if let ending = state.ending { return ending }
            state.waiting = connection.pointer
            MHD_suspend_connection(connection.pointer)
            return 0
        }
    }
}
