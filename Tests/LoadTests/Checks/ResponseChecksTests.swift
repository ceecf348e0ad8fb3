import Base
import Compression
import Contract
import Dispatch
import HTTP
import LoadModel
import Measure
import Testing
import TestSupport
import Testing
import Transport

@testable import Load

struct ResponseChecksTests {
    /// A response must name its device; it contains the token that was sent.
    private static let contract = """
        contract: "1"
        targets: { api: { documented: "https://api.example.com" } }
        failure: { when: { status: { gte: 400 } } }
        operations:
          push:
            request: { method: POST, path: /push, query: { a: b }, headers: { X-A: "{{hex 4}}" }, json: { to: 1 } }
            responses:
              "201":
                asserts:
                  - { header: X-Kind, equals: box }
                  - { jsonpath: $.id, type: string }
                  - { jsonpath: $.note, equals: none, basis: observed }

        """

    private static let good =
        "HTTP/1.1 201 Created\r\nX-Kind: box\r\nContent-Length: 24\r\n\r\n{\"id\":\"a\",\"note\":\"none\"}"

    private static func planned(_ every: Int) throws -> PlannedProfile {
        try PlannedProfile("[{ call: push, check: { every: \(every) } }]", contract: contract)
    }

    private static func judge(_ planned: PlannedProfile) throws -> SendJudge {
        SendJudge(
            planned.profile,
            origins: planned.requests.sends.map { planned.requests.origins[$0.pool] },
            evaluator: planned.requests.evaluator,
            seed: 1
        )
    }

    private static func answer(
        _ planned: PlannedProfile,
        arrival: UInt64 = 0,
        head: String = "HTTP/1.1 201 Created\r\nX-Kind: box\r\n\r\n",
        body: String = "{\"id\":\"a\",\"note\":\"none\"}",
        isWhole: Bool = true
    ) -> CheckedResponse {
        answer(planned, arrival: arrival, head: head, body: Array(body.utf8), isWhole: isWhole)
    }

    private static func answer(
        _ planned: PlannedProfile,
        arrival: UInt64 = 0,
        head: String,
        body: [UInt8],
        isWhole: Bool = true
    ) -> CheckedResponse {
        CheckedResponse(
            send: 0,
            arrival: arrival,
            request: Array(planned.text(arrival: arrival).utf8),
            head: Array(head.utf8),
            body: body,
            isWhole: isWhole,
            serviceTime: 1000,
            moment: Timestamp(nanosecondsSince1970: 0)
        )
    }

    @Test("A planned request is parsed back to the same request")
    func request() throws {
        let planned = try Self.planned(1)
        let bytes = Array(planned.text(arrival: 3).utf8)
        let request = try #require(HTTPRequest(written: bytes, origin: "http://127.0.0.1:1"))
        #expect(request.method == "POST")
        #expect(request.path == "/base/push")
        #expect(request.query == "a=b")
        #expect(request.headers["X-A"]?.utf8.count == 4)
        #expect(request.body == Array("{\"to\":1}".utf8))
        #expect(HTTPRequest(written: Array("GET / HTTP/1.1\r\n".utf8), origin: "") == nil)
    }

    @Test(
        "The documented promises are checked in the head and in the body",
        arguments: [
            ("HTTP/1.1 201 Created\r\nX-Kind: box\r\n\r\n", "{\"id\":\"a\"}", []),
            (
                "HTTP/1.1 201 Created\r\nX-Kind: bag\r\n\r\n", "{\"id\":5}",
                [
                    "header X-Kind: expected \"box\", got \"bag\"",
                    "$.id: expected string, got integer 5",
                ]
            ),
            (
                "HTTP/1.1 202 Accepted\r\n\r\n", "",
                ["status: expected 201, got 202"]
            ),
        ] as [(String, String, [String])]
    )
    func differences(head: String, body: String, differences: [String]) throws {
        let planned = try Self.planned(1)
        let response = Self.answer(planned, head: head, body: body)
        #expect(try Self.judge(planned).finding(of: response) == .judged(differences))
    }

