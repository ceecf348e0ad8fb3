import Base
import CommandLineTool
import Contract
import ContractFile

/// `assay lint`: checks contract files, load profiles and inventories without a network.
enum LintCommand: Command {
    static let specification = CommandSpecification(
        name: "lint",
        abstract: "Check contracts, load profiles and inventories without sending anything.",
        discussion: [
            "All errors of all files are reported in one run, each with its line and a caret.",
            "A file with a \"profile:\" key is a load profile; the contract that it names is checked "
                + "with it. One with a \"trace:\" key is an inventory of a document; the promises that "
                + "it names are looked for in the contracts of its folder.",
            "Warnings do not fail it: a promise whose steps ask for nothing that it says, or a "
                + "threshold that will have too few arrivals.",
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification("PATH", isRepeatable: true, completion: .file),
                help:
                    "A contract file, load profile or inventory, or a folder that holds some at any "
                    + "depth."
            )
        ],
        groups: [
            OptionGroup("Contracts", [CommonOptions.fileRoot]),
            OptionGroup(
                "Report",
                [
                    CommonOptions.format(
                        allowed: ["text"],
                        help: "What to print on standard output."
                    ),
                    CommonOptions.color,
                ]
            ),
        ],
        examples: [
            .init("assay lint contracts", "Check every contract below a folder."),
            .init("assay lint loadprofiles/ramp.yaml", "Check a load profile and its contract."),
        ],
        exitStatuses: [.success, .commandLine, .unusableFile, .defect],
        seeAlso: ["contract-format", "profile-format"]
    )

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        let loaded = LoadedContracts(
            paths: arguments.strings("PATH"),
            fileRoots: arguments.strings("file-root"),
            taking: [.contract, .profile, .inventory],
            looksForHollowPromises: true
        )
        console.writeError(loaded.diagnosis)
        guard !loaded.hasErrors else { return .unusableFile }
        var counts: [String] = []
        if !loaded.contracts.isEmpty {
            counts.append(Count.of(loaded.contracts.count, "contract file"))
            counts.append(Count.of(loaded.contracts.reduce(0) { $0 + $1.cases.count }, "case"))
        }
        if !loaded.profiles.isEmpty {
            counts.append(Count.of(loaded.profiles.count, "load profile"))
        }
        if !loaded.inventories.isEmpty {
            let count = loaded.inventories.count
            counts.append("\(count) \(count == 1 ? "inventory" : "inventories")")
        }
        console.print("\(counts.joined(separator: ", ")): no errors")
        return .success
    }
}
