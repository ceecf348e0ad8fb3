import CommandLineTool
import Distribution
import LocustBus
import Platform

/// `assay generator`: makes a part of a run that another machine leads.
enum GeneratorCommand: Command {
    static let specification = CommandSpecification(
        name: "generator",
        abstract: "Run as a worker for \"assay load --generators\".",
        discussion: [
            "It connects to the Locust master of the coordinator, reports itself as "
                + "ready, and waits. Profile and contract come from there. Tables of recipients "
                + "and secrets do not: a table must be at the same path on each machine, and "
                + "secrets come from the environment of each generator.",
            "If it does not hear from the coordinator for some seconds, it stops sending "
                + "and writes its part to a file below --keep; \"assay merge\" merges these "
                + "parts.",
            "Locust's bus has no passwords: use it in private networks only.",
        ],
        groups: [
            OptionGroup(
                "Generator",
                [
                    .value(
                        "master",
                        ValueSpecification("[HOST:]PORT"),
                        help:
                            "Where the Locust master listens that the leading command has started."
                    ),
                    .value(
                        "name",
                        ValueSpecification("NAME"),
                        help:
                            "What reports call this generator; without it the name of this machine and "
                            + "the number of this process."
                    ),
                    .value(
                        "keep",
                        ValueSpecification("FOLDER", completion: .folder),
                        help:
                            "Where the part is written when the coordinator does not take it. Without it "
                            + "in the working directory."
                    ),
                    .value(
                        "wait",
                        ValueSpecification("DURATION", default: "10m"),
                        help: "How long the master and then the run are waited for."
                    ),
                    CommonOptions.quiet,
                    Supervision.endOption,
                ]
            ),
            OptionGroup(
                "Files for others",
                [
                    .flag(
                        "locustfile",
                        help:
                            "Print what a Locust master loads, for one that is started by other means."
                    ),
                    .flag(
                        "manifest",
                        help: "Print a manifest for Kubernetes: a coordinator and its generators."
                    ),
                ]
            ),
        ],
        examples: [
            .init(
                "assay generator --master 10.0.0.5:5557",
                "Take part in the run that another machine leads."
            ),
            .init("assay generator --locustfile", "Print what a Locust of your own loads."),
        ],
        exitStatuses: [
            .success, .commandLine, .unusableFile, .couldNotRun, .invalidMeasurement, .defect,
            .interrupted,
        ],
        seeAlso: ["distribution"]
    )

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        if arguments.flag("locustfile") {
            console.write(GeneratorFiles.locustfile)
            return .success
        }
        if arguments.flag("manifest") {
            console.write(GeneratorFiles.manifest)
            return .success
        }
        let options = try GeneratorOptions(arguments)
        let interruption = LoadInterruption(console: console, command: "generator")
        let bus: GeneratorBus
        do {
            bus = try GeneratorBus(to: options.master, host: options.host)
        } catch {
            throw LoadObstacle(.couldNotRun, "--master \(options.master): \(error)")
        }
        let teller = options.isQuiet ? nil : console
        let session = GeneratorSession(bus, interruption: interruption, console: teller)
        let signals = await SignalWatcher.watch(times: 2) {
            let isEnding = interruption.request()
            session.end()
            return isEnding
        }
        defer { signals.cancel() }
        if options.isSupervised {
            Supervision.atEnd {
                _ = interruption.request()
                session.end()
            }
        }
        bus.start()
        defer { bus.close() }
        return try await options.taking(part: session, console)
    }
}
