import ContractFile
import JSON
import LoadModel
import Measure
import TestSupport
import Testing

/// Journeys with the complete program against the reference servers.
@Suite(.timeLimit(.minutes(5)))
struct JourneyProgramTests {
    private static func result(
        of profile: String,
        _ options: [String] = []
    ) async throws -> RunResult {
        let folder = try TemporaryDirectory()
        let path = try folder.write(Array(profile.utf8), to: "profile.yaml")
        let file = folder.file("result.json")
        let words = ["load", path, "--output", file] + options
        let run = try await RunningProgram(words).end()
        #expect(run.ending == .exited(0), "\(run.errors)\(run.output)")
        return try RunResult(
            parsing: try DiskFiles().read(file, atMost: 10_000_000),
            file: file
        )
    }

    /// The number of good outcomes per row.
    private static func good(_ result: RunResult) -> [String: UInt64] {
        let plan = result.recording.plan
        return Dictionary(
            uniqueKeysWithValues: plan.sends.indices.map {
                (plan.sends[$0], result.recording.latency(ofSend: $0).good.count)
            }
        )
    }

    @Test("A registered device that is read back gets its message, as often as the report says")
    func registered() async throws {
        let reference = try await ReferenceProcess("ncmb")
        let listener = try ScriptedServer(answering: Answer.json("{}"))
        try reference.connect(to: listener)
        let result = try await Self.result(
            of: """
                profile: "1"
                contract: \(PackageRoot.contracts)/ncmb/push.yaml
                sends:
                  - name: reach
                    steps:
                      - { call: createInstallation, captures: { id: { jsonpath: "$.objectId" } } }
                      - { think: { from: 1ms, to: 20ms } }
                      - { call: getInstallation, params: { id: "{{id}}" }, captures: { token: { jsonpath: "$.deviceToken" } }, check: { every: 1 } }
                      - { call: createPush, json: { message: hello, immediateDeliveryFlag: true, target: [ios], searchCondition: { deviceToken: "{{token}}" } } }
                load: { stages: [ { rate: 100/s, for: 500ms } ], connections: 8 }
                thresholds: [ { errors: ratio, lte: 0% }, { errors: ratio, lte: 0%, of: reach/createPush } ]

                """,
            ["--target", reference.origin, "--workers", "2"]
        )
        #expect(
            Self.good(result) == [
                "reach": 50, "reach/createInstallation": 50, "reach/getInstallation": 50,
                "reach/createPush": 50,
            ]
        )
        #expect(result.checks.checked == 50)
        await listener.waitForReceived(50)
        let devices = listener.received.compactMap(\.headLines.first)
        #expect(Set(devices).count == 50)
    }

    @Test("Scenarios start together, each with its own load, and read back from the result")
    func scenarios() async throws {
        let result = try await Self.result(
            of: """
                profile: "1"
                contract: \(PackageRoot.contracts)/ncmb/push.yaml
                scenarios:
                  - name: devices
                    sends:
                      - { name: join, steps: [ { call: createInstallation, captures: { id: { jsonpath: "$.objectId" } } }, { call: getInstallation, params: { id: "{{id}}" } } ] }
                    load: { stages: [ { rate: 100/s, for: 500ms } ], connections: 4 }
                  - name: operators
                    sends: [ { call: createPush } ]
                    load: { stages: [ { rate: 20/s, for: 1s } ], connections: 2 }
                  - name: crawler
                    sends: [ { call: searchInstallations } ]
                    load: { stages: [ { connections: 1, for: 300ms, think: 10ms } ] }

                """,
            ["--workers", "2"]
        )
        let good = Self.good(result)
        #expect(good["devices/join"] == 50)
        #expect(good["devices/join/getInstallation"] == 50)
        #expect(good["operators/createPush"] == 20)
        let searches = try #require(good["crawler/searchInstallations"])
        #expect(searches > 0)
        #expect(result.recording.dueCount == 70 + searches)
        #expect(result.profile.scenarios.map(\.name) == ["devices", "operators", "crawler"])
        #expect(result.profile.scenarios[1].load.span == 1_000_000_000)
        #expect(result.profile.load.pools.map(\.connections) == [4, 2, 1])
    }

    @Test("A journey sends to one server and reports to the other")
    func servers() async throws {
        let result = try await Self.result(
            of: """
                profile: "1"
                contract: \(PackageRoot.contracts)/nhn-push/statistics.yaml
                sends:
                  - name: tell
                    steps:
                      - { call: sendMessage, captures: { message: { jsonpath: "$.message.messageId" } } }
                      - { call: collectEvents, set: { /json/events/0/messageId: "{{message}}" } }
                load: { stages: [ { rate: 100/s, for: 500ms } ], connections: { api: 4, collector: 2 } }

                """
        )
        #expect(
            Self.good(result) == ["tell": 50, "tell/sendMessage": 50, "tell/collectEvents": 50]
        )
        #expect(result.profile.load.pools.map(\.connections) == [4, 2])
        #expect(result.targets.count == 2)
    }
}
