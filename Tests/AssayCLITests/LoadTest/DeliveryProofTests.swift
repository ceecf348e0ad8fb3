import ContractFile
import JSON
import Measure
import PushSinks
import TestSupport
import Testing

/// Services that deliver incorrectly: the counts of a run match the service's own account.
///
/// A hundred pushes for fifty devices each make 5,000 deliveries.
@Suite(.timeLimit(.minutes(5)))
struct DeliveryProofTests {
    private static func profile(_ folder: TemporaryDirectory, sink: String) throws -> String {
        let text = """
            profile: "1"
            contract: \(PackageRoot.contracts)/ncmb/push.yaml
            seed: 5
            audience: { count: 50, perSend: 50, recipient: "{{run}}{{hex 52}}" }
            delivery: { sink: \(sink), within: 8s }
            prepare: [{ call: createInstallation, for: audience, set: { /json/deviceToken: "{{recipient}}" } }]
            sends:
              - call: createPush
                json:
                  message: "{{marker}} hello, this is a text of which half is more than the marker"
                  immediateDeliveryFlag: true
                  target: [ios]
                  searchCondition: { deviceToken: { $in: "{{recipients}}" } }
            load: { stages: [{ rate: 40/s, for: 2500ms }], connections: 8, drain: 1s }
            thresholds: [{ errors: ratio, lte: 0% }]
            """
        return try folder.write(Array(text.utf8), to: "profile.yaml")
    }

    /// The result of a run, and the service's own account.
    private struct Outcome {
        let delivery: RunDelivery
        let account: JSONValue

        /// The number of times that the service applied its defect.
        func hits(_ defect: String) -> UInt64 {
            UInt64(account["defects"]?[defect]?.intValue ?? 0)
        }
    }

    private static func run(_ defect: String?, sink: SinkServer? = nil) async throws -> Outcome {
        let folder = try TemporaryDirectory()
        let path = try profile(folder, sink: sink.map { #"{ at: "\#($0.origin)" }"# } ?? "apns")
        let options = defect.map { ["--delivery-defect", $0] } ?? []
        let reference = try await ReferenceProcess("ncmb", options: options)
        let file = folder.file("result.json")
        let run = try await assay(
            "load",
            path,
            "--target",
            reference.origin,
            "--output",
            file
        )
        // On a busy machine the sink may be the limit, which is status 8 and does not change any count.
        #expect([.exited(0), .exited(8)].contains(run.ending), "\(run.errors)\(run.output)")
        let bytes = try DiskFiles().read(file, atMost: 10_000_000)
        let result = try RunResult(parsing: bytes, file: file)
        return Outcome(
            delivery: try #require(result.delivery),
            account: try reference.account()
        )
    }

    @Test("A service without a defect delivers everything once and unaltered")
    func sound() async throws {
        let counts = try await Self.run(nil).delivery.counts
        #expect(counts.expected == 5_000)
        #expect(counts.delivered == 5_000)
        #expect(counts.attempts == 5_000)
        #expect(counts.twice + counts.altered + counts.unexpected == 0)
    }

    @Test("Dropped notifications and discarded pushes count as lost")
    func lost() async throws {
        let dropping = try await Self.run("drops")
        #expect(dropping.hits("drops") == 5)
        #expect(dropping.delivery.counts.lost == 5)
        #expect(dropping.delivery.counts.expected == 5_000)
        let forgetting = try await Self.run("forgets")
        #expect(forgetting.hits("forgets") == 1)
        #expect(forgetting.delivery.counts.lost == 50)
    }

    @Test("Notifications that are resent after acceptance count as duplicates")
    func twice() async throws {
        let outcome = try await Self.run("twice")
        #expect(outcome.hits("twice") == 5)
        #expect(outcome.delivery.counts.twice == 5)
        #expect(outcome.delivery.counts.delivered == 5_000)
        #expect(outcome.delivery.counts.lost == 0)
    }

    @Test("Notifications that leave after newer ones count as reordered")
    func reordered() async throws {
        let outcome = try await Self.run("reorders")
        #expect(outcome.hits("reorders") > 0)
        // Pushes in close succession also overtake each other on several connections.
        #expect(outcome.delivery.counts.reordered >= outcome.hits("reorders"))
        #expect(outcome.delivery.counts.lost == 0)
    }

    @Test("When half the messages go to another recipient, as many count as lost as count twice")
    func misdirected() async throws {
        let outcome = try await Self.run("misdirects")
        #expect(outcome.hits("misdirects") == 2_500)
        #expect(outcome.delivery.counts.lost == 2_500)
        #expect(outcome.delivery.counts.twice == 2_500)
    }

    @Test("A truncated text counts as altered, and still as delivered")
    func truncated() async throws {
        let outcome = try await Self.run("truncates")
        #expect(outcome.hits("truncates") == 5)
        #expect(outcome.delivery.counts.altered == 5)
        #expect(outcome.delivery.counts.delivered == 5_000)
    }

    @Test(
        "A service that ignores feedback sends to dead tokens; one that heeds it sends to each once"
    )
    func dead() async throws {
        var knobs = SinkKnobs()
        knobs.unregistered = 0.2
        for defect in [nil, "ignores-unregistered"] {
            let sink = try SinkServer(APNsSink(knobs: knobs))
            let delivery = try await Self.run(defect, sink: sink).delivery
            let counts = delivery.counts
            let refused = delivery.sink.refused["Unregistered"] ?? 0
            #expect(counts.expected + counts.unregistered == 5_000)
            #expect(counts.lost == 0)
            #expect(counts.unregistered % 100 == 0 && counts.unregistered > 0)
            if defect == nil {
                // Zero, except on a machine so busy that the response is read only a second later.
                #expect(counts.dead * 2 < counts.unregistered)
            } else {
                // All except those within the second that a sender has to learn of it.
                #expect(counts.dead > 0 && counts.dead < refused)
                #expect(refused == counts.unregistered)
            }
        }
    }
}

extension ReferenceProcess {
    /// Its own count of its deliveries.
    fileprivate func account() throws -> JSONValue {
        let client = try RawClient(port: Int(port))
        let response = try client.exchange(
            "GET /.well-known/assay/deliveries HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        )
        return try JSONValue(parsing: Array(response.body))
    }
}
