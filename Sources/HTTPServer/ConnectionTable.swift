import CMicroHTTPD
import Dispatch
import Glibc
import Synchronization

/// One open connection, used by its own thread and by the table's timer.
final class ConnectionRecord: Sendable {
    let descriptor: Int32
    /// When the wait for the client began, in ms of the monotonic clock; `busy` while it waits for us.
    let waitingSince: Atomic<Int64>
    /// Used only where losses are reported.
    let received = Mutex(ReceivedBytes())

    static let busy: Int64 = -1

    init(descriptor: Int32) {
        self.descriptor = descriptor
        waitingSince = Atomic(Self.now())
    }

    /// The client is to send something from now on.
    func beginWaiting() { waitingSince.store(Self.now(), ordering: .relaxed) }

    /// The client has sent everything; it is our turn.
    func endWaiting() { waitingSince.store(Self.busy, ordering: .relaxed) }

    /// Number of bytes that the client sent; `nil` when the system does not know.
    var bytes: Int? {
        let count = cmhd_received_bytes(descriptor)
        return count < 0 ? nil : Int(count)
    }

    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}

/// The open connections, for closing those with a slow client.
///
/// libmicrohttpd only has a limit for silence: a client that sends one byte a second would occupy its connection
/// for ever.
final class ConnectionTable: Sendable {
    private let records = Mutex<[Int32: ConnectionRecord]>([:])
    /// Entered by each connection.
    private let group = DispatchGroup()
    private let limitMilliseconds: Int64
    /// Set after initialization, as its handler refers to this table weakly.
    private let timer = Mutex<WakeTimer?>(nil)

    /// Checks periodically for connections that have been waiting longer than `limit`.
    init(limit: Duration) {
        limitMilliseconds = Int64(limit / .milliseconds(1))
        let timer = WakeTimer(on: .global()) { [weak self] in self?.endSlowConnections() }
        timer.fire(everyMilliseconds: min(1_000, max(10, limitMilliseconds / 4)))
        self.timer.withLock { $0 = timer }
    }

    /// Number of open connections.
    var count: Int { records.withLock { $0.count } }

    /// Waits until no connection is open, up to a limit.
    func waitUntilEmpty(atMost limit: Duration) async {
        let limit = DispatchTime.now() + .milliseconds(Int(limit / .milliseconds(1)))
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [group] in
                _ = group.wait(timeout: limit)
                continuation.resume()
            }
        }
    }

    func add(_ record: ConnectionRecord) {
        group.enter()
        records.withLock { $0[record.descriptor] = record }
    }

    /// Must be called before the descriptor is closed, so that its number cannot be another's.
    func remove(_ record: ConnectionRecord) {
        defer { group.leave() }
        records.withLock { table in
            guard table[record.descriptor] === record else { return }
            table[record.descriptor] = nil
        }
    }

    private func endSlowConnections() {
        let now = ConnectionRecord.now()
        records.withLock { table in
            var waiting: [pollfd] = []
            for record in table.values {
                let since = record.waitingSince.load(ordering: .relaxed)
                guard since != ConnectionRecord.busy else { continue }
                if now - since > limitMilliseconds {
                    shutdown(record.descriptor, Int32(SHUT_RDWR))
                } else if now - since > Self.graceMilliseconds {
                    waiting.append(
                        pollfd(fd: record.descriptor, events: Self.halfClosed, revents: 0)
                    )
                }
            }
            endAbandoned(&waiting)
        }
    }

    /// Closes connections whose client has closed its side.
    ///
    /// libmicrohttpd reads edge-triggered and stops at the first short read; it misses an end that came with the
    /// last bytes, so the connection would stay until its timeout.
    private func endAbandoned(_ waiting: inout [pollfd]) {
        guard poll(&waiting, nfds_t(waiting.count), 0) > 0 else { return }
        for entry in waiting where entry.revents & Self.halfClosed != 0 {
            shutdown(entry.fd, Int32(SHUT_RDWR))
        }
    }

    /// Time until an unread request is noticed, in milliseconds.
    private static let graceMilliseconds: Int64 = 1_000
    /// `POLLRDHUP`, which the module of the C library leaves out.
    private static let halfClosed: Int16 = 0x2000
}
