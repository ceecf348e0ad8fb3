import Base
import Contract
import HTTP
import HTTP2Serving
import JSON
import Replay
import TestSupport
import Testing
import Transport

/// Exchanges that passed, checked again with one mutation at a time.
struct AlterationTests {
    private static let tables = """
        contract: "1"
        targets: { api: {} }
        failure: { when: { status: { gte: 400 } }, code: { jsonpath: "$.code" } }
        operations:
          read:
            request: { method: GET, path: /notes }
            responses: { "200": { like: { id: 1 } } }
            promises:
              seven: { summary: The note has the number seven. }
              taken: { summary: It is accepted., acceptedOnly: true }
              missing: { error: E2 }
        errors:
          E1: { status: 400 }
          E2: { status: 404 }
          E3: { status: 500 }

        """

    private static func replay(
        _ step: String,
        _ responses: ScriptedTransport.Outcome...
    ) throws -> Replaying {
        let text = tables + "cases: { one: { steps: [ \(step) ] } }\n"
        var replay = try Replaying(text, responses: responses)
        replay.options.alters = true
        return replay
    }

    private static func tally(
        _ step: String,
        _ responses: ScriptedTransport.Outcome...
    ) async throws -> AlterationTally {
        let text = tables + "cases: { one: { steps: [ \(step) ] } }\n"
        var replay = try Replaying(text, responses: responses)
        replay.options.alters = true
        let result = try await replay.result()
        #expect(result.verdict == .passed)
        #expect(replay.transport.requests.count == responses.count, "alterations send nothing")
        return try #require(result.steps.last?.alterations)
    }

    /// Three statuses; the body emptied, cut and invalid JSON; the object null and an array; the member dropped, null,
    /// a text, one more and one less.
    private static let countOfOneNumber = 3 + 3 + 2 + 5

    @Test("The step's own expectation proves its promise, and every mutation is noticed")
    func proven() async throws {
        let tally = try await Self.tally(
            "{ call: read, covers: read/seven, expect: { asserts: { jsonpath: $.id, equals: 7 } } }",
            answer(200, ["id": 7])
        )
        #expect(tally.noticed == Self.countOfOneNumber)
        #expect(tally.totals == "responses: 13 of 13 mutations detected")
        #expect(tally.missed.isEmpty)
        #expect(tally.unspecified == 0)
        #expect(tally.proven == ["read/seven"])
    }

    @Test("An unchecked success proves no more than the success")
    func hollow() async throws {
        let tally = try await Self.tally(
            "{ call: read, covers: read/seven }",
            answer(200, ["id": 7])
        )
        // An example of types does not detect a different number.
        #expect(tally.noticed == Self.countOfOneNumber - 2)
        #expect(tally.missed.map(\.alteration.place) == ["$.id", "$.id"])
        #expect(tally.missed.map(\.alteration.change) == ["7 → 8", "7 → 6"])
        #expect(tally.missed.allSatisfy { $0.asking?.line == 7 })
        #expect(tally.proven.isEmpty)
    }

    @Test(
        "The success proves the operation's own row and accepted-only promises",
        arguments: ["", "covers: read/taken"]
    )
    func success(covers: String) async throws {
        let step = "{ call: read\(covers.isEmpty ? "" : ", ")\(covers) }"
        let tally = try await Self.tally(step, answer(200, ["id": 7]))
        #expect(tally.proven == [covers.isEmpty ? "read" : "read/taken"])
    }

    @Test("Values without an expectation are unspecified")
    func unspecified() async throws {
        let tally = try await Self.tally("{ call: read }", answer(200, ["id": 7, "more": true]))
        // Dropped, null, a text, false.
        #expect(tally.unspecified == 4)
        #expect(tally.missed.count == 2)
    }

    @Test("Every other code of the catalogue fails the promise of an error")
    func codes() async throws {
        let tally = try await Self.tally(
            "{ call: read, covers: read/missing }",
            refusal(404, "E2")
        )
        #expect(tally.proven == ["read/missing"])
        // For the code: dropped, null, a number, another character, E1, E3.
        #expect(!tally.missed.contains { $0.alteration.place == "$.code" })
        #expect(!tally.missed.contains { $0.alteration.place == "error code" })
    }

