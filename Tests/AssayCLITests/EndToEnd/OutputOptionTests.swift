import Glibc
import JSON
import TestSupport
import Testing

/// The content of standard output, and the behavior when it cannot be written.
struct OutputOptionTests {
    @Test("Verbose shows passed exchanges, normal output does not")
    func verbose() async throws {
        let normal = try await verify(Answer.box)
        #expect(!normal.output.contains("curl -i"))
        let verbose = try await verify(Answer.box, "--verbose")
        #expect(verbose.output.contains("curl -i"))
        #expect(verbose.output.contains("response: HTTP/1.1 200 after "))
        #expect(verbose.output.contains(#"{"name":"box"}"#))
    }

    @Test("Quiet omits the tables")
    func quiet() async throws {
        let run = try await verify(Answer.box, "--quiet")
        #expect(run.ending == .exited(0))
        #expect(!run.output.contains("Promises"))
        #expect(!run.output.contains("sample.yaml"))
    }

    @Test("Colour is for terminals or on request, whatever NO_COLOR is")
    func color() async throws {
        let always = try await verify(Answer.bag, "--color", "always", environment: ["NO_COLOR=1"])
        #expect(always.output.contains("\u{1B}[31mFAILED\u{1B}[0m"))
        for options in [[], ["--color", "auto"], ["--color", "never"]] {
            let run = try await verify(Answer.bag, options: options, environment: ["TERM=xterm"])
            #expect(run.output.contains("FAILED"))
            #expect(!run.output.contains("\u{1B}"))
        }
    }

    @Test("Output to a terminal is coloured unless NO_COLOR is set")
    func terminal() async throws {
        for (environment, isColored) in [(["TERM=xterm"], true), (["NO_COLOR=1"], false)] {
            let terminal = try PseudoTerminal()
            _ = try await verify(
                Answer.bag,
                options: ["--quiet"],
                output: .file(terminal.path),
                environment: environment
            )
            let text = terminal.text
            #expect(text.contains("1 failed"))
            #expect(text.contains("\u{1B}[31m") == isColored, "\(environment)")
        }
    }

    @Test(
        "Results of a command are written to the given file; an existing file is not overwritten",
        arguments: ["coverage", "diff", "verify"]
    )
    func outputFile(command: String) async throws {
        let contract = try SampleContract()
        let server = try ScriptedServer(answering: Answer.box)
        let (file, report) = (contract.folder.file("out.json"), contract.folder.file("out.md"))
        let words =
            switch command {
            case "diff": [command, contract.path, contract.path]
            case "verify": [command, contract.path, "--target", server.origin]
            default: [command, contract.path]
            }
        let files = ["--output", file, "--report", "markdown=\(report)"]
        let run = try await RunningProgram(words + files).end()
        #expect(run.ending == .exited(0), "\(run.errors)")
        let text = try ReportFileTests.content(of: file)
        #expect(try JSONValue(parsing: text).objectValue != nil)
        #expect(try ReportFileTests.content(of: report).contains("#"))
        let again = try await RunningProgram(words + files).end()
        #expect(again.ending == .exited(2))
        #expect(
            again.errors
                == "assay \(command): cannot write \(file): the file exists; --force replaces it\n"
        )
        let forced = try await RunningProgram(words + files + ["--force"]).end()
        #expect(forced.ending == .exited(0), "\(forced.errors)")
        let nowhere = try await RunningProgram(words + ["-o", "/missing/out.json"]).end()
        #expect(nowhere.ending == .exited(2))
        #expect(nowhere.errors.hasPrefix("assay \(command): cannot write /missing/out.json: "))
    }

    @Test("A report file is never coloured")
    func reportFile() async throws {
        let contract = try SampleContract()
        let server = try ScriptedServer(answering: Answer.bag)
        let file = contract.folder.file("report.txt")
        _ = try await contract.verify(
            at: server.origin,
            "--color",
            "always",
            "--report",
            "text=\(file)"
        )
        #expect(try !ReportFileTests.content(of: file).contains("\u{1B}"))
    }

    @Test("A closed pipe hides no verdict and loses no report file")
    func abandonedPipe() async throws {
        for (response, ending) in [
            (Answer.box, ChildProcess.Ending.killed(signal: SIGPIPE)), (Answer.bag, .exited(4)),
        ] {
            let contract = try SampleContract()
            let server = try ScriptedServer(answering: response)
            let file = contract.folder.file("report.json")
            let run = try await contract.verify(
                at: server.origin,
                "--report",
                "json=\(file)",
                output: .abandonedPipe
            )
            #expect(run.ending == ending)
            #expect(run.errors.isEmpty)
            let text = try ReportFileTests.content(of: file)
            #expect(try JSONValue(parsing: Array(text.utf8))["ending"] == "complete")
        }
    }

    @Test("A verdict that cannot be written yields status 70", arguments: [Answer.box, Answer.bag])
    func fullDisk(response: String) async throws {
        let run = try await verify(response, output: .file("/dev/full"))
        #expect(run.ending == .exited(70))
        #expect(
            run.errors == "assay: cannot write to standard output: No space left on device\n"
        )
    }

    private func verify(
        _ response: String,
        _ more: String...,
        options: [String] = [],
        output: ChildProcess.Output = .kept,
        environment: [String] = []
    ) async throws -> ProgramRun {
        let contract = try SampleContract()
        let server = try ScriptedServer(answering: response)
        let words = ["verify", contract.path, "--target", server.origin] + options + more
        return try await RunningProgram(words, output: output, environment: environment).end()
    }
}
