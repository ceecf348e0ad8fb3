import CommandLineTool
import Reports
import Statistics

extension CompareCommand {
    static let judging = OptionGroup(
        "Judging",
        [
            .value(
                "metric",
                ValueSpecification(
                    "NAME",
                    allowed: RunFigure.judgeable.map(\.rawValue),
                    isRepeatable: true
                ),
                help: "Judge this figure of load results, and only those named so, at most five; "
                    + "without it rate (closed load) or achieved (open load), p50, p90, p99 and failed. "
                    + "The delivered ones, lost and twice are of runs whose deliveries were watched."
            ),
            .value(
                "min-effect",
                ValueSpecification("PERCENT", default: "3%"),
                help: "The smallest change of a load figure that counts, as a share of the old "
                    + "value. The share of failures must change by one in a thousand too."
            ),
            .value(
                "min-latency",
                ValueSpecification("DURATION", default: "0.2ms"),
                help: "The smallest change of a latency that counts, whatever its share is."
            ),
            .flag(
                "strict",
                help: "End with status 8, and not 0, when the results cannot tell whether anything "
                    + "got worse."
            ),
            .value(
                "fail-on",
                ValueSpecification(
                    "VERDICT",
                    default: "regression",
                    allowed: ["regression", "indicative"]
                ),
                help: "indicative: end with status 7 also when only runs that did not take turns "
                    + "with the old ones say that something got worse."
            ),
        ]
    )

    static let history = OptionGroup(
        "History",
        [
            .value(
                "against-history",
                ValueSpecification("BRANCH"),
                help: "Compare with the results of this branch in the history, in place of files."
            ),
            .value(
                "last",
                ValueSpecification("COUNT", default: "50"),
                help: "With --against-history: how many jobs count, the latest, up to 1000."
            ),
            HistoryOption.file(
                help: "With --against-history the SQLite database that holds the branch. Else also "
                    + "add the outcome to this one, which is made when it is not there."
            ),
            HistoryOption.branch, HistoryOption.revision,
        ]
    )

    static let report = OptionGroup(
        "Report",
        [
            CommonOptions.format(
                allowed: ReportFormats.comparison.names(),
                help: "What to print on standard output: markdown is for a comment on a pull "
                    + "request, junit for a CI server, github for the log of GitHub Actions, which "
                    + "shows annotations."
            ),
            CommonOptions.report(allowed: ReportFormats.comparison.names()),
        ] + CommonOptions.output + [CommonOptions.color, CommonOptions.quiet]
    )
}
