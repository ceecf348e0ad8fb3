import Base
import Glibc
import HTTPServer
import Platform

/// One thread of an `HTTP2Daemon`, with its own state.
final class ServerWorker {
    /// A response that leaves later.
    struct Departure: Comparable {
        let moment: Int64
        let token: UInt64
        let slot: Int
        let generation: UInt32

        static func < (left: Departure, right: Departure) -> Bool { left.moment < right.moment }
    }

    let tls: TLSServerContext?
    let bodyLimit: Int
    /// Where a CONNECT may lead to; `nil` where it is a request like others.
    let tunnels: Set<String>?
    private let shared: ServerThreads
    private let options: HTTP2Options
    private let makeHandler: @Sendable () -> any ConnectionHandler
    private let load: ServerLoadMeter
    private let events: EventSet
    /// Connections by the lower half of their token.
    private var connections: [ServerConnection?] = []
    private var free: [Int] = []
    private var acceptedCount: UInt64 = 0
    private var departures = MinHeap<Departure>()
    /// Connections that may have output.
    private var touched: [ServerConnection] = []
    private var alarm: Int64 = 0
    private var nextLook: Int64 = 0
    /// Owned.
    private let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 64 * 1_024)

    private static let listenerToken = UInt64.max - 1
    private static let wakeToken = UInt64.max - 2
    private static let second: Int64 = 1_000_000_000

    init(
        _ shared: ServerThreads,
        _ options: HTTP2Options,
        _ tls: TLSServerContext?,
        _ load: ServerLoadMeter,
        _ makeHandler: @escaping @Sendable () -> any ConnectionHandler
    ) throws(SystemError) {
        self.shared = shared
        self.options = options
        self.tls = tls
        self.load = load
        self.makeHandler = makeHandler
        bodyLimit = options.bodyLimit
        tunnels = options.tunnels
        events = try EventSet()
        try events.add(shared.listener, token: Self.listenerToken)
        try events.add(shared.wakeReader, token: Self.wakeToken)
    }

    deinit { buffer.deallocate() }

    /// Serves until the server stops.
    func run() {
        while !shared.isStopped {
            let count = events.wait()
            let woke = MonotonicClock.now
            for index in 0..<count {
                if let token = events.token(at: index) { handle(token) }
            }
            sendDepartures(upTo: MonotonicClock.now)
            for connection in touched { settle(connection) }
            touched.removeAll(keepingCapacity: true)
            let now = MonotonicClock.now
            lookAround(now)
            setAlarm()
            load.add(from: woke, to: now)
        }
        endAll()
    }

    private func handle(_ token: UInt64) {
        switch token {
        case Self.listenerToken: accept()
        case Self.wakeToken: break
        default:
            guard let connection = connection(of: token) else { return }
            connection.receive(into: buffer)
            touched.append(connection)
        }
    }

    private func connection(of token: UInt64) -> ServerConnection? {
        let slot = Int(token & 0xFFFF_FFFF)
        guard slot < connections.count, let connection = connections[slot] else { return nil }
        return connection.token == token ? connection : nil
    }

    private func accept() {
        while true {
            let descriptor = OwnDescriptor.accept(from: shared.listener, waits: false)
            guard descriptor >= 0 else { return }
            guard connections.count - free.count < options.connections else {
                close(descriptor)
                continue
            }
            add(descriptor)
        }
    }

    private func add(_ descriptor: Int32) {
        var yes: Int32 = 1
        let size = socklen_t(MemoryLayout.size(ofValue: yes))
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, size)
        let slot = free.popLast() ?? connections.count
        if slot == connections.count { connections.append(nil) }
        acceptedCount += 1
        let token = (acceptedCount & 0x7FFF_FFFF) << 32 | UInt64(slot)
        let connection = ServerConnection(descriptor, token: token, makeHandler(), self)
        connections[slot] = connection
        shared.count(1)
        do {
            try events.add(descriptor, token: token)
        } catch {
            remove(connection)
        }
    }

    /// Writes the output of a connection, and removes it when it has ended.
    private func settle(_ connection: ServerConnection) {
        connection.flush()
        if connection.isOver { remove(connection) }
    }

    private func remove(_ connection: ServerConnection) {
        let slot = Int(connection.token & 0xFFFF_FFFF)
        guard connections[slot] === connection else { return }
        connections[slot] = nil
        free.append(slot)
        shared.count(-1)
        connection.end()
    }

    private func sendDepartures(upTo now: Int64) {
        while let next = departures.first, next.moment <= now {
            _ = departures.popFirst()
            guard let connection = connection(of: next.token) else { continue }
            connection.send(slot: next.slot, generation: next.generation)
            touched.append(connection)
        }
    }

    /// Closes connections after their timeouts, once a second.
    private func lookAround(_ now: Int64) {
        guard now >= nextLook else { return }
        nextLook = now + Self.second
        for connection in connections {
            guard let connection else { continue }
            connection.look(at: now, idleLimit: options.idleLimit)
            settle(connection)
        }
    }

    private func setAlarm() {
        let hasConnections = free.count < connections.count
        let moment = min(departures.first?.moment ?? .max, hasConnections ? nextLook : .max)
        guard moment != alarm, moment != .max else { return }
        alarm = moment
        events.wake(at: moment)
    }

    /// Closes all connections with GOAWAY, without waiting.
    private func endAll() {
        for connection in connections {
            guard let connection else { continue }
            connection.goAway([])
            connection.flush()
            remove(connection)
        }
    }

    // Services for connections.

    func wait(for departure: Departure) { departures.insert(departure) }

    func watch(_ connection: ServerConnection, reading: Bool, writing: Bool) {
        events.watch(
            connection.descriptor,
            reading: reading,
            writing: writing,
            token: connection.token
        )
    }
}
