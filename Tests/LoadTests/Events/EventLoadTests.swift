import Compression
import HTTP
import Load
import LoadModel
import Measure
import Synchronization
import TestSupport
import Testing

/// Runs whose responses are event streams, most of which never end.
@Suite(.timeLimit(.minutes(5)))
struct EventLoadTests {
    private static let head =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
    private static let open = head + "Connection: close\r\n\r\n"
    private static let chunked = head + "Transfer-Encoding: chunked\r\n\r\n"

    private static func send(
        for duration: Duration = .seconds(50),
        count: Int? = nil,
        isMarked: Bool = false
    ) -> LoadPlan.Send {
        LoadPlan.Send(
            "stream",
            layout: LoadFixture.layout,
            rule: OutcomeRule(goodStatuses: [200]),
            isMarked: isMarked,
            events: EventStreamLimit(duration: duration, count: count)
        )
    }

    /// One arrival per connection of the server.
    private static func run(
        _ send: LoadPlan.Send,
        _ actions: [ScriptedServer.Action],
        arrivals: Int64 = 3
    ) async throws -> LoadResult {
        let server = try ScriptedServer([.receiveRequest] + actions)
        let plan = LoadFixture.open(arrivals, connections: 1, sends: [send])
        return try await LoadFixture.run(plan, against: server.origin)
    }

    /// The outcomes that occurred.
    private static func outcomes(_ result: LoadResult) -> [String: UInt64] {
        LoadFixture.outcomes(result).filter { $0.value > 0 }
    }

    @Test("Reading ends at the event count, and the connection is then replaced")
    func count() async throws {
        let result = try await Self.run(
            Self.send(count: 2),
            [.send(Self.chunked), .send("9\r\ndata: a\n\n\r\n9\r\ndata: b\n\n\r\n"), .hang]
        )
        #expect(Self.outcomes(result) == ["200": 3])
        #expect(result.recording.slices.slices.reduce(0) { $0 + $1.eventCount } == 6)
        #expect(result.statistics.opened >= 3)
        #expect(result.statistics.refused == 0)
        #expect(result.statistics.closedIdle == 0)
    }

    @Test("A stream that the server ends leaves its connection open")
    func ended() async throws {
        let stream = Self.chunked + "9\r\ndata: a\n\n\r\n0\r\n\r\n"
        let server = try ScriptedServer([.forever([.receiveRequest, .send(stream)])])
        let plan = LoadFixture.open(4, connections: 1, sends: [Self.send()])
        let result = try await LoadFixture.run(plan, against: server.origin)
        #expect(Self.outcomes(result) == ["200": 4])
        #expect(result.statistics.opened == 1)
    }

    @Test("Latency ends with the first event, and reading continues for the whole duration")
    func firstEvent() async throws {
        let messages = SettledMessages()
        let server = try ScriptedServer([
            .receiveRequest, .send(Self.open + "data: a\n\n"), .hang,
        ])
        let time: Int64 = 60 * LoadFixture.millisecond
        let send = Self.send(for: .nanoseconds(time), isMarked: true)
        var plan = LoadFixture.open(1, connections: 1, sends: [send])
        plan.relay = messages
        let result = try await LoadFixture.run(plan, against: server.origin)
        #expect(Self.outcomes(result) == ["200": 1])
        let message = try #require(messages.all.first)
        let latency = result.recording.latency(ofSend: 0).good
        // The first event arrived with the head, and time is counted from the head.
        #expect(message.settled - message.due >= latency.greatest + time)
        #expect(result.recording.serviceTime.count == 1)
    }

    @Test("The closed model sends again after the duration of a stream")
    func closedModel() async throws {
        let server = try ScriptedServer([
            .receiveRequest, .send(Self.open + "data: a\n\n"), .hang,
        ])
        let shape = LoadShape(
            .closed(duration: 60_000 * LoadFixture.millisecond, think: 0),
            connections: 2,
            timeout: 60_000 * LoadFixture.millisecond
        )
        var plan = LoadPlan(shape, sends: [Self.send(for: .milliseconds(5))])
        plan.arrivalLimit = 6
        let result = try await LoadFixture.run(plan, against: server.origin)
        #expect(Self.outcomes(result) == ["200": 6])
    }

    @Test(
        "A response that is not a stream of enough events has a named outcome",
        arguments: [
            (Self.open + ": ping\n\n: ping\n\n", "no-events"),
            (Self.open + "data: a\n\ndata: b", "no-events"),
            (Self.open, "no-events"),
            ("HTTP/1.1 500 X\r\nContent-Type: text/event-stream\r\n\r\ndata: a\n\n", "500"),
            ("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok", "200"),
        ]
    )
    func outcomes(bytes: String, outcome: String) async throws {
        let send = Self.send(for: .milliseconds(20), count: 2)
        let result = try await Self.run(send, [.send(bytes), .hang])
        #expect(Self.outcomes(result) == [outcome: 3])
    }

    @Test("An endless line and bytes that are not text are bad events")
    func unreadable() async throws {
        let flood = Array(repeating: UInt8(ascii: "a"), count: 65_536)
        let long = try await Self.run(Self.send(), [.send(Self.open), .flood(flood)], arrivals: 1)
        #expect(Self.outcomes(long) == ["bad-events": 1])
        let binary = try await Self.run(
            Self.send(),
            [.send(Self.open + "data: a\n\n"), .send([0xFF, 0x0A]), .hang]
        )
        #expect(Self.outcomes(binary) == ["bad-events": 3])
        #expect(binary.recording.slices.slices.reduce(0) { $0 + $1.eventCount } == 3)
    }