    @Test("The same seed makes the same mutations, another seed chooses other characters")
    func seeded() async throws {
        func missed(_ seed: UInt64) async throws -> [String] {
            var replay = try Self.replay(
                "{ call: read, expect: { asserts: { jsonpath: $.name, matches: \"^[a-f]+$\" } } }",
                answer(200, ["id": 1, "name": "abcdefabcdefabcdef"])
            )
            replay.options.seed = seed
            let tally = try await replay.result().steps.last?.alterations
            return tally?.missed.map(\.alteration.change) ?? []
        }
        let first = try await missed(1)
        #expect(first == (try await missed(1)))
        var others: Set<[String]> = []
        for seed in 2..<8 as Range<UInt64> { others.insert(try await missed(seed)) }
        #expect(others.count > 1)
    }

    @Test("Responses are mutated only on request, and never those of failed steps")
    func silent() async throws {
        var replay = try Self.replay("{ call: read }", answer(200, ["id": 7]))
        replay.options.alters = false
        #expect(try await replay.result().steps.last?.alterations == nil)
        let broken = try Self.replay("{ call: read }", answer(500))
        #expect(try await broken.result().steps.last?.alterations == nil)
    }

    @Test("Coverage rows record whether they are proven; without mutations this is unknown")
    func rows() async throws {
        let step = "{ call: read, covers: [read/seven, read/taken] }"
        let altered = try Self.replay(step, answer(200, ["id": 7]))
        let rows = try await altered.promises()
        #expect(rows["read/seven"]?.proof == PromiseProof(byAlteration: false))
        #expect(rows["read/seven"]?.lacksProof == true)
        #expect(rows["read/taken"]?.proof == PromiseProof(byAlteration: true))
        let again = try Replaying(
            Self.tables + "cases: { one: { steps: [ \(step) ] } }\n",
            responses: [answer(200, ["id": 7])]
        )
        #expect(try await again.promises()["read/seven"]?.proof == nil)
    }
}

/// The same for requests that listeners receive and clients send.
struct RequestAlterationTests {
    private static func tally(_ text: String) async throws -> AlterationTally {
        let contracts = try Replaying.contracts(["a.yaml": text], of: ["a.yaml"])
        let clock = ManualClock()
        var options = ReplayOptions()
        options.alters = true
        let context = RunContext(
            contract: contracts[0],
            targets: [ReplayTarget(name: "api", origin: "http://api.invalid")],
            transport: try CurlTransport(),
            servers: DaemonLauncher(),
            clock: clock,
            options: options,
            interruption: Interruption(),
            evaluator: Evaluator(now: clock.now, random: RandomSource(seed: 0, name: ""))
        )
        let results = await ContractRunner(context: context, today: "2026-01-31").run()
        #expect(results.map(\.verdict) == [.passed])
        return try #require(results[0].steps.last?.alterations)
    }

    private static let listener = """
        contract: "1"
        targets: { api: {} }
        operations:
          notify:
            request: { method: POST, path: / }
            promises: { payload: { summary: The text arrives. }, quiet: { summary: No more. } }
        listeners: { apns: {} }
        cases:
          one:
            steps:
              - { request: { method: POST, url: "{{listeners.apns.url}}/3/device/a", json: { text: hi } } }
        """

    @Test(
        "A received request that is missing, duplicated or changed fails the promise of its payload"
    )
    func received() async throws {
        let tally = try await Self.tally(
            Self.listener + "\n"
                + "      - { received: apns, where: { path: /3/device/a }, covers: notify/payload, "
                + "expect: { contains: { text: hi } } }\n"
        )
        #expect(tally.proven == ["notify/payload"])
        #expect(!tally.missed.contains { $0.alteration.place == "received apns" })
        #expect(!tally.missed.contains { $0.alteration.place == "$.text" })
        #expect(!tally.missed.contains { $0.alteration.place == "path" })
    }

