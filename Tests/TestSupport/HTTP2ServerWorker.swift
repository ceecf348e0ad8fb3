import Glibc
import HTTP2Serving
import Platform

/// The work of an `HTTP2Server`'s thread, and the state that only this thread uses.
final class HTTP2ServerWorker {
    private struct Timer {
        let moment: ContinuousClock.Instant
        let action: () -> Void
    }

    private let loop: HTTP2ServerLoop
    private let behaviours: [HTTP2Server.Behaviour]
    private let tls: TLSServerContext?
    private var connections: [HTTP2ServerConnection] = []
    private var acceptedCount = 0
    private var requestCount = 0
    /// The limit that a test set for all connections.
    private var limit: UInt32?
    /// The next timer is the last element.
    private var timers: [Timer] = []
    private var isPaused = false

    init(
        _ loop: HTTP2ServerLoop,
        _ behaviours: [HTTP2Server.Behaviour],
        _ tls: TLSServerContext?
    ) {
        self.loop = loop
        self.behaviours = behaviours
        self.tls = tls
    }

    func run() {
        while true {
            let ready = waitForEvents()
            guard let commands = loop.takeCommands() else { break }
            for command in commands { perform(command) }
            fireTimers()
            guard !isPaused else { continue }
            if ready.contains(loop.listener) { accept() }
            for connection in connections {
                if ready.contains(connection.descriptor) { connection.receive() }
                connection.flush()
            }
            for connection in connections where connection.isOver { connection.end() }
            connections.removeAll { $0.isOver }
        }
        for connection in connections { connection.end() }
    }

    /// Sleeps until an event or a timer; returns the descriptors with events.
    private func waitForEvents() -> Set<Int32> {
        var watched = [pollfd(fd: loop.wakeReader, events: Int16(POLLIN), revents: 0)]
        if !isPaused {
            watched.append(pollfd(fd: loop.listener, events: Int16(POLLIN), revents: 0))
            for connection in connections {
                let events = Int16(POLLIN) | (connection.wantsToWrite ? Int16(POLLOUT) : 0)
                watched.append(pollfd(fd: connection.descriptor, events: events, revents: 0))
            }
        }
        let patience = timers.last.map { timer in
            let rest = max(.zero, timer.moment - .now)
            return Int32(min((rest / .milliseconds(1)).rounded(.up), 1e9))
        }
        // An interruption counts as a turn without events.
        guard poll(&watched, nfds_t(watched.count), patience ?? -1) > 0 else { return [] }
        return Set(watched.lazy.filter { $0.revents != 0 }.map(\.fd))
    }

    private func perform(_ command: HTTP2ServerLoop.Command) {
        switch command {
        case .limit(let limit):
            self.limit = limit
            for connection in connections { connection.session.setLimit(limit) }
        case .goAway(let goAway):
            for connection in connections { connection.session.send(goAway) }
        case .pause: pause(for: nil)
        case .resume: isPaused = false
        }
    }

    private func accept() {
        let descriptor = OwnDescriptor.accept(from: loop.listener, waits: false)
        guard descriptor >= 0 else { return }
        var yes: Int32 = 1
        let size = socklen_t(MemoryLayout.size(ofValue: yes))
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, size)
        let index = acceptedCount
        acceptedCount += 1
        record { $0.connections.append(HTTP2Server.Account.Connection()) }
        var behaviour = behaviours[min(index, behaviours.count - 1)]
        if let limit { behaviour.maxConcurrentStreams = limit }
        let session = HTTP2ServerSession(connection: index, behaviour, self)
        connections.append(
            HTTP2ServerConnection(descriptor, session, tls.map { TLSServerSide($0) })
        )
    }

    private func fireTimers() {
        // Timers set by an action fire later, however short they are.
        let now = ContinuousClock.now
        let due = timers.reversed().prefix { $0.moment <= now }
        timers.removeLast(due.count)
        for timer in due { timer.action() }
    }

    // Requests from sessions.

    func record(_ change: (inout HTTP2Server.Account) -> Void) { loop.record(change) }

    func nextRequestNumber() -> Int {
        requestCount += 1
        return requestCount - 1
    }

    /// Runs an action later, in order of the moments, and in order of the calls for equal moments.
    func after(_ delay: Duration, _ action: @escaping () -> Void) {
        let timer = Timer(moment: .now + delay, action: action)
        let index = timers.lastIndex { $0.moment > timer.moment }.map { $0 + 1 } ?? 0
        timers.insert(timer, at: index)
    }

    func pause(for length: Duration?) {
        isPaused = true
        if let length { after(length) { [unowned self] in isPaused = false } }
    }
}
