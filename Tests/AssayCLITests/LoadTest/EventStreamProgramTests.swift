import ContractFile
import Measure
import TestSupport
import Testing

@testable import AssayCLI

/// The built program against a server whose event streams never end.
@Suite(.timeLimit(.minutes(5)))
struct EventStreamProgramTests {
    private static let contract = """
        contract: "1"
        info: { title: Sample }
        targets: { api: { documented: "https://api.invalid" } }
        operations:
          listen:
            request: { method: GET, path: /listen }
            responses: { "200": { events: { for: 50s, count: 2 } } }
        cases:
          first: { steps: [ { call: listen } ] }

        """
    private static let profile = """
        profile: "1"
        contract: sample.yaml
        sends: [{ call: listen, check: { every: 1 } }]
        load: { stages: [{ rate: 10/s, for: 1s }], connections: 4, timeout: 60s, drain: 60s }
        thresholds:
          - { latency: max, lt: 60s, of: listen }
          - { events: rate, lte: 1000/s, of: listen }

        """

    @Test(
        "A run over event streams reports their events, in text and in a file that can be read back"
    )
    func streams() async throws {
        let folder = try TemporaryDirectory()
        _ = try folder.write(Array(Self.contract.utf8), to: "sample.yaml")
        let path = try folder.write(Array(Self.profile.utf8), to: "profile.yaml")
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
        let server = try ScriptedServer([
            .receiveRequest, .send(head + "data: a\n\ndata: b\n\n"), .hang,
        ])
        let file = folder.file("run.json")
        let words = ["load", path, "--target", server.origin, "--output", file]
        let run = try await RunningProgram(words).end()
        #expect(run.ending == .exited(0), "\(run.errors)")
        #expect(run.output.contains(" in 1 s; the first of a stream ends its latency\n"))
        #expect(run.output.contains("  passed  events ≤ 1000/s of listen: "))
        let result = try RunResult(parsing: DiskFiles().read(file, atMost: 1 << 20), file: file)
        #expect(result.recording.goodCount == 10)
        #expect(result.recording.slices.slices.reduce(0) { $0 + $1.eventCount } == 20)
        #expect(result.checks.checked == 10)
        #expect(result.checks.failed == 0)
        let again = try await assay("report", file)
        #expect(again.output.contains("<dt>Events</dt>"))
    }
}
