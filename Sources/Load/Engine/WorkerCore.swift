import CLinux
import Glibc
import LoadModel
package import Measure
import Transport

/// The connections of a worker, their lanes, and what is done on them; used on the worker's queue only.
///
/// A structure behind one pointer: its members are reached without reference counts and without checks
/// of exclusive access. Moments are nanoseconds since the first stage began, unless said otherwise.
struct WorkerCore: ~Copyable {
    let poller: Poller
    /// Owned, as many as `placeCount`.
    ///
    /// Mutating methods are called on `(lanes + place).pointee`: for one on a subscript this compiler makes
    /// code under ThreadSanitizer that its own verifier refuses.
    let connections: UnsafeMutablePointer<Connection>
    /// How many there are at most that take requests.
    let connectionCount: Int
    /// How many of them are opened in the beginning.
    let initialCount: Int
    /// Over HTTP/2 there is room for as many that end while others are opened in their stead.
    let placeCount: Int
    /// Whether HTTP/2 is spoken.
    let isMultiplexed: Bool
    /// Owned; those of a connection lie together, in the order of connections.
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
    /// Arrivals of several requests that are under way.
    var journeys = JourneyTable()
    /// The index of the pool that its connections belong to.
    let poolIndex: Int
    let tally: JourneyTally?
    /// Journeys whose next step takes a connection of another pool, for the owner to hand over.
    var outbox: [Journey] = []
    /// Journeys that came when the run was over here.
    var stranded: [Journey] = []
    /// Whether others know that no arrival begins here any more.
    var hasToldEnd = false
    let timeout: Int64
    var drain: Int64
    let warmup: Int64
    /// Between an answer and the next request on a lane; `nil` in the open model.
    let think: Int64?
    /// How many lanes are kept busy in the closed model, and how many are.
    var users: UserSchedule
    var userCount = 0
    let requestsPerConnection: Int
    /// The arrivals that reach everybody once; empty when that is not followed.
    let firstPass: Range<UInt64>
    /// How long arrivals may go on; `nil` when that is nobody else's business.
    let lease: RunLease?
    let checks: AnswerChecks?
    let deliveries: (any SentMessageTaker)?
    /// Messages that ended in this turn, for whoever watches deliveries.
    var messages: [SentMessage] = []
    /// What requests prove with who sends them.
    var tokens: WorkerTokens
    var arrivals: ArrivalSource
    /// The number of the next request of the closed model, and the step to the one after.
    var nextIndex: UInt64
    let indexStep: UInt64
    /// The number from which on none comes any more in the closed model.
    let arrivalLimit: UInt64

    /// The lanes that can take a request.
    var pool: LanePool
    var busy = LaneList()
    var thinking = LaneList()
    /// Connections that somebody has to open, for the owner to take.
    var wanted: [Int32] = []
    /// Places without a connection, the next to be filled last.
    var spare: [Int32]
    /// Connections that somebody was asked to open and that are not open yet.
    var openingCount = 0
    /// Those of them that wait for the other side's settings.
    var handshakes = 0
    /// Places that were tried for the first time since the owner looked.
    var heardCount = 0
    /// Connections that have something to write.
    var dirty: [Int32] = []
    var reconnects = ReconnectPace()
    /// The most requests that were on their way at the same time.
    var mostBusy = 0
    var openCount = 0
    /// When the last connection was lost that had lasted; meaningless while there is one.
    var aloneSince: Int64 = 0
    /// Notices when the server is gone.
    var outage = OutageWatch()
    /// After an outage of this length the run ends; `nil` goes on.
    let breakOff: Int64?
    /// Since when something on this machine keeps connections from being opened, so that waiting for one is the
    /// generator's own time; `Int64.max` when nothing does.
    var localSince = Int64.max
    /// Whether the last attempt to open a connection failed for that.
    var isLacking = false
    /// Whether the name of the server is being looked up, for which connections wait.
    var isAskingName: @Sendable () -> Bool = { false }

