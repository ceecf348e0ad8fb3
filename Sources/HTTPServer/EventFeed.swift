import CMicroHTTPD
import Dispatch
package import HTTP
import Synchronization

/// Events for several clients, each at its own pace.
///
/// Of events with the same name only the last is stored: a slow client misses those in between, so it needs no
/// memory and delays no one else.
package final class EventFeed: Sendable {
    /// An event that clients can still receive.
    private struct Kept {
        let name: String
        /// From one, in the order of publication.
        let number: UInt64
        let bytes: [UInt8]
    }

    // Unchecked: the pointer is only passed back to the library, under the lock.
    private struct Client: @unchecked Sendable {
        /// The number of the last event that it received or is receiving.
        var seen: UInt64 = 0
        /// The rest of that event.
        var rest: ArraySlice<UInt8> = []
        /// Its connection while it waits for an event, suspended in libmicrohttpd.
        var waiting: OpaquePointer?
    }

    private struct State {
        var kept: [Kept] = []
        var count: UInt64 = 0
        var isOver = false
        var clients: [UInt64: Client] = [:]
        var nextClient: UInt64 = 0

        /// The oldest event that a client has not got.
        func event(after number: UInt64) -> Kept? { kept.first { $0.number > number } }
    }

    private let state = Mutex(State())
    private let clientLimit: Int
    /// Set after initialization, as its handler refers to this object weakly.
    private let timer = Mutex<WakeTimer?>(nil)

    /// Interval of writes to waiting clients: only a write detects that a client is gone.
    private static let beatMilliseconds: Int64 = 5_000
    /// A comment, which clients ignore.
    private static let comment = Array(":\n\n".utf8)

    /// - Parameter clientLimit: Largest number of clients at once.
    package init(clientLimit: Int) {
        self.clientLimit = clientLimit
        let timer = WakeTimer(on: .global()) { [weak self] in self?.beat() }
        timer.fire(everyMilliseconds: Self.beatMilliseconds)
        self.timer.withLock { $0 = timer }
    }

    /// Number of clients; one that is gone counts until the next write to it fails.
    package var clientCount: Int { state.withLock { $0.clients.count } }

    /// Sends an event to all clients, present and future, until the next one of its name.
    ///
    /// Does not block.
    package func publish(_ event: StreamedEvent) {
        let bytes = StreamedEvent.stream([event])
        state.withLock { state in
            guard !state.isOver else { return }
            state.count += 1
            state.kept.removeAll { $0.name == event.name }
            state.kept.append(Kept(name: event.name, number: state.count, bytes: bytes))
            Self.wakeAll(&state)
        }
    }

    /// Ends the feed: each response ends once its client has received the remaining events.
    package func end() {
        state.withLock { state in
            state.isOver = true
            Self.wakeAll(&state)
        }
    }

    /// Adds a client, for one response.
    ///
    /// - Returns: `nil` when the limit is reached.
    package func follower() -> EventFollower? {
        let number = state.withLock { state -> UInt64? in
            guard state.clients.count < clientLimit else { return nil }
            state.nextClient += 1
            state.clients[state.nextClient] = Client()
            return state.nextClient
        }
        return number.map { EventFollower(self, number: $0) }
    }

    var isOver: Bool { state.withLock { $0.isOver } }

    private func beat() {
        state.withLock { state in
            for (number, client) in state.clients where client.waiting != nil {
                state.clients[number]?.rest = Self.comment[...]
            }
            Self.wakeAll(&state)
        }
    }

    /// Called with the state locked, so that no freed connection is resumed.
    private static func wakeAll(_ state: inout State) {
        for (number, client) in state.clients {
            guard let connection = client.waiting else { continue }
            state.clients[number]?.waiting = nil
            MHD_resume_connection(connection)
        }
    }
}

extension EventFeed: EventSource {
    /// libmicrohttpd's code for the end of a stream.
    private static let endOfStream = -1

    func read(
        into buffer: UnsafeMutableRawBufferPointer,
        for client: UInt64,
        on connection: SuspendableConnection
    ) -> Int {
        state.withLock { state in
            guard var reader = state.clients[client] else { return Self.endOfStream }
            defer { state.clients[client] = reader }
            if reader.rest.isEmpty, let event = state.event(after: reader.seen) {
                reader.seen = event.number
                reader.rest = event.bytes[...]
            }
            guard reader.rest.isEmpty else {
                let count = min(buffer.count, reader.rest.count)
                buffer.copyBytes(from: reader.rest.prefix(count))
                reader.rest = reader.rest.dropFirst(count)
                return count
            }
            guard !state.isOver else { return Self.endOfStream }
            reader.waiting = connection.pointer
            MHD_suspend_connection(connection.pointer)
            return 0
        }
    }

    func remove(_ client: UInt64) {
        state.withLock { $0.clients[client] = nil }
    }
}

/// A connection of libmicrohttpd.
///
/// Unchecked: the pointer is only passed back to the library.
struct SuspendableConnection: @unchecked Sendable {
    let pointer: OpaquePointer
}

/// The source of a response body that is read while it is sent.
protocol EventSource: AnyObject, Sendable {
    /// Whether it has ended.
    var isOver: Bool { get }

    /// Copies the next bytes of a client, or suspends its connection; called on the connection's thread.
    ///
    /// - Returns: How many bytes were copied; a negative number at the end, 0 for a suspended connection.
    func read(
        into buffer: UnsafeMutableRawBufferPointer,
        for client: UInt64,
        on connection: SuspendableConnection
    ) -> Int
    /// The client's response or connection has ended; may be called again.
    func remove(_ client: UInt64)
    /// Ends the stream, and wakes the clients that wait for more.
    func end()
}

/// One client's place in a source, for the time of its response.
package final class EventFollower: Sendable {
    let source: any EventSource
    let number: UInt64

    init(_ source: any EventSource, number: UInt64) {
        self.source = source
        self.number = number
    }

    func leave() { source.remove(number) }

    deinit { leave() }
}

extension EventFollower: Hashable {
    package static func == (left: EventFollower, right: EventFollower) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
