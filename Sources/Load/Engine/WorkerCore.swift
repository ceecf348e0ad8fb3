import Base
import CLinux
import LoadModel
package import Measure
import Transport

/// Connections of one worker and their lanes; used on the worker's queue only.
///
/// A structure behind one pointer: its members are reached without reference counts and without checks of exclusive
/// access. Moments are nanoseconds since the first stage began, unless said otherwise.
struct WorkerCore: ~Copyable {
    let poller: Poller
    /// Whether connections speak HTTP/2.
    let isMultiplexed: Bool
    var sends: SendTable
    /// Owned; every connection reads into it.
    let input: UnsafeMutableRawBufferPointer

    /// Journeys under way.
    var journeys: JourneyTable
    let timeout: Int64
    var drain: Int64
    let warmup: Int64
    var users: WorkerUsers
    let requestsPerConnection: Int
    /// Limits the arrivals; `nil` when no other process leads the run.
    let lease: RunLease?
    var arrivals: ArrivalSource

    /// The connections and their lanes.
    var pool: LanePool
    /// The lanes with a request on its way, in the order of sending.
    var busy: LaneList
    /// When event streams under way have been read for long enough; also of some that have ended.
    var eventEnds = MinHeap<EventStreamEnd>()
    /// Opens and replaces connections.
    var supply: ConnectionSupply
    /// Connections that have something to write.
    var dirty: [Int] = []
    /// Notices when the server is gone.
    var outage = OutageWatch()
    /// Length of an outage that ends the run; `nil` for no limit.
    let breakOff: Int64?
    /// Whether the name of the server is being looked up, for which connections wait.
    var isAskingName: @Sendable () -> Bool = { false }

    var log: WorkerLog
    /// Responses since the last one that may not lie unread; see `mayRest`.
    var restedCount = 0
    /// Offset of the kernel's timestamps, which count from 1970; refreshed each turn, as that clock may be set.
    var stampOffset: Int64 = 0
    /// When slices are next looked through.
    var nextTidying: Int64 = 0
    /// When the poller gave the events that are handled, if that was before requests were sent since.
    var eventsEnd = Int64.max
    var clock = TurnClock(base: clinux_monotonic())
    var phase = Phase.connecting
    /// Why arrivals were cut off before the schedule ended.
    var cut: RunCut?

    /// When counting of arrivals that were not sent stops.
    var closingEnd = Int64.max

    enum Phase {
        case connecting, running
        /// Sending has ended; arrivals that were not sent are counted.
        case closing
        case ended
    }

    /// Whether sending has ended.
    var isOver: Bool { phase == .closing || phase == .ended }

    /// - Parameters:
    ///   - plan: The load to send.
    ///   - share: The worker's connections and arrivals.
    ///   - scheme: `http` or `https`.
    ///   - poller: The worker's poller; made by the caller, as in an initializer that can fail this compiler
    ///     destroys members that are not initialized yet.
    ///   - tally: Counts journeys between pools; `nil` for one pool.
    init(
        _ plan: LoadPlan,
        share: WorkerShare = WorkerShare(),
        scheme: String,
        poller: consuming Poller,
        tally: JourneyTally? = nil
    ) {
        self.poller = poller
        journeys = JourneyTable(pool: share.pool, tally: tally)
        let part = plan.parts[share.part]
        let shape = part.shape
        let size = shape.poolSizes[share.pool - part.pools.lowerBound]
        let connectionCount = share.part(of: size.connections)
        isMultiplexed = shape.streams != nil
        pool = LanePool(
            // Over HTTP/2, one may be draining while its successor opens.
            connections: isMultiplexed ? 2 * connectionCount : connectionCount,
            lanesPerConnection: shape.streams ?? 1
        )
        sends = SendTable(plan, part: part, scheme: scheme, isMultiplexed: isMultiplexed)
        input = .allocate(byteCount: 64 * 1024, alignment: 16)
        warmup = shape.warmup
        (timeout, drain) = (shape.timeout, shape.drain)
        requestsPerConnection = shape.requestsPerConnection ?? .max
        breakOff = shape.breakOff
        lease = plan.lease
        let shard = plan.shard.part(share.number, of: share.count)
        users = WorkerUsers(shape, share, shard: shard, limit: plan.arrivalLimit, pool.lanes)
        busy = LaneList(pool.lanes)
        arrivals =
            part.schedule.map {
                ArrivalSource($0, shard: shard, takes: plan.filter(of: share))
            } ?? ArrivalSource(end: shape.span)
        supply = ConnectionSupply(
            limit: connectionCount,
            initialCount: max(share.part(of: size.initial), 1),
            of: pool,
            isClosedModel: users.isClosedModel
        )
        log = WorkerLog(plan)
    }

