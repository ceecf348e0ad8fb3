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
                        ValueSpecification("DURATION", default: "0s"),
                        help: "How long a push waits before it is delivered; seconds, or with a "
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
        console.printError("assay serve: not wired yet")
        return .defect
    }
}