    var recording: Recording
    /// What ended and is not in `recording` yet; see `count()`.
    var ended: [Recording.Ended] = []
    /// How long answers lay in the socket of the first connection before they were read.
    var readingDelay = Histogram<UInt64>(.slice)
    /// Answers since the last one that may not lie unread; see `mayRest`.
    var restedCount = 0
    /// What is taken off a moment of the kernel's, which counts from 1970; taken anew in each turn, as that
    /// clock is set.
    var stampOffset: Int64 = 0
    var statistics = WorkerStatistics()
    /// The first answers that were not as declared.
    var failedAnswers = FailedAnswers()
    /// When slices are next looked through.
    var nextTidying: Int64 = 0
    /// When the poller gave the events that are handled, if that was before requests were sent since.
    var eventsEnd = Int64.max
    var clock = TurnClock(base: clinux_monotonic())
    var phase = Phase.connecting
    /// Why arrivals were cut off before the schedule ended.
    var cut: RunCut?

    /// When no more is counted of what was due and not sent.
    var closingEnd = Int64.max

    enum Phase {
        case connecting, running
        /// Nothing is sent any more, and what was not is counted.
        case closing
        case ended
    }

    /// Whether nothing is sent any more.
    var isOver: Bool { phase == .closing || phase == .ended }

    /// - Parameters:
    ///   - plan: What is sent, and when.
    ///   - share: Which connections and arrivals are its own.
    ///   - scheme: `http` or `https`.
    ///   - poller: Its own. Made by the caller: of an initializer that can fail this compiler destroys
    ///     members that are not there yet.
    ///   - tally: Of the journeys that go from pool to pool; `nil` for one pool.
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

    /// The most arrivals that are counted together.
    private static let endedBatch = 512

    /// Has an arrival counted, with the next ones.
    mutating func record(_ arrival: SettledArrival, cell: Int, isAnswer: Bool) {
        ended.append(.init(arrival, cell: cell, isAnswer: isAnswer))
        if ended.count >= Self.endedBatch { count() }
    }

    /// Counts what has ended; before `recording` is looked at by others, and now and then.
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

    /// The one connection of which it is kept how long answers lie unread: enough to tell.
    static let sampledIndex: Int32 = 0

    /// Nanoseconds since the first stage began.
    var currentTime: Int64 { clinux_monotonic() - clock.base }

    /// How long the last bytes of a connection had been in the socket when they were read.
    ///
    /// - Parameters:
    ///   - stamp: When they came, in nanoseconds since 1970; zero when the kernel did not note it.
    ///   - now: When they were read.
    /// - Returns: Zero or more; `nil` when nobody knows.
    func delay(since stamp: Int64, at now: Int64) -> Int64? {
        stamp > 0 ? max(now - (stamp - stampOffset), 0) : nil
    }

    /// The lanes of a connection.
    func lanes(of connection: Int32) -> Range<Int32> {
        let first = connection * Int32(lanesPerConnection)
        return first..<first + Int32(lanesPerConnection)
    }

    /// What the poller tells events of a connection by.
    func token(of index: Int32) -> UInt64 {
        UInt64(connections[Int(index)].generation) << 32 | UInt64(index)
    }
}

/// What a worker did, for the report and for doubts.
package struct WorkerStatistics: Hashable, Sendable {
    /// Turns of the loop.
    package internal(set) var turns: UInt64 = 0
    /// Turns that began more than 1 ms after they should have.
    package internal(set) var lateTurns: UInt64 = 0
    /// Nanoseconds in turns.
    package internal(set) var busyTime: Int64 = 0
    /// Connections that were opened, the first ones included.
    package internal(set) var opened: UInt64 = 0
    /// Attempts to open one that failed.
    package internal(set) var refused: UInt64 = 0
    /// Connections that the server closed while nothing was asked.
    package internal(set) var closedIdle: UInt64 = 0
    /// Requests that ended, in warm-up too, good or not.
    package internal(set) var settled: UInt64 = 0
    /// Arrivals that ended, in warm-up too, good or not.
    var ended: UInt64 = 0
    /// Arrivals that were never sent although a connection was free.
    package internal(set) var unsentThoughFree: UInt64 = 0
    /// What the last attempt to open a connection failed with.
    package internal(set) var lastRefusal: String?
    /// How connections were opened.
    package internal(set) var opening = OpeningFigures()
    /// When the server was gone.
    package internal(set) var outages: [RunOutage] = []
    /// What was seen of HTTP/2.
    package internal(set) var http2 = HTTP2Statistics()
    /// Counted arrivals that waited for a token, by its index.
    var tokenWaits: [Int: TokenWaits] = [:]
    /// Arrivals of the first pass over the audience that were answered, and when the last one was.
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
