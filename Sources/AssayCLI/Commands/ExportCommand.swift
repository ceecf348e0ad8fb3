import CommandLineTool
import Contract
import HTTP
import Interchange
import Replay

/// `assay export`: writes contracts as documents for other tools.
enum ExportCommand: Command {
    static let specification = CommandSpecification(
        name: "export",
        abstract: "Write a contract as an OpenAPI document or as a script of curl commands.",
        discussion: [
            "openapi: a document of version 3.1 with the operations, their examples and answers, "
                + "the error catalogue as responses with examples, and what OpenAPI has no words "
                + "for as x-assay-promises, x-assay-error and x-assay-doc.",
            "curl: a shell script with one command for each operation. It holds no secrets: they "
                + "are read from the environment, by the names that the contract's variables have "
                + "there, and encoded for their place; so are values that only cases know, unless "
                + "--var gives them. Requests that are signed are signed now, so that their secrets must be "
                + "known; only the signature is written down.",
            "Files that use each other are written as one: name their folder.",
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification("FORMAT", allowed: Format.allCases.map(\.rawValue)),
                help: "What to write."
            ),
            PositionalSpecification(
                ValueSpecification("CONTRACT", completion: .file),
                help: "A contract file, or a folder that holds contract files at any depth."
            ),
        ],
        groups: [values, OutputFile.options],
        examples: [
            .init("assay export openapi contracts/ncmb --yaml", "Print an OpenAPI document."),
            .init(
                "assay export curl contracts/ncmb --target http://127.0.0.1:8080 -o ncmb.sh",
                "Write a script that calls a server of your own."
            ),
        ],
        exitStatuses: [.success, .commandLine, .unusableFile, .defect],
        seeAlso: ["verify-guide"]
    )

    private enum Format: String, CaseIterable {
        case openapi, curl
    }

    private static let values = OptionGroup(
        "Content",
        [
            .flag("yaml", help: "openapi: write YAML instead of JSON."),
            .value(
                "target",
                ValueSpecification("[NAME=]URL", isRepeatable: true),
                help: "curl: base URL of the server to send to, in place of the documented one. "
                    + "With NAME, of that target of the contract."
            ),
            .value(
                "var",
                ValueSpecification("NAME=VALUE", isRepeatable: true),
                help: "curl: set a variable of the contract, whatever it or the environment says."
            ),
            CommonOptions.variablesFile,
            .value(
                "seed",
                ValueSpecification("NUMBER", default: "1"),
                help: "Draw these random values for the examples."
            ),
            CommonOptions.fileRoot,
        ]
    )

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        let request = try Request(arguments)
        let loaded = LoadedContracts(
            paths: [arguments.string("CONTRACT") ?? ""],
            fileRoots: arguments.strings("file-root")
        )
        console.writeError(loaded.diagnosis)
        guard !loaded.hasErrors else { return .unusableFile }
        do {
            let contracts = try ContractSet(loaded.contracts)
            let text =
                switch request.format {
                case .openapi: try document(of: contracts, request, console)
                case .curl: try CurlScript.text(of: contracts, request.inputs(for: contracts))
                }
            let output = OutputFile(arguments)
            return output.write(text, "export", console)
        } catch {
            console.printError("assay export: \(error)")
            return .unusableFile
        }
    }

    private static func document(
        of contracts: ContractSet,
        _ request: Request,
        _ console: Console
    ) throws(InterchangeError) -> String {
        let result = try OpenAPIExport.document(of: contracts, seed: request.seed)
        for remark in result.remarks { console.printError("assay export: \(remark)") }
        return result.text(asYAML: request.isYAML)
    }

    /// What the command line asks for.
    private struct Request {
        let format: Format
        let isYAML: Bool
        let seed: UInt64
        let targets: [AssignedValue]
        let variables: GivenVariables

        init(_ arguments: ParsedArguments) throws {
            format = arguments.string("FORMAT").flatMap(Format.init) ?? .openapi
            isYAML = arguments.flag("yaml")
            seed = try arguments.int("seed", in: UInt64.min...UInt64.max) ?? 1
            targets = try arguments.namedURLs("target")
            for target in targets where URLParts(target.value) == nil {
                throw arguments.unusable(
                    target.value,
                    for: "target",
                    expected: "a base URL without user name and password"
                )
            }
            variables = try GivenVariables(arguments)
        }

        /// The command line before the environment; the contract's defaults come after both.
        func inputs(for contracts: ContractSet) -> CurlScript.Inputs {
            var inputs = CurlScript.Inputs(seed: seed, now: SystemClock().now)
            for variable in contracts.variables {
                let value = variable.environment.flatMap { Environment.process[$0] }
                inputs.values[variable.name] = value
            }
            inputs.values.merge(variables.values) { $1 }
            for target in targets {
                guard let name = target.name ?? contracts.targets.first?.name else { continue }
                inputs.baseURLs[name] = target.value
            }
            return inputs
        }
    }
}
