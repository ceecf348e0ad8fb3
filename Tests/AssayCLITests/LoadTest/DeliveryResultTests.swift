import JSON
import LoadModel
import Measure
import TestSupport
import Testing

/// Results with deliveries in the commands that read results.
struct DeliveryResultTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func file(_ name: String, _ change: (inout BuiltRun) -> Void) throws -> String {
        var run = BuiltRun()
        change(&run)
        return try folder.write(Array(run.result.fileText.utf8), to: name)
    }

    @Test("The page of a result shows its deliveries")
    func page() throws {
        let result = try file("run.json") { $0.delivery = SampleDelivery.poor }
        let run = try ChildProcess(builtProgram, ["report", result])
        #expect(run.ending == .exited(0), "\(run.errors)")
        #expect(run.output.contains("5,545 of 10,000 deliveries arrived within 5 s (55.5%)"))
        #expect(run.output.contains("<figure id=\"run1-delivery-backlog\""))
    }

    @Test("Shards that each saw their own messages merge to the deliveries of the complete run")
    func merge() throws {
        let files = try (0..<2).map { number in
            try file("\(number).json") { run in
                var sample = SampleDelivery()
                sample.shard = (number, 2)
                sample.deadlines = [1_000_000_000]
                run.delivery = sample.delivery
                run.shard = Shard(UInt64(number) + 1, of: 2)
            }
        }
        let whole = folder.file("whole.json")
        let run = try ChildProcess(builtProgram, ["merge", files[1], files[0], "--output", whole])
        #expect(run.ending == .exited(0), "\(run.errors)")
        #expect(
            run.output.contains(
                "10,000 of 10,000 deliveries arrived within 30 s (100%); 0 lost, 0 twice."
            )
        )
        let again = try ChildProcess(builtProgram, ["report", whole])
        #expect(again.output.contains("10,000 of 10,000 deliveries arrived within 30 s"))
    }

    @Test(
        "A history stores and lists delivery metrics, and a comparison judges the requested ones"
    )
    func history() throws {
        let runs = folder.file("runs.db")
        let good = try file("good.json") { $0.delivery = SampleDelivery.good }
        let poor = try file("poor.json") { $0.delivery = SampleDelivery.poor }
        let kept = try ChildProcess(
            builtProgram,
            ["history", "add", good, poor, "--history", runs, "--branch", "main"]
        )
        #expect(kept.ending == .exited(0), "\(kept.errors)")
        let list = try ChildProcess(builtProgram, ["history", "list", "--history", runs])
        #expect(list.output.contains("lost 0 %, twice 0 %"), "\(list.output)")
        #expect(list.output.contains("lost 0.1 %, twice 0.03 %"), "\(list.output)")
        let compared = try ChildProcess(
            builtProgram,
            ["compare", good, poor, "--metric", "delivered p99", "--metric", "lost"]
        )
        // One run per side proves nothing.
        #expect(compared.ending == .exited(8), "\(compared.errors)")
        #expect(compared.output.contains("delivered p99"), "\(compared.output)")
        #expect(compared.output.contains("lost"), "\(compared.output)")
    }
}
