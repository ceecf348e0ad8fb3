import HTTP
import Load
import Measure
import TestSupport
import Testing
import Transport

@Suite(
    .enabled(if: OpenSSL.path != nil, "needs the openssl command (apt install openssl)"),
    .timeLimit(.minutes(5))
)
struct LoadTLSTests {
    private static func layout(_ method: String) -> RequestLayout {
        RequestLayout(
            method: method,
            target: [.text("/")],
            fields: [("Host", [.text("localhost")])],
            body: method == "POST" ? [.text("<"), .index, .text(">\n")] : nil
        )
    }

    private static func run(
        _ plan: LoadPlan,
        _ server: TLSServer,
        _ identity: TLSIdentity
    ) async throws -> LoadResult {
        var options = TransportOptions()
        options.cacert = identity.certificate
        let origin = "https://localhost:\(server.port)"
        return try await LoadFixture.run(plan, against: origin, options: options)
    }

    @Test("Requests reuse one connection with TLS")
    func keptOpen() async throws {
        let identity = try await TLSIdentity()
        // It prints the data that it reads from a client, and sends its input to the client.
        let server = try await TLSServer(identity)
        let send = LoadPlan.Send("post", layout: Self.layout("POST"), goodStatuses: [201])
        let plan = LoadFixture.open(5, connections: 1, sends: [send])
        async let outcome = Self.run(plan, server, identity)
        for index in 0..<5 {
            #expect(await server.process.line(after: "<\(index)") == ">")
            server.process.send(Array("HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok".utf8))
        }
        let result = try await outcome
        #expect(LoadFixture.outcomes(result) == ["201": 5])
        #expect(result.statistics.opened == 1)
    }

    @Test("An event stream over TLS is read up to its event count")
    func events() async throws {
        let identity = try await TLSIdentity()
        let server = try await TLSServer(identity)
        let send = LoadPlan.Send(
            "listen",
            layout: Self.layout("POST"),
            rule: OutcomeRule(goodStatuses: [200]),
            events: EventStreamLimit(duration: .seconds(50), count: 2)
        )
        let plan = LoadFixture.open(1, connections: 1, sends: [send])
        async let outcome = Self.run(plan, server, identity)
        #expect(await server.process.line(after: "<0") == ">")
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
        server.process.send(Array("\(head)data: a\n\ndata: b\n\n".utf8))
        let result = try await outcome
        #expect(LoadFixture.outcomes(result) == ["200": 1])
        #expect(result.recording.slices.slices.reduce(0) { $0 + $1.eventCount } == 2)
    }

    @Test("A response that ends with its connection is complete with TLS too")
    func untilClose() async throws {
        let identity = try await TLSIdentity()
        let server = try await TLSServer(identity, "-www")
        let send = LoadPlan.Send("get", layout: Self.layout("GET"), goodStatuses: [200])
        let plan = LoadFixture.open(4, connections: 1, sends: [send])
        let result = try await Self.run(plan, server, identity)
        #expect(LoadFixture.outcomes(result) == ["200": 4])
        #expect(result.statistics.opened >= 4)
        #expect(result.recording.slices.slices.contains { $0.bytesReceived > 1000 })
    }

    @Test("A response that ends with its connection but without a TLS close is truncated")
    func cut() async throws {
        let server = try await TLSServer(TLSIdentity(), "-www", "-tls1_2")
        let cutter = try TLSCutter(before: server)
        let send = LoadPlan.Send("get", layout: Self.layout("GET"), goodStatuses: [200])
        var options = TransportOptions()
        options.insecure = true
        let result = try await LoadFixture.run(
            LoadFixture.open(4, connections: 1, sends: [send]),
            against: "https://127.0.0.1:\(cutter.port)",
            options: options
        )
        withExtendedLifetime(cutter) {}
        #expect(LoadFixture.outcomes(result) == ["truncated": 4])
    }

    @Test("A request larger than the socket buffer is sent in pieces with TLS too")
    func largeBody() async throws {
        let identity = try await TLSIdentity()
        let server = try await TLSServer(identity)
        let text = String(repeating: "x", count: 6_000_000)
        let layout = RequestLayout(
            method: "POST",
            target: [.text("/")],
            fields: [("Host", [.text("localhost")])],
            body: [.text(text), .text("<"), .index, .text(">\n")]
        )
        let send = LoadPlan.Send("large", layout: layout, goodStatuses: [201])
        let plan = LoadFixture.open(2, connections: 1, sends: [send])
        async let outcome = Self.run(plan, server, identity)
        for index in 0..<2 {
            guard await server.process.line(after: "<\(index)") == ">" else { break }
            server.process.send(Array("HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok".utf8))
        }
        let result = try await outcome
        #expect(LoadFixture.outcomes(result) == ["201": 2])
        #expect(result.statistics.opened == 1)
    }
}
