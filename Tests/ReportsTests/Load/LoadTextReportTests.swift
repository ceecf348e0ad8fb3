import LoadModel
import Measure
@testable import ReportText
@testable import RunReports
import Testing

@testable import Reports

struct LoadTextReportTests {
    static let results: [(name: String, result: RunResult)] = [
        ("passed", LoadSample.open(LoadSample.Server())),
        ("poor", LoadSample.poor),
        ("closed", LoadSample.closed),
        ("empty", LoadSample.empty),
        ("not-valid", LoadSample.notValid),
        ("lost", LoadSample.lost),
        ("delivered", LoadSample.delivered),
        ("undelivered", LoadSample.undelivered),
        ("unseen", LoadSample.unseen), ("streams", LoadSample.streams),
    ]

    private static let plain = LoadTextReport(style: TextStyle(isColored: false))

    @Test("The complete report matches the approved file", arguments: results.map(\.name))
    func whole(name: String) throws {
        let result = try #require(Self.results.first { $0.name == name }).result
        Golden.expect(Self.plain.text(of: LoadFacts(result)), is: "load-\(name).txt")
    }

    @Test(
        "The report of a small run fits on 40 lines, without a histogram and with the verdict once"
    )
    func short() {
        let facts = LoadFacts(LoadSample.open(LoadSample.Server()))
        let lines = Self.plain.text(of: facts).split(
            separator: "\n",
            omittingEmptySubsequences: false
        ).dropLast()
        #expect(lines.count <= 40)
        #expect(lines[1].hasPrefix("PASSED: "))
        #expect(lines.filter { $0.hasPrefix("PASSED") }.count == 1)
        #expect(!lines.contains { $0.contains("█") })
    }

    @Test("Verbose adds the latency histogram")
    func verbose() {
        let report = LoadTextReport(style: TextStyle(isColored: false), detail: .verbose)
        let text = report.text(of: LoadFacts(LoadSample.poor))
        #expect(text.contains("\nLatency of 10,000 arrivals\n"))
        #expect(text.contains("█"))
    }

    @Test("Quiet is one line with all failures", arguments: results.map(\.name))
    func quiet(name: String) throws {
        let result = try #require(Self.results.first { $0.name == name }).result
        let facts = LoadFacts(result)
        let report = LoadTextReport(style: TextStyle(isColored: false), detail: .quiet)
        let text = report.text(of: facts)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
        #expect(text.hasPrefix(LoadConclusion(facts).text))
        for row in LoadThresholdRow.rows(facts) {
            #expect(text.contains("\(row.objective): ") == (row.verdict != .passed), "\(text)")
        }
    }

    @Test("Colours add nothing but escape codes")
    func colours() {
        let colored = LoadTextReport(style: TextStyle(isColored: true))
            .text(of: LoadFacts(LoadSample.poor))
        Golden.expect(colored, is: "load-poor-colored.txt")
        var text = ""
        var isInEscape = false
        for scalar in colored.unicodeScalars {
            if scalar == "\u{1B}" { isInEscape = true }
            if !isInEscape { text.unicodeScalars.append(scalar) }
            if scalar == "m" { isInEscape = false }
        }
        #expect(text == Self.plain.text(of: LoadFacts(LoadSample.poor)))
    }

    @Test("No line exceeds the maximum width", arguments: [80, 120])
    func width(width: Int) {
        for (name, result) in Self.results {
            let text = LoadTextReport(style: TextStyle(isColored: false), width: width)
                .text(of: LoadFacts(result))
            for line in text.split(separator: "\n") where line.count > width {
                Issue.record("\(name): \(line.count) columns: \(line)")
            }
        }
    }

    @Test("Names from a server or a profile cannot control the terminal")
    func printable() {
        var recording = Recording(
            RecordingPlan(
                sends: ["a\u{1B}[2J"],
                span: LoadSample.second,
                sliceWidth: LoadSample.second
            )
        )
        let cell = recording.cell(
            OutcomeCell.Key(send: 0, outcome: "E\u{1B}[31m\n", isGood: false)
        )
        recording.record(
            SettledArrival(due: 0, ready: 0, sent: 0, done: 1000, own: 0),
            cell: cell,
            isResponse: true
        )
        let sample = LoadSample.closed
        let profile = RunProfile(
            file: "p\u{7}.yaml",
            title: "t\u{202E}",
            hash: "sha256:0",
            seed: 1,
            load: LoadShape(sample.profile.load.model, connections: 1, timeout: 0, drain: 0),
            sends: [RunSend(name: "a\u{1B}[2J")]
        )
        let result = RunResult(
            profile: profile,
            targets: [RunTarget(name: "api", url: "http://\u{1B}c", isReference: false)],
            thresholds: [
                Threshold(.outcomeRatio("\u{1B}c"), .lt, Fraction(1), place: "\u{7}:1")
            ],
            recording: recording.finished(),
            checks: RunChecks(
                checked: 1,
                failed: 1,
                failures: [.init(send: "\u{1B}", arrival: 0, differences: ["\u{1B}"])]
            ),
            parts: sample.parts
        )
        let text = Self.plain.text(of: LoadFacts(result))
        for scalar in text.unicodeScalars where scalar != "\n" {
            #expect(!PrintableText.mustBeEscaped(scalar), "U+\(String(scalar.value, radix: 16))")
        }
    }
}
