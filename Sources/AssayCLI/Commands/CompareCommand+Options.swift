import CommandLineTool
import Reports
import Statistics

extension CompareCommand {
    static let judging = OptionGroup(
        "Criteria",
        [
            .value(
                "metric",
                ValueSpecification(
                    "NAME",
                    allowed: RunFigure.judgeable.map(\.rawValue),
                    isRepeatable: true
                ),
                help: "Compare only this metric of load results; give the option at most five "
                    + "times. Default: rate (closed load) or achieved (open load), p50, p90, p99 "
                    + "and failed. Metrics of delivery, lost and twice require runs with "
                    + "deliveries."
            ),
            .value(
                "min-effect",
                ValueSpecification("PERCENT", default: "3%"),
                help: "Ignore changes of a load metric below this share of the old value. A "
                    + "change of the share of failures must also be at least one in a thousand."
            ),
            .value(
                "min-latency",
                ValueSpecification("DURATION", default: "0.2ms"),
                help: "Ignore changes of a latency below this time, whatever their share."
            ),
            .flag(
                "strict",
                help: "Exit with status 8 instead of 0 if the results cannot show whether a "
                    + "metric regressed."
            ),
            .value(
                "fail-on",
                ValueSpecification(
                    "VERDICT",
                    default: "regression",
                    allowed: ["regression", "indicative"]
                ),
                help: "With indicative: also exit with status 7 if the only evidence of a "
                    + "regression comes from runs that did not alternate with the old ones."
            ),
        ]
    )

    static let history = OptionGroup(
        "History",
        [
            .value(
                "against-history",
                ValueSpecification("BRANCH"),
                help: "Compare with the results of this branch in the history instead of with "
                    + "files."
            ),
            .value(
                "last",
                ValueSpecification("COUNT", default: "50"),
                help: "With --against-history: compare with this number of the latest jobs, at "
                    + "most 1000."
            ),
            HistoryOption.file(
                help: "With --against-history: read the results of the branch from this SQLite "
                    + "database. Without --against-history: also add the outcome to this database, "
                    + "which is created if missing."
            ),
            HistoryOption.branch, HistoryOption.revision,
        ]
    )

    static let report = OptionGroup(
        "Report",
        [
            CommonOptions.format(
                allowed: ReportFormats.comparison.names(),
                help: "Print the report in this format on standard output: markdown for a comment "
                    + "on a pull request, junit for a CI server, github for annotations in the "
                    + "log of GitHub Actions."
            ),
            CommonOptions.report(allowed: ReportFormats.comparison.names()),
        ] + CommonOptions.output + [CommonOptions.color, CommonOptions.quiet]
    )
}
