import Contract

/// `assay lint`: checks contract files without a network.
package enum LintCommand: Command {
    package static let specification = CommandSpecification(
        name: "lint",
        abstract: "Check contract files without sending anything.",
        discussion: [
            "All errors of all files are reported in one run, each with its line and a caret."
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification("PATH", isRepeatable: true, completion: .file),
                help: "A contract file, or a folder that holds contract files at any depth."
            )
        ],
        groups: [
            OptionGroup(
                "Report",
                [
                    .value(
                        "format",
                        ValueSpecification("FORMAT", default: "text", allowed: ["text"]),
                        help: "What to print on standard output."
                    ),
                    CommonOptions.color,
                ]
            )
        ],
        examples: [
            .init("assay lint contracts", "Check every contract below a folder.")
        ],
        exitStatuses: [.success, .commandLine, .unusableFile, .defect]
    )

    package static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        let loaded = LoadedContracts(paths: arguments.strings("PATH"))
        console.writeError(loaded.diagnosis)
        guard !loaded.hasErrors else { return .unusableFile }
        let cases = loaded.contracts.reduce(0) { $0 + $1.cases.count }
        let files = loaded.contracts.count
        console.print(
            "\(files) contract \(files == 1 ? "file" : "files"), "
                + "\(cases) \(cases == 1 ? "case" : "cases"): no errors"
        )
        return .success
    }
}
