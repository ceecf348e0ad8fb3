import Base
import Contract
import HTTP
import HTTP2Serving
import HTTPServer
import JSON
import Replay
import Synchronization
import TestSupport
import Testing
import Transport

/// Servers that a contract plays while its cases run.
struct ListenerTests {
    private static let header = """
        contract: "1"
        targets: { api: {} }
        operations:
          notify:
            request: { method: POST, path: / }
            promises:
              payload: { expect: { contains: { text: hi } } }
              guessed: { basis: inferred, expect: { contains: { text: hi } } }
        listeners:
          apns: {}

        """

    /// Runs the cases over the wire; steps send their requests to the listeners directly.
    private static func results(
        _ text: String,
        stateChangeURL: String? = nil,
        jobs: Int = 1
    ) async throws -> [CaseResult] {
        let contracts = try Replaying.contracts(["a.yaml": header + text], of: ["a.yaml"])
        let clock = ManualClock()
        var options = ReplayOptions()
        options.jobs = jobs
        let context = RunContext(
            contract: contracts[0],
            targets: [
                ReplayTarget(
                    name: "api",
                    origin: "http://api.invalid",
                    stateChangeURL: stateChangeURL
                )
            ],
            transport: try CurlTransport(),
            servers: DaemonLauncher(),
            clock: clock,
            options: options,
            interruption: Interruption(),
            evaluator: Evaluator(now: clock.now, random: RandomSource(seed: 0, name: ""))
        )
        return await ContractRunner(context: context, today: "2026-01-31").run()
    }

    private static func result(_ steps: String, _ more: String = "") async throws -> CaseResult {
        let text = """
            cases:
              one:
                \(more.isEmpty ? "tags: []" : more)
                steps:
            \(steps.split(separator: "\n").map { "      - \($0)" }.joined(separator: "\n"))
            """
        let results = try await results(text)
        try #require(results.count == 1)
        return results[0]
    }

    private static func post(_ path: String, _ body: String) -> String {
        "{ request: { method: POST, url: \"{{listeners.apns.url}}\(path)\", \(body) } }"
    }

    private static let hello = post("/a?b=c", "json: { text: hi, list: [1, 2] }")

    private static let held = [
        "{ method: POST }", "{ path: /a }", "{ url: { endsWith: \"/a?b=c\" } }",
        "{ header: Content-Type, equals: application/json }",
        "{ jsonpath: \"$.list[*]\", count: 2 }", "{ body: { bytes: { lte: 100 } } }",
    ]

    @Test("Received requests are checked with the ordinary asserts", arguments: held)
    func asserts(assert: String) async throws {
        let result = try await Self.result(
            "\(Self.hello)\n{ received: apns, expect: { asserts: [\(assert)] } }"
        )
        #expect(result.verdict == .passed, "\(result)")
        #expect(result.steps.last?.direction == .received)
        #expect(result.steps.last?.request?.target == "/a?b=c")
    }

    @Test("Cases that share an address wait for each other, and no others do")
    func sharedAddress() async throws {
        let port = try LoopbackSocket.portToServe()
        let steps = """
            steps: [ \(Self.post("/", "json: {}")), { received: fixed, where: [ { url: \
            { startsWith: "http://127.0.0.1:\(port)/" } } ] } ]
            """.replacing("listeners.apns", with: "listeners.fixed")
        let cases = (0..<6).map { "  case\($0): { \(steps) }" }.joined(separator: "\n")
        let text = """
              fixed: { address: "127.0.0.1:\(port)" }
            cases:
            \(cases)
            """
        let results = try await Self.results(text, jobs: 6)
        #expect(results.map(\.verdict) == Array(repeating: .passed, count: 6), "\(results)")
    }

    @Test("An address in use leaves the case inconclusive with the reason")
    func takenAddress() async throws {
        let daemon = try HTTPDaemon(limits: ServerLimits(requestLineBytes: 100, bodyBytes: 9)) {
            _ in
            ServerResponse(status: 200)
        }
        let text = """
              fixed: { address: "127.0.0.1:\(daemon.port)" }
            cases:
              one: { steps: [ { received: fixed } ] }
              two: { steps: [ { received: fixed } ] }
            """
        let results = try await Self.results(text)
        #expect(results.map(\.verdict) == [.inconclusive, .inconclusive])
        let reason = results[0].reason ?? ""
        #expect(reason.contains("127.0.0.1:\(daemon.port)"), "\(reason)")
        #expect(reason.contains("Address already in use"), "\(reason)")
    }

    @Test("A form is checked by its fields")
    func form() async throws {
        let result = try await Self.result(
            """
            \(Self.post("/", "form: { user: U 1 }"))
            { received: apns, expect: { asserts: [{ form: user, equals: U 1 }, { form: x, exists: false }] } }
            """
        )
        #expect(result.verdict == .passed, "\(result)")
    }

    @Test("An unexpected request fails the promise that the step covers")
    func broken() async throws {
        let result = try await Self.result(
            """
            \(Self.post("/", "json: { text: no }"))
            { received: apns, covers: notify/payload }
            """
        )
        #expect(result.verdict == .failed)
        let step = try #require(result.steps.last)
        #expect(step.promises == ["notify/payload"])
        #expect(step.headline == "$.text: expected \"hi\", got \"no\"")
        #expect(step.exchanges.count == 1)
    }

