import ContractFile
import JSON
import Measure
import PushSinks
import TestSupport
import Testing

/// Runs of the built program with deliveries watched by a sink; each sends to the sink itself, so a message is
/// accepted at the moment it is delivered.
@Suite(.timeLimit(.minutes(5)))
struct DeliveryCommandTests {
    /// A profile that sends forty notifications to forty devices.
    private static func profile(
        _ folder: TemporaryDirectory,
        sink: String,
        fields: String = #"json: { aps: { alert: "{{marker}} hello" } }"#,
        thresholds: String = "[{ lost: count, lte: 0 }, { delivered: ratio, gte: 100% }]",
        within: String = "60s"
    ) throws -> String {
        let text = """
            profile: "1"
            contract: \(PackageRoot.contracts)/apns/notifications.yaml
            seed: 3
            audience: { count: 40, recipient: "{{hex 64}}" }
            delivery: { sink: \(sink), within: \(within) }
            sends: [{ call: push, params: { device: "{{recipient}}" }, \(fields) }]
            load: { http: 2, streams: 10, stages: [{ rate: 200/s, for: audience }], connections: 1, drain: 100ms }
            thresholds: \(thresholds)
            """
        return try folder.write(Array(text.utf8), to: "profile.yaml")
    }

    private static func result(_ path: String) throws -> RunResult {
        let bytes = try DiskFiles().read(path, atMost: 10_000_000)
        return try RunResult(parsing: bytes, file: path)
    }

