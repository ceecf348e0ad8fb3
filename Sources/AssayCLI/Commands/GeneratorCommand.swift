import CommandLineTool
import Distribution
import LocustBus
import Platform

/// `assay generator`: runs a part of a load run that another machine coordinates.
enum GeneratorCommand: Command {
    static let specification = CommandSpecification(
        name: "generator",
        abstract: "Run as a worker for \"assay load --generators\".",
        discussion: [
            "It connects to the Locust master of the coordinator, reports itself as ready, and "
                + "waits. The profile and the contract come from the coordinator. Tables of "
                + "recipients and secrets do not: a table must be at the same path on each "
                + "machine, and secrets come from the environment of each generator.",
            "If it does not hear from the coordinator for some seconds, it stops sending and "
                + "writes its part to a file in the folder of --keep; \"assay merge\" merges these "
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
                            "Connect to the Locust master of the coordinator at this address."
                    ),
                    .value(
                        "name",
                        ValueSpecification("NAME"),
                        help:
                            "Name this generator in reports. Default: the name of the machine "
                            + "and the process number."
                    ),
                    .value(
                        "keep",
                        ValueSpecification("FOLDER", completion: .folder),
                        help:
                            "Write the part to this folder if the coordinator does not take it. "
                            + "Default: the working directory."
                    ),
                    .value(
                        "wait",
                        ValueSpecification("DURATION", default: "10m"),
                        help: "Wait at most this long for the master, and then again for the run."
                    ),
                    CommonOptions.quiet,
                    Supervision.endOption,
                ]
            ),
            OptionGroup(
                "Files for Locust and Kubernetes",
                [
                    .flag(
                        "locustfile",
                        help:
                            "Print the locustfile of a Locust master that you start yourself."
                    ),
                    .flag(
                        "manifest",
                        help: "Print a manifest for Kubernetes with a coordinator and its "
                            + "generators."
                    ),
                ]
            ),
        ],
        examples: [
            .init(
                "assay generator --master 10.0.0.5:5557",
                "Take part in a run that another machine coordinates."
            ),
            .init(
                "assay generator --locustfile",
                "Print the locustfile of a Locust master that you "
                    + "start yourself."
            ),
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
