import Glibc
import JSON
import TestSupport
import Testing

@testable import AssayCLI

/// Files that are written either completely or not at all.
struct WholeFileTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func content(of name: String) throws -> String {
        try ReportFileTests.content(of: folder.file(name))
    }

    private func names() throws -> [String] {
        try ChildProcess("/bin/ls", ["-A", folder.path]).output.split(separator: "\n")
            .map(String.init)
    }

    /// Runs the program with a file size limit of one block.
    private func runLimited(_ words: [String]) async throws -> ProgramRun {
        let script = "ulimit -f 1; exec \"$@\""
        return try await RunningProgram(
            ["-c", script, "sh", builtProgram] + words,
            program: "/bin/sh"
        ).end()
    }

    @Test(
        "A failed write leaves the existing file intact and yields status 70",
        arguments: ["report", "import", "export", "help", "verify"]
    )
    func tooLarge(command: String) async throws {
        let result = try folder.write(BuiltRun(), to: "result.json")
        let script = (1...40).map { "curl https://h.example/a\($0)\n" }.joined()
        let commands = try folder.write(Array(script.utf8), to: "commands.sh")
        let contract = try SampleContract()
        let server = try ScriptedServer(answering: Answer.box)
        let old = try folder.write(Array("good\n".utf8), to: "old")
        let output = ["--output", old, "--force"]
        var words: [String] = []
        switch command {
        case "report": words = ["report", result] + output
        case "import": words = ["import", "curl", commands] + output
        case "export": words = ["export", "openapi", contract.path] + output
        case "verify":
            words = ["verify", contract.path, "--target", server.origin, "--report", "json=\(old)"]
        default:
            try #require(mkdir(folder.file("man1"), 0o700) == 0)
            try #require(rename(old, folder.file("man1/assay.1")) == 0)
            words = ["help", "--man-pages", folder.path]
        }
        let before = try names()
        let past = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
        try #require(utimensat(AT_FDCWD, folder.path, past, 0) == 0)
        let run = try await runLimited(words)
        #expect(run.ending == .exited(70), "\(run.errors)")
        #expect(run.errors.contains(": File too large\n"), "\(run.errors)")
        if command == "help" {
            #expect(try ChildProcess("/bin/ls", ["-A", folder.file("man1")]).output == "assay.1\n")
            #expect(try content(of: "man1/assay.1") == "good\n")
            unlink(folder.file("man1/assay.1"))
            for name in ["man1", "man7"] { rmdir(folder.file(name)) }
        } else {
            #expect(try content(of: "old") == "good\n")
            #expect(try names() == before)
            // A named file was not tried either; it would not have had more room.
            var status = stat()
            try #require(stat(folder.path, &status) == 0)
            #expect(status.st_mtim.tv_sec == 1)
        }
    }

    @Test("A failed write of a history yields status 70")
    func history() async throws {
        let result = try folder.write(BuiltRun(), to: "result.json")
        let history = folder.file("runs.db")
        let run = try await runLimited(["history", "add", result, "--history", history])
        #expect(run.ending == .exited(70), "\(run.errors)")
    }

    @Test("A replaced file keeps its mode, and links to it remain links")
    func replaced() throws {
        let old = try folder.write(Array("a longer text\n".utf8), to: "old")
        try #require(chmod(old, 0o640) == 0)
        let link = folder.file("link")
        try #require(symlink("old", link) == 0)
        #expect(DestinationFile(path: link).write("new\n") == nil)
        #expect(try content(of: "old") == "new\n")
        var status = stat()
        try #require(stat(old, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o640)
        try #require(lstat(link, &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFLNK)
        #expect(try names() == ["link", "old"])
    }

    @Test("Without permission to replace, existing files and dangling links are left alone")
    func exclusive() throws {
        let old = try folder.write(Array("old\n".utf8), to: "old")
        let link = folder.file("link")
        try #require(symlink("nowhere", link) == 0)
        for path in [old, link] {
            let reason = DestinationFile(path: path).write("new\n", exclusively: true)
            #expect(reason == "the file exists; --force replaces it")
        }
        #expect(DestinationFile(path: folder.file("new")).write("new\n", exclusively: true) == nil)
        #expect(try content(of: "new") == "new\n")
        #expect(DestinationFile(path: link).write("there\n") == nil)
        #expect(try content(of: "nowhere") == "there\n")
        #expect(try names() == ["link", "new", "nowhere", "old"])
    }

    @Test("An open file is written through its open descriptor")
    func openFile() throws {
        let contract = try SampleContract()
        let output = try folder.write([], to: "output")
        let run = try ChildProcess(
            "/bin/sh",
            ["-c", "\"$0\" export openapi \"$1\" -o /dev/stdout --force > \"$2\"", builtProgram]
                + [contract.path, output]
        )
        #expect(run.ending == .exited(0), "\(run.errors)")
        #expect(try content(of: "output").hasPrefix("{"))
    }
}
