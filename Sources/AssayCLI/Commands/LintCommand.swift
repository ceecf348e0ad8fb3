import CommandLineTool
import ContractFile

/// `assay lint`: checks contract files, load profiles and inventories without a network.
enum LintCommand: Command {
    static let specification = CommandSpecification(
        name: "lint",
        abstract: "Check contracts, load profiles and inventories without sending anything.",
        discussion: [
            "All errors of all files are reported in one run, each with its line and a caret.",
            "A file with a \"profile:\" key is a load profile; its contract is checked, too. A "
                + "file with a \"trace:\" key is an inventory of a document; its promises are "
                + "looked up in the contracts of its folder. A file with a \"defects:\" key lists "
                + "defects of a reference service.",
            "Warnings do not fail the command, for example about a promise that no step checks, or "
                + "a threshold that will have too few arrivals.",
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification("PATH", isRepeatable: true, completion: .file),
                help:
                    "A contract file, load profile or inventory, or a folder of these at any "
                    + "depth."
            )
        ],
        groups: [
            OptionGroup("Contracts", [CommonOptions.fileRoot]),
            OptionGroup(
                "Report",
                [
                    CommonOptions.format(
                        allowed: ["text", "json", "github"],
                        help: "Print the report in this format: github for a step of GitHub "
                            + "Actions. The text format reports diagnostics on standard error, the "
                            + "others on standard output."
                    ),
                    CommonOptions.color,
                    WatchLoop.option(),
                ]
            ),
        ],
        examples: [
            .init("assay lint contracts", "Check every contract below a folder."),
            .init("assay lint loadprofiles/ramp.yaml", "Check a load profile and its contract."),
            .init("assay lint contracts --format github", "Annotate the files of a pull request."),
        ],
        exitStatuses: [.success, .commandLine, .unusableFile, .defect],
        seeAlso: ["contract-format", "profile-format"]
    )

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        guard arguments.flag("watch") else { return once(arguments, console) }
        let loop = WatchLoop(command: "lint", console: console) {
            WatchedFiles(
                paths: arguments.strings("PATH"),
                fileRoots: arguments.strings("file-root"),
                taking: [.contract, .profile, .inventory, .defects]
            )
        } work: { _ in
            once(arguments, console)
        }
        return try await loop.run()
    }

    private static func once(_ arguments: ParsedArguments, _ console: Console) -> ExitStatus {
        let loaded = LoadedContracts(
            paths: arguments.strings("PATH"),
            fileRoots: arguments.strings("file-root"),
            taking: [.contract, .profile, .inventory, .defects],
            looksForHollowPromises: true
        )
        let report = LintReport(loaded: loaded)
        switch arguments.string("format") {
        case "json":
            console.write(report.json)
            return loaded.hasErrors ? .unusableFile : .success
        case "github": console.write(report.gitHub(paths: .current))
        default: console.writeError(loaded.diagnosis)
        }
        guard !loaded.hasErrors else { return .unusableFile }
        console.print("\(report.summary): no errors")
        return .success
    }
}
