import Glibc
import TestSupport
import Testing

/// Selection, order and repetition of cases.
struct SelectionTests {
    private static let cases = """
          alpha: { tags: [quick, red], steps: [ { call: getThing, path: /alpha } ] }
          beta: { tags: [quick], steps: [ { call: getThing, path: /beta } ] }
          gamma: { tags: [red], steps: [ { call: getThing, path: /gamma } ] }
          delta: { rows: [ { r: one }, { r: two } ], steps: [ { call: getThing, path: "/{{r}}" } ] }
        """

    @Test(
        "Names and tags select cases",
        arguments: [
            ([], "alpha beta gamma one two"),
            (["--case", "alpha"], "alpha"),
            (["--case", "*a"], "alpha beta gamma one two"),
            (["--case", "delta[t*", "--case", "?eta"], "beta two"),
            (["--include-tag", "quick"], "alpha beta"),
            (["--exclude-tag", "quick"], "gamma one two"),
            (["--include-tag", "quick", "--exclude-tag", "red"], "beta"),
            (["--include-tag", "quick", "--include-tag", "red"], "alpha beta gamma"),
            (["--include-tag", "red", "--case", "g*"], "gamma"),
            (["--repeat", "2", "--case", "delta"], "one two one two"),
        ] as [([String], String)]
    )
    func selection(options: [String], paths: String) async throws {
        let (run, server) = try await verify(options)
        #expect(run.ending == .exited(0))
        #expect(Self.paths(server) == paths)
    }

    @Test("A case that is not selected is skipped with the reason")
    func reasons() async throws {
        let (run, _) = try await verify(["--include-tag", "quick", "--exclude-tag", "red"])
        let report = try run.report
        #expect(report["alpha"]?.reason == "excluded by tag red")
        #expect(report["delta[one]"]?.reason == "has none of the included tags")
        #expect(report.count("skipped") == 4)
    }

    @Test(
        "An empty selection is a command-line error, not a success",
        arguments: [
            (
                ["--case", "alpah"],
                "option \"--case\": expected a pattern that fits the name of a case, "
                    + "got \"alpah\"; did you mean \"alpha\"?\nsee \"assay help verify\"\n"
            ),
            (
                ["--case", "alpha", "--case", "x*"],
                "option \"--case\": expected a pattern that fits the name of a case, "
                    + "got \"x*\"\nsee \"assay help verify\"\n"
            ),
            (
                ["--include-tag", "quik"],
                "option \"--include-tag\": expected a tag of the contracts (quick or red), "
                    + "got \"quik\"; did you mean \"quick\"?\nsee \"assay help verify\"\n"
            ),
            (
                ["--include-tag", "quick", "--case", "gamma"],
                "--case, --include-tag and --exclude-tag together leave none of the 5 cases\n"
            ),
        ] as [([String], String)]
    )
    func nothing(options: [String], problem: String) async throws {
        let (run, server) = try await verify(options)
        #expect(run.ending == .exited(1))
        #expect(run.output.isEmpty)
        #expect(run.errors == "assay verify: \(problem)")
        #expect(server.connectionCount == 0)
    }

    @Test("Fail-fast ends the run after the first failed case, in the next file too")
    func failFast() async throws {
        let contract = try SampleContract(cases: Self.cases)
        let more = """
            contract: "1"
            targets: { api: {} }
            cases: { later: { steps: [ { request: { method: GET, path: /later } } ] } }
            """
        try contract.folder.write(Array(more.utf8), to: "second.yaml")
        let server = try ScriptedServer(
            [
                .receiveRequest, .send(Answer.box), .receiveRequest, .send(Answer.bag),
                .forever([.receiveRequest, .send(Answer.box)]),
            ]
        )
        let run = try await assay(
            "verify",
            contract.folder.path,
            "--target",
            server.origin,
            "--fail-fast",
            "--format",
            "json"
        )
        let report = try run.report
        #expect(run.ending == .exited(4))
        #expect(report.ending == "fail-fast")
        #expect(Self.paths(server) == "alpha beta")
        for name in ["gamma", "delta[one]", "delta[two]", "later"] {
            #expect(report[name]?.reason == "not run: --fail-fast ended the run")
        }
    }

    @Test("Eight jobs have eight requests in flight")
    func jobs() async throws {
        let rows = (1...9).map { "{ n: \($0) }" }.joined(separator: ", ")
        let contract = try SampleContract(
            cases: "  a: { rows: [ \(rows) ], steps: [ { call: getThing } ] }"
        )
        let server = try ScriptedServer([.receiveRequest, .hang])
        let program = try RunningProgram([
            "verify", contract.path, "--target", server.origin, "--jobs", "8",
            "--max-time", "1h", "--format", "json",
        ])
        await server.waitForReceived(8)
        program.send(SIGINT)
        let run = await program.end()
        #expect(server.received.count == 8)
        let names = try run.report.cases.map(\.name)
        #expect(names == (1...9).map { "a[\($0)]" })
    }

    private func verify(_ options: [String]) async throws -> (ProgramRun, ScriptedServer) {
        let contract = try SampleContract(cases: Self.cases)
        let server = try ScriptedServer(answering: Answer.box)
        let words = ["verify", contract.path, "--target", server.origin, "--format", "json"]
        return (try await RunningProgram(words + options).end(), server)
    }

    /// The requested paths, without their slashes.
    private static func paths(_ server: ScriptedServer) -> String {
        server.received.map { request in
            let words = (request.headLines.first ?? "").split(separator: " ")
            return words.count > 1 ? String(words[1].dropFirst()) : "?"
        }.joined(separator: " ")
    }
}
