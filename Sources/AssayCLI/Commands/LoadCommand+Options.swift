import CommandLineTool

extension LoadCommand {
    static let target = OptionGroup(
        "Target",
        [
            CommonOptions.target,
            .value(
                "var",
                ValueSpecification("NAME=VALUE", isRepeatable: true),
                help: "Set a variable of the contract, whatever it or the environment says."
            ),
            CommonOptions.variablesFile,
            CommonOptions.fileRoot,
        ]
    )

    static let load = OptionGroup(
        "Load, instead of the profile's",
        [
            .value(
                "rate",
                ValueSpecification("RATE"),
                help: "One stage at this rate, in arrivals a second: 500, 1.5/s, 30/m."
            ),
            .value(
                "duration",
                ValueSpecification("DURATION"),
                help: "How long the stages last together; several become longer or shorter alike."
            ),
            .value(
                "connections",
                ValueSpecification("COUNT"),
                help: "How many connections are open; of each shard, when there are several."
            ),
            .value(
                "break-off",
                ValueSpecification("DURATION"),
                help:
                    "End the run once nothing was answered for this long. Without it, and \"breakOff\" in the "
                    + "profile, the run goes on, and reports when the server was gone and came back."
            ),
            .value(
                "seed",
                ValueSpecification("NUMBER"),
                help: "What random values, gaps and the choice between sends are drawn from; "
                    + "without it and one in the profile, a new seed for each run."
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
                help: "How many threads send; each has its part of the connections. One carries "
                    + "some ten thousand requests a second."
            ),
            .value(
                "shard",
                ValueSpecification("NUMBER/COUNT"),
                help: "Send only every COUNT-th arrival, so that several machines together make "
                    + "the run; \"assay merge\" puts their results together."
            ),
            .value(
                "start-at",
                ValueSpecification("TIME"),
                help: "When the first arrival is due, such as 2026-01-31T12:00:00Z or +5s from "
                    + "now. Set-up and preparation must be over by then, else the status is 3."
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
                    + "server under test on this machine. Of several shards let only one do so."
            ),
            .value(
                "listen",
                ValueSpecification("[HOST:]PORT"),
                help: "Let Prometheus fetch the figures while the run lasts, at /metrics; they are "
                    + "renewed every five seconds. Port 0 means any free one."
            ),
        ] + DashboardOption.options
    )

    static let report = OptionGroup(
        "Report",
        LoadOutputs.forms + [
            CommonOptions.quiet
        ]
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
