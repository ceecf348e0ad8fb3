import ContractFile
import Glibc
import TestSupport

/// The environment that a CI server provides to the scripts of a recipe: a checkout, commands, variables.
final class RecipeRunner: Sendable {
    private let folder: TemporaryDirectory
    /// The checkout, in which scripts run.
    let checkout: String
    /// In the order of the recipe; later ones win.
    private let variables: [String: String]

    /// Makes a checkout with the contracts of this package and a short profile.
    ///
    /// - Parameters:
    ///   - recipe: The recipe whose variables are set, some of them to what a test has time for.
    ///   - own: More variables.
    /// - Throws: When files cannot be written.
    init(_ recipe: Recipe, _ own: [String: String] = [:]) async throws {
        folder = try TemporaryDirectory()
        checkout = folder.file("checkout")
        let ports = [try LoopbackSocket.portToServe(), try LoopbackSocket.portToServe()]
        let short = [
            "CONTRACTS": "contracts/ncmb/push.yaml", "PROFILE": "push.yaml",
            "VERIFY": "--case unknown-id --case either-or",
            "LOAD": "--rate 40/s --duration 250ms --connections 2", "RUNS": "1",
            "PORT": "\(ports[0])", "BASE_PORT": "\(ports[1])",
        ]
        let given = [
            "PATH": "\(folder.path)/bin:/usr/bin:/bin", "HOME": folder.path,
            "GITHUB_STEP_SUMMARY": folder.file("summary"), "GITHUB_OUTPUT": folder.file("output"),
            "GITHUB_PATH": folder.file("path"),
        ]
        variables = recipe.variables.merging(short) { $1 }.merging(given) { $1 }
            .merging(own) { $1 }
        let setup = try await run(
            """
            mkdir -p bin checkout/base
            ln -s '\(builtProgram)' bin/assay
            ln -s '\(PackageRoot.contracts)' checkout/contracts
            """,
            in: folder.path
        )
        precondition(setup.ending == .exited(0), setup.errors)
        try write(Self.profile, to: "checkout/push.yaml")
    }

    /// Files that cannot be removed stay in the temporary folder.
    deinit { _ = try? ChildProcess("/bin/rm", ["-rf", folder.path]) }

    private static let profile = """
        profile: "1"
        info: { title: Pushes }
        contract: contracts/ncmb/push.yaml
        seed: 1
        sends: [ { call: createPush, set: { /json/message: hello } } ]
        load: { stages: [ { rate: 40/s, for: 1s } ], timeout: 60s, drain: 60s }
        thresholds: [ { errors: ratio, lt: 50% } ]
        """

    /// Runs a script in the checkout, with stricter settings than any CI server.
    func run(_ script: String, _ more: [String: String] = [:]) async throws -> ProgramRun {
        try await run(script, in: checkout, more)
    }

    private func run(
        _ script: String,
        in place: String,
        _ more: [String: String] = [:]
    ) async throws -> ProgramRun {
        let words = ["-eu", "-o", "pipefail", "-c", "cd '\(place)'\n\(script)"]
        let all = variables.merging(more) { $1 }
        let program = try RunningProgram(
            words,
            program: "/bin/bash",
            environment: all.map { "\($0.key)=\($0.value)" }
        )
        return await program.end()
    }

    /// Replaces a command with a script.
    func standIn(for command: String, _ script: String) throws {
        unlink(folder.file("bin/\(command)"))
        try write("#!/bin/bash\n\(script)\n", to: "bin/\(command)")
        chmod(folder.file("bin/\(command)"), 0o700)
    }

    /// Writes a file next to the checkout, or in it.
    func write(_ text: String, to file: String) throws {
        try folder.write(Array(text.utf8), to: file)
    }

    /// The content of a file next to the checkout, or in it; `nil` if it is missing.
    func content(_ file: String) -> String? {
        // A missing file is a valid result.
        (try? DiskFiles().read(folder.file(file), atMost: 1 << 24))
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
