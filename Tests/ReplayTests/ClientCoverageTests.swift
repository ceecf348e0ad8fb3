import Contract
import JSON
import Replay
import TestSupport
import Testing

/// The promises of the client library are counted separately.
struct ClientCoverageTests {
    private static func rows(
        _ cases: String,
        _ responses: [ScriptedTransport.Outcome]
    ) async throws -> (server: [PromiseResult], client: [PromiseResult]) {
        let replaying = try ClientCallTests.replaying(cases, responses)
        var coverage = Coverage(level: .documented, today: replaying.today)
        coverage.add(try await replaying.results(), of: replaying.contract)
        let (contract, file) = (replaying.contract, replaying.contract.file)
        return (
            coverage.rows(of: contract, in: file), coverage.clientRows(of: contract, in: file)
        )
    }

    @Test(
        "Calls, their promises and the client's errors have rows; a call is not evidence for a server"
    )
    func apart() async throws {
        let (server, client) = try await Self.rows(
            """
              good: { \(ClientCallTests.ready), steps: [{ call: register, \(ClientCallTests.arguments), covers: register/owned }] }
              early: { steps: [{ call: register, \(ClientCallTests.arguments), covers: register/notReady }] }

            """,
            [answer(200), answer(200, ["token": "t1"])]
        )
        #expect(server.map(\.status).allSatisfy { $0 == .notCovered })
        let held = client.filter { $0.status == .passed }.map(\.id)
        #expect(held == ["register/owned", "register/notReady", "client/notReady"])
        #expect(client.first { $0.id == "mark" }?.status == .local)
        let constructed = client.filter(\.isByConstruction).map(\.id)
        #expect(
            constructed == [
                "register/notReady", "register/badName", "register/busy", "erase/insecure",
                "client/notReady", "client/badName", "client/busy", "client/insecure",
            ]
        )
    }

    @Test("Results of the client's own conditions are modelled; sent or awaited requests are not")
    func modelled() async throws {
        let (_, client) = try await Self.rows(
            """
              good: { \(ClientCallTests.ready), steps: [{ call: register, \(ClientCallTests.arguments), covers: register/owned }] }
              early: { steps: [{ call: register, \(ClientCallTests.arguments), covers: register/notReady }] }

            """,
            [answer(200), answer(200, ["token": "t1"])]
        )
        #expect(
            client.filter { $0.modelled == .unsent }.map(\.id) == [
                "register/notReady", "client/notReady",
            ]
        )
        #expect(client.allSatisfy { $0.isProven == nil })
    }

    @Test("A call that stays in the app is listed but not counted")
    func local() async throws {
        let (_, client) = try await Self.rows("  x: { steps: [{ call: look }] }\n", [])
        let counts = CoverageSummary(client).counts(upTo: .recommended)
        #expect(counts[.local] == 1)
        #expect(counts.countable == counts.total - 1)
    }

    @Test("A promise below the required level has responses checked by its own basis")
    func unsure() async throws {
        let text = """
            contract: "1"
            targets: { api: { reference: sample } }
            operations:
              look:
                request: { path: /look }
                responses: { "200": { basis: recommended, contains: { token: t } } }
            client:
              errors: { invalid: {} }
              outcomes: [{ when: { response: invalid }, error: invalid }]
            calls:
              find:
                performs: [{ call: look }]
                promises: { no-token: { error: invalid, basis: recommended } }
            cases:
              none: { steps: [{ call: find, covers: find/no-token }] }
              plain: { steps: [{ call: find }] }

            """
        let replaying = try Replaying(text, responses: [answer(200), answer(200)])
        let results = try await replaying.results()
        #expect(results.map(\.verdict) == [.passed, .passed])
        var coverage = Coverage(level: .documented, today: replaying.today)
        coverage.add(results, of: replaying.contract)
        let rows = coverage.clientRows(of: replaying.contract, in: replaying.contract.file)
        #expect(rows.map(\.id) == ["find", "find/no-token", "client/invalid"])
        #expect(rows.prefix(2).map(\.status) == [.passed, .passed])
    }
}