    @Test(
        "A small response that expands to a large value is not checked, unless its head fails already",
        arguments: [
            ("1", 9 << 20, "box", true), ("1,", 4 << 20, "box", true),
            ("{},", 300_000, "box", false),
            ("1,", 4 << 20, "bag", false),
        ] as [(String, Int, String, Bool)]
    )
    func stuffed(element: String, count: Int, kind: String, isTooLarge: Bool) throws {
        let planned = try Self.planned(1)
        let text = "[" + String(repeating: element, count: count) + "1]"
        let response = Self.answer(
            planned,
            head: "HTTP/1.1 201 Created\r\nX-Kind: \(kind)\r\nContent-Encoding: gzip\r\n\r\n",
            body: ContentCoding.gzip.encoded(Array(text.utf8))
        )
        try Self.expect(response, of: planned, isLeftOut: isTooLarge, as: .tooLarge, for: .size)
    }

    /// Expects a response to be skipped and counted with the reason, or to be checked and fail.
    private static func expect(
        _ response: CheckedResponse,
        of planned: PlannedProfile,
        isLeftOut: Bool,
        as left: SendJudge.Finding,
        for reason: SkipReason
    ) throws {
        let finding = try judge(planned).finding(of: response)
        #expect((finding == left) == isLeftOut)
        var figures = CheckFigures()
        figures.add(finding, of: response)
        #expect(figures.skipped == (isLeftOut ? [reason: 1] : [:]))
        #expect(figures.failed == (isLeftOut ? 0 : 1))
    }

    @Test("A body in an unknown coding is not checked, unless its head fails already")
    func encoded() throws {
        let planned = try Self.planned(1)
        for (kind, isOpen) in [("box", true), ("bag", false)] {
            let head =
                "HTTP/1.1 201 Created\r\nX-Kind: \(kind)\r\nContent-Encoding: aes128gcm\r\n\r\n"
            let response = Self.answer(planned, head: head, body: Array("secret".utf8))
            try Self.expect(
                response,
                of: planned,
                isLeftOut: isOpen,
                as: .undecodable,
                for: .coding
            )
        }
    }

    @Test("When the time is over, unchecked responses are counted without waiting")
    func overdue() async throws {
        let planned = try Self.planned(1)
        let queue = DispatchQueue(label: "held back")
        queue.suspend()
        let checks = ResponseChecks(
            try Self.judge(planned),
            every: [1],
            seed: 1,
            limits: .init(patience: .zero),
            queue: queue
        )
        for arrival in 0..<3 as Range<UInt64> {
            checks.submit(Self.answer(planned, arrival: arrival))
        }
        let figures = await checks.figures()
        #expect(figures.skipped == [.time: 3])
        // Responses that are checked anyway do not change the figures.
        queue.resume()
        queue.sync {}
        checks.submit(Self.answer(planned))
        let later = await checks.figures()
        #expect(later.skipped == [.time: 4])
        #expect(later.checked == 0)
    }

    @Test("An interruption ends the wait for response checks", .timeLimit(.minutes(5)))
    func interrupted() async throws {
        let planned = try Self.planned(1)
        let server = try ScriptedServer(answering: Self.good)
        let queue = DispatchQueue(label: "held back")
        queue.suspend()
        defer { queue.resume() }
        var plan = LoadFixture.open(10, connections: 1, sends: planned.requests.sends)
        plan.checks = ResponseChecks(
            try Self.judge(planned),
            every: [1],
            seed: 1,
            limits: .init(patience: .seconds(3600)),
            queue: queue
        )
        let run = try LoadRun(plan, opener: try ConnectionOpener(to: server.origin))
        async let outcome = run.run()
        await server.waitForReceived(10)
        run.interrupt()
        run.interrupt()
        let result = try await outcome.get()
        #expect(result.cut == .interrupted)
        #expect(try #require(result.cutAt) <= result.elapsed)
        #expect(result.checks.checked == 0)
        let skipped = try #require(result.checks.skipped[.time])
        #expect(skipped >= 9 && skipped <= 10)
    }

