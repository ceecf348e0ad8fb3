import Contract
import HTTP
import LoadModel
import Measure
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Load

/// Runs whose tokens change during the run, over real sockets.
@Suite(.timeLimit(.minutes(5)))
struct TokenRunTests {
    private static let scheme = "app"

    /// Treated as signed locally; valid for 200 ms.
    private static func token(_ number: Int, _ time: Duration = .milliseconds(200)) -> AccessToken {
        AccessToken(text: "t\(number)", lifetime: time)
    }

    private static func keeper(
        _ time: Duration = .milliseconds(200),
        _ next: @escaping @Sendable (Int) async -> TokenSupply.Outcome
    ) throws -> TokenKeeper {
        try TokenKeeper([
            TokenSupply(scheme: scheme, isGranted: true, first: token(0, time), next: next)
        ])
    }

    /// A POST that contains the token and is otherwise constant, unless it `varies`.
    private static func send(varies: Bool = false, body: String = "body") -> LoadPlan.Send {
        let layout = RequestLayout(
            method: "POST",
            target: [.text("/push")],
            fields: [
                ("Host", [.text("127.0.0.1")]),
                ("X-Token", [.text("bearer "), .slot(RequestSlot(.token(0), number: 0))]),
            ],
            body: [.text(body)] + (varies ? [.index] : [])
        )
        return LoadPlan.Send("push", layout: layout, goodStatuses: [201])
    }

    /// Runs with tokens that are renewed during the run.
    private static func run(
        _ plan: LoadPlan,
        _ keeper: TokenKeeper,
        against origin: String,
        options: TransportOptions = TransportOptions()
    ) async throws -> LoadResult {
        var plan = plan
        plan.tokens = keeper.board
        keeper.start()
        defer { keeper.end() }
        return try await LoadFixture.run(plan, against: origin, options: options)
    }

    /// The numbers of the received tokens, in order of arrival.
    private static func tokens(_ texts: [String]) throws -> [Int] {
        try texts.map { text in
            let match = try #require(text.firstMatch(of: /bearer t([0-9]+)\r\n/))
            return try #require(Int(match.output.1))
        }
    }

    @Test(
        "Requests use the new token as soon as it is available, and none is lost",
        arguments: [false, true]
    )
    func renewed(varies: Bool) async throws {
        let keeper = try Self.keeper { .success(Self.token($0)) }
        let server = try ScriptedServer(answering: LoadFixture.created)
        let plan = LoadFixture.open(1_500, connections: 1, sends: [Self.send(varies: varies)])
        let result = try await Self.run(plan, keeper, against: server.origin)
        #expect(LoadFixture.outcomes(result) == ["201": 1_500])
        let tokens = try Self.tokens(server.received.map(\.text))
        #expect(tokens.count == 1_500)
        #expect(tokens == tokens.sorted())
        let figures = try #require(result.tokens.first)
        #expect(figures.scheme == Self.scheme)
        #expect(figures.failures.isEmpty)
        // Nine tokens fit in 1.5 s, unless the machine is too busy for some of them.
        #expect(Set(tokens).count > 2)
        #expect(figures.renewals.count >= Set(tokens).count - 1)
    }

    @Test("Arrivals wait while no token is available, which is not the generator's lag")
    func gap() async throws {
        // It fails after 1.6 s, 1.85 s and 2.35 s, and succeeds after 3.35 s.
        let keeper = try Self.keeper(.seconds(2)) { number in
            number <= 3
                ? .failure(TemplateError("down")) : .success(Self.token(number, .seconds(60)))
        }
        let server = try ScriptedServer(answering: LoadFixture.created)
        let plan = LoadFixture.open(2_000, rate: 500, sends: [Self.send()])
        let result = try await Self.run(plan, keeper, against: server.origin)
        #expect(LoadFixture.outcomes(result) == ["201": 2_000])
        #expect(result.cut == nil)
        let figures = try #require(result.tokens.first)
        #expect(figures.failures.map(\.count) == [3])
        #expect(figures.failures.map(\.reason) == ["down"])
        let gap = try #require(figures.gaps.first)
        #expect(figures.gaps.count == 1)
        #expect(figures.waited > 0)
        #expect(figures.longestWait <= gap.upperBound - gap.lowerBound)
        #expect(figures.meanWait < figures.longestWait)
        // The delay is added to the wait for a connection.
        let wait = result.recording.connectionWait
        #expect(wait.greatest >= figures.longestWait)
        #expect(wait.sum >= UInt128(figures.waited) * UInt128(figures.meanWait))
        #expect(result.statistics.unsentThoughFree == 0)
        #expect(Set(try Self.tokens(server.received.map(\.text))) == [0, 4])
    }

    @Test("A journey step waits for a token like an arrival")
    func journeys() async throws {
        let keeper = try Self.keeper(.seconds(1)) { number in
            number <= 2
                ? .failure(TemplateError("down")) : .success(Self.token(number, .seconds(60)))
        }
        let server = try ScriptedServer(answering: LoadFixture.created)
        let mix = ArrivalMix(
            [.init(name: "join", weight: 1, sends: 0..<2, isJourney: true)],
            names: ["join/first", "join/second"]
        )
        let plan = LoadPlan(
            LoadFixture.open(1_000, rate: 500).shape,
            sends: [Self.send(), Self.send(varies: true)],
            mix: mix
        )
        let result = try await Self.run(plan, keeper, against: server.origin)
        #expect(LoadFixture.outcomes(result) == ["completed": 1_000, "201": 2_000])
        let figures = try #require(result.tokens.first)
        #expect(figures.failures.map(\.count) == [2])
        #expect(figures.gaps.count == 1)
        #expect(figures.waited > 0)
        #expect(Set(try Self.tokens(server.received.map(\.text))) == [0, 3])
    }

