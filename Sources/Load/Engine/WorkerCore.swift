import Base
import CLinux
import Glibc
import LoadModel
package import Measure
import Transport

/// Connections of one worker and their lanes; used on the worker's queue only.
///
/// A structure behind one pointer: its members are reached without reference counts and without checks of exclusive
/// access. Moments are nanoseconds since the first stage began, unless said otherwise.
struct WorkerCore: ~Copyable {
    let poller: Poller
    /// Owned; `placeCount` elements.
    ///
    /// Mutating methods are called on `(lanes + place).pointee`: for a method on a subscript this compiler makes
    /// code under ThreadSanitizer that its own verifier rejects.
    let connections: UnsafeMutablePointer<Connection>
    /// Largest number of connections that take requests.
    let connectionCount: Int
    /// Number of connections opened at the beginning.
    let initialCount: Int
    /// Number of elements; over HTTP/2 twice the connections, as one may be draining while its successor opens.
    let placeCount: Int
    /// Whether connections speak HTTP/2.
    let isMultiplexed: Bool
    /// Owned; grouped by connection, in the order of connections.
    let lanes: UnsafeMutablePointer<Lane>
    let lanesPerConnection: Int
    /// Owned, one for each send.
    let sends: UnsafeMutablePointer<SendEntry>
    let sendCount: Int
    /// Owned; every connection reads into it.
    let input: UnsafeMutableRawBufferPointer
    var output = ByteBuffer()

    let choice: ArrivalChoice
    var mix: MixEntries
    /// Journeys under way.
    var journeys = JourneyTable()
    /// Index of the pool that its connections belong to.
    let poolIndex: Int
    let tally: JourneyTally?
    /// Journeys whose next step needs a connection of another pool, for the owner to hand over.
    var outbox: [Journey] = []
    /// Journeys that came after the run was over here.
    var stranded: [Journey] = []
    /// Whether other pools know that no more arrivals begin here.
    var hasToldEnd = false
    let timeout: Int64
    var drain: Int64
    let warmup: Int64
    /// Time between a response and the next request on a lane; `nil` in the open model.
    let think: Int64?
    /// Busy lanes of the closed model: how many there should be, and `userCount` how many there are.
    var users: UserSchedule
    var userCount = 0
    let requestsPerConnection: Int
    /// Arrivals that reach each recipient once; empty when they are not tracked.
    let firstPass: Range<UInt64>
    /// Limits the arrivals; `nil` when no other process leads the run.
    let lease: RunLease?
    let checks: ResponseChecks?
    let deliveries: (any SentMessageTaker)?
    /// Messages that ended in this turn, for the watch of deliveries.
    var messages: [SentMessage] = []
    /// Access tokens of the requests.
    var tokens: WorkerTokens
    var arrivals: ArrivalSource
    /// Number of the next request of the closed model; `indexStep` leads to the one after.
    var nextIndex: UInt64
    let indexStep: UInt64
    /// In the closed model, arrivals end before this number.
    let arrivalLimit: UInt64

    /// The lanes that can take a request.
    var pool: LanePool
    var busy = LaneList()
    var thinking = LaneList()
    /// Whether any response may be an event stream: several events must not lie unread together, as only the last
    /// of them is dated.
    let readsEvents: Bool
    /// When event streams under way have been read for long enough; also of some that have ended.
    var eventEnds = MinHeap<EventStreamEnd>()
    /// Connections to open, for the owner to take.
    var wanted: [Int32] = []
    /// Indices without a connection; the last is filled first.
    var spare: [Int32]
    /// Connections that the owner is opening.
    var openingCount = 0
    /// Connections among them that wait for the peer's settings.
    var handshakes = 0
    /// Indices that were tried for the first time since the owner looked.
    var heardCount = 0
    /// Connections that have something to write.
    var dirty: [Int32] = []
    var reconnects = ReconnectPace()
    /// Largest number of requests in flight at the same time.
    var mostBusy = 0
    var openCount = 0
    /// When the last lasting connection was lost; meaningless while one is open.
    var aloneSince: Int64 = 0
    /// Notices when the server is gone.
    var outage = OutageWatch()
    /// Length of an outage that ends the run; `nil` for no limit.
    let breakOff: Int64?
    /// Since when something on this machine prevents connections, so that waiting for one is the generator's own
    /// time; `Int64.max` when nothing does.
    var localSince = Int64.max
    /// Whether the last attempt to connect failed for that reason.
    var isLacking = false
    /// Whether the name of the server is being looked up, for which connections wait.
    var isAskingName: @Sendable () -> Bool = { false }

