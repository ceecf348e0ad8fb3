@testable import AssayCLI
import ContractFile
import Glibc
import TestSupport
import Testing

/// `verify --watch` and `lint --watch`.
struct WatchTests {
    /// Replaces the contract with another file, as editors do.
    private static func write(_ text: String, over contract: SampleContract) throws {
        let new = try contract.folder.write(Array(text.utf8), to: "new")
        #expect(rename(new, contract.path) == 0)
    }

    private static func text(_ contract: SampleContract) throws -> String {
        String(decoding: try DiskFiles().read(contract.path, atMost: 1 << 20), as: UTF8.self)
    }

    @Test(
        "A change reruns its dependents, an invalid edit is reported, and Ctrl-C exits with the last status"
    )
    func verify() async throws {
        let contract = try SampleContract()
        let good = try Self.text(contract)
        let other = try contract.folder.write(Array(good.utf8), to: "zz.yaml")
        let server = try ScriptedServer(answering: Answer.box)
        let run = try RunningProgram(
            ["verify", contract.path, other, "--target", server.origin, "--watch"]
        )
        #expect(
            await run.errorLines(1)[0]
                == "assay verify: waiting for changes to 2 files; Ctrl-C exits"
        )
        #expect(server.received.count == 2)
        try Self.write(good.replacing("name: box", with: "name: bag"), over: contract)
        let lines = await run.errorLines(3)
        #expect(lines[1] == "assay verify: changed: \(contract.path)")
        #expect(lines[2] == lines[0])
        // The other file is valid by itself.
        #expect(server.received.count == 3)
        try Self.write("contract: [", over: contract)
        _ = await run.errorLines(5)
        run.send(SIGINT)
        let end = await run.end()
        #expect(end.ending == .exited(2), "\(end.errors)")
        #expect(end.errors.contains("\(contract.path):1:"))
        #expect(server.received.count == 3)
    }

    @Test("Lint rechecks changed files")
    func lint() async throws {
        let contract = try SampleContract()
        let run = try RunningProgram(["lint", contract.path, "--watch"])
        #expect(
            await run.errorLines(1)[0] == "assay lint: waiting for changes to 1 file; Ctrl-C exits"
        )
        try Self.write(try Self.text(contract).replacing("title:", with: "titel:"), over: contract)
        #expect(await run.errorLines(3)[2].contains("unknown key \"titel\""))
        run.send(SIGTERM)
        #expect(await run.end().ending == .exited(2))
    }

    @Test("A file that changes while files are being found counts as changed")
    func between() throws {
        let contract = try SampleContract()
        func files() -> WatchedFiles { WatchedFiles(paths: [contract.path], fileRoots: []) }
        let earlier = files()
        #expect(files().changed(since: earlier).isEmpty)
        try Self.write(try Self.text(contract), over: contract)
        let now = files()
        #expect(now.changed.isEmpty)
        #expect(now.changed(since: earlier).contains(contract.path))
    }
}
