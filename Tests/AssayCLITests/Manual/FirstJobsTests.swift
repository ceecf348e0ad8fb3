import Glibc
import TestSupport
import Testing

/// The four first jobs of a new user, run exactly as printed in the README, against the stub of the fourth.
@Suite(.timeLimit(.minutes(5)))
struct FirstJobsTests {
    private static let readme = "README.md"
    private static let stubs = "\(Documents.folder)/FaultsAndStubs.md"
    private static let load = "\(Documents.folder)/Load.md"
    /// The documents that end with requests to a stub.
    private static let faking = [readme, stubs]
    /// The documents whose requests these tests send.
    static let documents = faking + [load]

    @Test("The verify example runs, and its output matches the README")
    func verify() async throws {
        let place = try await Place(Self.readme)
        let job = try place.job("assay verify notes.yaml ")
        let run = try await place.run(job.script)
        #expect(run.ending == .exited(0), "\(run.errors)")
        expect(job.output, in: run.output)
        // The stub rejects methods without a code, as one of the contract's errors permits.
        let generated = try await place.run(job.script + " --generate=100")
        #expect(generated.ending == .exited(0), "\(generated.output)")
    }

    @Test("The load example runs, and its output has the layout shown")
    func load() async throws {
        let place = try await Place(Self.readme)
        let job = try place.job("assay load ")
        let run = try await place.run(job.script + " --rate 40/s --duration 250ms")
        // The measurements of ten requests on a busy machine do not matter here.
        #expect([.exited(0), .exited(6), .exited(8)].contains(run.ending), "\(run.errors)")
        expect(job.output.filter { !$0.hasPrefix("PASSED") }, in: run.output)
    }

    @Test("The compare example compares two versions")
    func compare() async throws {
        let place = try await Place(Self.readme)
        let job = try place.job("assay compare ")
        let short = job.script.replacing("--duration 5s", with: "--duration 250ms")
        let run = try await place.run(short + " --runs 1 --rate 40/s")
        // One run per side proves nothing.
        #expect(run.ending == .exited(8), "\(run.errors)")
        #expect(run.output.contains("1 old run against 1 new run"), "\(run.output)")
        #expect(job.output.first == "6 old runs against 6 new runs")
    }

    @Test("The metrics of a run are fetched, and end as shown")
    func figures() async throws {
        let profile = try SampleProfile(load: "stages: [{ rate: 50/s, for: 1h }], connections: 4")
        let server = try ScriptedServer(answering: Answer.box)
        let blocks = try DocumentBlock.all(in: Self.load)
        let index = try #require(blocks.firstIndex { $0.text.hasPrefix("curl ") })
        let listen = try #require(blocks[index - 1].commandLines.first)
        #expect(listen.hasSuffix(" --listen 127.0.0.1:9100"))
        let program = try profile.start("--listen", "127.0.0.1:0", on: server)
        let address = try #require(await program.firstErrorLine().split(separator: "//").last)
        let script = blocks[index].text.replacing("127.0.0.1:9100/metrics", with: address)
        let run = try await RunningProgram(["-c", script], program: "/bin/sh").end()
        #expect(run.output == blocks[index + 1].text + "\n", "\(run.errors)")
        program.send(SIGINT)
        #expect(await program.end().ending == .exited(130))
    }

    @Test("The stub example returns the responses shown", arguments: faking)
    func fake(document: String) async throws {
        // The article uses the contract of another one.
        let isArticle = document == Self.stubs
        let contracts = isArticle ? "\(Documents.folder)/ContractFormat.md" : document
        let place = try await Place(document, contract: contracts)
        let job = try place.job("curl ")
        let run = try await place.run(job.script)
        #expect(run.ending == .exited(0), "\(run.errors)")
        #expect(run.output == job.output.joined(separator: "\n") + "\n")
    }

    /// Expects lines in their order, with any numbers; `…` matches any lines.
    private func expect(_ lines: [String], in output: String) {
        var rest = output.split(separator: "\n").map { masked(String($0)) }[...]
        for line in lines where line != "…" {
            let place = rest.firstIndex(of: masked(line))
            #expect(place != nil, "\(line)\n\(output)")
            rest = rest[(place.map { $0 + 1 } ?? rest.endIndex)...]
        }
    }

    /// The line with each number and its unit replaced by one mark, and one space between words.
    private func masked(_ line: String) -> String {
        line.replacing(/~?\d[\d.,:]*( ?(%|µs|ms|s)\b)?%?|–/, with: "#")
            .split(separator: " ").joined(separator: " ")
    }
}

/// A folder with the files of a document, and the stub that the document starts.
private struct Place {
    private let document: String
    private let folder: TemporaryDirectory
    private let stub: RunningProgram
    private let address: String

    /// - Parameters:
    ///   - document: The README or an article.
    ///   - contract: The document whose first contract is `notes.yaml`.
    /// - Throws: When the document or the stub are not as expected.
    init(_ document: String, contract: String? = nil) async throws {
        self.document = document
        folder = try TemporaryDirectory()
        let blocks = try DocumentBlock.all(in: document)
        let contracts = try DocumentBlock.all(in: contract ?? document)
        let notes = try #require(contracts.first { $0.language == "yaml" })
        try folder.write(Array(notes.text.utf8), to: "notes.yaml")
        for block in blocks {
            if let file = block.file { try folder.write(Array(block.text.utf8), to: file) }
        }
        let lines = blocks.flatMap(\.commandLines)
        let serve = try #require(lines.first { $0.hasPrefix("assay serve notes.yaml ") })
        let words = serve.replacing("notes.yaml", with: folder.file("notes.yaml"))
            .replacing(":8080", with: ":0").split(separator: " ").dropFirst().map(String.init)
        stub = try RunningProgram(words)
        let line = await stub.firstLine()
        address = try #require(line.split(separator: "//").last.map(String.init), "\(line)")
    }

    /// The script of the document with this beginning, and the lines of the output after it.
    func job(_ beginning: String) throws -> (script: String, output: [String]) {
        let blocks = try DocumentBlock.all(in: document)
        let index = try #require(blocks.firstIndex { $0.text.hasPrefix(beginning) })
        let output = try #require(blocks.dropFirst(index + 1).first)
        #expect(output.language == "text")
        let lines = output.text.split(separator: "\n").map(String.init)
        return (blocks[index].text, lines)
    }

    /// Runs a script with the stub in place of both servers.
    func run(_ script: String) async throws -> ProgramRun {
        let words = script.replacing("127.0.0.1:8080", with: address)
            .replacing("127.0.0.1:8081", with: address)
            .replacing("assay ", with: "'\(builtProgram)' ")
        let whole = "cd '\(folder.path)'\n\(words)"
        return try await RunningProgram(
            ["-eu", "-o", "pipefail", "-c", whole],
            program: "/bin/bash"
        ).end()
    }
}
