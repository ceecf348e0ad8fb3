import AssayCLI
import CommandLineTool
import Glibc
import Testing

/// The built program, run as a user would.
struct ProgramTests {
    @Test("The version is one line, or two with the libraries")
    func version() throws {
        let short = try assay("--version")
        #expect(short.output == "assay \(Version.number)\n")
        #expect(short.errors.isEmpty)
        #expect(short.ending == .exited(0))
        let lines = try assay("--version", "--verbose").output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(try assay("--version", "lint").output == short.output)
        #expect(try assay("-V").output == short.output)
        for library in ["libcurl/", "libyaml/", "libmicrohttpd/", "libcrypto/"] {
            #expect(lines.last?.contains(library) == true)
        }
    }

    @Test(
        "All ways to request help print the same text on standard output",
        arguments: [
            (["--help"], ["help"]), (["-h"], ["help"]),
            (["verify", "--help"], ["help", "verify"]),
            (["verify", "-h"], ["help", "verify"]), (["--help", "lint"], ["help", "lint"]),
        ] as [([String], [String])]
    )
    func help(words: [String], others: [String]) throws {
        let (one, other) = (try ChildProcess(path, words), try ChildProcess(path, others))
        #expect(one.output == other.output)
        #expect(one.output.contains("\nUsage: assay "))
        #expect(one.errors.isEmpty)
        #expect(one.ending == .exited(0))
        #expect(other.ending == .exited(0))
    }

    @Test("The width of help follows COLUMNS")
    func columns() throws {
        let wide = try ChildProcess(path, ["help", "verify"], environment: ["COLUMNS=150"])
        #expect(wide.output.split(separator: "\n").contains { $0.count > 100 })
    }

    @Test(
        "An invalid command line yields status 1 and a message on standard error",
        arguments: [
            (["verfy"], "assay: unknown command \"verfy\"; did you mean \"verify\"?", "help"),
            (
                ["verify", "--tagret", "http://h"],
                "assay verify: unknown option \"--tagret\"; did you mean \"--target\"?",
                "help verify"
            ),
            (["verify"], "assay verify: missing argument PATH", "help verify"),
            (
                ["help", "lnit"],
                "assay: unknown command or topic \"lnit\"; did you mean \"lint\"?", "help"
            ),
            (
                ["help", "contract-fromat"],
                "assay: unknown command or topic \"contract-fromat\"; "
                    + "did you mean \"contract-format\"?",
                "help"
            ),
            (
                ["help", "weather"],
                "assay: unknown command or topic \"weather\"; "
                    + "\"assay help\" lists all",
                "help"
            ),
            (
                ["help", "verify", "--man-pages", "folder"],
                "assay help: unexpected argument \"verify\"; expected none with --man-pages",
                "help help"
            ),
            (
                ["verify", "x", "--http1.1", "--http2"],
                "assay verify: options \"--http1.1\" and \"--http2\" exclude each other; "
                    + "give one of them",
                "help verify"
            ),
            (
                ["history"],
                "assay history: no command given; expected list, show, trend, add or prune",
                "help history"
            ),
        ] as [([String], String, String)]
    )
    func wrong(words: [String], problem: String, help: String) throws {
        let process = try ChildProcess(path, words)
        #expect(process.errors == "\(problem)\nsee \"assay \(help)\"\n")
        #expect(process.output.isEmpty)
        #expect(process.ending == .exited(1))
    }

    @Test("Without a command the program lists the essential ones, refers to the others, and fails")
    func overview() throws {
        let process = try ChildProcess(path, [])
        #expect(process.output.isEmpty)
        #expect(process.ending == .exited(1))
        let lines = process.errors.split(separator: "\n").map(String.init)
        for name in ["verify", "load", "compare", "serve", "init"] {
            #expect(lines.filter { $0.hasPrefix("  \(name) ") }.count == 1, "\(name)")
        }
        for name in CompletionTests.commands {
            #expect(process.errors.contains(" \(name)"), "\(name)")
        }
        #expect(lines.count <= 24)
        #expect(lines.allSatisfy { $0.count <= 80 })
    }

    @Test("When the reader has closed the pipe, the program ends quietly by SIGPIPE")
    func abandonedPipe() throws {
        let process = try ChildProcess(path, ["--help"], output: .abandonedPipe)
        #expect(process.errors.isEmpty)
        #expect(process.ending == .killed(signal: SIGPIPE))
    }

    @Test("A full disk is an error")
    func fullDisk() throws {
        let process = try ChildProcess(path, ["--help"], output: .file("/dev/full"))
        #expect(
            process.errors == "assay: cannot write to standard output: No space left on device\n"
        )
        #expect(process.ending == .exited(70))
    }

    @Test("Closed standard output is an error")
    func closedOutput() throws {
        let process = try ChildProcess(path, ["--version"], output: .closed)
        #expect(process.errors == "assay: cannot write to standard output: Bad file descriptor\n")
        #expect(process.ending == .exited(70))
    }

    private func assay(_ words: String...) throws -> ChildProcess {
        try ChildProcess(path, words)
    }

    private var path: String { builtProgram }
}

/// The program that was built with these tests, in the same folder.
var builtProgram: String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let tests = String(
        decoding: buffer.prefix(max(count, 0)).map(UInt8.init(bitPattern:)),
        as: UTF8.self
    )
    let folder = tests[..<(tests.lastIndex(of: "/") ?? tests.startIndex)]
    return "\(folder)/assay"
}
