import Glibc
import Platform

/// One connection through the proxy with its sockets; used by the proxy's thread only.
final class HopPassage {
    private enum Upstream {
        case none
        /// Connecting to the first address.
        case connecting(StreamSocket, rest: ArraySlice<SocketAddress>)
        case open(StreamSocket)
        case closed
    }

    private let client: StreamSocket
    private let state: HopState
    private let addresses: () -> Result<[SocketAddress], FaultHopError>
    private var core: HopConnection
    private var upstream = Upstream.none
    private var hasFinishedUpstream = false
    /// When a connection that was closed normally is dropped, even if the client keeps it open.
    private var lingering: Duration?
    private(set) var isOver = false
    private static let longestLingering = Duration.seconds(2)

    /// - Parameters:
    ///   - client: Closed by `end`.
    ///   - state: State of the proxy, with its fault.
    ///   - addresses: Addresses of the server; may block for a lookup.
    init(
        client: StreamSocket,
        state: HopState,
        addresses: @escaping () -> Result<[SocketAddress], FaultHopError>
    ) {
        self.client = client
        self.state = state
        self.addresses = addresses
        core = HopConnection {
            state.nextAction()
        } onOmission: {
            state.count { counters in
                counters.faults -= 1
                counters.omissions += 1
            }
        }
    }

    /// When to call `work` even if no bytes come.
    var deadline: Duration? { lingering ?? core.deadline }

    /// Events to wait for; one entry for each socket.
    var interests: [pollfd] {
        var interests: [pollfd] = []
        let reads = core.readsClient || lingering != nil
        interests.append(Self.interest(client, reads: reads, writes: !core.toClient.isEmpty))
        switch upstream {
        case .none, .closed: break
        case .connecting(let socket, _):
            interests.append(Self.interest(socket, reads: false, writes: true))
        case .open(let socket):
            let writes = !core.toUpstream.isEmpty
            interests.append(Self.interest(socket, reads: core.readsUpstream, writes: writes))
        }
        return interests
    }

    private static func interest(_ socket: StreamSocket, reads: Bool, writes: Bool) -> pollfd {
        let events = (reads ? POLLIN : 0) | (writes ? POLLOUT : 0)
        // Without interest, a broken connection would wake the loop repeatedly.
        let descriptor = events == 0 ? -1 : socket.descriptor
        return pollfd(fd: descriptor, events: Int16(events), revents: 0)
    }
}

// MARK: - Receiving

extension HopPassage {
    /// Handles the events from `poll`, in the order of `interests`.
    func handle(_ events: ArraySlice<pollfd>, buffer: inout [UInt8], at now: Duration) {
        if let event = events.first, event.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
            readClient(&buffer, at: now)
        }
        if let event = events.dropFirst().first, event.revents != 0 {
            handleUpstream(event, &buffer, at: now)
        }
        work(at: now)
    }

    /// Performs everything that is possible now; also called at the deadline.
    func work(at now: Duration) {
        if let lingering, now >= lingering { return end() }
        if state.listener.isRefusing { core.endIfIdle() }
        core.advance(to: now)
        if core.ending == nil { openUpstream() }
        write(at: now)
        guard !isOver, let ending = core.ending, lingering == nil, core.toClient.isEmpty else {
            return
        }
        switch ending {
        case .orderly:
            closeUpstream()
            client.finishWriting()
            lingering = now + Self.longestLingering
        case .reset where core.toUpstream.isEmpty || !hasUpstream: end(isReset: true)
        case .reset: openUpstream()
        }
    }

    /// Closes both sockets.
    func end(isReset: Bool = false) {
        guard !isOver else { return }
        isOver = true
        if isReset { client.reset() } else { client.close() }
        closeUpstream(isReset: isReset)
    }

    private var hasUpstream: Bool { if case .closed = upstream { false } else { true } }

    private func readClient(_ buffer: inout [UInt8], at now: Duration) {
        switch client.read(into: &buffer) {
        case .nothing: break
        case .bytes(let bytes): if lingering == nil { core.receive(fromClient: bytes, at: now) }
        case .end where lingering != nil: end()
        case .end: core.clientEnded(at: now)
        }
    }

    private func handleUpstream(_ event: pollfd, _ buffer: inout [UInt8], at now: Duration) {
        switch upstream {
        case .none, .closed: break
        case .connecting(let socket, let rest):
            let code = socket.connectError
            guard code != 0 else { return upstream = .open(socket) }
            socket.close()
            connect(to: rest, code: code)
        case .open(let socket):
            guard event.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 else { return }
            switch socket.read(into: &buffer) {
            case .nothing: break
            case .bytes(let bytes): core.receive(fromUpstream: bytes, at: now)
            case .end:
                closeUpstream()
                core.upstreamEnded(at: now)
            }
        }
    }
}

// MARK: - Sending

extension HopPassage {
    private func openUpstream() {
        guard case .none = upstream, !core.toUpstream.isEmpty else { return }
        switch addresses() {
        case .success(let addresses): connect(to: addresses[...], code: EHOSTUNREACH)
        case .failure(let error): failUpstream("\(error)")
        }
    }

    /// Tries the addresses in order; `code` is the error of the previous one.
    private func connect(to addresses: ArraySlice<SocketAddress>, code: Int32) {
        var (rest, code) = (addresses, code)
        while let address = rest.popFirst() {
            if let socket = StreamSocket(connectingTo: address) {
                upstream = .connecting(socket, rest: rest)
                return
            }
            code = errno
        }
        failUpstream(SystemError(code: code).description)
    }

    private func failUpstream(_ reason: String) {
        upstream = .closed
        state.count { counters in
            counters.upstreamFailures += 1
            counters.lastUpstreamFailure = reason
        }
        core.upstreamFailed()
    }

    private func write(at now: Duration) {
        while !core.toClient.isEmpty {
            guard let count = client.write(core.toClient) else { return end() }
            if count == 0 { break }
            core.sentToClient(count, at: now)
        }
        guard case .open(let socket) = upstream else { return }
        while !core.toUpstream.isEmpty {
            guard let count = socket.write(core.toUpstream) else {
                closeUpstream()
                return core.upstreamEnded(at: now)
            }
            if count == 0 { break }
            core.sentToUpstream(count, at: now)
        }
        if core.hasFinishedRequests, !hasFinishedUpstream {
            hasFinishedUpstream = true
            socket.finishWriting()
        }
    }

    private func closeUpstream(isReset: Bool = false) {
        switch upstream {
        case .none, .closed: break
        case .connecting(let socket, _): socket.close()
        case .open(let socket): if isReset { socket.reset() } else { socket.close() }
        }
        upstream = .closed
    }
}
