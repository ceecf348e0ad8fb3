import LoadModel
import Measure
import TestSupport
import Testing

/// `assay report`, run as a user would.
struct ReportCommandTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    /// One second of arrivals that all succeed.
    private static let result: RunResult = {
        let plan = RecordingPlan(
            sends: ["createPush"],
            span: 1_000_000_000,
            sliceWidth: 1_000_000_000
        )
        var recording = Recording(plan)
        let cell = recording.cell(OutcomeCell.Key(send: 0, outcome: "201", isGood: true))
        for index in 0..<100 as Range<Int64> {
            let due = index * 10_000_000
            let arrival = SettledArrival(
                due: due,
                ready: due,
                sent: due,
                done: due + 2_000_000,
                own: 0
            )
            recording.record(arrival, cell: cell, isResponse: true)
        }
        let stage = LoadShape.Stage(rate: 100, duration: 1_000_000_000)
        return RunResult(
            profile: RunProfile(
                file: "push.yaml",
                title: "A push",
                hash: "sha256:00",
                seed: 1,
                load: LoadShape(
                    .open([stage], .constant),
                    connections: 1,
                    timeout: 1_000_000_000,
                    drain: 1_000_000_000
                ),
                sends: [RunSend(name: "createPush")]
            ),
            targets: [],
            thresholds: [],
            recording: recording.finished(),
            checks: RunChecks(),
            parts: [
                RunPart(
                    tool: RunTool(version: "0.1.0", libraries: []),
                    environment: RunEnvironment(
                        cpu: "a",
                        cores: 1,
                        kernel: "k",
                        libcurl: "7",
                        tls: "t"
                    ),
                    startedAt: 0,
                    elapsed: 1_000_000_000,
                    processTime: 1,
                    workers: 1,
                    connections: 1,
                    statistics: RunStatistics()
                )
            ]
        )
    }()

    private func file(_ name: String, _ text: String) throws -> String {
        try folder.write(Array(text.utf8), to: name)
    }

    @Test("A result becomes a page, which is not overwritten unless requested")
    func page() throws {
        let result = try file("result.json", Self.result.fileText)
        let page = folder.file("report.html")
        let first = try ChildProcess(builtProgram, ["report", result, "-o", page])
        #expect(first.ending == .exited(0), "\(first.errors)")
        #expect(first.output.isEmpty && first.errors.isEmpty)
        let second = try ChildProcess(builtProgram, ["report", result, "-o", page])
        #expect(second.ending == .exited(2))
        #expect(
            second.errors
                == "assay report: cannot write \(page): the file exists; --force replaces it\n"
        )
        for force in [[], ["--force"]] {
            let third = try ChildProcess(builtProgram, ["report", result, "-o", "/"] + force)
            #expect(third.errors == "assay report: cannot write /: it is a folder\n")
        }
        let words = ["report", result, result, "-o", page, "--force", "--title", "Mine"]
        #expect(try ChildProcess(builtProgram, words).ending == .exited(0))
        let printed = try ChildProcess(builtProgram, ["report", result, "--title", "Mine"])
        #expect(printed.output.contains("<h1>Mine</h1>"))
    }

    @Test("A page is written regardless of the OpenSSL providers")
    func withoutProviders() throws {
        let configuration = """
            openssl_conf = init
            [init]
            providers = providers
            [providers]
            null = none
            [none]
            activate = 1

            """
        let environment = ["OPENSSL_CONF=\(try file("openssl.cnf", configuration))"]
        let result = try file("result.json", Self.result.fileText)
        let page = folder.file("report.html")
        let words = ["report", result, "-o", page]
        let run = try ChildProcess(builtProgram, words, environment: environment)
        #expect(run.ending == .exited(0), "\(run.errors)")
    }

    @Test("A history becomes a page of its metrics and stored results")
    func history() throws {
        let result = try file("result.json", Self.result.fileText)
        let runs = folder.file("runs.db")
        let words = ["history", "add", result, "--history", runs, "--revision", "abc1234"]
        let add = try ChildProcess(builtProgram, words)
        #expect(add.ending == .exited(0), "\(add.errors)")
        let report = try ChildProcess(builtProgram, ["report", runs])
        #expect(report.ending == .exited(0), "\(report.errors)")
        for text in [
            "<title>History runs.db</title>", ">abc1234</td>", "<h2 id=\"results-heading\">",
        ] {
            #expect(report.output.contains(text), "\(text)")
        }
    }

    @Test("Every unusable file is reported with its reason, and nothing is written")
    func unusable() throws {
        let cut = try file("cut.json", String(Self.result.fileText.dropLast(100)))
        let other = try file("k6.json", "{\"metrics\": {}}")
        let page = folder.file("report.html")
        let process = try ChildProcess(
            builtProgram,
            ["report", cut, other, folder.file("none.json"), "-o", page]
        )
        #expect(process.ending == .exited(2))
        let count = Self.result.fileText.utf8.count - 100
        #expect(
            process.errors == """
                assay report: \(cut): the file is cut short after \(count) bytes; copy it again, or \
                repeat the run
                assay report: \(other): expected a result of assay load or assay capacity, a report of \
                assay verify, assay coverage or assay compare, or a history, got an object without \
                "assayResult" ("metrics")
                assay report: cannot read \(folder.file("none.json")): No such file or directory

                """
        )
        #expect(try ChildProcess(builtProgram, ["report", "-o", page]).ending == .exited(1))
    }
}
