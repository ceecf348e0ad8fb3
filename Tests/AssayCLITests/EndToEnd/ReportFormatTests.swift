import JSON
import TestSupport
import Testing

/// The formats of `--format` and `--report`, and `--har`.
struct ReportFormatTests {
    @Test(
        "Every format is the same on standard output and in a file",
        arguments: [
            ("text", "1 failed"), ("json", "\"assayVerification\": 1,"),
            ("junit", "<testsuites>\n  <testsuite name="), ("tap", "TAP version 14\n1..1\n"),
            ("ctrf", "\"reportFormat\": \"CTRF\","),
            ("markdown", "## ❌ assay verify: 1 of 1 case failed\n"),
            ("github", "::error file="),
        ]
    )
    func formats(format: String, part: String) async throws {
        let contract = try SampleContract()
        let server = try ScriptedServer(answering: Answer.bag)
        let file = contract.folder.file("report")
        let run = try await contract.verify(
            at: server.origin,
            "--format",
            format,
            "--report",
            "\(format)=\(file)"
        )
        #expect(run.ending == .exited(4), "\(run.errors)")
        #expect(run.output.contains(part), "\(run.output)")
        #expect(try ReportFileTests.content(of: file) == run.output)
    }

    @Test("The verdict in a comment includes the gates of the command line")
    func gates() async throws {
        let contract = try SampleContract(
            cases:
                "  first: { waived: { reason: x, until: 2999-12-31 }, steps: [ { call: getThing } ] }"
        )
        let run = try await assay(
            "verify",
            contract.path,
            "--target",
            "http://127.0.0.1:1",
            "--format",
            "markdown",
            "--require-coverage",
            "100%"
        )
        #expect(run.ending == .exited(5), "\(run.errors)")
        let line = "## ⚠️ assay verify: coverage is 0.0 %, required is 100 %\n"
        #expect(run.output.hasPrefix(line), "\(run.output)")
    }

    @Test("The archive contains every exchange, in order, with its case and step")
    func archive() async throws {
        let contract = try SampleContract(
            cases: """
                  first: { steps: [ { call: getThing }, { call: getThing, query: { n: 2 } } ] }
                  second: { steps: [ { call: getThing, query: { n: 3 } } ] }
                """
        )
        let server = try ScriptedServer(answering: Answer.box)
        let file = contract.folder.file("run.har")
        let words = ["verify", contract.path, "--target", server.origin, "--har", file]
        let run = try await RunningProgram(words, environment: []).end()
        #expect(run.ending == .exited(0), "\(run.errors)")
        let archive = try JSONValue(parsing: Array(ReportFileTests.content(of: file).utf8))
        let entries = try #require(archive["log"]?["entries"]?.arrayValue)
        let queries = ["", "?n=2", "?n=3"]
        #expect(
            entries.map { $0["request"]?["url"]?.stringValue }
                == queries.map { "\(server.origin)/thing\($0)" }
        )
        #expect(
            entries.map { $0["comment"]?.stringValue } == [
                "\(contract.path): first, step 1 getThing",
                "\(contract.path): first, step 2 getThing",
                "\(contract.path): second, step 1 getThing",
            ]
        )
        let moments = entries.compactMap { $0["startedDateTime"]?.stringValue }
        #expect(moments == moments.sorted())
        // The run took place in this century, not at the start of the epoch.
        #expect(moments.count == 3 && moments.allSatisfy { $0.hasPrefix("20") })
        #expect(
            entries.allSatisfy {
                $0["response"]?["content"]?["text"]?.stringValue == #"{"name":"box"}"#
            }
        )
    }

    @Test(
        "An archive that cannot be written, or shares a file with a report, is rejected at once",
        arguments: [
            (
                ["--har", "/missing/run.har"], 2,
                "assay verify: cannot write /missing/run.har: "
                    + "No such file or directory\n"
            ),
            (
                ["--report", "json=a", "--har", "a"], 1,
                "assay verify: option \"--report\": expected a different file for each "
                    + "output, got \"a\"\nsee \"assay help verify\"\n"
            ),
            (
                ["--har", ""], 1,
                "assay verify: option \"--har\": expected the name of a file, got \"\"\n"
                    + "see \"assay help verify\"\n"
            ),
        ] as [([String], Int32, String)]
    )
    func refused(options: [String], status: Int32, message: String) async throws {
        let contract = try SampleContract()
        let words = ["verify", contract.path] + options
        let run = try await RunningProgram(words, environment: []).end()
        #expect(run.ending == .exited(status))
        #expect(run.errors == message)
    }
}
