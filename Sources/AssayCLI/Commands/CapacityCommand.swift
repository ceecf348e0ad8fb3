import CommandLineTool
import Contract
import HTTP
import Load
import LoadModel
import Measure
import Profile
import Reports
import Replay
import Transport

/// `assay capacity`: finds the highest rate at which all thresholds of a profile pass.
enum CapacityCommand: Command {
    static let specification = CommandSpecification(
        name: "capacity",
        abstract: "Find the highest rate that meets the thresholds of a load profile.",
        discussion: [
            "It runs the sends of the profile at different rates. The rate is doubled until a "
                + "threshold fails or the number of outstanding arrivals keeps growing; then the "
                + "interval is narrowed. The highest rate is held for 60 s, or for the rest of the "
                + "budget if lower steps failed intermittently. A failed step is repeated, and two "
                + "of three attempts decide. After a failed hold the search continues at the "
                + "throughput of the overloaded service. The stages of the profile only supply the "
                + "first rate.",
            "Without --target the built-in reference server is started as a separate "
                + "process. The documented host of a contract is never contacted unless you "
                + "name it.",
            "CARRIES, with status 0, means that the server sustained the rate for longer than "
                + "any failure below it takes to recur. If the generator or the number of "
                + "connections reaches its limit, the rate is a lower bound, and the status is 8. If "
                + "the budget ends the search, the capacity lies between a rate that was sustained "
                + "and one that failed, and the status is 8, too.",
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification("PROFILE", completion: .file),
                help: "A load profile with thresholds, which names its contract."
            )
        ],
        groups: [
            LoadCommand.target, search, GeneratorFleetOption.group, result, figures, report,
            HistoryOption.group,
            LoadCommand.reference, LoadCommand.transport,
        ],
        examples: [
            .init(
                "assay capacity push.yaml --target http://127.0.0.1:8080",
                "Find the capacity of a server."
            ),
            .init(
                "assay capacity push.yaml --budget 2m --output capacity.json",
                "Search for at most two minutes, and store every step."
            ),
            .init(
                "assay capacity push.yaml --dashboard 9200 --report html=capacity.html",
                "Watch the search in a browser, and write an HTML page."
            ),
        ],
        exitStatuses: [
            .success, .commandLine, .unusableFile, .couldNotRun, .objectiveMissed,
            .invalidMeasurement, .defect, .interrupted,
        ],
        seeAlso: ["capacity-guide", "profile-format"]
    )

    private static let search = OptionGroup(
        "Search",
        [
            .value(
                "budget",
                ValueSpecification("DURATION", default: "5m"),
                help: "Limit the search to this time; the result covers the steps until then."
            ),
            .value(
                "rate",
                ValueSpecification("RATE"),
                help:
                    "Begin with this arrival rate instead of that of the profile's first stage: "
                    + "500 (a second), 1.5/s, 30/m."
            ),
            .value(
                "connections",
                ValueSpecification("COUNT"),
                help: "Open this number of connections instead of the profile's."
            ),
            .value(
                "workers",
                ValueSpecification("COUNT", default: "1"),
                help: "Send from this number of threads; each has its share of the connections."
            ),
            .value(
                "seed",
                ValueSpecification("NUMBER"),
                help: "Use this seed for random values, gaps and the choice between sends; each "
                    + "step draws different ones."
            ),
            LoadBasis.runOption,
        ]
    )

    private static let result = OptionGroup(
        "Result",
        CommonOptions.output
    )

    private static let figures = OptionGroup("Live metrics", DashboardOption.options)

    private static let report = OptionGroup(
        "Report",
        [
            CommonOptions.format(
                allowed: ReportFormats.capacity.names(),
                help: "Print the report in this format on standard output: json as written by "
                    + "--output, html as written by \"assay report\"."
            ),
            CommonOptions.report(allowed: ReportFormats.capacity.names()),
            CommonOptions.color,
            CommonOptions.quiet,
        ]
    )

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        let plan = try CapacityPlan(arguments)
        guard !plan.outputs.cannotBeWritten(by: "capacity", beside: plan.history, console) else {
            return .unusableFile
        }
        let loaded = LoadedProfile(path: plan.basis.path, fileRoots: plan.basis.fileRoots)
        if !plan.isQuiet || loaded.profile == nil { console.writeError(loaded.diagnosis) }
        guard var profile = loaded.profile else { return .unusableFile }
        let settings = try plan.settings(for: profile, arguments)
        profile.setConnections(settings.connections / (plan.generators?.count ?? 1))
        try plan.basis.transport.validate()
        return try await run(plan, profile, settings, loaded, arguments, console)
    }

    private static func run(
        _ plan: CapacityPlan,
        _ profile: LoadProfile,
        _ settings: CapacitySettings,
        _ loaded: LoadedProfile,
        _ arguments: ParsedArguments,
        _ console: Console
    ) async throws -> ExitStatus {
        let dashboard = try plan.dashboard?.begin(
            command: "capacity",
            title: profile.title,
            subject: "search",
            console: console
        )
        defer { dashboard?.stop() }
        let transport = try CurlTransport(options: plan.basis.transport)
        let references = ChildReferences(options: plan.basis.reference)
        defer { references.stop() }
        let interruption = LoadInterruption(console: console, command: "capacity")
        let signals = await interruption.watchSignals(cancelling: transport)
        defer { signals.cancel() }
        let session = LoadSession(
            basis: plan.basis,
            profile: profile,
            console: console,
            isQuiet: plan.isQuiet,
            interruption: interruption,
            transport: transport,
            references: references,
            dashboard: dashboard
        )
        let led = plan.generators.map { option in
            FleetPreparation(
                session: session,
                option: option,
                files: loaded.files,
                arguments: arguments
            )
        }
        let search = CapacitySession(session: session, plan: plan, settings: settings)
        let found: CapacitySession.Outcome?
        do {
            found =
                if let led { try await search.run(leading: led) } else {
                    try await search.run()
                }
        } catch {
            dashboard?.end(saying: "The search could not continue; its terminal shows why.")
            throw error
        }
        guard let found else {
            dashboard?.end(saying: "The search was interrupted before it began.")
            return .interrupted
        }
        references.stop()
        await dashboard?.end(with: found.record)
        let reports = CapacityReports(plan: plan, console: console, redactor: found.redactor)
        let status = reports.publish(found.record)
        if interruption.count == 0 {
            await plan.dashboard?.stay(dashboard, interruption) { interruption.say($0) }
        }
        return status
    }
}
