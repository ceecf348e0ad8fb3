import Base
import CCurl
import Dispatch
import Glibc
package import HTTP
import Platform
import Synchronization

/// Opens connections to one origin with all that libcurl can: names, proxies, TLS, client certificates.
///
/// Threads of its own wait for the connections, at most 128 at a time, so that whoever asks never does.
package final class ConnectionOpener: Sendable {
    package typealias Finish = @Sendable (Result<OpenedConnection, TransportFailure>) -> Void

    private struct State {
        /// Each serial, so that it has a thread of its own while it waits.
        var idle: [DispatchQueue] = []
        var laneCount = 0
        /// First in, first out; those before `nextWaiting` were served.
        var waiting: [(finish: Finish, since: Int64)] = []
        var nextWaiting = 0
        /// Whether one of them looks the name of the server up, for which the others wait.
        var isAsking = false
        /// When the name is looked up again.
        var nextAsking = Int64.min
        /// When a lookup began and ended last.
        var lastAsking: (start: Int64, end: Int64) = (0, 0)
    }

    /// What a lane does next.
    private struct Task: Sendable {
        let finish: Finish
        let since: Int64
        /// Whether the name is looked up with it.
        let asks: Bool
    }

    package let origin: String
    private let options: TransportOptions
    /// `nil` leaves everything to libcurl.
    private let tls: TLSContext?
    private let share: ConnectionShare?
    private let state = Mutex(State())
    private let lookups = Atomic(0)

    /// How many files of the process a connection keeps open: with TLS libcurl's handle stays, and has two
    /// beside the socket, to be woken by.
    package var descriptorsPerConnection: Int { options.carriesTLS(to: origin) ? 3 : 1 }

    /// How often the name of the server was looked up.
    package var lookupCount: Int { lookups.load(ordering: .relaxed) }

    /// Whether the name is being looked up, for which whoever wants a connection waits.
    package var isAskingName: Bool { state.withLock { $0.isAsking } }

    /// How many connections are opened at once, so that a server's queue of them does not overflow.
    private static let width = 128
    /// How long an address is good for: the system does not report how long the name server says.
    private static let nameLife: Int64 = 60_000_000_000

    /// - Parameters:
    ///   - origin: `http://HOST[:PORT]` or `https://HOST[:PORT]`.
    ///   - options: The same for every connection; checked here.
    /// - Throws: The first option that cannot be used.
    package init(
        to origin: String,
        options: TransportOptions = TransportOptions()
    ) throws(TransportOptionsError) {
        precondition(CurlTransport.isReady, "curl_global_init failed")
        try options.validate()
        self.origin = origin
        self.options = options
        tls = origin.isTLSOrigin ? TLSContext(options) : nil
        // Without memory for one, each connection begins with nothing.
        share = try? ConnectionShare()
    }

    /// Opens a connection and hands it over, on a thread of its own.
    package func open(then finish: @escaping Finish) {
        let now = MonotonicClock.now
        state.withLock { $0.waiting.append((finish, now)) }
        begin()
    }

    /// Whether the server speaks TLS where `http:` says that it does not; asks it, away from the caller.
    package func speaksTLS() async -> Bool {
        guard !origin.isTLSOrigin else { return false }
        let lane = DispatchQueue(label: "assay.transport.probe")
        return await withCheckedContinuation { continuation in
            lane.async {
                continuation.resume(
                    returning: CurlHandle.speaksTLS(at: self.origin, options: self.options)
                )
            }
        }
    }

    /// Has lanes open what waits, as many as there may be.
    private func begin() {
        while let (task, lane) = state.withLock({ next(&$0) }) {
            lane.async {
                self.perform(task)
                self.state.withLock { $0.idle.append(lane) }
                self.begin()
            }
        }
    }

    private func next(_ state: inout State) -> (Task, DispatchQueue)? {
        guard state.nextWaiting < state.waiting.count else {
            state.waiting.removeAll()
            state.nextWaiting = 0
            return nil
        }
        guard !state.isAsking, let lane = lane(&state) else { return nil }
        let now = MonotonicClock.now
        let asks = share != nil && now >= state.nextAsking
        if asks {
            state.isAsking = true
            state.lastAsking.start = now
            lookups.add(1, ordering: .relaxed)
        }
        let (finish, since) = state.waiting[state.nextWaiting]
        state.nextWaiting += 1
        return (Task(finish: finish, since: since, asks: asks), lane)
    }

    private func lane(_ state: inout State) -> DispatchQueue? {
        if let lane = state.idle.popLast() { return lane }
        guard state.laneCount < Self.width else { return nil }
        state.laneCount += 1
        return DispatchQueue(label: "assay.transport.opener")
    }

    private func perform(_ task: Task) {
        let began = MonotonicClock.now
        var result = connect(task)
        if task.asks, state.withLock({ $0.isAsking }) { endAsking(result) }
        if case .success(var connection) = result {
            let (start, end) = state.withLock { $0.lastAsking }
            let waited = max(min(end, began) - max(start, task.since), 0)
            connection.nameTime = waited + Int64(connection.phases.nameLookup / .nanoseconds(1))
            result = .success(connection)
        }
        task.finish(result)
    }

    private func connect(_ task: Task) -> Result<OpenedConnection, TransportFailure> {
        do {
            return try CurlHandle().connect(
                to: origin,
                options: options,
                tls: tls,
                share: share,
                asks: task.asks
            ) { if task.asks { self.noteAddress() } }
        } catch {
            return .failure(TransportFailure(kind: .other, detail: error.description))
        }
    }

    /// The address is known: all others go on with it.
    private func noteAddress() {
        state.withLock { state in
            let now = MonotonicClock.now
            state.isAsking = false
            state.nextAsking = now + Self.nameLife
            state.lastAsking.end = now
        }
        begin()
    }

    /// There is no address: whoever waited for it fails alike.
    private func endAsking(_ result: Result<OpenedConnection, TransportFailure>) {
        let waiting = state.withLock { state in
            state.isAsking = false
            state.lastAsking.end = MonotonicClock.now
            guard case .failure = result else {
                return ArraySlice<(finish: Finish, since: Int64)>()
            }
            defer { state.nextWaiting = state.waiting.count }
            return state.waiting[state.nextWaiting...]
        }
        for (finish, _) in waiting { finish(result) }
        begin()
    }
}

/// A connection on which nothing was sent yet, for whoever speaks HTTP/1.1 over it himself.
package struct OpenedConnection: Sendable {
    /// A socket that does not block; without a stream the receiver closes it.
    package let descriptor: Int32
    /// Reads and writes a connection with TLS; `nil` for a plain one.
    package let stream: TLSStream?
    /// When the name had resolved, the connection stood and TLS was agreed on.
    package var phases = PhaseTimes()
    /// How long it waited for the name to resolve, by itself or with others, in nanoseconds.
    package internal(set) var nameTime: Int64 = 0
    /// Whether TLS went on with an earlier session.
    package var isResumed = false

    /// Closes a connection that nobody wants.
    package func close() {
        // A stream closes when it is released.
        if stream == nil { Glibc.close(descriptor) }
    }
}
