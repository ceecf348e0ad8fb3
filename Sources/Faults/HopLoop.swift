import Glibc
import Platform

/// The loop of a proxy: waits for its sockets and its deadlines on one thread.
final class HopLoop {
    private let state: HopState
    private let upstream: FaultHop.Upstream
    private var passages: [HopPassage] = []
    private var addresses: Result<[SocketAddress], FaultHopError>?
    private var buffer = [UInt8](repeating: 0, count: HopConnection.capacity)
    private let start = ContinuousClock.now
    /// Concurrent connections; more wait in the backlog.
    private static let limit = 1_024

    init(state: HopState, upstream: FaultHop.Upstream) {
        self.state = state
        self.upstream = upstream
    }

    private var elapsed: Duration { ContinuousClock.now - start }

    /// Returns when the hop was stopped and every socket is closed.
    func run() {
        while !state.isStopped { turn() }
        for passage in passages { passage.end() }
        passages = []
        state.count { $0.open = 0 }
        state.listener.set(isRefusing: true)
    }

    private func turn() {
        let accepts = passages.count < Self.limit && !state.listener.isRefusing
        let listener = accepts ? state.listener.descriptor : -1
        var events = [
            pollfd(fd: state.waker.reader, events: Int16(POLLIN), revents: 0),
            pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
        ]
        var ranges: [Range<Int>] = []
        for passage in passages {
            let begin = events.count
            events += passage.interests
            ranges.append(begin..<events.count)
        }
        poll(&events, nfds_t(events.count), timeout)
        if events[0].revents != 0 { state.waker.drain() }
        for (passage, range) in zip(passages, ranges) {
            passage.handle(events[range], buffer: &buffer, at: elapsed)
        }
        if events[1].revents != 0 { accept() }
        passages.removeAll(where: \.isOver)
        let open = passages.count
        state.count { $0.open = open }
    }

    /// Milliseconds up to the next deadline, rounded up; -1 for no end.
    private var timeout: Int32 {
        guard let next = passages.compactMap(\.deadline).min() else { return -1 }
        let rest = (next - elapsed) / .milliseconds(1)
        return Int32(max(0, min(rest.rounded(.up), 60_000)))
    }

    private func accept() {
        while passages.count < Self.limit,
            let client = StreamSocket(acceptedBy: state.listener.descriptor)
        {
            state.count { $0.connections += 1 }
            passages.append(
                HopPassage(client: client, state: state) { [unowned self] in resolved() }
            )
        }
    }

    /// The server's addresses, resolved once; a failed lookup is repeated.
    private func resolved() -> Result<[SocketAddress], FaultHopError> {
        if case .success(let found) = addresses { return .success(found) }
        let found: Result<[SocketAddress], FaultHopError>
        do throws(FaultHopError) {
            found = .success(try SocketAddress.all(host: upstream.host, port: upstream.port))
        } catch {
            found = .failure(error)
        }
        addresses = found
        return found
    }
}