    @Test("Every delivery to a running sink is counted, and the sink's account is in the result")
    func running() async throws {
        let folder = try TemporaryDirectory()
        let sink = try SinkServer(APNsSink())
        let path = try Self.profile(folder, sink: #"{ at: "\#(sink.origin)" }"#)
        let file = folder.file("result.json")
        let run = try await assay(
            "load",
            path,
            "--target",
            sink.origin,
            "--output",
            file
        )
        #expect(run.ending == .exited(0), "\(run.errors)\(run.output)")
        let delivery = try #require(try Self.result(file).delivery)
        #expect(delivery.counts.inTime == 40)
        #expect(delivery.counts.attempts == 40)
        #expect(delivery.counts.twice == 0)
        #expect(delivery.sink.kind == "apns")
        #expect(delivery.sink.url == sink.origin)
        #expect(delivery.sink.noted["connections"] == 1)
        #expect(delivery.fault == nil)
        #expect(run.output.contains("40 of 40 deliveries arrived within 60 s"))
    }

    @Test("A broadcast is one delivery for each subscriber that the sink simulates")
    func broadcast() async throws {
        let folder = try TemporaryDirectory()
        var knobs = SinkKnobs()
        knobs.subscribers = 40
        let sink = try SinkServer(APNsSink(knobs: knobs))
        let text = """
            profile: "1"
            contract: \(PackageRoot.contracts)/apns/channels.yaml
            seed: 3
            audience: { count: 40, recipient: "subscriber-{{index}}" }
            delivery: { sink: { at: "\(sink.origin)" }, to: everybody, within: 10s }
            setup: [{ call: createChannel, captures: { channel: { header: apns-channel-id } } }]
            sends: [{ call: broadcast, json: { aps: { event: update, content-state: { text: "{{marker}} hello" } } } }]
            load: { http: 2, stages: [{ rate: 50/s, for: 200ms }], connections: 1 }
            thresholds: [{ lost: count, lte: 0 }, { twice: count, lte: 0 }, { delivered: ratio, gte: 100% }]
            """
        let path = try folder.write(Array(text.utf8), to: "profile.yaml")
        let file = folder.file("result.json")
        let run = try await assay(
            "load",
            path,
            "--target",
            "apns=\(sink.origin)",
            "--target",
            "manage=\(sink.origin)",
            "--output",
            file
        )
        #expect(run.ending == .exited(0), "\(run.errors)\(run.output)")
        let delivery = try #require(try Self.result(file).delivery)
        #expect(delivery.counts.inTime == 400)
        #expect(delivery.counts.attempts == 400)
        #expect(delivery.counts.unexpected == 0)
        #expect(delivery.fault == nil)
    }

    @Test("Two runs into one sink do not see each other's messages")
    func twoRuns() async throws {
        let folder = try TemporaryDirectory()
        let sink = try SinkServer(APNsSink())
        let path = try Self.profile(folder, sink: #"{ at: "\#(sink.origin)" }"#)
        for number in 0..<2 {
            let file = folder.file("\(number).json")
            let run = try await assay(
                "load",
                path,
                "--target",
                sink.origin,
                "--output",
                file
            )
            #expect(run.ending == .exited(0), "\(run.errors)\(run.output)")
            let counts = try #require(try Self.result(file).delivery).counts
            #expect(counts.attempts == 40)
            #expect(counts.unexpected == 0)
        }
    }

    @Test("A missing sink, or a server that is not a sink, yields status 3 with its address")
    func noSink() async throws {
        let folder = try TemporaryDirectory()
        let sink = try SinkServer(APNsSink())
        try await LoopbackSocket.withClosedPort { port in
            let origin = "http://127.0.0.1:\(port)"
            let path = try Self.profile(folder, sink: #"{ at: "\#(origin)" }"#)
            let run = try await assay("load", path, "--target", sink.origin)
            #expect(run.ending == .exited(3))
            #expect(run.errors.hasPrefix("assay load: delivery: the sink at \(origin): "))
        }
        let server = try ScriptedServer(answering: Answer.json("{}"))
        let path = try Self.profile(folder, sink: #"{ at: "\#(server.origin)" }"#)
        let run = try await assay("load", path, "--target", sink.origin)
        #expect(run.ending == .exited(3))
        #expect(run.errors.contains("it is not a sink; start one with \"assay serve apns\""))
    }

    @Test(
        "A service that forwards nothing leaves the run inconclusive, with the address to send to"
    )
    func silent() async throws {
        let folder = try TemporaryDirectory()
        let other = try SinkServer(APNsSink())
        let path = try Self.profile(
            folder,
            sink: "{ kind: apns, listen: \"127.0.0.1:0\" }",
            within: "1s"
        )
        let run = try await assay("load", path, "--target", other.origin)
        #expect(run.ending == .exited(8), "\(run.errors)")
        let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            words.contains("nothing came to the sink: does the service send to http://127.0.0.1:")
        )
    }

    @Test("Messages without the marker in its expected place are reported")
    func unmarked() async throws {
        let folder = try TemporaryDirectory()
        let sink = try SinkServer(APNsSink())
        let path = try Self.profile(
            folder,
            sink: #"{ at: "\#(sink.origin)" }"#,
            fields: #"headers: { x-note: "{{marker}}" }"#,
            within: "1s"
        )
        let run = try await assay("load", path, "--target", sink.origin)
        #expect(run.ending == .exited(8), "\(run.errors)")
        let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("no delivery named its send"))
    }

    @Test("A sink that stops midway leaves the run inconclusive, and no message counts as lost")
    func killed() async throws {
        let folder = try TemporaryDirectory()
        let target = try SinkServer(APNsSink())
        let sink = try SinkServer(APNsSink())
        let path = try Self.profile(
            folder,
            sink: #"{ at: "\#(sink.origin)" }"#,
            thresholds: "[{ lost: count, lte: 0 }]"
        )
        let file = folder.file("result.json")
        let program = try RunningProgram([
            "load", path, "--target", target.origin, "--output", file,
        ])
        while sink.sink.state.feeds.openCount == 0 { await Task.yield() }
        sink.stop()
        let run = await program.end()
        #expect(run.ending == .exited(8), "\(run.errors)")
        let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("the sink was gone"))
        let delivery = try #require(try Self.result(file).delivery)
        #expect(delivery.fault != nil)
    }
}
