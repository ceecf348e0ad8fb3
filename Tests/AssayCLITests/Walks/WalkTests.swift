import Testing

/// Paths through the program from the first minute on, as users take them: scripts of Tests/Walks.
@Suite(.timeLimit(.minutes(5)))
struct WalkTests {
    @Test(
        "A user completes the job, and each wrong turn is reported",
        arguments: ["verify", "capacity", "compare", "fake"]
    )
    func walk(name: String) async throws {
        let folder = builtProgram.split(separator: "/").dropLast().joined(separator: "/")
        let run = try await RunningProgram(
            ["\(PackageRoot.path)/Tests/Walks/\(name).sh"],
            program: "/bin/bash",
            environment: ["PATH=/\(folder):/usr/local/bin:/usr/bin:/bin"]
        ).end()
        #expect(run.ending == .exited(0), "\(run.output)\(run.errors)")
        #expect(run.output.hasSuffix("done\n"))
    }
}
