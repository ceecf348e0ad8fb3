import Glibc
import Measure
import Testing

@testable import Load
@testable import Transport

/// The time of a response is when it arrived, however late it is read.
struct DatedResponseTests {
    /// Two ends of a connection over loopback; the first is non-blocking.
    private static func pair() throws -> (own: Int32, other: Int32) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let own = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let isConnected = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && listen(listener, 1) == 0
                    && getsockname(listener, address, &size) == 0
                    && connect(own, address, size) == 0
            }
        }
        try #require(isConnected)
        let other = accept(listener, nil, nil)
        try #require(other >= 0 && fcntl(own, F_SETFL, O_NONBLOCK) == 0)
        return (own, other)
    }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Sends one arrival, and reads its response after the returned time.
    private static func exchange() throws -> (
        recording: Recording, readingDelay: Histogram<UInt64>, before: Int64
    ) {
        let (own, other) = try pair()
        defer { close(other) }
        var core = try WorkerCore(
            LoadFixture.open(1, connections: 1),
            scheme: "http",
            poller: Poller()
        )
        core.supply.requestFirst()
        let index = core.supply.takeWanted() ?? 0
        core.opened(OpenedConnection(descriptor: own, stream: nil), for: index)
        let base = now
        core.start(base: base)
        core.turn()
        var request = [UInt8](repeating: 0, count: 4096)
        try #require(read(other, &request, request.count) > 0)
        let response = Array(LoadFixture.created.utf8)
        try #require(write(other, response, response.count) == response.count)
        var wait = pollfd(fd: own, events: Int16(POLLIN), revents: 0)
        try #require(poll(&wait, 1, 60_000) == 1)
        let before = now - base
        core.turn()
        core.log.count()
        let (recording, delay) = (core.log.recording, core.log.readingDelay)
        return (recording, delay, before)
    }

    @Test(
        "A response that waited in the socket ends at its arrival and is not the generator's lag",
        .timeLimit(.minutes(2))
    )
    func dated() throws {
        var exchange = try Self.exchange()
        // The kernel begins to record timestamps some time after the request to do so.
        while exchange.readingDelay.isEmpty { exchange = try Self.exchange() }
        let recording = exchange.recording
        #expect(recording.cells.map(\.key.outcome) == ["201"])
        let latency = recording.cells[0].latency
        #expect(latency.count == 1)
        #expect(latency.greatest <= exchange.before)
        let cleaned = recording.latency(withoutOwn: true).good.greatest
        #expect(latency.greatest - cleaned == recording.generatorLag.greatest)
        #expect(recording.serviceTime.greatest <= latency.greatest)
    }

    @Test(
        "Responses may wait until something is due after a hundred small, dated ones in a row",
        .timeLimit(.minutes(2)),
        arguments: [(0, true), (33 << 10, false)]
    )
    func rest(lastLength: Int, mayRest: Bool) throws {
        let (own, other) = try Self.pair()
        defer { close(other) }
        // One due at once, and one due later for the worker to wait for.
        var core = try WorkerCore(
            LoadFixture.open(10_000_000, rate: 1_000_000, connections: 1),
            scheme: "http",
            poller: Poller()
        )
        core.supply.requestFirst()
        let index = core.supply.takeWanted() ?? 0
        core.opened(OpenedConnection(descriptor: own, stream: nil), for: index)
        core.start(base: Self.now)
        while core.restedCount <= 100 {
            try Self.answer(&core, own, other, body: 0)
        }
        try Self.answer(&core, own, other, body: lastLength)
        let rested = core.restedCount
        #expect(mayRest ? rested > 100 : rested == 0)
    }

    /// Makes the worker send one request, and responds to it.
    private static func answer(
        _ core: inout WorkerCore,
        _ own: Int32,
        _ other: Int32,
        body length: Int
    ) throws {
        let settled = core.log.statistics.settled
        core.turn()
        var request = [UInt8](repeating: 0, count: 65_536)
        try #require(read(other, &request, request.count) > 0)
        let head = "HTTP/1.1 201 Created\r\nContent-Length: \(length)\r\n\r\n"
        let response = Array(head.utf8) + [UInt8](repeating: 0x61, count: length)
        try #require(write(other, response, response.count) == response.count)
        while core.log.statistics.settled == settled {
            var wait = pollfd(fd: own, events: Int16(POLLIN), revents: 0)
            try #require(poll(&wait, 1, 60_000) == 1)
            core.turn()
        }
    }
}
