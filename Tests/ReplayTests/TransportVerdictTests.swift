import Contract
import HTTP
import Replay
import TestSupport
import Testing

struct TransportVerdictTests {
    private static let unreached: [TransportFailure.Kind] = [
        .refused, .dns, .unreachable, .tls, .proxy, .cancelled, .other, .timeout,
    ]
    private static let contradicting: [TransportFailure.Kind] = [
        .reset, .empty, .truncated, .malformed, .tooLarge,
    ]
    private static let one = "cases: { one: { steps: [ { call: ping } ] } }"

    @Test(
        "An unreachable server leaves the case inconclusive",
        arguments: Self.unreached
    )
    func notReached(kind: TransportFailure.Kind) async throws {
        let replay = try Replaying(Self.one, responses: [failure(kind)])
        let result = try await replay.result()
        #expect(result.verdict == .inconclusive)
        #expect(result.reason == "no response: \(kind.rawValue)")
        #expect(result.steps[0].outcome == .inconclusive)
        #expect(result.steps[0].failure?.kind == kind)
        #expect(result.steps[0].differences.isEmpty)
        #expect(result.steps[0].request?.target == "/ping")
    }

    @Test(
        "A response that began and is invalid contradicts the contract",
        arguments: Self.contradicting
    )
    func contradiction(kind: TransportFailure.Kind) async throws {
        let replay = try Replaying(Self.one, responses: [failure(kind)])
        let result = try await replay.result()
        #expect(result.verdict == .failed)
        #expect(result.steps[0].headline == "no response: \(kind.rawValue)")
        let difference = try #require(result.steps[0].differences.first)
        #expect(difference.path == "transport")
        #expect(difference.expected == "a complete response")
        #expect(difference.actual == "\(kind.rawValue): scripted")
        #expect(difference.location == result.steps[0].location)
    }

    @Test("The end of a kept-alive connection does not fail a case")
    func keptConnection() async throws {
        var failure = TransportFailure(kind: .reset, detail: "scripted")
        failure.endedKeptConnection = true
        let replay = try Replaying(
            "cases: { one: { steps: [ { call: send } ] } }",
            responses: [.failure(failure)]
        )
        let result = try await replay.result()
        #expect(result.verdict == .inconclusive)
        #expect(
            result.reason
                == "no response: reset on a connection kept from an earlier request, which may have "
                + "caused it; POST is not sent twice"
        )
        let requests = replay.transport.requests
        #expect(requests.allSatisfy { $0.mayBeSentAgain })
    }

    @Test("A response beyond the size limit leaves the case inconclusive")
    func tooMuch() async throws {
        let text = "cases: { one: { steps: [ { call: send } ] } }"
        let body = "[" + String(repeating: "1,", count: 200_000) + "1]"
        func verdict(_ status: Int) async throws -> CaseResult {
            let response = HTTPResponse(status: status, body: Array(body.utf8))
            var replay = try Replaying(text, responses: [.success(response)])
            replay.options.bodyLimits = BodyLimits(jobs: 256)
            return try await replay.result()
        }
        let result = try await verdict(201)
        #expect(result.verdict == .inconclusive)
        #expect(
            result.reason
                == "the response cannot be checked: its JSON takes more than 1,048,576 bytes of "
                + "memory"
        )
        #expect(result.steps[0].differences.isEmpty)
        #expect(try await verdict(202).verdict == .failed)
    }

    @Test("The tests above cover every kind of failure")
    func kindsAreCovered() {
        let known = Self.unreached + Self.contradicting
        #expect(Set(known) == Set(TransportFailure.Kind.allCases))
    }

    @Test("A timeout after the first byte of a response contradicts the contract")
    func slowResponse() async throws {
        let replay = try Replaying(
            Self.one,
            responses: [failure(.timeout, firstByte: .milliseconds(5))]
        )
        #expect(try await replay.result().verdict == .failed)
    }

    @Test("A connection failure is rated by the basis of the step's promise")
    func basisOfContradiction() async throws {
        let text = "cases: { one: { covers: ping/cookie, steps: [ { call: ping } ] } }"
        var replay = try Replaying(text) { _, _ in failure(.empty) }
        let documented = try await replay.result()
        #expect(documented.verdict == .passed)
        #expect(documented.steps[0].outcome == .differs)
        replay.options.level = .observed
        #expect(try await replay.result().verdict == .failed)
    }

    private static let refused = """
        cases: { one: { steps: [ { call: ping, expect: { transport: refused } } ] } }
        """

    @Test("An expected transport failure passes, and is not evidence for the success response")
    func wantedFailure() async throws {
        let replay = try Replaying(Self.refused) { _, _ in failure(.refused) }
        let result = try await replay.result()
        #expect(result.verdict == .passed)
        #expect(result.steps[0].promises.isEmpty)
        #expect(try await replay.promises()["ping"]?.status == .notCovered)
    }

    @Test("A response instead of an expected transport failure contradicts the contract")
    func responseInsteadOfFailure() async throws {
        let replay = try Replaying(Self.refused, responses: [answer(200)])
        let result = try await replay.result()
        #expect(result.verdict == .failed)
        #expect(result.steps[0].headline == "wanted refused, got a response (200)")
        #expect(result.steps[0].differences.map(\.path) == ["transport"])
        #expect(result.steps[0].response?.status == 200)
    }

    @Test(
        "A transport failure other than the expected one is rated like any other",
        arguments: [
            (TransportFailure.Kind.dns, Verdict.inconclusive), (.truncated, .failed),
        ]
    )
    func otherFailure(kind: TransportFailure.Kind, verdict: Verdict) async throws {
        let replay = try Replaying(Self.refused, responses: [failure(kind)])
        let result = try await replay.result()
        #expect(result.verdict == verdict)
        #expect(result.steps[0].headline == "wanted refused, got \(kind.rawValue)")
    }

    @Test("A missing target leaves the case inconclusive without a request")
    func unavailableTarget() async throws {
        var replay = try Replaying(Self.one, responses: [])
        replay.targets = []
        let result = try await replay.result()
        #expect(result.verdict == .inconclusive)
        #expect(result.reason?.hasSuffix("target \"api\" is not available") == true)
        #expect(replay.transport.lines.isEmpty)
    }
}
