import CommandLineTool
import Reports

/// Where the figures of a run go: standard output, files, a collector.
struct LoadOutputs {
    let reports: ReportOutputs
    let collector: MetricsCollector?

    /// What programs plot and watch.
    static let figures: [OptionSpecification] =
        ReportFormats.load.ownOptions() + [
            .value(
                "otlp",
                ValueSpecification("URL"),
                help: "Send the figures to a collector of OpenTelemetry at the end, as JSON over "
                    + "HTTP; without a path to /v1/metrics."
            )
        ]

    /// What people and build servers read.
    static let forms: [OptionSpecification] = [
        CommonOptions.format(
            allowed: ReportFormats.load.names(),
            help: "What to print on standard output: json is what --output writes, markdown a "
                + "comment on a pull request, junit one test case for each threshold."
        ),
        CommonOptions.report(allowed: ReportFormats.load.names()),
        CommonOptions.color,
    ]

    init(_ arguments: ParsedArguments) throws {
        reports = try ReportOutputs(arguments, ReportFormats.load)
        collector = try arguments.value(
            "otlp",
            expected: "http://HOST[:PORT][/PATH] or https://…, without a user and a query",
            convert: MetricsCollector.init
        )
    }
}
