import HTTP
import Load
import Measure
import TestSupport
import Testing
import Transport

@Suite(.timeLimit(.minutes(5)))
struct HTTP2FailureTests {
    @Test(
        "A server that ends connections regularly gets nothing twice, and every arrival is accounted for"
    )
    func goAway() async throws {
        let behaviour = HTTP2Fixture.created(after: .milliseconds(2)) {
            $0.goAway = .init(afterRequests: 25, ending: .drained)
        }
        let server = try HTTP2Server(behaviour)
        let result = try await HTTP2Fixture.run(HTTP2Fixture.plan(400, streams: 20), server)
        let outcomes = LoadFixture.outcomes(result)
        #expect(outcomes["201", default: 0] == server.account.answered)
        #expect(outcomes.values.reduce(0, +) == 400)
        #expect(Set(outcomes.keys).isSubset(of: ["201", "goaway-refused"]), "\(outcomes)")
        #expect(server.account.duplicates.isEmpty)
        #expect(server.account.connections.count >= 10)
        let counted = result.statistics.http2.goAways[0, default: 0]
        #expect(counted > 0 && counted <= server.account.goAwaysSent[.noError, default: 0])
    }

    @Test("An announced GOAWAY loses nothing")
    func announcedGoAway() async throws {
        let behaviour = HTTP2Fixture.created(after: .milliseconds(2)) {
            $0.goAway = .init(afterRequests: 25, ending: .announced)
        }
        let server = try HTTP2Server(behaviour)
        let result = try await HTTP2Fixture.run(HTTP2Fixture.plan(200, streams: 20), server)
        #expect(LoadFixture.outcomes(result) == ["201": 200])
        #expect(server.account.requests == 200)
        #expect(server.account.duplicates.isEmpty)
    }

    @Test("A GOAWAY with an error is reported with its text")
    func goAwayWithError() async throws {
        let behaviour = HTTP2Fixture.created(after: .seconds(60)) {
            $0.goAway = .init(
                afterRequests: 5,
                code: .enhanceYourCalm,
                debugData: "slower",
                ending: .abrupt(lastStream: 9)
            )
        }
        let server = try HTTP2Server(behaviour, HTTP2Fixture.created())
        let result = try await HTTP2Fixture.run(HTTP2Fixture.plan(50, connections: 1), server)
        let outcomes = LoadFixture.outcomes(result)
        #expect(outcomes["goaway"] == 5)
        #expect(outcomes.values.reduce(0, +) == 50)
        #expect(result.statistics.http2.goAways == [11: 1])
        #expect(result.statistics.http2.goAwayText == "slower")
    }