    var recording: Recording
    /// Ended requests that are not in `recording` yet; see `count()`.
    var ended: [Recording.Ended] = []
    /// How long responses lay in the socket of the first connection before they were read.
    var readingDelay = Histogram<UInt64>(.slice)
    /// Responses since the last one that may not lie unread; see `mayRest`.
    var restedCount = 0
    /// Offset of the kernel's timestamps, which count from 1970; refreshed each turn, as that clock may be set.
    var stampOffset: Int64 = 0
    var statistics = WorkerStatistics()
    /// Examples of undeclared responses.
    var failedResponses = FailedResponses()
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
        self.tally = tally
        poolIndex = share.pool
        let part = plan.parts[share.part]
        let shape = part.shape
        let size = shape.poolSizes[share.pool - part.pools.lowerBound]
        connectionCount = share.part(of: size.connections)
        initialCount = max(share.part(of: size.initial), 1)
        isMultiplexed = shape.streams != nil
        placeCount = isMultiplexed ? 2 * connectionCount : connectionCount
        connections = .allocate(capacity: placeCount)
        connections.initialize(repeating: Connection(), count: placeCount)
        lanesPerConnection = shape.streams ?? 1
        let laneCount = placeCount * lanesPerConnection
        lanes = .allocate(capacity: laneCount)
        for lane in 0..<laneCount {
            (lanes + lane).initialize(to: Lane(connection: Int32(lane / lanesPerConnection)))
        }
        pool = LanePool(
            connections,
            lanes,
            laneCount: laneCount,
            lanesPerConnection: lanesPerConnection
        )
        sendCount = plan.sends.count
        sends = .allocate(capacity: sendCount)
        tokens = WorkerTokens(plan)
        readsEvents = plan.sends.contains { $0.events != nil }
        for (index, send) in plan.sends.enumerated() {
            (sends + index).initialize(
                to: SendEntry(
                    send,
                    index: index,
                    in: plan,
                    scheme: scheme,
                    isMultiplexed: shape.streams != nil
                )
            )
            (sends + index).pointee.renew(tokens)
        }
        input = .allocate(byteCount: 64 * 1024, alignment: 16)
        choice = ArrivalChoice(plan.mix, kinds: part.kinds, seed: part.seed)
        mix = MixEntries(plan.mix)
        warmup = shape.warmup
        (timeout, drain) = (shape.timeout, shape.drain)
        requestsPerConnection = shape.requestsPerConnection ?? .max
        breakOff = shape.breakOff
        firstPass = plan.firstPass ?? 0..<0
        checks = plan.checks
        deliveries = plan.messageTaker
        lease = plan.lease
        let shard = plan.shard.part(share.number, of: share.count)
        (nextIndex, indexStep) = (shard.index, shard.count)
        arrivalLimit = plan.arrivalLimit ?? .max
        arrivals =
            part.schedule.map {
                ArrivalSource($0, shard: shard, takes: plan.filter(of: share))
            } ?? ArrivalSource(end: shape.span)
        if case .closed(let stages, let think) = shape.model {
            self.think = think
            users = UserSchedule(stages, share, each: lanesPerConnection)
        } else {
            think = nil
            users = UserSchedule([], share)
        }
        spare = (0..<Int32(placeCount)).reversed()
        recording = Recording(plan.recordingPlan)
        ended.reserveCapacity(Self.endedBatch)
    }

    /// Ended requests counted in one batch.
    private static let endedBatch = 512

    /// Counts an arrival, in a batch with the next ones.
    mutating func record(_ arrival: SettledArrival, cell: Int, isResponse: Bool) {
        ended.append(.init(arrival, cell: cell, isResponse: isResponse))
        if ended.count >= Self.endedBatch { count() }
    }

    /// Counts ended requests; called before others read `recording`, and whenever a batch is full.
    mutating func count() {
        recording.record(ended)
        ended.removeAll(keepingCapacity: true)
    }

    deinit {
        for index in 0..<placeCount where connections[index].stream == nil {
            if connections[index].descriptor >= 0 { Glibc.close(connections[index].descriptor) }
        }
        connections.deinitialize(count: placeCount)
        connections.deallocate()
        lanes.deinitialize(count: placeCount * lanesPerConnection)
        lanes.deallocate()
        sends.deinitialize(count: sendCount)
        sends.deallocate()
        input.deallocate()
    }

    /// Index of the connection whose reading delay is measured; one is a sufficient sample.
    static let sampledIndex: Int32 = 0

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

    /// The lanes of a connection.
    func lanes(of connection: Int32) -> Range<Int32> {
        let first = connection * Int32(lanesPerConnection)
        return first..<first + Int32(lanesPerConnection)
    }

    /// Token of a connection's events in the poller.
    func token(of index: Int32) -> UInt64 {
        UInt64(connections[Int(index)].generation) << 32 | UInt64(index)
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
