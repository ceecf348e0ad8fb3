import Base
import CommandLineTool
import Contract
import ContractFile
import HTTPServer
import JSON
import ReferencePush
import Replay
import Reports
import Transport

/// `assay verify`: replays contracts and checks every promise.
enum VerifyCommand: Command {
    static let specification = CommandSpecification(
        name: "verify",
        abstract: "Replay contracts against a server and check every promise.",
        discussion: [
            "Without --target the built-in reference target is started for the run. The host "
                + "that a contract's documents name is never contacted unless you name it."
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification("PATH", isRepeatable: true, completion: .file),
                isOptional: true,
                help: "A contract file, or a folder of contract files at any depth; optional "
                    + "with --openapi."
            )
        ],
        groups: [
            target, selection, running, generation, gates, mutants, report, HistoryOption.group,
            transport,
        ],
        examples: [
            .init("assay verify contracts", "Replay every contract against the reference target."),
            .init(
                "assay verify contracts/ncmb --target http://127.0.0.1:8080",
                "Replay the contracts of one service against a server."
            ),
            .init(
                "assay verify contracts --basis all --require-coverage 100% --report junit=out.xml",
                "In CI: count all promises, require a test of each, and write a report."
            ),
            .init(
                "assay verify contracts --target http://old:8080 --compare-with http://new:8080",
                "Show where the responses of a new server differ from those of the old one."
            ),
            .init(
                "assay verify contracts --generate=2000 --time 1m",
                "Add generated cases, for at most a minute."
            ),
            .init(
                "assay verify --openapi api.yaml --target http://127.0.0.1:8080 --generate",
                "Test a server against an OpenAPI document, without a contract."
            ),
            .init(
                "assay verify contracts --mutants",
                "Show which case detects each possible defect of a server."
            ),
            .init(
                "assay verify contracts --case 'both-times*' --verbose",
                "Replay a few cases and show every request and response."
            ),
        ],
        exitStatuses: [
            .success, .commandLine, .unusableFile, .couldNotRun, .contractBroken, .coverageMissed,
            .nothingJudged, .defect, .interrupted,
        ],
        seeAlso: ["verify-guide", "contract-format", "exit-status"]
    )

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        guard arguments.flag("watch") else { return try await once(arguments, console, nil) }
        let plan = try VerificationPlan(arguments)
        let loop = WatchLoop(command: "verify", console: console) {
            WatchedFiles(
                paths: plan.paths,
                fileRoots: plan.fileRoots,
                and: arguments.strings("variables-file")
            )
        } work: { contracts in
            try await once(arguments, console, contracts)
        }
        return try await loop.run()
    }

    /// Verifies once.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - console: Gets the report.
    ///   - contracts: The contracts to verify; `nil` for all that the command line names.
    /// - Returns: The exit status.
    /// - Throws: If the run cannot start.
    private static func once(
        _ arguments: ParsedArguments,
        _ console: Console,
        _ contracts: [String]?
    ) async throws -> ExitStatus {
        var plan = try VerificationPlan(arguments)
        if let contracts { plan.paths = contracts }
        if let status = try checkFiles(plan, console) { return status }
        var description: GivenDescription?
        if let path = plan.openAPI {
            description = await GivenDescription(
                path,
                console,
                fileRoots: plan.fileRoots,
                over: try CurlTransport(options: plan.transport)
            )
            guard description != nil else { return .unusableFile }
        }
        let loaded =
            plan.paths.isEmpty
            ? description?.contract(
                console,
                fileRoots: plan.fileRoots,
                isGenerating: plan.generation != nil
            )
            : LoadedContracts(
                paths: plan.paths,
                fileRoots: plan.fileRoots,
                joinsInventories: true
            )
        guard let loaded else { return .unusableFile }
        console.writeError(loaded.diagnosis)
        guard !loaded.hasErrors else { return .unusableFile }
        let asksForDocuments =
            plan.gates.requiredChecked != nil || plan.gates.requiredDocuments != nil
        if asksForDocuments, loaded.inventories.isEmpty {
            console.printError(
                "assay verify: --require-documents requires an inventory (NAME.trace.yaml) in "
                    + "the folders of the contracts"
            )
            return .unusableFile
        }
        do {
            try plan.checkNames(in: loaded.contracts, arguments)
            let known = loaded.contracts.flatMap(\.variables)
            for remark in plan.variables.remarks(knowing: known) {
                console.printError("assay verify: \(remark)")
            }
            return try await run(plan, loaded, description?.use, console)
        } catch let error as ServerError {
            console.printError("assay verify: cannot start the reference target: \(error)")
            return .couldNotRun
        }
    }

    /// Checks before the run that files can be read and written.
    private static func checkFiles(
        _ plan: VerificationPlan,
        _ console: Console
    ) throws -> ExitStatus? {
        guard !plan.outputs.cannotBeWritten(by: "verify", beside: plan.history, console) else {
            return .unusableFile
        }
        try plan.transport.validate()
        return nil
    }

    private static func run(
        _ plan: VerificationPlan,
        _ loaded: LoadedContracts,
        _ description: DescriptionUse?,
        _ console: Console
    ) async throws -> ExitStatus {
        let contracts = loaded.contracts
        let transport = try CurlTransport(options: plan.transport)
        let log = description.map { description in
            DescriptionLog(
                description.found(
                    behind: plan.targets.map(\.prefix),
                    orAt: contracts.flatMap(\.targets).compactMap(\.constantBasePath)
                ),
                before: transport
            )
        }
        let faults = HopInjector(options: plan.transport)
        let servers = ReferenceServers()
        defer { servers.stop() }
        let interruption = Interruption()
        let clock = InterruptibleClock(SystemClock(), interruption: interruption)
        let progress = VerificationProgress(console: console, clock: SystemClock())
        let signals = await SignalWatcher.watch {
            progress.say("assay verify: interrupted; press Ctrl-C again to stop at once")
            interruption.request()
            transport.cancelAll()
            faults.cancelAll()
        }
        defer { signals.cancel() }
        var verification = Verification(
            plan: plan,
            contracts: contracts,
            transport: InterruptibleTransport(
                log ?? transport,
                clock: clock,
                interruption: interruption
            ),
            faults: faults,
            launcher: servers,
            clock: clock,
            environment: .process,
            interruption: interruption
        )
        let reports = VerificationReports(
            outputs: plan.outputs,
            history: plan.history,
            console: console,
            sources: loaded.sources
        )
        let inventories = loaded.inventories.map(\.inventory)
        guard plan.comparedTargets.isEmpty else {
            verification.watcher = progress
            let comparison = ComparedVerification(first: verification)
            return reports.publish(try await progress.during { try await comparison.run() })
        }
        if let mutants = plan.mutants {
            let triesDefects = mutants.triesDefects(among: contracts)
            let contradictions = contracts.contradictions(of: inventories)
            var run = MutantVerification(
                sound: verification,
                defects: triesDefects ? mutants.defects(among: contracts) : nil,
                jobs: mutants.jobs,
                runsAll: mutants.runsAll,
                tellsProof: mutants.patterns.isEmpty,
                requiredProof: mutants.requiredProof
            )
            run.contradicted = contradictions.promisesByDefect
            run.reread = { [roots = FileRoots(named: plan.fileRoots, of: plan.paths)] in
                let library = ContractLibrary(roots: roots, edits: $1)
                let contracts = $0.map { library.contract(at: $0) }
                return library.diagnostics.hasErrors ? [] : contracts
            }
            return reports.publish(
                try await run.run(),
                inventories: inventories,
                contradictions: triesDefects && mutants.patterns.isEmpty ? contradictions : []
            )
        }
        verification.watcher = progress
        let watched = verification
        var outcome = try await progress.during { try await watched.run() }
        outcome.result.described = log?.use
        return reports.publish(
            outcome,
            gates: plan.gates,
            inventories: inventories
        )
    }

    private static let target = OptionGroup(
        "Target",
        [
            CommonOptions.target,
            .value(
                "openapi",
                ValueSpecification("FILE|URL", completion: .file),
                excludes: ["compare-with", "mutants"],
                help:
                    "Report which operations, statuses, parameters and body members of this "
                    + "OpenAPI document (2.0 to 3.2, JSON or YAML; a file or an address on the "
                    + "server) were tested, and responses with undocumented statuses. Without "
                    + "PATH, import the document as \"assay import\" does, and verify it."
            ),
            .value(
                "compare-with",
                ValueSpecification("[NAME=]URL", isRepeatable: true),
                excludes: [
                    "require-coverage", "require-client-coverage", "require-documents",
                    "fail-on-flaky", "history",
                ],
                help: "Also replay the cases on a second server, and show only where its responses "
                    + "differ. Values that also differ between two runs on the first server are "
                    + "excluded. The exit status is 4 if anything differs, whatever the contract "
                    + "requires."
            ),
            .value(
                "header",
                short: "H",
                ValueSpecification("NAME: VALUE", isRepeatable: true),
                help: "Send this header with every request of a case that does not set it. A "
                    + "header that a security scheme sets from a variable without a value is the "
                    + "value of that scheme; requests without credentials are sent without it. It "
                    + "is not signed; values of headers such as Authorization or Cookie are not "
                    + "shown."
            ),
            .value(
                "state-change-url",
                ValueSpecification("URL"),
                help: "POST the provider states of a case to this URL, as Pact does. Without this "
                    + "option, such cases are skipped, except on the reference target."
            ),
            CommonOptions.variable,
            CommonOptions.variablesFile,
            CommonOptions.fileRoot,
        ]
    )

    private static let selection = OptionGroup(
        "Selection",
        [
            CommonOptions.basis(
                help: "Check promises of at least this certainty; deviations from less certain "
                    + "ones are reported as \"differs\" and cannot fail the run."
            ),
            .value(
                "include-tag",
                ValueSpecification("TAG", isRepeatable: true),
                help: "Run only cases that have one of these tags."
            ),
            .value(
                "exclude-tag",
                ValueSpecification("TAG", isRepeatable: true),
                help: "Skip cases that have one of these tags."
            ),
            .value(
                "case",
                ValueSpecification("GLOB", isRepeatable: true),
                help: "Run only cases with an expanded name that matches one of these patterns; * "
                    + "matches any characters, ? exactly one."
            ),
        ]
    )

    private static let running = OptionGroup(
        "Run",
        [
            .value(
                "jobs",
                ValueSpecification("COUNT"),
                help: "Run this number of cases at the same time, from 1 to 256. Default: 1, and "
                    + "2 on each built-in service; these are verified in parallel. Cases with "
                    + "provider states always run alone."
            ),
            .flag("fail-fast", help: "Stop after the first case that fails."),
            .flag(
                "run-waived",
                excludes: ["compare-with", "mutants"],
                help: "Also run waived cases. They do not count and cannot fail the run, but "
                    + "waivers that are no longer needed are listed: those of cases that all "
                    + "passed, and those of asserts that passed each time."
            ),
            .value(
                "rate",
                ValueSpecification("RATE"),
                help: "Limit the request rate, for example to 10/s or 30/m. After an unexpected "
                    + "429 or 503 with Retry-After, the request is repeated once after that time, "
                    + "at most --max-time; after an unexpected 401, it is repeated once with a new "
                    + "access token. The report shows these repetitions."
            ),
            .value(
                "retries",
                ValueSpecification("COUNT", default: "0"),
                help: "Repeat a failed case, or step in the setup of a file, at most this number "
                    + "of times, from 0 to 100; a case that then passes is flaky."
            ),
            .value(
                "repeat",
                ValueSpecification("COUNT", default: "1"),
                help: "Run each case this number of times, from 1 to 10000. Reports show the "
                    + "first result of each verdict and count the others."
            ),
            .value(
                "seed",
                ValueSpecification("NUMBER"),
                help: "Use the random values of the run that reported this seed. Default: a new "
                    + "seed for each run."
            ),
            WatchLoop.option(
                excluding: ["generate", "mutants", "compare-with", "history", "openapi"]
            ),
        ]
    )

    private static let gates = OptionGroup(
        "Gates",
        [
            .flag("fail-on-flaky", help: "Fail the run if a case is flaky."),
            .value(
                "require-coverage",
                ValueSpecification("PERCENT"),
                help: "Exit with status 5 if less than this share, from 0 to 100%, of the promises "
                    + "that count was covered. Default: coverage is only reported."
            ),
            .value(
                "require-client-coverage",
                ValueSpecification("PERCENT"),
                help: "Exit with status 5 if less than this share of the promises of client "
                    + "libraries was covered; these promises are counted separately."
            ),
            .value(
                "require-documents",
                ValueSpecification("SHARES"),
                help:
                    "Exit with status 5 if smaller shares of the documents' statements are checked "
                    + "(checked), or checked or modelled (all). SHARES is checked=70%, all=97%, or "
                    + "both separated by a comma. The inventories next to the contracts count, "
                    + "except statements that are local, shown only by the console, or "
                    + "contradicted."
            ),
        ]
    )

    private static let report = CommonOptions.verificationReport(
        verbose: "Show every step with its request and response, including those that passed."
    )
}

extension TargetSpecification {
    /// The base path if it has no template.
    fileprivate var constantBasePath: String? {
        basePath.flatMap { TemplateValue.text($0).constantValue?.stringValue }
    }
}
