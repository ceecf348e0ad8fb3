import HTTP
import Load
import LoadModel
import Measure
import TestSupport
import Testing
import Transport

@Suite(.timeLimit(.minutes(5)))
struct HTTP2LoadTests {
    @Test("Every arrival is sent once over few connections and gets a response")
    func account() async throws {
        let server = try HTTP2Server(HTTP2Fixture.created())
        let result = try await HTTP2Fixture.run(HTTP2Fixture.plan(400), server)
        #expect(LoadFixture.outcomes(result) == ["201": 400])
        let account = server.account
        #expect(account.requests == 400)
        #expect(account.requestsByPath.count == 400)
        #expect(account.duplicates.isEmpty)
        #expect(account.connections.count == 2)
        #expect(account.invalidFrames == 0)
        #expect(result.statistics.opened == 2)
    }

    @Test(
        "An HTTP/2 request carries the same as over HTTP/1.1, without the fields that HTTP/2 forbids"
    )
    func request() async throws {
        let layout = RequestLayout(
            method: "PUT",
            target: [.text("/a?b="), .index],
            fields: [
                ("X-First", [.text("one: two")]), ("Host", [.text("example.com:81")]),
                ("Connection", [.text("keep-alive")]), ("X-Last", [.index]),
            ],
            body: [.text("\r\n\r\n"), .index]
        )
        let send = LoadPlan.Send("put", layout: layout, goodStatuses: [201])
        let server = try HTTP2Server(HTTP2Fixture.created())
        _ = try await HTTP2Fixture.run(HTTP2Fixture.plan(1, sends: [send]), server)
        let request = try #require(server.account.firstRequests.first)
        #expect(request.method == "PUT")
        #expect(request.path == "/a?b=0")
        #expect(request.authority == "example.com:81")
        #expect(request.body == Array("\r\n\r\n0".utf8))
        let fields = request.fields.fields.map { "\($0.name): \($0.value)" }
        #expect(fields == ["x-first: one: two", "x-last: 0", "content-length: 5"])
    }

    @Test("Requests are balanced: the connection with the fewest gets the next")
    func balance() async throws {
        let server = try HTTP2Server(HTTP2Fixture.created(after: .milliseconds(20)))
        let plan = HTTP2Fixture.plan(200, connections: 4, streams: 100)
        _ = try await HTTP2Fixture.run(plan, server)
        let counts = server.account.connections.map(\.requests)
        #expect(counts.count == 4)
        #expect(counts.allSatisfy { (25...75).contains($0) }, "\(counts)")
    }

    @Test("Open requests never exceed the server's stream limit")
    func peerLimit() async throws {
        let behaviour = HTTP2Fixture.created(after: .milliseconds(5)) {
            $0.maxConcurrentStreams = 2
        }
        let server = try HTTP2Server(behaviour)
        let result = try await HTTP2Fixture.run(HTTP2Fixture.plan(100), server)
        #expect(LoadFixture.outcomes(result) == ["201": 100])
        #expect(server.account.mostStreams == 2)
        #expect(server.account.streamsAboveLimit == 0)
        #expect(result.statistics.http2.streamLimits == 2...2)
    }

    @Test("A limit that drops to zero during the run holds requests back until it rises")
    func changedLimit() async throws {
        let behaviour = HTTP2Fixture.created {
            $0.limitChanges = [
                .init(to: 0, afterRequests: 10),
                .init(to: 3, afterRequests: 10, delay: .milliseconds(50)),
            ]
        }
        let server = try HTTP2Server(behaviour)
        let result = try await HTTP2Fixture.run(HTTP2Fixture.plan(100, connections: 1), server)
        let outcomes = LoadFixture.outcomes(result)
        // The server may refuse streams that were in flight when the limit was lowered.
        #expect(outcomes["refused-stream", default: 0] == server.account.streamsAboveLimit)
        #expect(outcomes["201", default: 0] == server.account.answered)
        #expect(outcomes.values.reduce(0, +) == 100)
        #expect(result.statistics.http2.streamLimits == 0...100)
    }

