import Glibc
import Measure
import TestSupport
import Testing

@testable import Load
@testable import Transport

/// Data that arrives over a connection before a request is not a response to it.
struct EarlyResponseTests {
    /// Two ends of a connection; the first is non-blocking.
    private static func pair() throws -> (own: Int32, other: Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        try #require(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
        return (ends[0], ends[1])
    }

    private static func send(_ text: String, to descriptor: Int32) throws {
        let bytes = Array(text.utf8)
        try #require(write(descriptor, bytes, bytes.count) == bytes.count)
    }

    @Test("A connection that receives a response at once gets no request")
    func fresh() throws {
        let (own, other) = try Self.pair()
        defer { close(other) }
        var core = try WorkerCore(
            LoadFixture.open(1, connections: 1),
            scheme: "http",
            poller: Poller()
        )
        try Self.send(LoadFixture.created, to: other)
        core.supply.requestFirst()
        let wantedFirst = core.supply.takeWanted()
        let index = try #require(wantedFirst)
        core.opened(OpenedConnection(descriptor: own, stream: nil), for: index)
        let (wanted, openCount) = (core.supply.wanted, core.supply.openCount)
        #expect(wanted == [0])
        #expect(openCount == 0)
    }

    @Test(
        "Bytes in the socket of an idle connection close it, and it carries no request",
        arguments: [
            LoadFixture.created, "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n",
        ]
    )
    func idle(unasked: String) throws {
        let (own, other) = try Self.pair()
        defer { close(other) }
        var core = try WorkerCore(
            LoadFixture.open(1, connections: 1),
            scheme: "http",
            poller: Poller()
        )
        core.supply.requestFirst()
        let wantedFirst = core.supply.takeWanted()
        let index = try #require(wantedFirst)
        core.opened(OpenedConnection(descriptor: own, stream: nil), for: index)
        try Self.send(unasked, to: other)
        let base = core.clock.base
        core.start(base: base)
        core.turn()
        core.log.count()
        let outcomes = core.log.recording.cells.map(\.key.outcome)
        #expect(outcomes == [])
        let (wanted, closedIdle) = (core.supply.wanted, core.log.statistics.closedIdle)
        #expect(wanted == [0])
        #expect(closedIdle == 1)
    }

    @Test("If a server sends without end, each turn reads one buffer")
    func endless() throws {
        let (own, other) = try Self.pair()
        defer { close(other) }
        var core = try WorkerCore(
            LoadFixture.open(1, connections: 1),
            scheme: "http",
            poller: Poller()
        )
        core.supply.requestFirst()
        let wantedFirst = core.supply.takeWanted()
        let index = try #require(wantedFirst)
        core.opened(OpenedConnection(descriptor: own, stream: nil), for: index)
        let base = core.clock.base
        core.start(base: base)
        core.turn()
        // Two buffers of 64 KiB, the second not full.
        let interim = String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 5_200)
        try Self.send(interim, to: other)
        core.turn()
        let first = core.lanes[0].bytesReceived
        #expect(first == 65_536)
        core.turn()
        let second = core.lanes[0].bytesReceived
        #expect(second == interim.utf8.count)
        try Self.send(LoadFixture.created, to: other)
        core.turn()
        core.log.count()
        let outcomes = core.log.recording.cells.map(\.key.outcome)
        #expect(outcomes == ["201"])
    }
}
