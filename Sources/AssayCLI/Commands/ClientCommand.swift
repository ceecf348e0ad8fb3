import Base
import CommandLineTool
import Contract
import Glibc
import HTTPServer
import Reports

/// `assay client`: checks the requests of a real client.
enum ClientCommand: Command {
    static let specification = CommandSpecification(
        name: "client",
        abstract: "Run a client against a service and check every request it sends.",
        discussion: [
            "It starts the reference service of the contracts, or a stub if there is "
                + "none. It runs COMMAND with the address in ASSAY_URL (and in ASSAY_URL_NAME "
                + "for each target of the contracts) and with the contracts' variables in their "
                + "environment variables. At the end it stops COMMAND and all its processes.",
            "A request is a mistake of the client if no operation of the contracts matches it, "
                + "if the service rejects it with an error that the client's documents do not "
                + "mention, if its credentials are missing, or if its order, fields or values differ "
                + "from the call of the client library that it belongs to.",
            "COMMAND can append its calls to the file in ASSAY_CALLS, one JSON object a line: "
                + "{\"call\": NAME, \"arguments\": {...}} before the requests of a call. Then "
                + "values are compared, and missing requests also count as mistakes.",
            "The output of COMMAND goes to standard error; its standard input is empty.",
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification("CONTRACT", isRepeatable: true, completion: .file),
                help: "A contract file, or a folder of contract files, of one service."
            ),
            PositionalSpecification(
                ValueSpecification("COMMAND", isRepeatable: true, completion: .file),
                help: "The client, with its arguments."
            ),
        ],
        separatesLists: true,
        takesCommand: true,
        groups: [
            OptionGroup(
                "Client",
                [
                    .value(
                        "timeout",
                        ValueSpecification("DURATION", default: "60s"),
                        help: "Stop a run of COMMAND that takes longer."
                    ),
                    .value(
                        "allow-error",
                        ValueSpecification("CODE", isRepeatable: true),
                        help: "Do not count a response with this error as a mistake."
                    ),
                    CommonOptions.variable,
                    CommonOptions.variablesFile,
                    CommonOptions.fileRoot,
                    CommonOptions.basis(
                        help: "Check promises of at least this certainty; deviations from less "
                            + "certain ones are reported as \"differs\" and cannot fail the run."
                    ),
                ]
            ),
            OptionGroup(
                "Responses",
                [
                    .value(
                        "answer",
                        ValueSpecification("CODE[:of=NAME][:times=N]", isRepeatable: true),
                        help: "Respond with this error of the catalogue to every request, to "
                            + "those of an operation, or to the first N of them."
                    ),
                    .flag(
                        "each-error",
                        excludes: ["answer"],
                        help: "Run COMMAND once more for each documented error of each operation "
                            + "that it calls, and respond to that operation with the error."
                    ),
                ]
            ),
            CommonOptions.verificationReport(
                verbose: "Show every request with its response, including those that passed."
            ),
        ],
        examples: [
            .init(
                "assay client contracts/ncmb -- python3 send.py",
                "Check the requests of a script."
            ),
            .init(
                "assay client contracts/ncmb --answer E403005:of=createPush -- python3 send.py",
                "Check the requests while the service rejects each push."
            ),
            .init(
                "assay client notes.yaml --each-error -- ./notes-test",
                "Run the test of a client once for every error that it can encounter."
            ),
        ],
        exitStatuses: [
            .success, .commandLine, .unusableFile, .couldNotRun, .contractBroken, .nothingJudged,
            .defect, .interrupted,
        ],
        seeAlso: ["clients-and-listeners", "faults-and-stubs"]
    )

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        let plan = try ClientPlan(arguments)
        guard !plan.outputs.cannotBeWritten(by: "client", console) else { return .unusableFile }
        let loaded = LoadedContracts(paths: plan.paths, fileRoots: plan.fileRoots)
        console.writeError(loaded.diagnosis)
        guard !loaded.hasErrors else { return .unusableFile }
        let responses = try ScriptedResponse.all(arguments, loaded.contracts)
        try checkErrors(plan.allowed, loaded.contracts, arguments)
        let current = CurrentCall()
        let signals = await SignalWatcher.watch {
            console.printError("assay client: interrupted; press Ctrl-C again to stop at once")
            current.interrupt(endingAfter: ClientTrial.grace)
        }
        defer { signals.cancel() }
        let run = ClientVerification(
            plan: plan,
            contracts: loaded.contracts,
            responses: responses,
            current: current
        )
        do {
            let reports = VerificationReports(
                outputs: plan.outputs,
                history: nil,
                console: console,
                command: specification.name
            )
            return reports.publish(try await run.run(), gates: RunGates())
        } catch let error as ServerError {
            console.printError("assay client: cannot start a server: \(error)")
            return .couldNotRun
        }
    }

    private static func checkErrors(
        _ codes: [String],
        _ contracts: [ContractDocument],
        _ arguments: ParsedArguments
    ) throws {
        let known = contracts.flatMap(\.errors).map(\.id)
        for code in codes where !known.contains(code) {
            throw arguments.unusable(
                code,
                for: "allow-error",
                expected: "an error of the contracts",
                nearest: NearestName.suggestion(for: code, among: known)
            )
        }
    }
}
