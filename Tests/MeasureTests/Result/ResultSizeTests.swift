import JSON
import LoadModel
import Testing

@testable import Measure

/// How large result files become.
struct ResultSizeTests {
    /// With windows, so that slices store the data for evaluating them.
    private static let thresholds = [
        Threshold(
            .latencyPercentile(.p99),
            .lt,
            Fraction(1_500_000_000),
            send: 0,
            windows: Threshold.Windows(length: 60_000_000_000)
        )
    ]

    /// The size of the file of a run of `span` seconds, of which `seconds` are simulated.
    private static func size(
        rate: Int,
        seconds: Int,
        span: Int64
    ) throws -> Int {
        let sends = ["createPush"]
        let simulated = SimulatedHour(
            rate: rate,
            seconds: seconds,
            span: span,
            sends: sends,
            thresholds: thresholds
        )
        let result = RunResult(
            profile: SampleRun.profile(sends: sends.map { RunSend(name: $0) }),
            targets: SampleRun.targets,
            thresholds: thresholds,
            recording: simulated.recording,
            checks: RunChecks(),
            parts: [SampleRun.part()]
        )
        let file = result.fileText
        let slices = file.split(separator: "\n").filter { $0.hasPrefix("    {\"startSeconds\"") }
        #expect(slices.count == seconds * 1_000_000_000 / Int(simulated.plan.sliceWidth))
        // The remaining time has lines like these.
        let bytes = slices.reduce(0) { $0 + $1.utf8.count + 1 }
        return file.utf8.count + bytes * (Int(span) / seconds - 1)
    }

    @Test(
        "A minute is stored in less than 0.3 MB, an hour in less than 2.5 MB, a day at 1,000/s in less than 3 MB",
        arguments: [
            (1_000, 60, 300_000), (20_000, 60, 300_000),
            (1_000, 3_600, 2_500_000), (20_000, 3_600, 2_500_000),
            (1_000, 86_400, 3_000_000),
        ] as [(Int, Int64, Int)]
    )
    func limit(rate: Int, span: Int64, limit: Int) throws {
        // One minute of an hour, two of a day, each with a stall of one second.
        let seconds = span > 3_600 ? 120 : 60
        #expect(try Self.size(rate: rate, seconds: seconds, span: span) < limit)
    }
}