    @Test("In the closed model each stream is a user that sends again")
    func closed() async throws {
        let server = try HTTP2Server(HTTP2Fixture.created(after: .milliseconds(2)))
        let shape = LoadShape(
            .closed(duration: 60_000 * LoadFixture.millisecond, think: 0),
            connections: 2,
            streams: 5
        )
        var plan = LoadPlan(shape, sends: [HTTP2Fixture.send()])
        plan.arrivalLimit = 200
        let result = try await HTTP2Fixture.run(plan, server)
        #expect(LoadFixture.outcomes(result) == ["201": 200])
        #expect(server.account.requests == 200)
        #expect(server.account.connections.map(\.mostStreams) == [5, 5])
    }

    @Test("After N requests a connection ends with its last response, and another takes over")
    func churn() async throws {
        let server = try HTTP2Server(HTTP2Fixture.created(after: .milliseconds(3)))
        var plan = HTTP2Fixture.plan(120, connections: 2, streams: 4)
        plan.shape.requestsPerConnection = 10
        let result = try await HTTP2Fixture.run(plan, server)
        #expect(LoadFixture.outcomes(result) == ["201": 120])
        let counts = server.account.connections.map(\.requests)
        #expect(counts.allSatisfy { $0 <= 10 }, "\(counts)")
        #expect(counts.count >= 12)
    }

    @Test("More connections are opened when all streams are in use, up to the configured number")
    func growth() async throws {
        let server = try HTTP2Server(HTTP2Fixture.created(after: .milliseconds(20)))
        var plan = HTTP2Fixture.plan(100, connections: 3, streams: 1)
        plan.shape.initialConnections = 1
        let result = try await HTTP2Fixture.run(plan, server)
        #expect(LoadFixture.outcomes(result) == ["201": 100])
        #expect(server.account.connections.count == 3)

        let idle = try HTTP2Server(HTTP2Fixture.created())
        plan = HTTP2Fixture.plan(20, connections: 3, streams: 100)
        plan.shape.initialConnections = 1
        _ = try await HTTP2Fixture.run(plan, idle)
        #expect(idle.account.connections.count == 1)
    }

    @Test("A body waits for the server's window and arrives complete")
    func flowControl() async throws {
        let body = String(repeating: "x", count: 200_000)
        let server = try HTTP2Server(HTTP2Fixture.created())
        let plan = HTTP2Fixture.plan(5, connections: 1, sends: [HTTP2Fixture.send(body: body)])
        let result = try await HTTP2Fixture.run(plan, server)
        #expect(LoadFixture.outcomes(result) == ["201": 5])
        #expect(result.statistics.http2.blocked == 5)
        for request in server.account.firstRequests {
            let number = request.path.split(separator: "/").last.map(String.init) ?? ""
            #expect(request.body == Array((number + body).utf8))
        }
    }

    @Test("A response counts even if it arrives before the complete body was sent")
    func earlyResponse() async throws {
        let behaviour = HTTP2Fixture.created {
            $0.responsesEarly = true
            $0.windowUpdates = .never
        }
        let server = try HTTP2Server(behaviour)
        let send = HTTP2Fixture.send(body: String(repeating: "x", count: 100_000))
        let plan = HTTP2Fixture.plan(1, connections: 1, sends: [send])
        let result = try await HTTP2Fixture.run(plan, server)
        #expect(LoadFixture.outcomes(result) == ["201": 1])
    }

    @Test("Interim responses, trailers and responses to HEAD are read correctly")
    func answers() async throws {
        var response = HTTP2Server.Response(201, body: "created")
        response.interim = [103]
        response.trailers.append("x-sum", "1")
        let server = try HTTP2Server(HTTP2Server.Behaviour(response))
        let layout = RequestLayout(
            method: "HEAD",
            target: [.text("/")],
            fields: [("Host", [.text("127.0.0.1")])],
            body: nil
        )
        let head = LoadPlan.Send("head", layout: layout, goodStatuses: [201])
        let plan = HTTP2Fixture.plan(40, sends: [head, HTTP2Fixture.send()])
        let result = try await HTTP2Fixture.run(plan, server)
        #expect(LoadFixture.outcomes(result) == ["201": 40])
        #expect(result.recording.cells.count == 2)
    }
}
