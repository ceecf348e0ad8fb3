import Base
import Contract
import HTTP2Serving
import HTTP
import Replay
import TestSupport
import Testing

struct SharedTablesTests {
    /// Runs contracts as one folder: all of them are evidence for the tables they share.
    private static func rows(
        _ files: [String: String],
        of paths: [String],
        in file: String,
        _ response: @escaping @Sendable (HTTPRequest) -> ScriptedTransport.Outcome
    ) async throws -> [String: PromiseResult] {
        let contracts = try Replaying.contracts(files, of: paths)
        var coverage = Coverage(level: .documented, today: "2026-01-31")
        for contract in contracts {
            let context = RunContext(
                contract: contract,
                targets: [ReplayTarget(name: "api", origin: "http://api.test")],
                transport: ScriptedTransport { _, request in response(request) },
                servers: DaemonLauncher(),
                clock: ManualClock(),
                options: ReplayOptions(),
                interruption: Interruption(),
                evaluator: Evaluator(
                    now: ManualClock.start,
                    random: RandomSource(seed: 0, name: "")
                )
            )
            let runner = ContractRunner(context: context, today: "2026-01-31")
            coverage.add(await runner.run(), of: contract)
        }
        let owner = try #require(
            contracts.first { $0.operations.contains { $0.location.file == file } }
        )
        let rows = coverage.rows(of: owner, in: file)
        return Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
    }

    @Test("All contracts that use a table are evidence for its rows")
    func shared() async throws {
        let files = [
            "common.yaml": Replaying.tables,
            "a.yaml": """
            contract: "1"
            use: [common.yaml]
            cases: { one: { steps: [ { call: ping } ] } }
            """,
            "b.yaml": """
            contract: "1"
            use: [common.yaml]
            cases:
              two: { covers: ping/lively, steps: [ { call: ping, query: { bad: 1 } } ] }
            """,
        ]
        let rows = try await Self.rows(files, of: ["a.yaml", "b.yaml"], in: "common.yaml") {
            answer($0.query == nil ? 200 : 500)
        }
        #expect(rows["ping"]?.status == .passed)
        #expect(rows["ping/lively"]?.status == .failed)
        #expect(rows["ping/lively"]?.cases == ["two"])
        #expect(rows["send"]?.status == .notCovered)
    }

    @Test("Contracts with their own tables stay separate, even with the same names")
    func unrelated() async throws {
        func file(_ path: String) -> String {
            """
            contract: "1"
            targets: { api: {} }
            operations: { ping: { request: { path: \(path) }, responses: { "200": {} } } }
            cases: { one: { steps: [ { call: ping } ] } }
            """
        }
        let files = ["a.yaml": file("/good"), "b.yaml": file("/bad")]
        for (owner, status) in [("a.yaml", PromiseStatus.passed), ("b.yaml", .failed)] {
            let rows = try await Self.rows(files, of: ["a.yaml", "b.yaml"], in: owner) {
                answer($0.path == "/good" ? 200 : 201)
            }
            #expect(rows["ping"]?.status == status)
        }
    }
}
