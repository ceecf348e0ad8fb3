import CommandLineTool
import Reports

/// Options for the outputs of a run.
enum LoadOutputs {
    /// Files for programs that plot and monitor.
    static let figures: [OptionSpecification] = ReportFormats.load.ownOptions()

    /// Reports for people and build servers.
    static let forms: [OptionSpecification] = [
        CommonOptions.format(
            allowed: ReportFormats.load.names(),
            help: "Print the report in this format on standard output: json as written by "
                + "--output, markdown for a comment on a pull request, junit with one test case "
                + "for each threshold."
        ),
        CommonOptions.report(allowed: ReportFormats.load.names()),
        CommonOptions.color,
        .flag(
            "verbose",
            short: "v",
            excludes: ["quiet"],
            help: "Also show the histogram of latency (text format)."
        ),
        .flag(
            "quiet",
            short: "q",
            help: "Show no progress, and print the verdict and the failures in one line."
        ),
    ]
}
