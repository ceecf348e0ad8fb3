import Base
import CommandLineTool
import ContractFile
import Glibc
import JSON
import JSONSchemas

/// `assay schema`: works with JSON Schemas.
enum SchemaCommand: Command {
    static let specification = CommandSpecification(
        name: "schema",
        abstract: "Check JSON documents against a JSON Schema, or print the schemas of formats.",
        exitStatuses: [.success, .commandLine, .unusableFile, .contractBroken, .defect],
        subcommands: [check, print]
    )

    private static let check = CommandSpecification(
        name: "check",
        abstract: "Say whether JSON documents keep to a JSON Schema.",
        discussion: ["The dialect is draft 2020-12, as in the schemas of contracts."],
        positionals: [
            PositionalSpecification(
                ValueSpecification("SCHEMA", completion: .file),
                help: "The schema; a JSON file."
            ),
            PositionalSpecification(
                ValueSpecification("INSTANCE", isRepeatable: true, completion: .file),
                help: "The documents to check; - is standard input."
            ),
        ],
        groups: [
            OptionGroup(
                "Checking",
                [
                    .flag("formats", help: "Check formats too; without it they are remarks."),
                    .value(
                        "ref",
                        ValueSpecification("URI=FILE", isRepeatable: true, completion: .file),
                        help: "The file that stands for a document the schema refers to; nothing "
                            + "is fetched from a network."
                    ),
                    .value(
                        "limit",
                        ValueSpecification("COUNT", default: "100"),
                        help: "How many violations of an instance are shown; all are counted."
                    ),
                ]
            )
        ],
        examples: [
            .init("assay schema check push.schema.json answer.json", "Check one document.")
        ],
        exitStatuses: [.success, .commandLine, .unusableFile, .contractBroken, .defect]
    )

    private static let print = CommandSpecification(
        name: "print",
        abstract: "Print every key of a format, for an editor or for people.",
        discussion: [
            "The schema is what \"# yaml-language-server: $schema=FILE\" in the first line of a "
                + "contract, a load profile or an inventory (trace) names."
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification("KIND", allowed: formats.map(\.name)),
                help: "What the files are."
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
                        help: "json: a JSON Schema by which editors complete and check files; "
                            + "markdown: a chapter."
                    )
                ]
            )
        ],
        examples: [
            .init("assay schema print contract > contract.schema.json", "Keep the editor's schema.")
        ],
        exitStatuses: [.success, .commandLine, .defect]
    )

    private static let formats: [(name: String, format: Format)] = [
        ("contract", .contract), ("profile", .profile), ("trace", .inventory),
    ]

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        if arguments.command.name == "print" { return printed(arguments, console) }
        let limit = try arguments.int("limit", in: 0...1_000_000) ?? 100
        guard let schema = try schema(arguments, console) else { return .unusableFile }
        var statuses: [ExitStatus] = []
        for path in arguments.strings("INSTANCE") {
            guard let instance = InputDocument(path, "schema", console) else {
                statuses.append(.unusableFile)
                continue
            }
            statuses.append(check(instance.value, path, schema, limit, console))
        }
        return .gravest(of: statuses)
    }

    private static func printed(
        _ arguments: ParsedArguments,
        _ console: Console
    ) -> ExitStatus {
        let kind = arguments.string("KIND")
        guard let format = formats.first(where: { $0.name == kind })?.format else {
            preconditionFailure("no format is named \(kind ?? "")")
        }
        let isForPeople = arguments.string("format") == "markdown"
        console.print(isForPeople ? format.reference : format.editorSchema)
        return .success
    }

    private static func check(
        _ instance: JSONValue,
        _ path: String,
        _ schema: JSONSchema,
        _ limit: Int,
        _ console: Console
    ) -> ExitStatus {
        let outcome = schema.violations(in: instance, limit: limit)
        if outcome.isValid {
            console.print("\(path): valid")
            return .success
        }
        console.print("\(path): \(Count.of(outcome.count, "violation"))")
        for violation in outcome.violations {
            let place = violation.instanceLocation.isEmpty ? "/" : violation.instanceLocation
            console.print("  \(place): \(violation.message)  (\(violation.keywordLocation))")
        }
        if outcome.count > outcome.violations.count {
            console.print("  … \(outcome.count - outcome.violations.count) more")
        }
        return .contractBroken
    }

    private static func schema(
        _ arguments: ParsedArguments,
        _ console: Console
    ) throws -> JSONSchema? {
        let path = arguments.string("SCHEMA") ?? ""
        var registry = SchemaRegistry()
        for reference in try arguments.assignments("ref") {
            guard let document = InputDocument(reference.value, "schema", console) else {
                return nil
            }
            registry.add(document.value, at: reference.name ?? "")
        }
        guard let document = InputDocument(path, "schema", console) else { return nil }
        do {
            let schema = try JSONSchema(
                document: document.value,
                baseURI: baseURI(of: path),
                registry: registry,
                assertsFormat: arguments.flag("formats")
            )
            for unknown in schema.unknownKeywords {
                console.printError("\(path)#\(unknown): warning")
            }
            return schema
        } catch {
            for fault in error.faults { console.printError("\(path)#\(fault)") }
            return nil
        }
    }

    private static func baseURI(of path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        // realpath allocated the text; it is copied before it is freed.
        defer { unsafe free(real) }
        return unsafe "file://" + String(cString: real)
    }
}
