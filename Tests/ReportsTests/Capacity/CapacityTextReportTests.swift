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
