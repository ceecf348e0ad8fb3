import Base
import CommandLineTool
import Contract
import ContractFile
import HTTP
import Interchange
import ReportText

/// `assay init`: writes a first contract and a first load profile.
enum InitCommand: Command {
    static let specification = CommandSpecification(
        name: "init",
        abstract: "Create a first contract and load profile.",
        discussion: [
            "SOURCE is the URL of a server, which is not contacted: the contract then has "
                + "one call for this URL. Or it is an OpenAPI document, in which case each "
                + "operation becomes a call, as with \"assay import openapi\".",
            "It writes \(contractName) and \(profileName). FILL IN marks the places that you have "
                + "to complete. For completion in editors it also writes their schemas, "
                + "\(EditorSchema.contract.name) and \(EditorSchema.profile.name), unless they "
                + "exist already.",
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification("SOURCE", completion: .file),
                help: "The URL of one call of a server, or an OpenAPI document."
            )
        ],
        groups: [
            OptionGroup(
                "Output",
                [
                    .value(
                        "folder",
                        ValueSpecification("FOLDER", default: ".", completion: .folder),
                        help: "Write to this folder, which must exist."
                    ),
                    .flag("force", help: "Replace existing files."),
                ]
            )
        ],
        examples: [
            .init("assay init http://127.0.0.1:8080/notes", "Begin with a running server."),
            .init("assay init api.yaml --folder tests", "Begin with an OpenAPI document."),
        ],
        exitStatuses: [.success, .commandLine, .unusableFile, .defect],
        seeAlso: ["contract-format", "profile-format"]
    )

    private static let contractName = "contract.yaml"
    private static let profileName = "load.yaml"

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        let source = arguments.string("SOURCE") ?? ""
        let folder = arguments.string("folder") ?? "."
        let place = { name in folder == "." ? name : FilePath.joined(folder, name) }
        let files = [contractName, profileName].map { name in
            OutputFile(path: place(name), replaces: arguments.flag("force"))
        }
        // Both files are written, or neither.
        for path in files.compactMap(\.path) {
            let file = DestinationFile(path: path)
            guard let reason = file.obstacle(replacing: arguments.flag("force")) else { continue }
            console.printError("assay init: cannot write \(path): \(reason)")
            return .unusableFile
        }
        guard let imported = try contract(of: source, arguments, console) else {
            return .unusableFile
        }
        let text = EditorSchema.contract.named(above: imported.text)
        let status = files[0].write(text, "init", console)
        guard status == .success, let path = files[0].path else { return status }
        let loaded = LoadedContracts(paths: [path])
        console.writeError(loaded.diagnosis)
        guard !loaded.hasErrors, let contract = loaded.contracts.first else {
            return .unusableFile
        }
        let first = FirstSteps(contract, source: source, folder: folder)
        let profile = EditorSchema.profile.named(above: first.profile)
        let profileStatus = files[1].write(profile, "init", console)
        guard profileStatus == .success else { return profileStatus }
        console.print(ImportCommand.summary(of: imported, path))
        for line in first.lines { console.print(line) }
        return ExitStatus.gravest(
            of: [EditorSchema.contract, .profile].map { schema in
                guard arguments.flag("force") || schema.command(beside: path) != nil else {
                    return .success
                }
                return OutputFile(path: place(schema.name), replaces: true)
                    .write(schema.format.editorSchema + "\n", "init", console)
            }
        )
    }

    /// `nil` after a message that says why the document cannot be used.
    private static func contract(
        of source: String,
        _ arguments: ParsedArguments,
        _ console: Console
    ) throws -> ImportedContract? {
        do {
            guard source.contains("://") else {
                guard let bytes = InputDocument.bytes(source, "init", console) else { return nil }
                let text = SourceText(file: source, bytes: bytes)
                return try ImportCommand.openAPI(text, "init", console)
            }
            guard let parts = URLParts(source) else {
                throw arguments.unusable(
                    source,
                    for: "SOURCE",
                    expected: "http://HOST[:PORT][/PATH] or https://…, without a user, or a file"
                )
            }
            let command = "curl \(ShellQuoting.quoted(source))"
            let host = String(parts.origin.drop { $0 != "/" }.drop { $0 == "/" })
            return try CurlImport.contract(from: command, file: host, title: host)
        } catch let error as InterchangeError {
            console.printError("assay init: \(error)")
            return nil
        }
    }
}

/// The next steps with a first contract.
struct FirstSteps {
    private let contract: ContractDocument
    private let folder: String
    /// The server's base URL; `nil` when unknown.
    private let target: String
    /// The call that the profile sends: the first call that changes nothing, else the first.
    private let call: String

    init(_ contract: ContractDocument, source: String, folder: String) {
        self.contract = contract
        self.folder = folder
        let documented = contract.targets.first?.documented?.constantText
        target = URLParts(source)?.origin ?? documented ?? "http://127.0.0.1:8080"
        let safe = contract.operations.first { operation in
            operation.variants.first?.request.constant("method") ?? "GET" == "GET"
        }
        call = (safe ?? contract.operations.first)?.id ?? ""
    }

    /// A load profile with few requests, for a minute.
    var profile: String {
        """
        # Twenty requests a second for a minute; assay help profile-format explains the keys.
        profile: "1"
        info: { title: \(YAMLText.quoted("\(contract.title) under load")) }
        contract: contract.yaml
        seed: 1
        sends: [ { call: \(YAMLText.quoted(call)) } ]
        load: { stages: [ { rate: 20/s, for: 60s } ], connections: 8 }
        # FILL IN what must hold.
        thresholds: [ { latency: p99, lt: 500ms }, { errors: ratio, lt: 1% } ]

        """
    }

    /// The other files that were written, and the commands to run next.
    var lines: [String] {
        let place = folder == "." ? "" : folder + "/"
        let needed = contract.variables.filter { $0.defaultValue == nil }.map { variable in
            variable.environment.map { "\($0) in the environment" }
                ?? "--var \(variable.name)=VALUE"
        }
        let values = needed.isEmpty ? [] : ["set \(Words.list(needed, limit: 6)); then run"]
        return ["wrote \(place)load.yaml: \(call), 20 times a second for a minute"] + values + [
            "next:",
            "  assay lint \(place)contract.yaml \(place)load.yaml",
            "  assay verify \(place)contract.yaml --target \(target)",
            "  assay load \(place)load.yaml --target \(target)",
            "  assay serve \(place)contract.yaml",
        ]
    }
}