    deinit { input.deallocate() }

    var connections: UnsafeMutablePointer<Connection> { pool.connections }

    var lanes: UnsafeMutablePointer<Lane> { pool.lanes }

    /// Nanoseconds since the first stage began.
    var currentTime: Int64 { clinux_monotonic() - clock.base }

    /// How long the last bytes of a connection had been in the socket when they were read.
    ///
    /// - Parameters:
    ///   - stamp: When they came, in nanoseconds since 1970; zero when the kernel did not note it.
    ///   - now: When they were read.
    /// - Returns: Zero or more nanoseconds; `nil` without a timestamp.
    func delay(since stamp: Int64, at now: Int64) -> Int64? {
        stamp > 0 ? max(now - (stamp - stampOffset), 0) : nil
    }

    /// Token of a connection's events in the poller.
    func token(of connection: Int) -> UInt64 {
        UInt64(connections[connection].generation) << 32 | UInt64(connection)
    }

    /// Watches a connection also for room to write, or no longer.
    func watchWriting(_ isWatched: Bool, _ connection: Int) {
        let descriptor = connections[connection].descriptor
        poller.watchWriting(isWatched, descriptor, token: token(of: connection))
    }
}

/// Statistics of a worker, for the report and its warnings.
package struct WorkerStatistics: Hashable, Sendable {
    /// Turns of the loop.
    package internal(set) var turns: UInt64 = 0
    /// Turns that began more than 1 ms after they should have.
    package internal(set) var lateTurns: UInt64 = 0
    /// Nanoseconds in turns.
    package internal(set) var busyTime: Int64 = 0
    /// Connections opened, including the first ones.
    package internal(set) var opened: UInt64 = 0
    /// Failed attempts to open a connection.
    package internal(set) var refused: UInt64 = 0
    /// Idle connections that the server closed.
    package internal(set) var closedIdle: UInt64 = 0
    /// Requests that ended, including the warm-up, passed or failed.
    package internal(set) var settled: UInt64 = 0
    /// Arrivals that ended, in warm-up too, good or not.
    var ended: UInt64 = 0
    /// Arrivals not sent although a connection was free.
    package internal(set) var unsentThoughFree: UInt64 = 0
    /// Reason of the last failed attempt to open a connection.
    package internal(set) var lastRefusal: String?
    /// How connections were opened.
    package internal(set) var opening = OpeningFigures()
    /// When the server was gone.
    package internal(set) var outages: [RunOutage] = []
    /// HTTP/2 events.
    package internal(set) var http2 = HTTP2Statistics()
    /// Counted arrivals that waited for a token, by its index.
    var tokenWaits: [Int: TokenWaits] = [:]
    /// Arrivals of the first pass over the audience with a response; `passEnd` is the moment of the last one.
    var passAnswered: UInt64 = 0
    var passEnd = Int64.min

    mutating func merge(_ other: WorkerStatistics) {
        turns += other.turns
        lateTurns += other.lateTurns
        busyTime += other.busyTime
        opened += other.opened
        refused += other.refused
        closedIdle += other.closedIdle
        settled += other.settled
        ended += other.ended
        unsentThoughFree += other.unsentThoughFree
        lastRefusal = lastRefusal ?? other.lastRefusal
        http2.merge(other.http2)
        opening.merge(other.opening)
        outages = RunOutage.merged(outages + other.outages)
        for (token, waits) in other.tokenWaits {
            tokenWaits[token, default: TokenWaits()].merge(waits)
        }
        passAnswered += other.passAnswered
        passEnd = max(passEnd, other.passEnd)
    }
}