    @Test(
        "The choice of checked responses depends only on seed and number; on average it is one in n"
    )
    func drawn() throws {
        let judge = try Self.judge(try Self.planned(1))
        func taken(_ every: UInt64, seed: UInt64) -> [UInt64] {
            let queue = DispatchQueue(label: "unused")
            let checks = ResponseChecks(judge, every: [every], seed: seed, queue: queue)
            return (0..<10_000).filter { checks.takes($0, ofSend: 0) }
        }
        #expect(taken(1, seed: 1).count == 10_000)
        #expect(taken(0, seed: 1).isEmpty)
        let some = taken(10, seed: 1)
        // A thousand, ± four standard deviations.
        #expect((880...1120).contains(some.count))
        #expect(some == taken(10, seed: 1))
        #expect(some != taken(10, seed: 2))
        // Each of four shards has its part.
        for shard in 0..<4 as Range<UInt64> {
            #expect(some.count { $0 % 4 == shard } > 150)
        }
    }

    @Test("Unchecked responses are counted with the reason; the first ten failures are stored")
    func bounded() async throws {
        let planned = try Self.planned(1)
        let queue = DispatchQueue(label: "held back")
        queue.suspend()
        let checks = ResponseChecks(
            try Self.judge(planned),
            every: [1],
            seed: 1,
            limits: .init(responses: 12),
            queue: queue
        )
        for arrival in (0..<15 as Range<UInt64>).reversed() {
            checks.submit(Self.answer(planned, arrival: arrival, body: "{}"))
        }
        checks.submit(Self.answer(planned, isWhole: false))
        queue.resume()
        let figures = await checks.figures()
        #expect(figures.checked == 12)
        #expect(figures.failed == 12)
        #expect(figures.skipped == [.room: 3, .size: 1])
        #expect(figures.failures.map(\.arrival) == Array(3..<13))
        #expect(figures.failures.first?.differences == ["$.id: expected string, got nothing"])
    }

    @Test("Responses of a run are checked in the order of arrival", .timeLimit(.minutes(5)))
    func run() async throws {
        let planned = try Self.planned(1)
        // The second of two responses on the single connection breaks the contract.
        let bad = Self.good.replacing("\"a\"", with: "127")
        let server = try ScriptedServer([
            .forever([
                .receiveRequest, .send(Self.good), .receiveRequest, .send(bad),
            ])
        ])
        var plan = LoadFixture.open(10, connections: 1, sends: planned.requests.sends)
        plan.checks = ResponseChecks(
            try Self.judge(planned),
            every: [1],
            seed: 1,
            queue: DispatchQueue(label: "checks")
        )
        plan.firstPass = 2..<8
        let result = try await LoadFixture.run(plan, against: server.origin)
        let figures = result.checks
        #expect(figures.checked == 10)
        #expect(figures.failed == 5)
        #expect(figures.failures.map(\.arrival) == [1, 3, 5, 7, 9])
        #expect(
            figures.failures.first?.differences == ["$.id: expected string, got integer 127"]
        )
        let sentAt = try #require(result.audienceSentAt)
        #expect(sentAt >= 7 * LoadFixture.millisecond)
        #expect(sentAt <= result.elapsed)
    }

    @Test("An audience with an unanswered request has no completion time", .timeLimit(.minutes(5)))
    func unreached() async throws {
        let planned = try Self.planned(1)
        let server = try ScriptedServer([
            .receiveRequest, .send(Self.good), .receiveRequest, .close,
        ])
        var plan = LoadFixture.open(2, connections: 1, sends: planned.requests.sends)
        plan.firstPass = 0..<2
        let result = try await LoadFixture.run(plan, against: server.origin)
        #expect(result.audienceSentAt == nil)
    }

    @Test("A pass over the audience begins after the warm-up, and each shard sends its part")
    func pass() throws {
        let planned = try PlannedProfile(
            "[{ call: push, json: \"{{recipients}}\" }]",
            more: "audience: { count: 10, perSend: 3, recipient: \"{{index}}\" }",
            contract: Self.contract
        )
        var plan = LoadPlan(planned.profile, requests: planned.requests, seed: 1)
        #expect(plan.firstPass == 0..<4)
        #expect(plan.passCount == 4)
        plan.firstPass = 3..<7
        plan.shard = .init(2, of: 3)
        // Among 3, 4, 5 and 6, this is 4.
        #expect(plan.passCount == 1)
        plan.shard = .init(1, of: 3)
        #expect(plan.passCount == 2)
    }
}