    @Test("Expecting no request under a condition that nothing meets proves nothing")
    func nobody() async throws {
        let tally = try await Self.tally(
            Self.listener + "\n"
                + "      - { received: apns, where: { path: /nobody }, count: 0, "
                + "covers: notify/quiet }\n"
        )
        #expect(tally == AlterationTally())
    }

    @Test("If no request is expected at all, a request fails the promise")
    func nothing() async throws {
        let tally = try await Self.tally(
            Self.listener.replacing("{{listeners.apns.url}}", with: "{{listeners.other.url}}")
                .replacing("{ apns: {} }", with: "{ apns: {}, other: {} }") + "\n"
                + "      - { received: apns, count: 0, covers: notify/quiet }\n"
        )
        #expect(tally.proven == ["notify/quiet"])
        #expect(tally.totals == "responses: 1 of 1 mutations detected")
    }

    private static let client = """
        contract: "1"
        targets: { api: {} }
        operations:
          add:
            request: { method: POST, path: /add, json: { token: t } }
            responses: { "200": { like: { id: 1 } } }
        client:
          state: { kept: null }
          errors: { failed: {} }
          outcomes: [ { when: { response: invalid }, error: failed } ]
        calls:
          save:
            performs: [ { call: add, captures: { id: { jsonpath: $.id } } } ]
            then: { kept: "{{id}}" }
            returns: "{{id}}"
            promises: { sent: { summary: It sends the token. }, kept: { summary: It is kept. } }
          look:
            returns: { shown: true, text: null }
            promises: { silent: { summary: There is no text. } }
        cases:
          one: { steps: [ { call: STEP } ] }
        """

    private static func call(
        _ step: String,
        sending count: Int = 1
    ) async throws -> AlterationTally {
        let text = client.replacing("STEP", with: step)
        var replay = try Replaying(text) { _, _ in answer(200, ["id": 7]) }
        replay.options.alters = true
        let result = try await replay.result()
        #expect(result.verdict == .passed)
        #expect(replay.transport.requests.count == count, "alterations send nothing")
        return try #require(result.steps.last?.alterations)
    }

    @Test("The result of a call without requests is mutated")
    func returned() async throws {
        let tally = try await Self.call(
            "look, covers: look/silent, expect: { asserts: { result: $.text, equals: null } }",
            sending: 0
        )
        #expect(tally.proven == ["look/silent"])
        #expect(!tally.missed.contains { $0.alteration.place == "result $.text" })
        #expect(tally.unspecified > 0)
    }

    @Test("The success of a call without requests proves no promise")
    func returnedUnseen() async throws {
        let tally = try await Self.call("look, covers: look/silent", sending: 0)
        #expect(tally.proven.isEmpty)
    }

    @Test(
        "A client request that is missing, duplicated or changed fails the promise that requires it"
    )
    func sent() async throws {
        let tally = try await Self.call(
            "save, covers: save/sent, "
                + "expect: { requests: 1, asserts: { request: 1, jsonpath: $.token, equals: t } }"
        )
        #expect(tally.proven == ["save/sent"])
        #expect(!tally.missed.contains { $0.alteration.place == "request 1" })
        #expect(!tally.missed.contains { $0.alteration.place == "request 1 $.token" })
    }

    @Test("An assert on the model's own variable proves nothing, whatever the server's response")
    func memory() async throws {
        let tally = try await Self.call(
            "save, covers: save/kept, expect: { asserts: { state: kept, not: null } }"
        )
        #expect(tally.proven.isEmpty)
        #expect(tally.noticed > 0)
    }

    @Test(
        "A call is repeated with the mutated response, so that its result is another value"
    )
    func answered() async throws {
        let tally = try await Self.call(
            "save, covers: save/kept, expect: { asserts: { result: $, equals: 7 } }"
        )
        #expect(tally.proven == ["save/kept"])
        let changes = tally.missed.map(\.alteration).filter { $0.place == "response 1 $.id" }
        #expect(changes.isEmpty)
    }
}
