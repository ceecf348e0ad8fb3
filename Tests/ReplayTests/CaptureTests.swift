import Contract
import HTTP
import JSON
import Replay
import TestSupport
import Testing

struct CaptureTests {
    @Test("A captured value keeps its type and is available to later steps")
    func captured() async throws {
        let replay = try Replaying(
            """
            cases:
              one:
                steps:
                  - { call: ping, captures: { n: { jsonpath: "$.n" }, all: { jsonpath: "$" } } }
                  - { call: send, json: { n: "{{n}}", deep: "{{all.list.1}}" } }
            """,
            responses: [answer(200, ["n": 7, "list": ["a", "b"]]), answer(201, ["ok": true])]
        )
        #expect(try await replay.result().verdict == .passed)
        let body = try #require(replay.transport.requests.last?.body)
        #expect(String(decoding: body, as: UTF8.self) == #"{"n":7,"deep":"b"}"#)
    }

    @Test("A value that cannot be captured fails its step, with the position in the contract")
    func missing() async throws {
        let replay = try Replaying(
            """
            cases:
              one:
                steps:
                  - { call: ping, captures: { id: { jsonpath: "$.id" } } }
                  - { request: { path: "/{{id}}" } }
            """,
            responses: [answer(200)]
        )
        let result = try await replay.result()
        #expect(result.verdict == .failed)
        #expect(result.steps.count == 1)
        let difference = try #require(result.steps[0].differences.first)
        #expect(difference.expected == "a value to capture as id")
        #expect(difference.actual == "nothing")
        #expect(difference.location?.line == Replaying.addedLine(4))
        #expect(
            result.steps[0].headline
                == "could not capture id: $.id: expected a value, got nothing"
        )
    }

    @Test("Below the required level, a missing value ends the case without failing it")
    func missingBelowLevel() async throws {
        let replay = try Replaying(
            """
            cases:
              one:
                steps:
                  - { call: ping, covers: ping/cookie, captures: { c: { jsonpath: "$.c" } } }
                  - { call: ping }
            """,
            responses: [answer(200, ["cookie": true])]
        )
        let result = try await replay.result()
        #expect(result.verdict == .inconclusive)
        #expect(result.steps.map(\.outcome) == [.inconclusive])
    }

    @Test("A missing value ranks after errors in the response itself")
    func headlineStays() async throws {
        let replay = try Replaying(
            """
            cases:
              one: { steps: [ { call: ping, captures: { id: { jsonpath: "$.id" } } } ] }
            """,
            responses: [refusal(400, "E1")]
        )
        let result = try await replay.result()
        #expect(result.steps[0].headline == "wanted success, got E1 «No.» (400)")
        #expect(result.steps[0].differenceCount == 2)
    }

    @Test("Values bound with let are scoped to their step, captured ones persist")
    func letIsScoped() async throws {
        let replay = try Replaying(
            """
            variables: { who: { default: outer } }
            cases:
              one:
                steps:
                  - request: { path: "/{{who}}" }
                    let: { who: inner }
                    captures: { got: { jsonpath: "$.id" } }
                  - { request: { path: "/{{who}}/{{got}}" } }
            """
        ) { _, _ in answer(200, ["id": "x"]) }
        #expect(try await replay.result().verdict == .passed)
        #expect(replay.transport.lines == ["GET /inner", "GET /outer/x"])
    }

    @Test("Captured values of one case are unknown to the next")
    func casesAreApart() async throws {
        let replay = try Replaying(
            """
            variables: { id: { default: none } }
            cases:
              one: { steps: [ { call: ping, captures: { id: { jsonpath: "$.id" } } } ] }
              two: { steps: [ { request: { path: "/{{id}}" } } ] }
            """
        ) { _, _ in answer(200, ["id": "x"]) }
        #expect(try await replay.results().map(\.verdict) == [.passed, .passed])
        #expect(replay.transport.lines.last == "GET /none")
    }

    @Test(
        "An expectation that cannot be evaluated leaves the step inconclusive, with its response"
    )
    func brokenExpectation() async throws {
        let replay = try Replaying(
            """
            cases:
              one:
                steps:
                  - { call: ping, captures: { all: { jsonpath: "$" } } }
                  - { call: ping, expect: { contains: { a: "{{all.nothing}}" } } }
            """
        ) { _, _ in answer(200, ["a": 1]) }
        let result = try await replay.result()
        #expect(result.verdict == .inconclusive)
        #expect(result.reason?.contains("has no member \"nothing\"") == true)
        #expect(result.steps[1].response?.status == 200)
        #expect(result.steps[1].request?.target == "/ping")
    }
}

extension Replaying {
    /// The line in the file of line `number` of the text that a test adds.
    fileprivate static func addedLine(_ number: Int) -> Int {
        tables.utf8.count { $0 == UInt8(ascii: "\n") } + number
    }
}
