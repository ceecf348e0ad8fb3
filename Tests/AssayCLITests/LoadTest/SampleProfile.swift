import TestSupport

/// A small load profile on disk, with its contract next to it.
///
/// Nothing in it depends on the speed of the machine: it waits a minute for responses, and its threshold is on errors
/// only.
final class SampleProfile: Sendable {
    let contract: SampleContract
    let path: String

    /// Writes the profile: `load` and `waits` are members of its load in flow style, `thresholds` and `sends` lists,
    /// `more` further lines, `tables` those of its contract.
    init(
        load: String = "stages: [{ rate: 200/s, for: 1s }], connections: 4",
        waits: String = "timeout: 60s, drain: 60s",
        thresholds: String = "[{ errors: ratio, lt: 1% }]",
        sends: String = "[{ call: getThing }]",
        more: String = "",
        tables: String = ""
    ) throws {
        let text = """
            profile: "1"
            info: { title: Sample }
            contract: sample.yaml
            seed: 7
            sends: \(sends)
            load: { \(load), \(waits) }
            thresholds: \(thresholds)
            \(more)
            """
        contract = try SampleContract(tables: tables)
        path = try contract.folder.write(Array(text.utf8), to: "profile.yaml")
    }

    /// A file next to the profile.
    func file(_ name: String) -> String { contract.folder.file(name) }

    /// Starts the built program with this profile against a server.
    func start(
        _ options: String...,
        command: String = "load",
        on server: ScriptedServer
    ) throws -> RunningProgram {
        try RunningProgram([command, path, "--target", server.origin] + options)
    }

    /// Starts the built program in the same way, and waits until it exits.
    func run(
        _ options: String...,
        command: String = "load",
        on server: ScriptedServer,
        output: ChildProcess.Output = .kept,
        environment: [String] = ["PATH=/usr/bin:/bin"]
    ) async throws -> ProgramRun {
        try await RunningProgram(
            [command, path, "--target", server.origin] + options,
            output: output,
            environment: environment
        ).end()
    }
}
