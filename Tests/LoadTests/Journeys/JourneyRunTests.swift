import LoadModel
import Measure
import Profile
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Load

/// Journeys over real sockets.
struct JourneyRunTests {
    private static let contract = """
        contract: "1"
        targets: { api: { documented: "http://a" }, other: { documented: "http://b" } }
        failure: { when: { status: { gte: 400 } } }
        operations:
          join: { request: { method: POST, path: /join, json: {} }, responses: { "201": {} } }
          look: { request: { method: GET, path: "/look/{id}", params: { id: x } }, responses: { "200": {} } }
          leave: { request: { method: DELETE, path: "/leave/{id}", params: { id: x } }, responses: { "200": {} } }

        """

    private static let steps = """
        [{ name: visit, steps: [{ call: join, captures: { id: { jsonpath: $.id } } }, { think: 2ms }, { call: look, params: { id: "{{id}}" } }, { call: leave, params: { id: "{{id}}" }TARGET }] }]
        """

    private static func answer(_ status: String, _ body: String = "{}") -> String {
        "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    /// 40 visits at 1,000/s over the given number of connections to each of the servers.
    private static func result(
        _ sends: String = steps.replacing("TARGET", with: ""),
        at servers: [ScriptedServer],
        connections: Int = 1
    ) async throws -> LoadResult {
        let planned = try PlannedProfile(sends, contract: contract)
        var shape = LoadFixture.open(40, connections: connections).shape
        if servers.count > 1 {
            shape.pools = ["api", "other"].map { .init(target: $0, connections: connections) }
            shape.connections = 2 * connections
        }
        var plan = LoadPlan(
            shape,
            sends: planned.requests.sends.enumerated().map { index, send in
                let pool = servers.count > 1 && send.name == "visit/leave" ? 1 : 0
                return LoadPlan.Send(
                    send.name,
                    layout: send.layout,
                    rule: send.rule,
                    think: send.think,
                    captures: send.captures,
                    pool: pool
                )
            },
            mix: planned.profile.mix,
            seed: 7
        )
        plan.workers = min(connections, 2)
        let openers = try servers.map {
            try ConnectionOpener(to: $0.origin, options: TransportOptions())
        }
        return try await LoadRun(plan, openers: openers).run().get()
    }

    /// `row outcome` with its count, in the order of rows.
    private static func counts(_ result: LoadResult) -> [String] {
        result.recording.cells.filter { $0.count > 0 }.map {
            "\(result.recording.plan.sends[$0.key.send]) \($0.key.outcome) \($0.count)\($0.key.isGood ? "" : " bad")"
        }
    }

    /// The request lines, without the part that only HTTP/1.1 adds.
    private static func lines(_ server: ScriptedServer) -> [String] {
        server.received.compactMap { $0.headLines.first?.replacing(" HTTP/1.1", with: "") }
    }

    private static func visitScript(_ look: String = answer("200 OK")) -> [ScriptedServer.Action] {
        [.forever([.receiveRequest, .send(look)])]
    }

    @Test("Every step is sent once, with the values from the previous response")
    func whole() async throws {
        let server = try ScriptedServer(answering: Self.answer("200 OK", #"{"id":"a b"}"#))
        // The documented success of join is 201: 200 is accepted as good for look and leave only.
        let sends = Self.steps.replacing("TARGET", with: "").replacing(
            "{ call: join,",
            with: "{ call: join, expect: { status: 200 },"
        )
        let result = try await Self.result(sends, at: [server], connections: 3)
        #expect(
            Self.counts(result) == [
                "visit completed 40", "visit/join 200 40", "visit/look 200 40",
                "visit/leave 200 40",
            ]
        )
        let lines = Self.lines(server)
        #expect(lines.count == 120)
        for line in ["POST /base/join", "GET /base/look/a%20b", "DELETE /base/leave/a%20b"] {
            #expect(lines.filter { $0 == line }.count == 40)
        }
        #expect(result.recording.dueCount == 40)
        #expect(result.recording.sentCount == 40)
        #expect(result.statistics.settled == 120)
    }

    @Test("Journeys whose think time exceeds the run still get their responses in time")
    func thinking() async throws {
        let server = try ScriptedServer(answering: Self.answer("200 OK", #"{"id":"a b"}"#))
        let sends = Self.steps.replacing("TARGET", with: "").replacing("2ms", with: "1s").replacing(
            "{ call: join,",
            with: "{ call: join, expect: { status: 200 },"
        )
        let recording = try await Self.result(sends, at: [server], connections: 3).recording
        #expect(recording.goodCount == 40)
        // 20 were due within 19 of the 40 ms; without think time, only those whose own requests took over 15 ms may
        // end later than that. On a busy machine these can be all of them.
        let slow = recording.latency(ofSend: 0).good.count { $0 > 1_015 * LoadFixture.millisecond }
        #expect(recording.completedWithinSpan + slow >= 20)
    }

    @Test("Over one connection a journey ends before the next begins, however many wait")
    func order() async throws {
        let server = try ScriptedServer(answering: Self.answer("200 OK", #"{"id":"a"}"#))
        let sends = Self.steps.replacing("TARGET", with: "").replacing("{ think: 2ms }, ", with: "")
            .replacing("{ call: join,", with: "{ call: join, expect: { status: 200 },")
        let result = try await Self.result(sends, at: [server])
        #expect(result.recording.goodCount == 40)
        let visit = ["POST /base/join", "GET /base/look/a", "DELETE /base/leave/a"]
        #expect(Self.lines(server) == (0..<40).flatMap { _ in visit })
    }

    @Test("A step that fails ends its journey, and later steps are not reached")
    func failing() async throws {
        let server = try ScriptedServer(answering: Self.answer("201 Created", #"{"id":"a"}"#))
        let result = try await Self.result(at: [server])
        #expect(
            Self.counts(result) == [
                "visit look 201 40 bad", "visit/join 201 40", "visit/look 201 40 bad",
            ]
        )
        #expect(result.recording.latency(ofSend: 3).count == 0)
    }

    @Test("A response that lacks what later steps need is not good")
    func missing() async throws {
        let server = try ScriptedServer(answering: Self.answer("201 Created", #"{"name":"a"}"#))
        let result = try await Self.result(at: [server])
        #expect(
            Self.counts(result) == [
                "visit join 201 without id 40 bad", "visit/join 201 without id 40 bad",
            ]
        )
    }

    @Test("A journey continues at another server, over a connection to that server")
    func servers() async throws {
        let first = try ScriptedServer(
            answering: Self.answer("200 OK", #"{"id":7}"#)
        )
        let second = try ScriptedServer(answering: Self.answer("200 OK"))
        let sends = Self.steps.replacing("TARGET", with: ", target: other").replacing(
            "{ call: join,",
            with: "{ call: join, expect: { status: 200 },"
        )
        let result = try await Self.result(sends, at: [first, second], connections: 2)
        #expect(
            Self.counts(result) == [
                "visit completed 40", "visit/join 200 40", "visit/look 200 40",
                "visit/leave 200 40",
            ]
        )
        #expect(Self.lines(first).count == 80)
        #expect(Self.lines(second).allSatisfy { $0 == "DELETE /leave/7" })
        #expect(Self.lines(second).count == 40)
    }

    @Test("Journeys in progress when the run is aborted have no end, and nothing is lost")
    func interrupted() async throws {
        let server = try ScriptedServer([.receiveRequest, .hang])
        let planned = try PlannedProfile(
            Self.steps.replacing("TARGET", with: ""),
            contract: Self.contract
        )
        let plan = LoadPlan(
            LoadFixture.open(600_000, connections: 1).shape,
            sends: planned.requests.sends,
            mix: planned.profile.mix
        )
        let opener = try ConnectionOpener(to: server.origin, options: TransportOptions())
        let run = try LoadRun(plan, opener: opener)
        async let end = run.run()
        await server.waitForReceived()
        run.interrupt()
        run.interrupt()
        let result = try await end.get()
        #expect(result.cut == .interrupted)
        let counts = Self.counts(result).map {
            $0.split(separator: " ").dropLast(2).joined(separator: " ")
        }
        #expect(
            Set(counts) == ["visit not-finished", "visit/join not-finished"]
        )
        #expect(Self.counts(result).contains("visit/join not-finished 1 bad"))
        #expect(result.recording.failedCount == 0)
    }
}
