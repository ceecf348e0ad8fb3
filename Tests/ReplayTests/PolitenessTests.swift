import Base
import Contract
import HTTP
import JSON
import Replay
import Synchronization
import TestSupport
import Testing

/// Requests to a server that asks for fewer of them.
struct PolitenessTests {
    private static let ping = "cases: { one: { steps: [ { call: ping } ] } }"

    private static func busy(_ status: Int, _ field: String) -> ScriptedTransport.Outcome {
        .success(
            HTTPResponse(
                status: status,
                headers: HTTPFields([.init(name: "Retry-After", value: field)]),
                body: []
            )
        )
    }

    @Test(
        "An unexpected response with Retry-After is awaited once",
        arguments: [
            (429, "2", 2), (503, "0", 0), (503, "Sat, 31 Jan 2026 00:00:07 GMT", 7),
            (429, "Fri, 30 Jan 2026 00:00:00 GMT", 0),
        ]
    )
    func waits(status: Int, field: String, seconds: Int) async throws {
        let replay = try Replaying(Self.ping, responses: [Self.busy(status, field), answer(200)])
        let result = try await replay.result()
        #expect(result.verdict == .passed, "\(result.reason ?? "")")
        let step = try #require(result.steps.first)
        #expect(step.exchanges.map { $0.response?.status } == [status, 200])
        #expect(step.exchanges.first?.retry == .waited(.seconds(seconds)))
        #expect(replay.clock.elapsed == .seconds(seconds))
    }

    @Test("A second refusal is checked as received")
    func once() async throws {
        let replay = try Replaying(
            Self.ping,
            responses: [Self.busy(429, "1"), Self.busy(429, "1"), answer(200)]
        )
        let result = try await replay.result()
        #expect(result.verdict == .failed)
        #expect(replay.transport.requests.count == 2)
    }

    @Test(
        "An invalid or too long Retry-After is reported and not awaited",
        arguments: [
            ("31536000", "Retry-After asks to wait"), ("99999999999999999999", "at most 30s"),
            ("soon", "Retry-After: soon is neither a number of seconds nor a date"),
            ("-1", "neither a number of seconds nor a date"),
        ]
    )
    func bounded(field: String, words: String) async throws {
        let replay = try Replaying(Self.ping, responses: [Self.busy(503, field), answer(200)])
        let result = try await replay.result()
        #expect(result.verdict == .failed)
        let headline = result.steps.first?.headline ?? ""
        #expect(headline.contains(words), "\(headline)")
        #expect(replay.transport.requests.count == 1)
        #expect(replay.clock.elapsed == .zero)
    }

    @Test(
        "A case that expects the refusal gets it, and a refusal without Retry-After is not awaited"
    )
    func wanted() async throws {
        let wanted = try Replaying(
            "cases: { one: { steps: [ { call: ping, expect: { status: 429 } } ] } }",
            responses: [Self.busy(429, "1")]
        )
        #expect(try await wanted.result().verdict == .passed)
        let bare = try Replaying(Self.ping, responses: [answer(429), answer(200)])
        #expect(try await bare.result().verdict == .failed)
    }

    @Test("A token that the server no longer accepts is discarded once; a new one is not")
    func token() async throws {
        let text = """
            contract: "1"
            targets: { api: { reference: sample }, auth: { reference: sample } }
            variables: { id: a, secret: password }
            securitySchemes:
              token: { type: oauth2, token: { target: auth, path: /token }, clientId: "{{id}}", clientSecret: "{{secret}}" }
            operations:
              ping: { request: { path: /ping, security: token }, responses: { "200": {} } }
            cases:
              one: { steps: [ { call: ping }, { call: ping } ] }
            """
        func replay(_ statuses: [Int]) async throws -> ([Int], CaseResult) {
            let clock = ManualClock()
            let asked = Mutex((tokens: 0, pings: 0))
            var replay = try Replaying(text) { _, request in
                clock.advance(by: .seconds(1))
                return asked.withLock { asked in
                    if request.url.contains("/token") {
                        asked.tokens += 1
                        return answer(200, ["access_token": .string("t\(asked.tokens)")])
                    }
                    asked.pings += 1
                    return answer(statuses[asked.pings - 1])
                }
            }
            replay.targets.append(ReplayTarget(name: "auth", origin: "http://auth.test"))
            replay.clock = clock
            let result = try await replay.result()
            return (asked.withLock { [$0.tokens, $0.pings] }, result)
        }
        let (counts, renewed) = try await replay([200, 401, 200])
        #expect(renewed.verdict == .passed)
        #expect(counts == [2, 3])
        #expect(renewed.steps.last?.exchanges.first?.retry == .renewed)
        let (refused, result) = try await replay([401, 200])
        #expect(result.verdict == .failed)
        #expect(refused == [1, 1])
        let (twice, lost) = try await replay([200, 401, 401, 200])
        #expect(lost.verdict == .failed)
        #expect(twice == [2, 3])
    }

    @Test("A pace limits the requests sent per second")
    func pace() async throws {
        var replay = try Replaying(
            "cases: { one: { steps: [ { call: ping, repeat: 5 } ] } }",
            responses: Array(repeating: answer(200), count: 5)
        )
        replay.options.pace = RequestPace(rate: 10)
        #expect(try await replay.result().verdict == .passed)
        #expect(replay.clock.elapsed == .milliseconds(400))
    }
}
