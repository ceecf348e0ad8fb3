import JSON
import Measure
import ReportText
@testable import RunReports
import TestSupport
import Testing

@testable import Reports

/// Formats for other programs.
struct LoadFileFormatTests {
    @Test("The time series matches the approved file")
    func csv() {
        Golden.expect(LoadCSV().text(of: LoadSample.poor), is: "load-poor.csv")
    }

    @Test("The time series of a run with event streams counts their events")
    func csvEvents() throws {
        let lines = LoadCSV().text(of: LoadSample.streams).split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        #expect(lines[0][9] == "events")
        #expect(lines.allSatisfy { $0.count == lines[0].count })
        // 98 streams of four events, the last of them after the end of the arrivals.
        #expect(lines.dropFirst().reduce(0) { $0 + (Int($1[9]) ?? 0) } == 392)
        #expect(!LoadCSV().text(of: LoadSample.poor).contains("events"))
        let text = PrometheusText().text(of: LoadFacts(LoadSample.streams))
        let events = LoadSample.streams.recording.eventCount()
        #expect(text.contains(",send=\"listen\"} \(events)\n"))
        #expect(text.contains("\nassay_load_events_total{"))
    }

    @Test("Every line of the time series has the header's number of fields, and the fields add up")
    func csvSums() throws {
        let result = LoadSample.poor
        let lines = LoadCSV().text(of: result).split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        let header = try #require(lines.first).map(String.init)
        #expect(lines.allSatisfy { $0.count == header.count })
        let due = try #require(header.firstIndex(of: "due"))
        let phase = try #require(header.firstIndex(of: "phase"))
        let counted = lines.filter { $0[phase] == "counted" }
        #expect(counted.count == 10)
        #expect(counted.reduce(0) { $0 + (UInt64($1[due]) ?? 0) } == result.recording.dueCount)
        let outcome = try #require(header.firstIndex(of: "outcome_E429000"))
        let refused = result.outcomes.first { $0.name == "E429000" }?.count
        #expect(counted.reduce(0) { $0 + (UInt64($1[outcome]) ?? 0) } == refused)
    }

    @Test("A field that contains a separator is quoted")
    func quoting() {
        var recording = Recording(
            RecordingPlan(
                sends: ["createPush"],
                span: LoadSample.second,
                sliceWidth: LoadSample.second
            )
        )
        let cell = recording.cell(OutcomeCell.Key(send: 0, outcome: "a,\"b\"", isGood: false))
        recording.recordUnfinished(due: 0, cell: cell, wasSent: false)
        let text = LoadCSV().text(of: LoadSample.of(recording))
        #expect(text.contains(",\"outcome_a,\"\"b\"\"\"\n0,1,counted,1,0,1,0,0,0,,,,,,,,,,,,,1\n"))
    }

    @Test("The Prometheus text matches the approved file")
    func prometheus() {
        Golden.expect(PrometheusText().text(of: LoadFacts(LoadSample.poor)), is: "load-poor.prom")
    }

    @Test("OpenMetrics has the same series under the names of their families")
    func openMetrics() {
        let facts = LoadFacts(LoadSample.poor)
        let (ours, open) = (
            PrometheusText().text(of: facts).unicodeLines,
            PrometheusText(.openMetrics).text(of: facts).unicodeLines
        )
        let isSeries = { (line: String) in !line.hasPrefix("#") }
        #expect(ours.filter(isSeries) == open.filter(isSeries))
        #expect(open.suffix(2) == ["# EOF", ""] || open.last == "# EOF")
        let families = open.compactMap { line in
            line.hasPrefix("# TYPE ") ? String(line.dropFirst("# TYPE ".count)) : nil
        }
        #expect(families.contains("assay_load_arrivals counter"))
        #expect(families.contains("assay_load_run info"))
        #expect(families.contains("assay_load_latency_seconds histogram"))
        let names = families.compactMap { $0.split(separator: " ").first }
        #expect(Set(names).count == names.count)
    }