    @Test("In the closed model all users wait for the token and then continue")
    func closedGap() async throws {
        let keeper = try Self.keeper(.milliseconds(50)) { number in
            number <= 1
                ? .failure(TemplateError("down")) : .success(Self.token(number, .seconds(60)))
        }
        let server = try ScriptedServer(answering: LoadFixture.created)
        let shape = LoadShape(
            .closed(duration: 60_000 * LoadFixture.millisecond, think: LoadFixture.millisecond),
            connections: 3,
            timeout: 60_000 * LoadFixture.millisecond
        )
        var plan = LoadPlan(shape, sends: [Self.send()])
        plan.arrivalLimit = 1_000
        let result = try await Self.run(plan, keeper, against: server.origin)
        #expect(LoadFixture.outcomes(result) == ["201": 1_000])
        let figures = try #require(result.tokens.first)
        // No connection sends again before the response.
        #expect(figures.waited <= 3)
        #expect(figures.gaps.count <= 1)
    }

    @Test("A request without a token does not wait for one")
    func others() async throws {
        let keeper = try Self.keeper { number in
            number <= 2
                ? .failure(TemplateError("down")) : .success(Self.token(number, .seconds(60)))
        }
        let server = try ScriptedServer(answering: LoadFixture.created)
        let plan = LoadFixture.open(1_500, sends: [LoadFixture.send()])
        let result = try await Self.run(plan, keeper, against: server.origin)
        #expect(LoadFixture.outcomes(result) == ["201": 1_500])
        #expect(result.tokens.isEmpty)
    }

    @Test("Without a token for longer than the request timeout, the run ends with the reason")
    func lost() async throws {
        let keeper = try Self.keeper { _ in .failure(TemplateError("http://x/token answered 503")) }
        let server = try ScriptedServer(answering: LoadFixture.created)
        var plan = LoadFixture.open(600_000, connections: 4, sends: [Self.send()])
        plan.shape.timeout = 500 * LoadFixture.millisecond
        plan.workers = 2
        let result = try await Self.run(plan, keeper, against: server.origin)
        #expect(
            result.cut == .noToken("security scheme \"app\": http://x/token answered 503")
        )
        let outcomes = LoadFixture.outcomes(result)
        #expect(outcomes["unsent", default: 0] > 0)
        #expect(result.statistics.unsentThoughFree == 0)
        let figures = try #require(result.tokens.first)
        #expect(figures.gaps.count == 1)
        #expect(figures.timeWithout >= plan.shape.timeout)
    }

    @Test("A token request without a response is treated like a refused one")
    func silent() async throws {
        let gate = AsyncStream.makeStream(of: Void.self)
        let keeper = try Self.keeper { _ in
            for await _ in gate.stream {}
            return .failure(TemplateError("over"))
        }
        let server = try ScriptedServer(answering: LoadFixture.created)
        var plan = LoadFixture.open(600_000, connections: 4, sends: [Self.send()])
        plan.shape.timeout = 300 * LoadFixture.millisecond
        let result = try await Self.run(plan, keeper, against: server.origin)
        gate.continuation.finish()
        #expect(
            result.cut
                == .noToken(
                    "security scheme \"app\": the request for the next one got no response"
                )
        )
    }

    @Test("Over HTTP/2 a token is renewed too, even under bodies that wait for the server's window")
    func multiplexed() async throws {
        let keeper = try Self.keeper(.milliseconds(100)) {
            .success(Self.token($0, .milliseconds(100)))
        }
        let body = String(repeating: "0123456789abcdef", count: 4_000)
        let expected = Array(body.utf8)
        let seen = Mutex<Set<String>>([])
        var behaviour = HTTP2Server.Behaviour { request in
            seen.withLock { _ = $0.insert(request.fields["x-token"] ?? "") }
            return .response(.init(request.body == expected ? 201 : 400))
        }
        behaviour.streamWindow = 16 * 1024
        let server = try HTTP2Server(behaviour)
        var plan = LoadFixture.open(300, rate: 500, sends: [Self.send(body: body)])
        plan.shape.streams = 10
        let result = try await Self.run(
            plan,
            keeper,
            against: server.origin,
            options: HTTP2Fixture.options()
        )
        #expect(LoadFixture.outcomes(result) == ["201": 300])
        #expect(server.account.invalidFrames == 0)
        #expect(result.statistics.http2.blocked > 0)
        let tokens = seen.withLock(\.self)
        #expect(tokens.count > 2)
        #expect(tokens.allSatisfy { $0.wholeMatch(of: /bearer t[0-9]+/) != nil })
    }

    @Test("A search reports why no token is available")
    func words() {
        #expect(
            LoadSetupFailure.token("security scheme \"app\": down").description
                == "there is no access token any more: security scheme \"app\": down"
        )
    }
}
