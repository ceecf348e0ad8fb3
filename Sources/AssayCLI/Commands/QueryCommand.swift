import CommandLineTool
import Contract
import ContractFile
import JSON
import JSONPaths

/// `assay query`: queries a JSON document by JSONPath.
enum QueryCommand: Command {
    static let specification = CommandSpecification(
        name: "query",
        abstract: "Query a JSON document by JSONPath.",
        discussion: [
            "Queries follow RFC 9535, as in the asserts of contracts. The result is printed as a "
                + "JSON array, which is [] if nothing was found."
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification("EXPRESSION"),
                help: "The query: '$.results[?@.badge > 3].objectId'."
            ),
            PositionalSpecification(
                ValueSpecification("FILE", completion: .file),
                isOptional: true,
                help: "The JSON document; - is standard input, the default."
            ),
        ],
        groups: [
            OptionGroup(
                "Output",
                [
                    .flag(
                        "paths",
                        help: "Print the location of each value, as a normalized path, instead "
                            + "of the value."
                    )
                ]
            )
        ],
        examples: [
            .init("assay query '$..id' response.json", "Print every id in a file."),
            .init("assay query '$.results[0]' < response.json", "Query standard input."),
        ],
        exitStatuses: [.success, .commandLine, .unusableFile, .defect]
    )

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        guard let path = parse(arguments.string("EXPRESSION") ?? "", console) else {
            return .unusableFile
        }
        for error in path.unusablePatterns {
            console.printError("assay query: warning: pattern that matches nothing: \(error)")
        }
        guard let document = InputDocument(arguments.string("FILE") ?? "-", "query", console) else {
            return .unusableFile
        }
        let nodes = path.nodes(in: document.value)
        let found = arguments.flag("paths") ? nodes.map { .string($0.path) } : nodes.map(\.value)
        console.write(JSONValue.array(found).prettyText() + "\n")
        return .success
    }

    /// Parses the query; an error shows the place with a caret.
    private static func parse(_ text: String, _ console: Console) -> JSONPath? {
        do {
            return try JSONPath(text)
        } catch {
            let place = SourceLocation.start(of: "EXPRESSION", character: error.offset + 1)
            let diagnostic = Diagnostic(
                "invalid query: expected \(error.expected), found \(error.found)",
                at: place
            )
            let source = SourceText(file: "EXPRESSION", bytes: Array(text.utf8))
            console.writeError(DiagnosticRenderer(sources: [source]).render([diagnostic]))
            return nil
        }
    }
}
