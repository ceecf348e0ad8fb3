import CommandLineTool
import Reports

/// The options that say where the figures of a run go.
enum LoadOutputs {
    /// What programs plot and watch.
    static let figures: [OptionSpecification] = ReportFormats.load.ownOptions()

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
}
