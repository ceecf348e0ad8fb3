import Glibc
import HTTP
import Platform
import Transport

/// The loop of a sender's thread: assigns requests to connections, writes, waits and reads.
///
/// Made and used on that thread only.
final class SenderLoop {
    private let options: HTTP2SenderOptions
    private let waker: Waker
    /// First in, first out; elements before `next` were assigned to a connection.
    private var waiting: [PendingRequest] = []
    private var next = 0
    private var connections: [SenderConnection] = []
    private var isOpening = false
    private var descriptors: [pollfd] = []
    private var expiry = ContinuousClock.now

    init(_ options: HTTP2SenderOptions, _ waker: Waker) {
        self.options = options
        self.waker = waker
    }

    /// Runs until the sender is closed or released.
    ///
    /// - Parameter sender: Returns `nil` once the sender is released.
    func run(_ sender: () -> HTTP2Sender?) {
        while step(sender()) { wait() }
        for connection in connections { connection.close() }
        failWaiting(.cancelled)
    }

    private func step(_ sender: HTTP2Sender?) -> Bool {
        guard let sender else { return false }
        let inbox = sender.takeInbox()
        guard !inbox.isClosed else { return false }
        waiting += inbox.requests
        for result in inbox.connections { take(result) }
        for (index, connection) in connections.enumerated() where isReady(index) {
            connection.read()
        }
        expire()
        repeat {
            handOut(sender)
            for connection in connections { connection.write() }
            let count = connections.count
            connections.removeAll { $0.isOver }
            // Requests of an ended connection go to the others.
            if connections.count == count { return true }
        } while true
    }

    private func take(_ result: Result<OpenedConnection, TransportFailure>) {
        isOpening = false
        switch result {
        case .success(let opened):
            let connection = SenderConnection(opened, options)
            connections.append(connection)
            // The socket does not report these bytes.
            if opened.stream?.hasEarlyBytes == true { connection.read() }
        case .failure(let failure):
            if !connections.contains(where: \.takesRequests) { failWaiting(failure.kind) }
        }
    }

    private func failWaiting(_ kind: TransportFailure.Kind) {
        let failed = waiting[next...]
        waiting = []
        next = 0
        for request in failed { request.finish(.failed(kind)) }
    }

    /// Assigns waiting requests to connections with room, the emptiest first; opens another connection for the
    /// rest.
    private func handOut(_ sender: HTTP2Sender) {
        while next < waiting.count {
            let roomy = connections.filter { $0.room > 0 }
            guard let connection = roomy.max(by: { $0.room < $1.room }) else { break }
            // Half of the room at a time, to balance the connections.
            let count = min(waiting.count - next, max(connection.room / 2, 1))
            for request in waiting[next..<next + count] { connection.submit(request) }
            next += count
        }
        if next == waiting.count || next > 4_096 {
            waiting.removeFirst(next)
            next = 0
        }
        let openCount = connections.count { $0.takesRequests }
        // A connection that is not proved yet may turn out to be enough.
        let areReady = connections.allSatisfy { $0.isReady || !$0.takesRequests }
        if !waiting.isEmpty, !isOpening, areReady, openCount < options.connections {
            isOpening = true
            sender.openConnection()
        }
    }

    /// Ends requests that timed out; checks once a second.
    private func expire() {
        let now = ContinuousClock.now
        guard now >= expiry else { return }
        expiry = now + .seconds(1)
        for connection in connections { connection.expire(now) }
    }

    private func isReady(_ index: Int) -> Bool {
        // The first descriptor is the waker's; connections added since were not polled.
        index + 1 < descriptors.count && descriptors[index + 1].revents != 0
    }

    private func wait() {
        descriptors = [pollfd(fd: waker.reader, events: Int16(POLLIN), revents: 0)]
        for connection in connections {
            let events = connection.awaitsRoom ? POLLIN | POLLOUT : POLLIN
            descriptors.append(
                pollfd(fd: connection.descriptor, events: Int16(events), revents: 0)
            )
        }
        let isIdle = connections.allSatisfy { $0.isIdle }
        if poll(&descriptors, nfds_t(descriptors.count), isIdle ? -1 : 1_000) < 0 {
            // After a signal, no descriptor is known to be ready.
            descriptors.removeAll()
        }
    }
}
