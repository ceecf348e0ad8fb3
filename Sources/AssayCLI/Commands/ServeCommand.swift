import Glibc
import ReferencePush

/// `assay serve`: runs a service as its documents describe it.
package enum ServeCommand: Command {
    package static let specification = CommandSpecification(
        name: "serve",
        abstract: "Run a reference target: a service as its documents describe it.",
        discussion: [
            "It prints its base URL once it listens, and runs until SIGINT or SIGTERM. All state "
                + "is kept in memory."
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification("SERVICE", allowed: ["ncmb", "nifty"]),
                help: "ncmb is NIFCLOUD mobile backend, nifty its predecessor."
            )
        ],
        groups: [
            OptionGroup(
                "Server",
                [
                    .value(
                        "listen",
                        ValueSpecification("HOST:PORT", default: "127.0.0.1:0"),
                        help: "Where to listen; port 0 means any free one."
                    ),
                    .value(
                        "app-key",
                        ValueSpecification("KEY"),
                        help: "The application key that requests must name; without it, the one "
                            + "of the documents' example."
                    ),
                    .value(
                        "client-key",
                        ValueSpecification("KEY"),
                        help: "The client key that requests must be signed with; without it, the "
                            + "one of the documents' example."
                    ),
                    .value(
                        "delivery-delay",
                        ValueSpecification("DURATION", default: "30ms"),
                        help: "How long an immediate push stays undelivered; seconds, or with a "
                            + "unit: 500ms, 1.5s, 2m."
                    ),
                ]
            )
        ],
        examples: [
            .init(
                "assay serve ncmb --listen 127.0.0.1:8080",
                "Serve NCMB at a port of your choice."
            )
        ],
        exitStatuses: [.success, .commandLine, .couldNotRun, .defect]
    )

    package static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        let name = arguments.string("SERVICE") ?? "ncmb"
        let address =
            try arguments.listenAddress("listen") ?? ListenAddress(host: "127.0.0.1", port: 0)
        guard let service = ReferenceCatalog.service(named: name, ncmb: try options(arguments))
        else { preconditionFailure("\(name) was let through by the command line") }
        let stop = StopSignal()
        let signals = await SignalWatcher.watch([SIGINT, SIGTERM]) { stop.send() }
        defer { signals.cancel() }
        let server: ReferenceServer
        do {
            server = try ReferenceServer(
                service: service,
                host: address.host,
                port: Int(address.port)
            )
        } catch {
            console.printError("assay serve: \(error)")
            return .couldNotRun
        }
        console.print("serving \(name) at \(server.origin)")
        console.print("provider states at \(server.stateChangeURL)")
        await stop.wait()
        server.stop()
        return .success
    }

    private static func options(_ arguments: ParsedArguments) throws -> NCMBOptions {
        var options = NCMBOptions()
        if let key = arguments.string("app-key") { options.applications[0].applicationKey = key }
        if let key = arguments.string("client-key") { options.applications[0].clientKey = key }
        if let delay = try arguments.duration("delivery-delay") { options.deliveryDelay = delay }
        return options
    }
}
