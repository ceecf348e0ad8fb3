import JSON
import Measure
@testable import ReportText
@testable import RunReports
import Testing

@testable import Reports

struct CapacityTextReportTests {
    private static let records: [(name: String, record: CapacityRecord)] = [
        ("found", CapacitySample.record(capacity: 2_000)),
        (
            "generator",
            CapacitySample.record(capacity: 1_000, finding: .failed(threshold: 0), busyShare: 0.97)
        ),
        ("budget", CapacitySample.record(capacity: 2_000, budget: 30_000_000_000)),
        ("nothing", CapacitySample.record(capacity: 0)),
    ]

    private static let plain = CapacityTextReport(style: TextStyle(isColored: false))

    @Test("The complete report matches the approved file", arguments: records.map(\.name))
    func whole(name: String) throws {
        let record = try #require(Self.records.first { $0.name == name }).record
        Golden.expect(Self.plain.text(of: record), is: "capacity-\(name).txt")
        Golden.expect(record.fileText, is: "capacity-\(name).json")
    }

    @Test("No line exceeds the maximum width")
    func width() {
        for (name, record) in Self.records {
            for line in Self.plain.text(of: record).split(separator: "\n") where line.count > 80 {
                Issue.record("\(name): \(line.count) columns: \(line)")
            }
        }
    }

    @Test(
        "The first words state the result",
        arguments: [
            ("found", "CARRIES "), ("generator", "AT LEAST "), ("budget", "BETWEEN "),
            ("nothing", "CARRIES LESS THAN "),
        ]
    )
    func headline(name: String, start: String) throws {
        let record = try #require(Self.records.first { $0.name == name }).record
        #expect(CapacityConclusion(record).text.hasPrefix(start))
    }

    @Test(
        "Failures that are as frequent at low rates as at high ones are not called an overload",
        arguments: [(0.05, 0.0, true), (0.02, 0.0003, false)]
    )
    func steadyFailures(base: Double, perRate: Double, isSteady: Bool) throws {
        var search = CapacitySearch(CapacitySettings(startRate: 100, connections: 4))
        while let step = search.next {
            let share = base + perRate * step.rate
            search.take(
                CapacitySample.measurement(
                    of: step,
                    capacity: 0,
                    finding: .failed(threshold: 0),
                    busyShare: 0.3,
                    failures: StepFailures(share: share, goodRate: step.rate, outcome: "500")
                )
            )
        }
        let text = Self.plain.text(of: CapacitySample.record(search.result))
        #expect(text.contains("do not come from the load (100/s: 5") == isSteady, "\(text)")
        #expect(text.contains("do not come from the load") == isSteady, "\(text)")
    }

    @Test("The file has every step, and no number for a failed percentile")
    func file() throws {
        var search = CapacitySearch(CapacitySettings(startRate: 100, connections: 4))
        let step = try #require(search.next)
        search.take(StepMeasurement(noConnection: "refused", elapsed: step.arrivalTime))
        search.end(.interrupted)
        let record = CapacitySample.record(search.result)
        let object = try #require(try JSONValue(parsing: Array(record.fileText.utf8)).objectValue)
        #expect(object["assayCapacity"] == .integer(1))
        #expect(object["ending"] == "interrupted")
        #expect(object["rate"] == .null)
        let steps = try #require(object["steps"]?.arrayValue)
        #expect(steps.count == 1)
        let first = try #require(steps.first?.objectValue)
        #expect(first["latency"] == .null)
        #expect(first["cause"]?["reason"] == "there was no connection: refused")
    }
}