    @Test("Label values are escaped, and a percentile of failures is infinite")
    func prometheusEscaping() {
        var recording = Recording(
            RecordingPlan(
                sends: ["createPush"],
                span: LoadSample.second,
                sliceWidth: LoadSample.second
            )
        )
        let cell = recording.cell(OutcomeCell.Key(send: 0, outcome: "a\"\\\nb", isGood: false))
        for index in 0..<20 as Range<Int64> {
            recording.recordUnfinished(due: index, cell: cell, wasSent: true)
        }
        let text = PrometheusText().text(of: LoadFacts(LoadSample.of(recording)))
        let file = "profile=\"loadprofiles/push.yaml\""
        #expect(
            text.contains(
                "assay_load_arrivals_total{\(file),send=\"createPush\",outcome=\"a\\\"\\\\\\nb\","
                    + "good=\"false\"} 20\n"
            )
        )
        #expect(
            text.contains("assay_load_latency_percentile_seconds{\(file),quantile=\"0.5\"} +Inf\n")
        )
        #expect(!text.contains("quantile=\"0.9\""))
    }

    @Test("Buckets count the values at or below their bound, to the precision of the histogram")
    func buckets() {
        var histogram = Histogram<UInt64>(.total)
        for value in [0, 99_000, 101_000, 990_000, 24_000_000, 29_000_000_000, 31_000_000_000] {
            histogram.record(Int64(value))
        }
        let counts = LoadMetric.counts(histogram)
        #expect(LoadMetric.bounds.count == 17)
        #expect(counts == [2, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1])
    }

    @Test("Deliveries add their metrics to the others, and a run without deliveries has none")
    func deliveries() {
        let lines = PrometheusText().text(of: LoadFacts(LoadSample.undelivered)).unicodeLines
        let names = ["deliver", "sink"].map { "assay_load_\($0)" }
        let isOfDeliveries = { (line: String) in names.contains { line.contains($0) } }
        let text = lines.filter(isOfDeliveries).joined(separator: "\n") + "\n"
        Golden.expect(text, is: "load-undelivered.prom")
        let without = PrometheusText().text(of: LoadFacts(LoadSample.poor))
        #expect(!without.unicodeLines.contains(where: isOfDeliveries))
    }

    @Test(
        "The pull-request comment matches the approved file",
        arguments: ["poor", "passed", "undelivered"]
    )
    func markdown(name: String) throws {
        let sample = try #require(LoadTextReportTests.results.first { $0.name == name })
        Golden.expect(LoadMarkdown().text(of: LoadFacts(sample.result)), is: "load-\(name).md")
    }

    @Test(
        "Every report has all remarks about deliveries",
        arguments: [LoadSample.undelivered, LoadSample.unseen]
    )
    func remarks(result: RunResult) throws {
        let delivery = DeliveryText(delivery: try #require(result.delivery))
        let facts = LoadFacts(result)
        let reports = [
            LoadTextReport(style: TextStyle(isColored: false)).text(of: facts),
            LoadMarkdown().text(of: facts),
            LoadJUnit().text(of: facts), HTMLReportTests.page([("result.json", result)]),
        ].map { $0.filter(\.isLetter) }
        #expect(delivery.refusals.count == 1)
        #expect(delivery.notes.count > 5)
        for remark in delivery.refusals + delivery.notes {
            for report in reports {
                #expect(report.contains(remark.filter(\.isLetter)), "\(remark)")
            }
        }
    }

    @Test("Lost deliveries that were awaited for less than the slowest took are pointed out")
    func slowest() {
        var delivery = SampleDelivery.poor
        let words = "The slowest delivery took 9.01 s, and lost ones were awaited for 8 s only"
        #expect(!DeliveryText(delivery: delivery).others.contains { $0.hasPrefix(words) })
        delivery.drain = 3 * LoadSample.second
        #expect(DeliveryText(delivery: delivery).others.contains { $0.hasPrefix(words) })
    }

    @Test(
        "The test cases for CI servers match the approved file",
        arguments: ["poor", "lost", "undelivered"]
    )
    func jUnit(name: String) throws {
        let sample = try #require(LoadTextReportTests.results.first { $0.name == name })
        Golden.expect(LoadJUnit().text(of: LoadFacts(sample.result)), is: "load-\(name).junit.xml")
    }

    @Test(
        "The test cases are valid against Jenkins' schema",
        .enabled(if: XMLSchemaCheck.obstacle == nil, "\(XMLSchemaCheck.obstacle ?? "")"),
        arguments: LoadTextReportTests.results.map(\.name)
    )
    func jUnitSchema(name: String) async throws {
        let sample = try #require(LoadTextReportTests.results.first { $0.name == name })
        let directory = try TemporaryDirectory()
        let text = LoadJUnit().text(of: LoadFacts(sample.result))
        let path = try directory.write(Array(text.utf8), to: "junit.xml")
        #expect(try await XMLSchemaCheck.complaints(about: path) == nil)
    }

    /// Read with the `hdrhistogram` package of PyPI: 1 ms and 2 ms, then 4 ms, each plus 10 µs of lag.
    private static let knownLog = """
        #[Push, 1,000,000 devices: the 3 of 4 arrivals that ended well]
        #[Histogram log format version 1.3]
        #[StartTime: 1790000000.123 (seconds since epoch), 2026-09-21T14:13:20.123Z]
        #[BaseTime: 1790000000.123 (seconds since epoch)]
        "StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"
        Tag=latency,0.000,1.000,2.010,HISTFAAAACh4nJNpmSzMwMDAxgABTBCK+QUQuxnsWMBg/wEi8pqT6TcjEwCGewcu
        Tag=serviceTime,0.000,1.000,2.000,HISTFAAAACh4nJNpmSzMwMDAxgABTBCK+QUQuxnsWMBg/wEi8pyT6S8jEwCGaQcs
        Tag=latency,1.000,1.000,4.010,HISTFAAAACV4nJNpmSzMwMDAzAABTBCK+QUQuxnsWMBg/wEi8pyXCQBwhgYt
        Tag=serviceTime,1.000,1.000,4.000,HISTFAAAACV4nJNpmSzMwMDAzAABTBCK+QUQuxnsWMBg/wEi8pyXCQBwhgYt

        """

    @Test("The histogram log has the format that other implementations read")
    func intervalLog() throws {
        let text = LoadIntervalLog().text(of: LoadSample.small)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let known = Self.knownLog.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == known.count)
        for (line, wanted) in zip(lines, known) {
            // Another release of zlib may compress differently.
            guard let encoded = Self.encoded(line), let other = Self.encoded(wanted) else {
                #expect(line == wanted)
                continue
            }
            #expect(line.dropLast(encoded.count) == wanted.dropLast(other.count))
            let histogram = try Histogram<UInt32>(encodedText: encoded)
            #expect(histogram == (try Histogram<UInt32>(encodedText: other)))
        }
    }

    /// The histogram at the end of a line, if it has one.
    private static func encoded(_ line: Substring) -> String? {
        line.hasPrefix("Tag=") ? line.split(separator: ",").last.map(String.init) : nil
    }
}
