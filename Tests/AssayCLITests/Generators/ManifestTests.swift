import Glibc
import Measure
import TestSupport
import Testing

/// The output of `assay generator --manifest` for Kubernetes.
///
/// Without a cluster, its parts are checked against the
/// API's schemas, and its command lines are run as processes.
@Suite(.timeLimit(.minutes(5)))
struct ManifestTests {
    private static func manifest() async throws -> String {
        let printed = try await assay("generator", "--manifest")
        #expect(printed.ending == .exited(0) && printed.errors.isEmpty)
        return printed.output
    }

    /// The command line of each container, in order.
    private static func commands(_ manifest: String) -> [[String]] {
        var commands: [[String]] = []
        for line in manifest.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
            if line.hasPrefix("command: [") {
                let words = line.dropFirst("command: [".count).dropLast().split(separator: ",")
                commands.append(words.map { String($0.drop { $0 == " " }) })
            } else if line.hasPrefix("- --"), !commands.isEmpty {
                commands[commands.count - 1].append(String(line.dropFirst(2)))
            }
        }
        return commands
    }

    @Test(
        "The manifest matches the API's schemas",
        .enabled(if: Program.path(of: "kubernetes-validate") != nil)
    )
    func schemas() async throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write(Array(try await Self.manifest().utf8), to: "manifest.yaml")
        let checker = Program.path(of: "kubernetes-validate") ?? ""
        for version in ["1.29", "1.37"] {
            let checked = await
                (try RunningProgram(
                    ["--strict", "--quiet", "-k", version, file],
                    program: checker
                )).end()
            #expect(checked.ending == .exited(0), "\(checked.output)\(checked.errors)")
        }
    }

    @Test("The command lines of the manifest make a run", .enabled(if: Locust.isThere))
    func commandLines() async throws {
        let run = try LedRun(count: 200)
        let manifest = try await Self.manifest()
        let commands = Self.commands(manifest)
        try #require(
            commands.map { Array($0.prefix(2)) } == [["assay", "load"], ["assay", "generator"]]
        )
        // Addresses, folders and images of the cluster are replaced by local ones.
        func here(_ words: [String], _ values: [String: String]) -> [String] {
            words.dropFirst().map { word in
                let name = String(word.prefix { $0 != "=" })
                return values[name].map { name.hasPrefix("--") ? "\(name)=\($0)" : $0 } ?? word
            }
        }
        let coordinator = try RunningProgram(
            here(
                commands[0],
                [
                    "/profiles/push.yaml": run.profile.path, "--target": run.server.origin,
                    "--master-bind": "127.0.0.1:0", "--output": run.resultFile,
                ]
            ) + ["--locust", Locust.path ?? ""]
        )
        let line = await coordinator.firstErrorLine()
        let address = line.split(separator: " ").last.map(String.init) ?? ""
        let words = here(
            commands[1],
            ["--master": address, "--keep": run.profile.contract.folder.path]
        )
        let generators = try (0..<4).map { _ in try RunningProgram(words) }
        let ended = await coordinator.end()
        #expect(ended.ending == .exited(0), "\(ended.errors)")
        for generator in generators { #expect(await generator.end().ending == .exited(0)) }
        #expect(run.numbers == Array(0..<200))
        #expect(try run.result.parts.count == 4)
        for count in ["--generators=4", "completions: 4", "parallelism: 4"] {
            #expect(manifest.contains(count))
        }
    }
}