    @Test("Reset streams are distinguished from refused ones, each with its code")
    func resets() async throws {
        let behaviour = HTTP2Server.Behaviour { request in
            switch request.number % 4 {
            case 1: .reset(.internalError)
            case 2: .reset(.refusedStream)
            default: .response(.init(201))
            }
        }
        let server = try HTTP2Server(behaviour)
        let result = try await HTTP2Fixture.run(HTTP2Fixture.plan(40), server)
        #expect(
            LoadFixture.outcomes(result) == ["201": 20, "stream-reset": 10, "refused-stream": 10]
        )
        #expect(result.statistics.http2.resets == [2: 10])
        #expect(server.account.connections.count == 2)
    }

    @Test("A request that takes too long is cancelled, and its connection stays in use")
    func timeout() async throws {
        let behaviour = HTTP2Server.Behaviour { request in
            request.number % 10 == 3 ? .silence : .response(.init(201))
        }
        let server = try HTTP2Server(behaviour)
        // A connection that received nothing since the request was sent is no longer used.
        let plan = HTTP2Fixture.plan(1_000, connections: 1, streams: 200, timeout: 400)
        let result = try await HTTP2Fixture.run(plan, server)
        #expect(LoadFixture.outcomes(result) == ["201": 900, "timeout": 100])
        await server.wait { $0.resetsReceived[.cancel, default: 0] > 0 }
        #expect(server.account.requests == 1_000)
    }

    @Test("Connections that close or reset during requests", arguments: [false, true])
    func lost(resets: Bool) async throws {
        var behaviour = HTTP2Server.Behaviour { _ in .silence }
        behaviour.rawBytes = .closing(afterRequests: 3, resets: resets)
        let server = try HTTP2Server(behaviour, HTTP2Fixture.created())
        let result = try await HTTP2Fixture.run(HTTP2Fixture.plan(50, connections: 1), server)
        let outcomes = LoadFixture.outcomes(result)
        let lost = outcomes["closed-before-response", default: 0] + outcomes["reset", default: 0]
        #expect(lost >= 3)
        #expect(lost + outcomes["201", default: 0] == 50, "\(outcomes)")
    }

    @Test(
        "Protocol violations are malformed, and neither end the run nor exhaust memory",
        arguments: Wrong.allCases
    )
    func malformed(wrong: Wrong) async throws {
        let behaviour = HTTP2Fixture.created(after: .seconds(60)) { $0.rawBytes = wrong.bytes }
        let server = try HTTP2Server(behaviour, HTTP2Fixture.created())
        let plan = HTTP2Fixture.plan(60, connections: 1, timeout: 2_000)
        let result = try await HTTP2Fixture.run(plan, server)
        let outcomes = LoadFixture.outcomes(result)
        #expect(outcomes.values.reduce(0, +) == 60)
        #expect(outcomes["malformed", default: 0] >= 1, "\(outcomes)")
    }

    enum Wrong: CaseIterable {
        case hugeFrame, settings, headerBlock, longHead

        var bytes: HTTP2Server.RawBytes {
            switch self {
            case .hugeFrame: .hugeFrame
            case .settings: .brokenSettings
            case .headerBlock: .brokenHeaderBlock
            case .longHead: .headerBlock(size: 16 << 20)
            }
        }
    }

    @Test("A flood of frames does not delay the run", arguments: Flood.allCases)
    func flood(kind: Flood) async throws {
        let behaviour = HTTP2Fixture.created { $0.rawBytes = kind.bytes }
        let server = try HTTP2Server(behaviour)
        let plan = HTTP2Fixture.plan(60, connections: 1, timeout: 500)
        let result = try await HTTP2Fixture.run(plan, server)
        #expect(LoadFixture.outcomes(result).values.reduce(0, +) == 60)
    }

    enum Flood: CaseIterable {
        case settings, ping, reset

        var bytes: HTTP2Server.RawBytes {
            switch self {
            case .settings: .settingsFlood
            case .ping: .pingFlood
            case .reset: .resetFlood
            }
        }
    }

    @Test("A server that speaks HTTP/1.1 is distinguished from an unreachable one")
    func http1() async throws {
        let server = try ScriptedServer(answering: LoadFixture.created)
        let failure = try await HTTP2Fixture.failure(
            HTTP2Fixture.plan(10),
            against: server.origin
        )
        #expect(
            failure?.contains("no-http2: the server responds in HTTP/1.1") == true,
            "\(failure ?? "")"
        )
    }

    @Test("A server that never sends its settings is awaited no longer than the timeout")
    func silence() async throws {
        let behaviour = HTTP2Fixture.created { $0.greeting = .never }
        let server = try HTTP2Server(behaviour)
        let failure = try await HTTP2Fixture.failure(
            HTTP2Fixture.plan(10, timeout: 200),
            against: server.origin
        )
        #expect(
            failure?.contains("no SETTINGS frame came within 200 ms") == true,
            "\(failure ?? "")"
        )
    }
}

@Suite(
    .enabled(if: OpenSSL.path != nil, "needs the openssl command (apt install openssl)"),
    .timeLimit(.minutes(5))
)
struct HTTP2TLSTests {
    @Test("Over TLS both sides negotiate HTTP/2 first")
    func agreed() async throws {
        let identity = try await TLSIdentity()
        let server = try HTTP2Server(HTTP2Fixture.created(), identity: identity)
        let result = try await LoadFixture.run(
            HTTP2Fixture.plan(200),
            against: "https://localhost:\(server.port)",
            options: HTTP2Fixture.options(identity)
        )
        #expect(LoadFixture.outcomes(result) == ["201": 200])
        #expect(server.account.connections.count == 2)
        #expect(server.account.duplicates.isEmpty)
    }

    @Test("A server that negotiates another protocol is rejected")
    func notAgreed() async throws {
        let identity = try await TLSIdentity()
        let server = try HTTP2Server(
            HTTP2Fixture.created(),
            identity: identity,
            negotiated: "http/1.1"
        )
        let failure = try await HTTP2Fixture.failure(
            HTTP2Fixture.plan(10),
            against: "https://localhost:\(server.port)",
            options: HTTP2Fixture.options(identity)
        )
        #expect(failure?.contains("did not agree on h2") == true, "\(failure ?? "")")
    }
}
