import CommandLineTool
import History
import Statistics

extension HistoryCommand {
    private static let file = HistoryOption.file(help: "Use the history in this SQLite database.")

    /// The options that select runs.
    private static let filters: [OptionSpecification] = [
        .value(
            "kind",
            ValueSpecification("KIND", allowed: RunRecord.Kind.allCases.map(\.rawValue)),
            help: "Select results of this command."
        ),
        .value("branch", ValueSpecification("NAME"), help: "Select results of this branch."),
        .value(
            "title",
            ValueSpecification("TITLE"),
            help: "Select results of the profile or contracts with this title."
        ),
    ]

    private static let format = CommonOptions.format(
        allowed: ["text", "json"],
        help: "Print the report in this format."
    )

    private static let number = PositionalSpecification(
        ValueSpecification("NUMBER"),
        help: "The number of the result, as shown by \"assay history list\"."
    )

    static let list = CommandSpecification(
        name: "list",
        abstract: "List stored results, oldest first.",
        groups: [
            OptionGroup(
                "History",
                [file] + filters + [
                    .value(
                        "last",
                        ValueSpecification("COUNT", default: "30"),
                        help: "List this number of the latest results."
                    )
                ]
            ),
            OptionGroup("Report", [format]),
        ],
        examples: [
            .init(
                "assay history list --history runs.db --branch main",
                "List the results of a "
                    + "branch."
            )
        ],
        exitStatuses: [.success, .commandLine, .unusableFile, .defect]
    )

    static let show = CommandSpecification(
        name: "show",
        abstract: "Show a stored result, or write it to a file.",
        positionals: [number],
        groups: [
            OptionGroup("History", [file]),
            OptionGroup(
                "Output",
                [
                    .value(
                        "output",
                        short: "o",
                        ValueSpecification("FILE", completion: .file),
                        help:
                            "Write the complete result to a file, for other commands. An "
                            + "existing file is not replaced."
                    ),
                    .flag("force", help: "Replace the file if it exists."),
                ]
            ),
        ],
        examples: [
            .init("assay history show 12 --history runs.db", "Show the metrics of a result."),
            .init(
                "assay history show 12 --history runs.db --output old.json",
                "Write the result file, for a comparison."
            ),
        ],
        exitStatuses: [.success, .commandLine, .unusableFile, .defect]
    )

    static let trend = CommandSpecification(
        name: "trend",
        abstract: "Find the commits at which metrics of load runs changed.",
        discussion: [
            "Runs of one profile on one machine form a series in the order in which they ran. "
                + "The runs of one commit count as one value, their median. A change is a point "
                + "at which the values before and after differ (E-divisive); at least two values "
                + "lie between two changes. A gradual change is reported once, with its start and "
                + "its sum (Mann-Kendall, with Sen's slope). By chance at most one series in "
                + "twenty has a change, counting all its metrics. The same history always gives "
                + "the same changes."
        ],
        groups: [
            OptionGroup(
                "History",
                [
                    file,
                    .value(
                        "branch",
                        ValueSpecification("NAME"),
                        help: "Select runs of this "
                            + "branch."
                    ),
                    .value(
                        "title",
                        ValueSpecification("TITLE"),
                        help: "Select runs of the profile with this title."
                    ),
                    .value(
                        "last",
                        ValueSpecification("COUNT", default: "200"),
                        help: "Use this number of the latest commits of each series, at most 500."
                    ),
                    .value(
                        "metric",
                        ValueSpecification(
                            "NAME",
                            allowed: RunFigure.allCases.map(\.rawValue),
                            isRepeatable: true
                        ),
                        help:
                            "Show this metric. Default: rate or achieved, p50, p99 and failed, "
                            + "and, for runs with deliveries, delivered p50, delivered p99, lost "
                            + "and twice."
                    ),
                ]
            ),
            OptionGroup("Report", [format]),
        ],
        examples: [
            .init(
                "assay history trend --history runs.db --branch main",
                "Show which commits "
                    + "changed a metric."
            )
        ],
        exitStatuses: [.success, .commandLine, .unusableFile, .defect]
    )

    static let add = CommandSpecification(
        name: "add",
        abstract: "Add result files of assay load or assay verify.",
        discussion: [
            "Each result is stored with the exit status of its command. The shards of a run are "
                + "one result: name all of them. A result that its branch and commit have already "
                + "is not added again."
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification("RESULT", isRepeatable: true, completion: .file),
                help: "A file written by \"assay load --output\" or \"assay verify --format "
                    + "json\"."
            )
        ],
        groups: [
            OptionGroup(
                "History",
                [
                    HistoryOption.file(
                        help: "Add to this SQLite database, which is created if missing."
                    ), HistoryOption.branch, HistoryOption.revision,
                ]
            )
        ],
        examples: [
            .init("assay history add run.json --history runs.db --branch main", "Add a result.")
        ],
        exitStatuses: [.success, .commandLine, .unusableFile, .defect]
    )

    static let prune = CommandSpecification(
        name: "prune",
        abstract: "Delete old results.",
        groups: [
            OptionGroup(
                "History",
                [file] + filters + [
                    .value(
                        "keep",
                        ValueSpecification("COUNT"),
                        help: "Keep this number of the latest results."
                    ),
                    .value(
                        "older-than",
                        ValueSpecification("AGE"),
                        help: "Delete results older than this age: 90d, 12h."
                    ),
                ]
            )
        ],
        examples: [
            .init(
                "assay history prune --history runs.db --older-than 90d --keep 100",
                "Keep the results of the last 90 days, and at least 100."
            )
        ],
        exitStatuses: [.success, .commandLine, .unusableFile, .defect]
    )
}