    @Test("A stream that breaks off is truncated, and an encoded one cannot be checked")
    func cut() async throws {
        let cut = try await Self.run(
            Self.send(),
            [.send(Self.chunked + "20\r\ndata: a\n\ndata"), .close]
        )
        #expect(Self.outcomes(cut) == ["truncated": 3])
        let coded = try await Self.run(
            Self.send(for: .milliseconds(20)),
            [
                .send(Self.head + "Content-Encoding: gzip\r\n\r\n"),
                .send(ContentCoding.gzip.encoded(Array("data: a\n\n".utf8))), .hang,
            ]
        )
        #expect(Self.outcomes(coded) == ["not decodable": 3])
        #expect(coded.recording.unjudgedCount == 3)
    }

    @Test(
        "The profile's timeout ends a stream: a timeout with too few events, otherwise a response"
    )
    func timeout() async throws {
        for (count, outcome) in [(1, "200"), (2, "timeout")] {
            let server = try ScriptedServer([
                .receiveRequest, .send(Self.open + "data: a\n\n"), .hang,
            ])
            // With `count`, reading would end at once, so the other number is sent without one.
            let send = Self.send(count: count == 1 ? nil : count)
            var plan = LoadFixture.open(2, connections: 1, sends: [send])
            plan.shape.timeout = 50 * LoadFixture.millisecond
            let result = try await LoadFixture.run(plan, against: server.origin)
            #expect(Self.outcomes(result) == [outcome: 2])
        }
    }

    @Test("Over HTTP/2 a stream is cancelled at the event count, and its connection stays open")
    func http2() async throws {
        let server = try HTTP2Server(Self.stream("data: a\n\ndata: b\n\n"))
        let plan = HTTP2Fixture.plan(20, connections: 1, streams: 4, sends: [Self.send(count: 2)])
        let result = try await HTTP2Fixture.run(plan, server)
        #expect(Self.outcomes(result) == ["200": 20])
        #expect(result.recording.slices.slices.reduce(0) { $0 + $1.eventCount } == 40)
        #expect(result.statistics.opened == 1)
        #expect(server.account.invalidFrames == 0)
    }

    @Test(
        "Over HTTP/2 a stream has the same outcomes",
        arguments: [
            ("data: a\n\n", nil, "200"), (": ping\n\n", nil, "no-events"),
            ("data: a\n\n", 2, "no-events"), ("data: \u{0}\n\n\n", 1, "200"),
        ] as [(String, Int?, String)]
    )
    func http2Outcomes(body: String, count: Int?, outcome: String) async throws {
        let server = try HTTP2Server(Self.stream(body))
        let send = Self.send(for: .milliseconds(20), count: count)
        let plan = HTTP2Fixture.plan(3, connections: 1, streams: 1, sends: [send])
        let result = try await HTTP2Fixture.run(plan, server)
        #expect(Self.outcomes(result) == [outcome: 3])
    }

    private static func stream(_ body: String) -> HTTP2Server.Behaviour {
        var fields = HTTPFields()
        fields.append("content-type", "text/event-stream")
        var response = HTTP2Server.Response(200, fields, body: body)
        response.staysOpen = true
        return HTTP2Server.Behaviour(response)
    }

    @Test("Events come from the operation's promise, only for its statuses")
    func planned() async throws {
        let contract = """
            contract: "1"
            targets: { api: { documented: "https://api.example.com" } }
            operations:
              listen:
                request: { method: GET, path: /listen }
                responses: { "200": { events: { for: 20ms, count: 2 } }, "204": {} }
              ask:
                request: { method: GET, path: /ask }
                responses: { "200": {} }

            """
        let planned = try PlannedProfile("[{ call: listen }, { call: ask }]", contract: contract)
        let sends = planned.requests.sends
        let limit = EventStreamLimit(duration: .milliseconds(20), count: 2)
        #expect(sends.map(\.events) == [limit, nil])
        let responses = [
            "HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]",
        ]
        let server = try ScriptedServer([
            .forever(responses.flatMap { [.receiveRequest, .send($0)] as [ScriptedServer.Action] })
        ])
        let plan = LoadFixture.open(2, connections: 1, sends: [sends[0]])
        let result = try await LoadFixture.run(plan, against: server.origin)
        #expect(Self.outcomes(result) == ["204": 1, "no-events": 1])
    }

    @Test(
        "The part of a stream that was read is checked against the contract",
        arguments: ["a", "b"]
    )
    func checked(data: String) async throws {
        let contract = """
            contract: "1"
            targets: { api: { documented: "https://api.example.com" } }
            operations:
              listen:
                request: { method: GET, path: /listen }
                responses:
                  "200": { events: { for: 50s, count: 2 }, asserts: [{ jsonpath: "$[*].data", each: { equals: a } }] }

            """
        let planned = try PlannedProfile(
            "[{ call: listen, check: { every: 1 } }]",
            contract: contract
        )
        let server = try ScriptedServer([
            .receiveRequest, .send(Self.open + "data: a\n\ndata: \(data)\n\ndata:"), .hang,
        ])
        var plan = LoadFixture.open(3, connections: 1, sends: planned.requests.sends)
        plan.checks = ResponseChecks(
            planned.profile,
            origins: [server.origin],
            evaluator: try PlannedProfile.evaluator(planned.profile),
            seed: 1
        )
        let result = try await LoadFixture.run(plan, against: server.origin)
        #expect(Self.outcomes(result) == ["200": 3])
        #expect(result.checks.checked == 3)
        #expect(result.checks.failed == (data == "a" ? 0 : 3))
    }
}

/// The outcomes of requests.
private final class SettledMessages: SentMessageTaker {
    private let state = Mutex<[SentMessage]>([])

    var all: [SentMessage] { state.withLock { $0 } }

    func take(_ messages: [SentMessage]) { state.withLock { $0 += messages } }
}
