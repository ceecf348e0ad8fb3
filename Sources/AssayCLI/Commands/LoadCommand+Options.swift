import CommandLineTool

extension LoadCommand {
    static let target = OptionGroup(
        "Target",
        [
            CommonOptions.target,
            .value(
                "var",
                ValueSpecification("NAME=VALUE", isRepeatable: true),
                help: "Set a variable of the contract; overrides the environment and defaults."
            ),
            CommonOptions.variablesFile,
            CommonOptions.fileRoot,
        ]
    )

    static let load = OptionGroup(
        "Load (overrides the profile)",
        [
            .value(
                "rate",
                ValueSpecification("RATE"),
                help: "Run one stage at this arrival rate: 500 (a second), 1.5/s, 30/m."
            ),
            .value(
                "duration",
                ValueSpecification("DURATION"),
                help: "Scale the stages to this total duration, all by the same factor."
            ),
            .value(
                "connections",
                ValueSpecification("COUNT"),
                help: "Open this number of connections; with --shard, for each shard."
            ),
            .value(
                "break-off",
                ValueSpecification("DURATION"),
                help:
                    "Abort the run if no response arrives for this long. Without this option, and "
                    + "without \"breakOff\" in the profile, the run continues, and the report "
                    + "shows when the server was down and when it recovered."
            ),
            .value(
                "seed",
                ValueSpecification("NUMBER"),
                help: "Use this seed for random values, gaps and the choice between sends. "
                    + "Default: the profile's, else a new one for each run."
            ),
            LoadBasis.runOption,
        ]
    )

    static let sharding = OptionGroup(
        "Generator",
        [
            .value(
                "workers",
                ValueSpecification("COUNT", default: "1"),
                help: "Send from this number of threads; each has its share of the connections. "
                    + "One thread sends some ten thousand requests a second."
            ),
            .value(
                "shard",
                ValueSpecification("NUMBER/COUNT"),
                help: "Send only every COUNT-th arrival, to split a run across several machines; "
                    + "\"assay merge\" merges their results."
            ),
            .value(
                "start-at",
                ValueSpecification("TIME"),
                help: "Start the first arrival at this time, such as 2026-01-31T12:00:00Z, or +5s "
                    + "from now. If set-up and preparation take longer, the exit status is 3."
            ),
            Supervision.endOption,
        ]
    )

    static let result = OptionGroup(
        "Result",
        CommonOptions.output + LoadOutputs.figures + [
            .value(
                "target-pid",
                ValueSpecification("PID"),
                help: "Also measure the processor time of this process, without its children: the "
                    + "server under test on this machine. With shards, use this option for one of "
                    + "them only."
            ),
            .value(
                "listen",
                ValueSpecification("[HOST:]PORT"),
                help: "Serve live metrics for Prometheus at /metrics, updated every five "
                    + "seconds. Port 0 means any free port."
            ),
        ] + DashboardOption.options
    )

    static let report = OptionGroup(
        "Report",
        LoadOutputs.forms
    )

    static let reference = OptionGroup(
        "Reference target",
        ServeCommand.paceOptions.options.filter {
            LoadTestPlan.referenceOptions.contains($0.name)
        }.map { $0.excluding(["target"]) }
    )

    static let transport = OptionGroup(
        "Transport, as in curl",
        TransportOptionGroup.routeOptions
    )
}
