import Base
import CCurl
import Dispatch
import Glibc
package import HTTP
import Platform
import Synchronization

/// Opens connections to one origin with libcurl's support for names, proxies, TLS and client certificates.
///
/// Up to 128 threads of its own wait for the connections, so that callers do not.
package final class ConnectionOpener: Sendable {
    package typealias Finish = @Sendable (Result<OpenedConnection, TransportFailure>) -> Void

    private struct State {
        /// Serial queues, so that each has its own thread while it waits.
        var idle: [DispatchQueue] = []
        var laneCount = 0
        /// First in, first out; elements before `nextWaiting` were served.
        var waiting: [(finish: Finish, since: Int64)] = []
        var nextWaiting = 0
        /// Whether a lane is resolving the server's name, for which the others wait.
        var isAsking = false
        /// When to resolve the name again.
        var nextAsking = Int64.min
        /// When the last lookup began and ended.
        var lastAsking: (start: Int64, end: Int64) = (0, 0)
    }

    /// The next task of a lane.
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

    /// Open files for each connection: with TLS libcurl's handle stays alive, with two descriptors for wake-ups in
    /// addition to the socket.
    package var descriptorsPerConnection: Int { options.carriesTLS(to: origin) ? 3 : 1 }

    /// Number of lookups of the server's name.
    package var lookupCount: Int { lookups.load(ordering: .relaxed) }

    /// Whether the name is being resolved, so that callers wait.
    package var isAskingName: Bool { state.withLock { $0.isAsking } }

    /// Number of connections opened at once, so that the server's backlog does not overflow.
    private static let width = 128
    /// Lifetime of an address in nanoseconds; the system does not report the TTL of the name server.
    private static let nameLife: Int64 = 60_000_000_000

    /// - Parameters:
    ///   - origin: `http://HOST[:PORT]` or `https://HOST[:PORT]`.
    ///   - options: The same for every connection; checked here.
    /// - Throws: A `TransportOptionsError` for the first invalid option.
    package init(
        to origin: String,
        options: TransportOptions = TransportOptions()
    ) throws(TransportOptionsError) {
        precondition(CurlTransport.isReady, "curl_global_init failed")
        try options.validate()
        self.origin = origin
        self.options = options
        tls = origin.isTLSOrigin ? TLSContext(options) : nil
        // If this fails, each connection starts without shared data.
        share = try? ConnectionShare()
    }

    /// Opens a connection and delivers it on another thread.
    package func open(then finish: @escaping Finish) {
        let now = MonotonicClock.now
        state.withLock { $0.waiting.append((finish, now)) }
        begin()
    }

    /// Whether the server speaks TLS on an `http:` origin; probes it without blocking the caller.
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

    /// Starts lanes for waiting connections, up to the limit.
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

    /// Fails everything that waited for the address.
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

/// A new connection for a caller that speaks HTTP over it.
package struct OpenedConnection: Sendable {
    /// A non-blocking socket; without a stream the receiver closes it.
    package let descriptor: Int32
    /// Reads and writes a TLS connection; `nil` for a plain one.
    package let stream: TLSStream?
    /// When the name was resolved, the connection established and TLS negotiated.
    package var phases = PhaseTimes()
    /// Time until the name was resolved, including waiting for another lookup, in nanoseconds.
    package internal(set) var nameTime: Int64 = 0
    /// Whether TLS resumed an earlier session.
    package var isResumed = false

    /// Closes an unused connection.
    package func close() {
        // A stream closes when it is released.
        if stream == nil { Glibc.close(descriptor) }
    }
}