    @Test("Below the required level a difference is only noted")
    func differs() async throws {
        let result = try await Self.result(
            """
            \(Self.post("/", "json: { text: no }"))
            { received: apns, covers: notify/guessed }
            """
        )
        #expect(result.verdict == .passed)
        #expect(result.steps.last?.outcome == .differs)
    }

    private static let counts: [(String, String?)] = [
        ("{ received: apns, count: 2 }", nil),
        ("{ received: apns, where: { path: /a }, count: 2 }", nil),
        ("{ received: apns, where: { path: /b }, count: 0 }", nil),
        ("{ received: apns }", "received apns: expected 1 request, got 2 requests"),
        (
            "{ received: apns, count: 3, within: 20s }",
            "received apns: expected 3 requests, got 2 requests at PLACE within 20s"
        ),
        ("{ received: apns, count: 0 }", "received apns: expected no request, got 2 requests"),
        (
            "{ received: apns, where: { path: /b } }",
            "received apns: expected 1 request, got no request at PLACE within 10s; 2 requests came "
                + "that are not meant"
        ),
    ]

    @Test("Only matching requests are counted", arguments: counts)
    func counting(step: String, expected: String?) async throws {
        let result = try await Self.result("\(Self.hello)\n\(Self.hello)\n\(step)")
        // The address of the listener is different each time.
        let said = result.steps.last?.headline ?? "nothing"
        let headline = said.replacing(#/http://127\.0\.0\.1:[0-9]+/#, with: "PLACE")
        #expect(headline == expected ?? "nothing")
        #expect(result.verdict == (expected == nil ? .passed : .failed))
    }

    @Test("Without a matching request, the received ones are shown")
    func others() async throws {
        let result = try await Self.result(
            "\(Self.hello)\n{ received: apns, where: { path: /b } }"
        )
        #expect(result.steps.last?.exchanges.map(\.request.path) == ["/a"])
    }

    @Test("Requests taken by a step are invisible to later steps")
    func taken() async throws {
        let result = try await Self.result(
            """
            \(Self.hello)
            \(Self.post("/z", "text: z"))
            { received: apns, where: { path: /z } }
            { received: apns, captures: { length: { header: Content-Length } } }
            { received: apns, count: 0 }
            \(Self.post("/{{length}}", "text: z"))
            { received: apns, where: { path: /26 } }
            """
        )
        #expect(result.verdict == .passed, "\(result)")
    }

    @Test("Responses are given in order, the last one repeatedly, with their values filled in")
    func answers() async throws {
        let result = try await Self.result(
            """
            { request: { url: "{{listeners.apns.url}}/" }, expect: { status: 503, asserts: [{ body: { empty: true } }] } }
            { request: { url: "{{listeners.apns.url}}/" }, expect: { status: 201, contains: { own: x, at: "{{listeners.apns.url}}" } } }
            { request: { url: "{{listeners.apns.url}}/" }, expect: { status: 201, asserts: [{ header: Content-Type, equals: application/json }] } }
            """,
            "listeners: { apns: { respond: [{ status: 503 }, { status: 201, json: "
                + "{ own: \"{{own}}\", at: \"{{listeners.apns.url}}\" } }] } }\n    let: { own: x }"
        )
        #expect(result.verdict == .passed, "\(result)")
    }

    @Test("A listener that cannot build its response leaves the step inconclusive")
    func impossibleResponse() async throws {
        let result = try await Self.result(
            "\(Self.hello)\n{ received: apns }",
            "listeners: { apns: { respond: { text: \"{{own.b}}\" } } }\n    let: { own: { a: 1 } }"
        )
        #expect(result.steps.first?.response?.status == 500)
        #expect(result.verdict == .inconclusive)
        #expect(
            result.reason
                == "listener apns cannot respond: a.yaml:13:43: \"own.b\" has no member \"b\""
        )
    }

    @Test("Parallel cases have their own listeners")
    func isolation() async throws {
        let text = """
            cases:
              each:
                rows: [{ n: a }, { n: b }, { n: c }, { n: d }, { n: e }, { n: f }]
                steps:
                  - { request: { method: POST, url: "{{listeners.apns.url}}", text: "{{n}}" } }
                  - { received: apns, expect: { asserts: [{ body: "{{n}}" }] } }
            """
        let results = try await Self.results(text, jobs: 6)
        #expect(results.map(\.verdict) == Array(repeating: .passed, count: 6), "\(results)")
    }

    @Test("A provider receives the address of a listener")
    func state() async throws {
        let told = Mutex<[String]>([])
        let provider = try HTTPDaemon(limits: ServerLimits(requestLineBytes: 100, bodyBytes: 999)) {
            let body = String(decoding: $0.body, as: UTF8.self)
            told.withLock { $0.append(body) }
            return ServerResponse(status: 200)
        }
        let results = try await Self.results(
            """
            states: { downstream: { parameters: [listener] } }
            cases:
              one:
                given: [{ downstream: { listener: apns } }]
                steps: [{ request: { url: "{{listeners.apns.url}}" } }]
            """,
            stateChangeURL: provider.origin
        )
        let url = try #require(results.first?.steps.first?.request?.origin)
        #expect(
            told.withLock { $0 }
                == ["setup", "teardown"].map {
                    #"{"state":"downstream","params":{"listener":"\#(url)"},"action":"\#($0)"}"#
                }
        )
    }
}
