import Dispatch
import Glibc
import Synchronization

/// One open connection, seen by its own thread and by the table's timer.
final class ConnectionRecord: Sendable {
    let descriptor: Int32
    /// When the wait for the client began, in ms of the monotonic clock; `busy` while it waits for us.
    let waitingSince: Atomic<Int64>
    /// Whether the head of a request has come.
    let hasBroughtRequest = Atomic(false)

    static let busy: Int64 = -1

    init(descriptor: Int32) {
        self.descriptor = descriptor
        waitingSince = Atomic(Self.now())
    }

    /// The client is to send something from now on.
    func beginWaiting() { waitingSince.store(Self.now(), ordering: .relaxed) }

    /// The client has sent everything; it is our turn.
    func endWaiting() { waitingSince.store(Self.busy, ordering: .relaxed) }

    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}

/// The open connections, so that those whose client is too slow can be ended.
///
/// libmicrohttpd knows only a limit for silence: a client that sends one byte a second would keep
/// its place for ever.
final class ConnectionTable: Sendable {
    private let records = Mutex<[Int32: ConnectionRecord]>([:])
    private let limitMilliseconds: Int64
    /// Its handler holds this table weakly, so it can only be set once the table exists.
    private let timer = Mutex<WakeTimer?>(nil)

    /// Looks now and then for connections that kept us waiting longer than `limit`.
    init(limit: Duration) {
        limitMilliseconds = Int64(limit / .milliseconds(1))
        let timer = WakeTimer(on: .global()) { [weak self] in self?.endSlowConnections() }
        timer.fire(everyMilliseconds: min(1_000, max(10, limitMilliseconds / 4)))
        self.timer.withLock { $0 = timer }
    }

    /// How many connections are open.
    var count: Int { records.withLock { $0.count } }

    func add(_ record: ConnectionRecord) {
        records.withLock { $0[record.descriptor] = record }
    }

    /// Must be called before the descriptor is closed, so that its number cannot be another's.
    func remove(_ record: ConnectionRecord) {
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

    /// Ends connections whose client will send nothing more.
    ///
    /// libmicrohttpd reads edge-triggered and stops at the first short read; an end that came with
    /// the last bytes is never seen, and the connection would stay until its time is up.
    private func endAbandoned(_ waiting: inout [pollfd]) {
        guard poll(&waiting, nfds_t(waiting.count), 0) > 0 else { return }
        for entry in waiting where entry.revents & Self.halfClosed != 0 {
            shutdown(entry.fd, Int32(SHUT_RDWR))
        }
    }

    /// How long a request that lies unread may take to be noticed, before it is taken for none.
    private static let graceMilliseconds: Int64 = 1_000
    /// `POLLRDHUP`, which the module of the C library leaves out.
    private static let halfClosed: Int16 = 0x2000
}
