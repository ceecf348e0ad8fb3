import Glibc
import JSON
import Platform
import TestSupport
import Testing

/// A document of a previously unknown service, processed as the article on documents describes.
@Suite(.timeLimit(.minutes(5)))
struct LockerboxTests {
    private static let fixtures = "\(PackageRoot.path)/Tests/AssayCLITests/Fixtures"
    private static let article = "\(Documents.folder)/Trace.md"

    private static func fixture(_ name: String) throws -> [UInt8] {
        try FileContent.bytes(of: "\(fixtures)/\(name)", atMost: 1 << 20)
    }

    /// A folder with the guide and, if `isWritten`, its contract and inventory.
    private static func folder(isWritten: Bool) throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        try folder.write(try fixture("lockerbox-guide.txt"), to: "guide.txt")
        guard isWritten else { return folder }
        try folder.write(try fixture("lockerbox.yaml"), to: "lockerbox.yaml")
        try folder.write(try fixture("lockerbox.trace.yaml"), to: "guide.trace.yaml")
        return folder
    }

    /// Expects the lines of a block of the article in an output; `…` matches any lines.
    private static func expect(_ block: Int, in output: String) throws {
        let blocks = try DocumentBlock.all(in: article).filter { $0.language == "text" }
        var rest = output.split(separator: "\n")[...]
        for line in blocks[block].text.split(separator: "\n")
        where !line.contains("…") {
            let place = rest.firstIndex(of: line)
            #expect(place != nil, "\(line) is not in \(output)")
            rest = rest[(place ?? rest.startIndex)...]
        }
    }

    @Test("A draft of the guide is an inventory that covers every line")
    func draft() async throws {
        let folder = try Self.folder(isWritten: false)
        let inventory = folder.file("guide.trace.yaml")
        let guide = folder.file("guide.txt")
        let run = try await assay("trace", "draft", guide, "--output", inventory)
        #expect(run.ending == .exited(0))
        #expect(run.errors == "wrote \(inventory): 95 candidates, 39 lines aside\n")
        let traced = try await assay("trace", folder.path, "--document", "guide=\(guide)")
        #expect(traced.ending == .exited(0), "\(traced.errors)\(traced.output)")
        #expect(
            traced.output.contains("204 lines: every line belongs to a statement or an aside\n")
        )
        #expect(!traced.output.contains("no digest"))
        // Existing files are left unchanged.
        let again = try await assay("trace", "draft", guide, "--output", inventory)
        #expect(again.ending == .exited(2))
        #expect(again.errors.contains("the file exists; --force replaces it"))
    }

    @Test("The inventory passes against the guide, and the contract against a server")
    func verify() async throws {
        let folder = try Self.folder(isWritten: true)
        let guide = "guide=\(folder.file("guide.txt"))"
        let update = try await assay("trace", folder.path, "--document", guide, "--update")
        #expect(update.ending == .exited(0), "\(update.errors)\(update.output)")
        let program = try RunningProgram(["serve", folder.file("lockerbox.yaml")])
        let line = await program.firstLine()
        let origin = String(line[try #require(line.firstRange(of: " at ")).upperBound...])
        let report = folder.file("verify.json")
        let run = try await assay(
            "verify",
            folder.path,
            "--target",
            origin,
            "--require-documents",
            "checked=50%",
            "--report",
            "json=\(report)"
        )
        #expect(run.ending == .exited(0), "\(run.errors)\(run.output)")
        try Self.expect(0, in: run.output)
        let gated = try await assay(
            "verify",
            folder.path,
            "--target",
            origin,
            "--require-documents",
            "all=95%",
            "--quiet"
        )
        #expect(gated.ending == .exited(5))
        #expect(
            gated.errors
                == "assay verify: the share of statements that are checked or modelled is 54.9 %, "
                + "and 95.0 % were required\n"
        )
        let traced = try await assay("trace", folder.path, "--results", report)
        try Self.expect(0, in: traced.output)
        let coverage = try await assay("coverage", folder.path, "--results", report)
        try Self.expect(0, in: coverage.output)
        let mutants = try await assay(
            "verify",
            folder.path,
            "--target",
            origin,
            "--mutants=responses",
            "--format",
            "markdown"
        )
        #expect(mutants.output.contains("\n| document | statements | checked | "), "\(mutants)")
        let page = try await assay("report", report)
        #expect(page.output.contains(">27 of 51</td>"), "\(page.errors)")
    }

    @Test("A single file of the folder leaves the statements of the others not covered")
    func oneFile() async throws {
        let folder = try Self.folder(isWritten: true)
        let other =
            "contract: \"1\"\noperations: { ping: { request: { path: /ping } } }\n"
            + "cases: { ping: { steps: [ { call: ping } ] } }\ntargets: { api: {} }\n"
        let path = try folder.write(Array(other.utf8), to: "other.yaml")
        let run = try await assay(
            "verify",
            path,
            "--target",
            "http://127.0.0.1:1",
            "--format",
            "json"
        )
        let document = try JSONValue(parsing: Array(run.output.utf8))
        let summary = document["documents"]?.arrayValue?.first?["summary"]
        #expect(summary?["notTried"] == 28)
        #expect(summary?["checked"] == 0)
        try folder.write(Array("contract: \"1\"\noperations: 5\n".utf8), to: "broken.yaml")
        let broken = try await assay("verify", path, "--target", "http://127.0.0.1:1")
        #expect(broken.errors.contains("warning: the inventory is skipped"), "\(broken.errors)")
        #expect(!broken.output.contains("Documents"))
    }

    @Test("A new version of the guide lists the statements to review")
    func changed() async throws {
        let folder = try Self.folder(isWritten: true)
        let old = String(decoding: try Self.fixture("lockerbox-guide.txt"), as: UTF8.self)
        _ = try await assay(
            "trace",
            folder.path,
            "--document",
            "guide=\(folder.file("guide.txt"))",
            "--update"
        )
        let new =
            old
            .replacing("at most 160 characters.", with: "at most 320 characters.")
            .replacing(
                "5. Notices\n==========\n",
                with:
                    "5. Notices\n==========\n\nA notice can be sent to a group.\nIt has an id of its own.\n"
            )
            .replacing("Version 3, for developers", with: "Version 4, for developers")
        let path = try folder.write(Array(new.utf8), to: "guide-4.txt")
        let run = try await assay("trace", folder.path, "--document", "guide=\(path)")
        #expect(run.ending == .exited(4))
        try Self.expect(1, in: run.output)
    }
}
