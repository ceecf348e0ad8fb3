import JSON
import TestSupport
import Testing

/// A run in which nothing passed and nothing failed is not a success, and every report shows this.
struct NothingJudgedTests {
    /// A way to check nothing: the options, the contract, and the exit status.
    struct Way: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var options: [String] = []
        let cases: String
        var tables = ""
        let status: Int32
        let message: String
    }

    private static let plain = "  first: { steps: [ { call: getThing } ] }"
    private static let waived =
        "  first: { waived: { reason: later }, steps: [ { call: getThing } ] }"
    private static let stateful = "  first: { given: [ full ], steps: [ { call: getThing } ] }"
    private static let states = "states: { full: { summary: \"\" } }"

    static let ways = [
        Way(
            testDescription: "a filter that no case fits",
            options: ["--case", "secnod"],
            cases: plain,
            status: 1,
            message: "option \"--case\": expected a pattern that fits the name of a case"
        ),
        Way(
            testDescription: "only cases that need an unavailable state",
            cases: stateful,
            tables: states,
            status: 9,
            message: "no case was checked: 1 skipped"
        ),
        Way(
            testDescription: "only waived cases",
            cases: waived,
            status: 9,
            message: "no case was checked: 1 waived"
        ),
        Way(
            testDescription: "only waived cases that were run all the same",
            options: ["--run-waived"],
            cases: waived,
            status: 9,
            message: "no case was checked: 1 waived"
        ),
        Way(
            testDescription: "a selection of which nothing can run",
            options: ["--case", "first"],
            cases: stateful + "\n  second: { steps: [ { call: getThing } ] }",
            tables: states,
            status: 9,
            message: "no case was checked: 2 skipped"
        ),
        Way(
            testDescription: "only a target that was not named",
            cases: "  first: { steps: [ { request: { method: GET, path: /, target: other } } ] }",
            status: 3,
            message: ""
        ),
    ]

    @Test("A run that judged nothing exits with a status that shows why", arguments: ways)
    func status(_ way: Way) async throws {
        let contract = try SampleContract(cases: way.cases, tables: way.tables)
        if way.status == 3 {
            let path = contract.path
            let text = try ReportFileTests.content(of: path)
            let both = text.replacing("targets: {", with: "targets: { other: {},")
            try contract.folder.write(Array(both.utf8), to: "sample.yaml")
        }
        let server = try ScriptedServer(answering: Answer.box)
        let target = way.status == 3 ? "api=\(server.origin)" : server.origin
        let words = ["verify", contract.path, "--target", target]
        let run = try await RunningProgram(words + way.options).end()
        #expect(run.ending == .exited(way.status), "\(run.output)")
        #expect(run.errors.contains(way.message), "\(run.errors)")
    }

    @Test("Every report shows that nothing was judged, and CI servers see an error")
    func reports() async throws {
        let contract = try SampleContract(cases: Self.waived)
        let server = try ScriptedServer(answering: Answer.box)
        let formats = ["text", "json", "junit", "tap", "ctrf", "markdown", "github"]
        let files = formats.map { ($0, contract.folder.file("report.\($0)")) }
        let words = ["verify", contract.path, "--target", server.origin, "--quiet"]
        let options = files.flatMap { ["--report", "\($0.0)=\($0.1)"] }
        let run = try await RunningProgram(words + options).end()
        #expect(run.output.contains("no case was checked"))
        #expect(server.connectionCount == 0)
        let texts = try Dictionary(
            uniqueKeysWithValues: files.map { ($0.0, try ReportFileTests.content(of: $0.1)) }
        )
        for (format, text) in texts where format != "json" {
            #expect(text.contains("no case was checked"), "\(format): \(text)")
        }
        let junit = try #require(texts["junit"])
        #expect(junit.contains(#"failures="0" errors="1""#), "\(junit)")
        #expect(junit.contains(#"<error type="nothingJudged" message="no case was checked"/>"#))
        #expect(try #require(texts["tap"]).contains("\nBail out! no case was checked\n"))
        #expect(try #require(texts["github"]).contains("::error title=assay verify%3A no case"))
        let json = try JSONValue(parsing: #require(texts["json"]))
        #expect(json["summary"]?["nothingJudged"] == true)
        let ctrf = try JSONValue(parsing: #require(texts["ctrf"]))
        #expect(ctrf["results"]?["summary"]?["other"] == 1)
        #expect(ctrf["results"]?["summary"]?["tests"] == 2)
    }

    @Test("Two servers that received no requests do not count as equal")
    func comparison() async throws {
        let contract = try SampleContract(cases: Self.waived)
        let server = try ScriptedServer(answering: Answer.box)
        let words = ["verify", contract.path, "--target", server.origin, "--quiet"]
        let run = try await RunningProgram(words + ["--compare-with", server.origin]).end()
        #expect(run.ending == .exited(9), "\(run.output)")
        #expect(run.output.contains("no case was compared"), "\(run.output)")
    }

    @Test("Contracts without a known defect do not count as having detected any")
    func mutants() async throws {
        let text = """
            contract: "1"
            targets: { api: { reference: core-push } }
            cases: { first: { steps: [ { request: { method: GET, path: / } } ] } }
            """
        let folder = try TemporaryDirectory()
        let path = try folder.write(Array(text.utf8), to: "sample.yaml")
        let words = ["verify", path, "--mutants", "--defect", "ncmb-*"]
        let run = try await RunningProgram(words).end()
        #expect(run.ending == .exited(9), "\(run.output)\(run.errors)")
        #expect(run.output.contains("\n0 defects: 0 caught, 0 survived"))
        #expect(run.errors.contains("no defect was tried"), "\(run.errors)")
    }
}
