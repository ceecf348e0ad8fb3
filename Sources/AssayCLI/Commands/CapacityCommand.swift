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

/// `assay capacity`: looks for the highest rate at which everything that a profile asks for holds.
enum CapacityCommand: Command {
    static let specification = CommandSpecification(
        name: "capacity",
        abstract: "Find the highest rate at which a load profile's thresholds hold.",
        discussion: [
            "Drives the sends of the profile at one rate after the other: twice as fast each time "
                + "until a threshold does not hold or ever more arrivals are outstanding, then closer "
                + "and closer to the highest rate that holds, which is held for 60 s in the end, or for as "
                + "long as the budget has where steps below broke now and then. What "
                + "does not hold is tried again, and two of three tries decide. A hold that breaks "
                + "moves the search to what the overloaded service answered. The stages of the "
                + "profile give no more than the first rate.",
            "Without --target the built-in reference target is started as a process of its own. The "
                + "host that a contract's documents name is never contacted unless you name it.",
            "CARRIES, with the status 0, is said only of a rate that was held for longer than whatever "
                + "broke below it takes to come again. When not the service but the generator or the "
                + "number of connections is at its end, the "
                + "rate is only a lower bound, and the status is 8. So it is when the budget ends the "
                + "search: then the answer lies between a rate that held and one that did not.",
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
                "Find out how much a server carries."
            ),
            .init(
                "assay capacity push.yaml --budget 2m --output capacity.json",
                "Take two minutes at most, and keep every step."
            ),
            .init(
                "assay capacity push.yaml --dashboard 9200 --report html=capacity.html",
                "Watch the search in a browser, and write a page of it."
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
                help: "How long the search may take; what is known by then is the result."
            ),
            .value(
                "rate",
                ValueSpecification("RATE"),
                help:
                    "The rate of the first step, in place of that of the profile's first stage, in "
                    + "arrivals a second: 500, 1.5/s, 30/m."
            ),
            .value(
                "connections",
                ValueSpecification("COUNT"),
                help: "How many connections are open, in place of the profile's number."
            ),
            .value(
                "workers",
                ValueSpecification("COUNT", default: "1"),
                help: "How many threads send; each has its part of the connections."
            ),
            .value(
                "seed",
                ValueSpecification("NUMBER"),
                help: "What random values, gaps and the choice between sends are drawn from; each "
                    + "step draws others."
            ),
            LoadBasis.runOption,
        ]
    )

    private static let result = OptionGroup(
        "Result",
        CommonOptions.output
    )

    private static let figures = OptionGroup("Figures while it lasts", DashboardOption.options)

    private static let report = OptionGroup(
        "Report",
        [
            CommonOptions.format(
                allowed: ReportFormats.capacity.names(),
                help: "What standard output gets: json is what --output writes, html the page of "
                    + "\"assay report\"."
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
        let searching = Searching(
            plan: plan,
            profile: profile,
            settings: settings,
            console: console,
            interruption: interruption,
            transport: transport,
            references: references,
            dashboard: dashboard
        )
        let led = plan.generators.map { option in
            FleetPreparation(
                basis: plan.basis,
                option: option,
                profile: profile,
                files: loaded.files,
                transport: transport,
                references: references,
                arguments: arguments
            )
        }
        let found: (record: CapacityRecord, redactor: Redactor)?
        do {
            found =
                if let led { try await searching.run(leading: led) } else {
                    try await searching.run()
                }
        } catch {
            dashboard?.end(saying: "The search could not go on; its terminal says why.")
            throw error
        }
        guard let (record, redactor) = found else {
            dashboard?.end(saying: "The search was interrupted before it began.")
            return .interrupted
        }
        references.stop()
        await dashboard?.end(with: record)
        let reports = CapacityReports(plan: plan, console: console, redactor: redactor)
        let status = reports.publish(record)
        if interruption.count == 0 {
            await plan.dashboard?.stay(dashboard, interruption) { interruption.say($0) }
        }
        return status
    }
}
