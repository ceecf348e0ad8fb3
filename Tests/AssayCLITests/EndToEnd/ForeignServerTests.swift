import Platform
import TestSupport
import Testing

/// The example in `examples/sns` against moto, a simulator of Amazon's services from PyPI.
struct ForeignServerTests {
    private static let example = PackageRoot.path + "/examples/sns"

    @Test("The example and its load profile are well-formed")
    func lint() async throws {
        let run = try await assay("lint", Self.example)
        #expect(run.ending == .exited(0))
        #expect(run.errors == "")
    }

    @Test(
        "moto keeps every promise without a waiver, breaks the waived ones, and fails without waivers",
        .enabled("NOT RUN: there is no moto_server; make oracles") { Moto.path != nil },
        .timeLimit(.minutes(5))
    )
    func moto() async throws {
        let moto = try await Moto()
        let words = ["--target", moto.origin, "--require-coverage", "100%"]
        let run = try await RunningProgram(
            ["verify", Self.example, "--run-waived"] + words
        ).end()
        #expect(run.ending == .exited(0), "\(run.output)")
        #expect(!run.output.contains("remove the waiver"), "\(run.output)")

        // The same contract with one waiver fewer, and then with one promise falsified that moto fulfils.
        let broken = try Self.copy(
            replacing: #", waived: { reason: "moto 5.2.5 accepts any protocol" }"#,
            by: "",
            in: "common.yaml"
        )
        let unwaived = try await Self.verify(broken, words)
        #expect(unwaived.ending == .exited(4), "\(unwaived.output)")
        #expect(try unwaived.report.promises["subscribe/protocol-unknown"] == "failed")
        let other = try Self.copy(
            replacing: "EndpointDisabled: { status: 400,",
            by: "EndpointDisabled: { status: 403,",
            in: "common.yaml"
        )
        let falsified = try await Self.verify(other, words)
        #expect(falsified.ending == .exited(4), "\(falsified.output)")
        #expect(try falsified.report.promises["publish/EndpointDisabled"] == "failed")
    }

    @Test("A server that responds to everything with 200 and {} passes no promise")
    func anotherServer() async throws {
        let server = try ScriptedServer(answering: Answer.json("{}"))
        let run = try await RunningProgram(
            ["verify", Self.example, "--target", server.origin, "--format", "json"]
        ).end()
        // Its set-up already fails, so nothing can be checked.
        #expect(run.ending == .exited(3), "\(run.output)")
        #expect(try !run.report.cases.contains { $0.verdict == "passed" })
    }

    private static func verify(
        _ folder: TemporaryDirectory,
        _ words: [String]
    ) async throws
        -> ProgramRun
    {
        try await RunningProgram(["verify", folder.path, "--format", "json"] + words).end()
    }

    /// The contract files of the example in a separate folder, with one text replaced.
    private static func copy(
        replacing old: String,
        by new: String,
        in edited: String
    ) throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        for name in ["common", "applications", "endpoints", "topics", "publish"].map({
            "\($0).yaml"
        }) {
            let bytes = try FileContent.bytes(of: "\(example)/\(name)", atMost: 1 << 20)
            var text = String(decoding: bytes, as: UTF8.self)
            if name == edited {
                let place = try #require(text.firstRange(of: old), "\(name) has no \(old)")
                text.replaceSubrange(place, with: new)
            }
            try folder.write(Array(text.utf8), to: name)
        }
        return folder
    }
}

/// A `moto_server` on a port chosen by the system; terminated when this is released.
struct Moto {
    /// Path of the program from `make oracles` or from PATH.
    static let path = Program.path(
        of: "moto_server",
        before: [PackageRoot.path + "/.build/oracles/bin"]
    )

    let origin: String
    private let program: RunningProgram

    /// Starts it, and waits until it reports its address.
    init() async throws {
        program = try RunningProgram(["-p", "0"], program: try #require(Self.path))
        // A warning first, then " * Running on http://127.0.0.1:PORT".
        let lines = await program.errorLines(2)
        origin = String(try #require(lines[1].split(separator: " ").last))
        try #require(origin.hasPrefix("http://127.0.0.1:"), "\(lines)")
    }
}
