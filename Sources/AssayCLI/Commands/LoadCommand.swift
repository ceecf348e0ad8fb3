import Base
import CommandLineTool
import Contract
import HTTP
import Load
import LoadModel
import Profile
import Replay
import Transport

/// `assay load`: runs a load profile against a server and measures latency.
enum LoadCommand: Command {
    static let specification = CommandSpecification(
        name: "load",
        abstract: "Run a load profile and measure latency.",
        discussion: [
            "Requests are sent when they are due, whatever the server does, and latency "
                + "is measured from that moment, so a stalled server cannot hide its delay.",
            "Without --target the built-in reference server is started as a separate "
                + "process for the run. The documented host of a contract is never contacted "
                + "unless you name it.",
            "A profile can have responses checked against the contract during the run, "
                + "within limits of size, memory and time (\"assay help load-guide\"). If a "
                + "response could not be checked, the run is inconclusive.",
            "A profile can prepare its audience before the run and clean up after it, with one "
                + "request per recipient that is not part of any metric. If too many of these "
                + "requests fail, nothing is measured.",
            "Ctrl-C stops new arrivals and waits at most a second for responses; the result then "
                + "covers the arrivals due until that moment. A second Ctrl-C ends the run at "
                + "once. A cleanup runs after the first Ctrl-C, but not after the second.",
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification("PROFILE", completion: .file),
                help: "A load profile, which names its contract."
            )
        ],
        groups: [
            target, load, sharding, GeneratorFleetOption.group, result, HistoryOption.group, report,
            reference, transport,
        ],
        examples: [
            .init("assay load push.yaml", "Run a profile against the reference target."),
            .init(
                "assay load push.yaml --target http://127.0.0.1:8080 --output run.json",
                "Test a server, and store the result."
            ),
            .init(
                "assay load push.yaml --report junit=load.xml --report markdown=load.md",
                "Write reports for a build server and a pull request."
            ),
            .init("assay load push.yaml --dashboard 9200", "Watch the run in a browser."),
            .init(
                "assay load push.yaml --rate 2000/s --duration 30s --connections 256",
                "Run the profile at another rate."
            ),
            .init(
                "assay load push.yaml --service-time 2ms --servers 4",
                "Test a reference target with a capacity of 2,000 requests a second."
            ),
        ],
        exitStatuses: [
            .success, .commandLine, .unusableFile, .couldNotRun, .contractBroken, .objectiveMissed,
            .invalidMeasurement, .defect, .interrupted,
        ],
        seeAlso: ["load-guide", "profile-format"]
    )

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        let plan = try LoadTestPlan(arguments)
        let began = SystemClock().now
        if let status = try checkFiles(plan, console) { return status }
        if let start = plan.start, start.nanoseconds(from: began) < 0 {
            let reason = "--start-at: the time is in the past; expected a later one, such as +30s"
            throw LoadObstacle(.couldNotRun, reason)
        }
        let loaded = LoadedProfile(path: plan.path, fileRoots: plan.basis.fileRoots)
        // A command that makes several runs has shown the warnings once for all of them.
        let warns = !plan.isSupervised && !plan.isQuiet
        if warns || loaded.profile == nil { console.writeError(loaded.diagnosis) }
        guard let read = loaded.profile else { return .unusableFile }
        let profile = try plan.checked(read, arguments)
        if warns {
            console.writeError(loaded.forecast(of: profile, shardCount: plan.shard.count))
        }
        return try await run(plan, profile, began, loaded, arguments, console)
    }

    /// Checks before anything runs that files can be read and written.
    private static func checkFiles(
        _ plan: LoadTestPlan,
        _ console: Console
    ) throws -> ExitStatus? {
        let (reports, history) = (plan.outputs, plan.history)
        guard !reports.cannotBeWritten(by: "load", beside: history, console) else {
            return .unusableFile
        }
        try plan.transport.validate()
        return nil
    }

    private static func run(
        _ plan: LoadTestPlan,
        _ profile: LoadProfile,
        _ began: Timestamp,
        _ loaded: LoadedProfile,
        _ arguments: ParsedArguments,
        _ console: Console
    ) async throws -> ExitStatus {
        let metrics = try metricsServer(plan, console)
        defer { metrics?.stop() }
        let dashboard = try plan.dashboard?.begin(
            command: "load",
            title: profile.title,
            console: console
        )
        defer { dashboard?.stop() }
        let transport = try CurlTransport(options: plan.transport)
        let references = ChildReferences(options: plan.reference)
        defer { references.stop() }
        // A user's Ctrl-C goes to the command that supervises the run.
        let interruption = LoadInterruption(
            console: console,
            command: plan.isSupervised ? CompareCommand.specification.name : "load"
        )
        let signals = await interruption.watchSignals(cancelling: transport)
        if plan.isSupervised {
            Supervision.atEnd {
                _ = interruption.request()
                transport.cancelAll()
            }
        }
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
        let ended =
            if let led {
                try await CoordinatedLoad(preparation: led, metrics: metrics).run()
            } else {
                try await LoadTest(session: session, plan: plan, metrics: metrics, began: began)
                    .run()
            }
        guard let outcome = ended else { return .interrupted }
        references.stop()
        // Also when the signal interrupted only the cleanup.
        let ending: ExitStatus = interruption.count > 0 ? .interrupted : .success
        let status = LoadReports(
            command: "load",
            outputs: plan.outputs,
            console: console,
            redactor: outcome.redactor,
            history: plan.history
        ).publish(outcome.result)
        if ending == .success {
            await plan.dashboard?.stay(dashboard, interruption) { interruption.say($0) }
        }
        return .gravest(of: [status, ending])
    }

    /// Reports where the metrics are, as the port can be any.
    private static func metricsServer(
        _ plan: LoadTestPlan,
        _ console: Console
    ) throws -> MetricsServer? {
        guard let address = plan.listen else { return nil }
        do {
            let server = try MetricsServer(at: address)
            console.printError("assay load: metrics at \(server.url)")
            return server
        } catch {
            throw LoadObstacle(.couldNotRun, "\(error)")
        }
    }
}
