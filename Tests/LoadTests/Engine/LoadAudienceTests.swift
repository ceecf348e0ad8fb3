import Contract
import ContractFile
import Measure
import TestSupport
import Testing
import Transport

@testable import Load

/// Runs whose recipients are rows of a file that changes during the run.
@Suite(.timeLimit(.minutes(5)))
struct LoadAudienceTests {
    @Test("When the recipients' file is truncated, the run ends and sends nothing wrong")
    func cut() async throws {
        let folder = try TemporaryDirectory()
        try folder.write(Array(PlannedProfile.contract.utf8), to: "a.yaml")
        try folder.write(Array("id\none\ntwo\n".utf8), to: "devices.csv")
        let text = """
            profile: "1"
            contract: a.yaml
            audience: { csv: devices.csv }
            sends: [{ call: push, security: none, json: { to: "{{recipients}}" } }]
            load: { stages: [{ rate: 1000/s, for: 10m }], connections: 4 }

            """
        let path = try folder.write(Array(text.utf8), to: "p.yaml")
        let profile = try #require(ContractLibrary().profile(at: path))
        let plan = LoadPlan(profile, requests: try PlannedProfile(profile).requests, seed: 1)
        let server = try ScriptedServer(answering: LoadFixture.created)
        let run = try LoadRun(plan, opener: try ConnectionOpener(to: server.origin))
        async let outcome = run.run()
        await server.waitForReceived(20)
        try folder.write(Array("id\non".utf8), to: "devices.csv")
        let result = try await outcome.get()
        let place = folder.file("devices.csv")
        let reason = "expected the file to stay as it is while it is read: it had 11 bytes, now "
        guard case .audience(let detail)? = result.cut else {
            Issue.record("expected the run to be cut, got \(String(describing: result.cut))")
            return
        }
        #expect(detail.hasPrefix("\(place):2:1: \(reason)"))
        let count = result.recording.dueCount
        #expect(count >= 20 && count < 600_000)
        #expect(LoadFixture.outcomes(result) == ["201": count])
        let bodies = Set(server.received.compactMap { $0.text.split(separator: "\r\n\r\n").last })
        #expect(bodies == [#"{"to":[{"id":"one"}]}"#, #"{"to":[{"id":"two"}]}"#])
    }
}
