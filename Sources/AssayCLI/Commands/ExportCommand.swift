import CommandLineTool
import Interchange

/// `assay export`: writes contracts as documents for other tools.
enum ExportCommand: Command {
    static let specification = CommandSpecification(
        name: "export",
        abstract: "Write a contract as an OpenAPI document.",
        discussion: [
            "The document (OpenAPI 3.1) contains the operations, their examples and responses, and "
                + "the error catalogue as responses with examples. Facts that OpenAPI cannot "
                + "express become x-assay-promises, x-assay-error and x-assay-doc. The document "
                + "contains no secrets.",
            "Files that use each other become one document: name their folder.",
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification("FORMAT", allowed: ["openapi"]),
                help: "The format to write."
            ),
            PositionalSpecification(
                ValueSpecification("CONTRACT", completion: .file),
                help: "A contract file, or a folder of contract files at any depth."
            ),
        ],
        groups: [values, OutputFile.options],
        examples: [
            .init("assay export openapi contracts/ncmb --yaml", "Print an OpenAPI document.")
        ],
        exitStatuses: [.success, .commandLine, .unusableFile, .defect],
        seeAlso: ["verify-guide"]
    )

    private static let values = OptionGroup(
        "Content",
        [
            .flag("yaml", help: "Write YAML instead of JSON."),
            .value(
                "seed",
                ValueSpecification("NUMBER", default: "1"),
                help: "Use this seed for the random values of the examples."
            ),
            CommonOptions.fileRoot,
        ]
    )

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        let seed = try arguments.int("seed", in: UInt64.min...UInt64.max) ?? 1
        let loaded = LoadedContracts(
            paths: [arguments.string("CONTRACT") ?? ""],
            fileRoots: arguments.strings("file-root")
        )
        console.writeError(loaded.diagnosis)
        guard !loaded.hasErrors else { return .unusableFile }
        do {
            let contracts = try ContractSet(loaded.contracts)
            let result = try OpenAPIExport.document(of: contracts, seed: seed)
            for remark in result.remarks { console.printError("assay export: \(remark)") }
            let text = result.text(asYAML: arguments.flag("yaml"))
            return OutputFile(arguments).write(text, "export", console)
        } catch {
            console.printError("assay export: \(error)")
            return .unusableFile
        }
    }
}
