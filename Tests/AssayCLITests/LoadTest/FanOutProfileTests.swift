import ContractFile
import JSON
import Measure
import TestSupport
import Testing

/// The profiles that send to an audience, scaled down, against the reference servers; messages received by the sink
/// are checked against those sent.
@Suite(.timeLimit(.minutes(5)))
struct FanOutProfileTests {
    struct Shipped: CustomTestStringConvertible, Sendable {
        let name: String
        let service: String
        var host = ""
        /// Options of the command, in addition to the profile.
        var options: [String] = []
        /// Whether one request reaches all recipients.
        var isBroadcast = false

        var testDescription: String { name }
    }

    private static let profiles = [
        Shipped(name: "ncmb-fan-out", service: "ncmb"),
        Shipped(name: "nifty-fan-out", service: "nifty"),
        Shipped(name: "nhn-push-fan-out", service: "nhn-push", host: ".api"),
        Shipped(name: "toast-push-fan-out", service: "toast-push", host: ".api"),
        Shipped(name: "core-push-fan-out", service: "core-push"),
        Shipped(
            name: "core-push-everybody",
            service: "core-push",
            options: ["--rate", "10/s", "--duration", "500ms"],
            isBroadcast: true
        ),
    ]
    private static let count = 40

    /// The profile with an audience of forty, four per request.
    private static func path(_ profile: Shipped, _ folder: TemporaryDirectory) throws -> String {
        let bytes = try DiskFiles().read(
            "\(PackageRoot.path)/loadprofiles/\(profile.name).yaml",
            atMost: 100_000
        )
        let text = String(decoding: bytes, as: UTF8.self)
            .replacing(/count: [0-9]+/, with: "count: \(count)")
            .replacing("perSend: 1000", with: "perSend: 4")
            .replacing("../contracts", with: PackageRoot.contracts)
            // Percentiles of so few values are meaningless.
            .replacing(#/ {2}- \{ (latency|achieved): .*\n/#, with: "")
        return try folder.write(Array(text.utf8), to: "profile.yaml")
    }

    @Test("Every prepared recipient is reached, as often as the report says", arguments: profiles)
    func delivered(profile: Shipped) async throws {
        let folder = try TemporaryDirectory()
        let path = try Self.path(profile, folder)
        let reference = try await ReferenceProcess(profile.service, host: profile.host)
        let file = folder.file("result.json")
        let words = ["load", path, "--target", reference.origin, "--output", file]
        let run = try await RunningProgram(words + profile.options).end()
        #expect(run.ending == .exited(0), "\(run.errors)\(run.output)")
        let bytes = try DiskFiles().read(file, atMost: 10_000_000)
        let result = try RunResult(parsing: bytes, file: file)
        let calls = result.audienceCalls
        #expect(calls.first?.phase == .prepare)
        #expect(calls.allSatisfy { $0.good == UInt64(Self.count) && $0.isComplete })
        let good = Int(result.recording.goodCount)
        let recipients = Int(RunFigures(result).recipients)
        #expect(recipients == (profile.isBroadcast ? 0 : Self.count))
        let expected = profile.isBroadcast ? good * Self.count : recipients
        #expect(expected > 0)
        let delivery = try #require(result.delivery)
        #expect(delivery.fault == nil)
        #expect(delivery.counts.inTime == UInt64(expected))
        #expect(delivery.counts.attempts == UInt64(expected))
        #expect(delivery.counts.lost == 0)
    }
}
