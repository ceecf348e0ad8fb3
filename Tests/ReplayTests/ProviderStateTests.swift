import Contract
import HTTP
import JSON
import Replay
import TestSupport
import Testing

struct ProviderStateTests {
    private static let text = """
        states:
          full: { parameters: [count], provides: [listId] }
          empty: {}
        cases:
          one:
            given: [ { full: { count: 3 } }, empty ]
            steps: [ { request: { path: "/{{listId}}" } } ]
            teardown: [ { request: { path: /up } } ]
        """

    /// `change` handles the state changes; all other requests get 200.
    private static func replay(
        url: String? = "http://api.test/states?x=1",
        _ change:
            @escaping @Sendable (_ state: String, _ action: String) ->
            ScriptedTransport.Outcome
    ) throws -> Replaying {
        var replay = try Replaying(Self.text) { _, request in
            guard request.path == "/states", let body = request.body.flatMap(Self.json) else {
                return answer(200)
            }
            return change(
                body["state"]?.stringValue ?? "",
                body["action"]?.stringValue ?? ""
            )
        }
        replay.targets = [
            ReplayTarget(name: "api", origin: "http://api.test", stateChangeURL: url)
        ]
        return replay
    }

    private static func json(_ bytes: [UInt8]) -> JSONValue? { try? JSONValue(parsing: bytes) }

    private static func changes(_ replay: Replaying) -> [String] {
        replay.transport.requests.filter { $0.path == "/states" }.compactMap { request in
            request.body.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    @Test("States are set up in order before the case, and torn down in reverse after its teardown")
    func order() async throws {
        let replay = try Self.replay { state, action in
            state == "full" && action == "setup" ? answer(200, ["listId": "L7"]) : answer(204)
        }
        let result = try await replay.result()
        #expect(result.verdict == .passed)
        #expect(
            replay.transport.lines == [
                "POST /states?x=1", "POST /states?x=1", "GET /L7", "GET /up", "POST /states?x=1",
                "POST /states?x=1",
            ]
        )
        #expect(
            Self.changes(replay) == [
                #"{"state":"full","params":{"count":3},"action":"setup"}"#,
                #"{"state":"empty","params":{},"action":"setup"}"#,
                #"{"state":"empty","params":{},"action":"teardown"}"#,
                #"{"state":"full","params":{"count":3},"action":"teardown"}"#,
            ]
        )
        #expect(replay.transport.requests[0].headers["Content-Type"] == "application/json")
    }

    @Test("Without a provider, the case is skipped and names the state it needs")
    func nobodyToAsk() async throws {
        let replay = try Self.replay(url: nil) { _, _ in answer(200) }
        let result = try await replay.result()
        #expect(result.verdict == .skipped)
        #expect(result.reason == "needs state full, and no --state-change-url was given")
        #expect(replay.transport.lines.isEmpty)
    }

    @Test("An unknown state skips the case and tears down the earlier ones")
    func unknownState() async throws {
        let replay = try Self.replay { state, _ in answer(state == "empty" ? 404 : 200) }
        let result = try await replay.result()
        #expect(result.verdict == .skipped)
        #expect(result.reason == "needs state empty, which the provider does not know")
        #expect(replay.transport.lines.count == 3)
        #expect(Self.changes(replay).last?.contains("\"full\"") == true)
    }

    @Test(
        "A provider that cannot set up a state leaves the case inconclusive",
        arguments: [
            (answer(500), "state full: http://api.test/states?x=1 answered 500"),
            (
                failure(.refused),
                "state full could not be asked for at http://api.test/states?x=1: refused: scripted"
            ),
        ]
    )
    func brokenState(outcome: ScriptedTransport.Outcome, reason: String) async throws {
        let replay = try Self.replay { _, _ in outcome }
        let result = try await replay.result()
        #expect(result.verdict == .inconclusive)
        #expect(result.reason == reason)
        #expect(replay.transport.lines.count == 1)
    }

    @Test("A provider response that is not JSON leaves the case inconclusive")
    func notJSON() async throws {
        let replay = try Self.replay { _, _ in
            .success(HTTPResponse(status: 200, body: Array("<html>".utf8)))
        }
        let result = try await replay.result()
        #expect(result.verdict == .inconclusive)
        #expect(result.reason?.contains("is not JSON") == true)
    }

    @Test("States are torn down after a failure too")
    func unmadeAfterFailure() async throws {
        let replay = try Self.replay { state, action in
            state == "full" && action == "setup" ? answer(200) : answer(204)
        }
        let result = try await replay.result()
        #expect(result.verdict == .inconclusive, "listId was not handed back")
        #expect(Self.changes(replay).count == 4)
    }

    @Test("A failed teardown of a state is reported, and the verdict is unchanged")
    func cannotBeUnmade() async throws {
        let replay = try Self.replay { _, action in
            action == "setup" ? answer(200, ["listId": "L"]) : answer(500)
        }
        let result = try await replay.result()
        #expect(result.verdict == .passed)
        #expect(
            result.reason == "afterwards: state empty: http://api.test/states?x=1 answered 500"
        )
    }
}
