import CommandLineTool
import ContractFile

/// `assay schema`: prints the schemas of the formats that the program reads.
enum SchemaCommand: Command {
    static let specification = CommandSpecification(
        name: "schema",
        abstract: "Print the schemas of contracts, load profiles, inventories and defects.",
        exitStatuses: [.success, .commandLine, .defect],
        subcommands: [print]
    )

    private static let print = CommandSpecification(
        name: "print",
        abstract: "Print every key of a format, for editors or for people.",
        discussion: [
            "To use the schema in an editor, begin a contract, a load profile, an inventory "
                + "(trace) or a defects file with the line \"# yaml-language-server: "
                + "$schema=FILE\"."
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification("KIND", allowed: formats.map(\.name)),
                help: "The kind of file."
            )
        ],
        groups: [
            OptionGroup(
                "Output",
                [
                    .value(
                        "format",
                        ValueSpecification(
                            "FORMAT",
                            default: "json",
                            allowed: ["json", "markdown"]
                        ),
                        help: "Print a JSON Schema, for editors to complete and check files "
                            + "(json), or a chapter of documentation (markdown)."
                    )
                ]
            )
        ],
        examples: [
            .init(
                "assay schema print contract > contract.schema.json",
                "Write the schema for an "
                    + "editor."
            )
        ],
        exitStatuses: [.success, .commandLine, .defect]
    )

    private static let formats: [(name: String, format: Format)] = [
        ("contract", .contract), ("profile", .profile), ("trace", .inventory),
        ("defects", .defects),
    ]

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        let kind = arguments.string("KIND")
        guard let format = formats.first(where: { $0.name == kind })?.format else {
            preconditionFailure("no format is named \(kind ?? "")")
        }
        let isForPeople = arguments.string("format") == "markdown"
        console.print(isForPeople ? format.reference : format.editorSchema)
        return .success
    }
}
