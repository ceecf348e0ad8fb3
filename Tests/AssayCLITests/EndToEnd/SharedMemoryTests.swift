@testable import CommandLineTool
import Contract
import HTTP
import Replay
import TestSupport
import Testing
import Transport

@testable import AssayCLI

/// The memory limit for the JSON of responses, shared by everything that runs at the same time.
struct SharedMemoryTests {
    /// Gives each service a separate origin.
    private struct Launcher: ReferenceLauncher {
        func endpoint(of name: String, variables: [String: String]) -> ReferenceEndpoint? {
            ReferenceEndpoint(
                origin: "http://\(name).test",
                stateChangeURL: "http://\(name).test/states"
            )
        }
    }

    /// Runs contracts of `services` services, each with one case that requests 100,000 numbers.
    private func cases(of services: Int) async throws -> [CaseResult] {
        let folder = try TemporaryDirectory()
        for number in 0..<services {
            let text = """
                contract: "1"
                info: { title: List }
                targets: { api: { reference: service\(number) } }
                cases:
                  list:
                    steps:
                      - request: { method: GET, path: / }
                        expect: { asserts: [{ jsonpath: "$[0]", equals: 1 }] }
                """
            _ = try folder.write(Array(text.utf8), to: "list\(number).yaml")
        }
        let words = [folder.path, "--max-filesize", "1048576"]
        let plan = try VerificationPlan(
            ArgumentParser.parse(words, as: VerifyCommand.specification)
        )
        let body = Array(("[" + String(repeating: "1,", count: 100_000) + "1]").utf8)
        let verification = Verification(
            plan: plan,
            contracts: LoadedContracts(paths: plan.paths).contracts,
            transport: ScriptedTransport { _, _ in
                .success(HTTPResponse(status: 200, body: body))
            },
            faults: HopInjector(options: plan.transport),
            launcher: Launcher(),
            clock: SystemClock(),
            environment: .process,
            interruption: Interruption()
        )
        return try await verification.run().result.cases
    }

    @Test("Contracts that run concurrently share the memory, as the cases of each do")
    func sideBySide() async throws {
        // Two cases at a time share eight times the largest body.
        let alone = try await cases(of: 1)
        #expect(alone.map(\.verdict) == [.passed])
        let beside = try await cases(of: 2)
        #expect(beside.map(\.verdict) == [.inconclusive, .inconclusive])
        #expect(
            beside.map(\.reason)
                == Array(
                    repeating:
                        "the response cannot be checked: its JSON takes more than 2,097,152 bytes "
                        + "of memory",
                    count: 2
                )
        )
    }
}
