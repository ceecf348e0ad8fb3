import Contract
package import ContractDiff
package import Measure
package import ReportText
package import RunReports

/// The layout of a report of any kind.
package struct ReportLayout: Sendable {
    /// The version of this tool.
    package var version: String
    package var style = TextStyle(isColored: false)
    /// The maximum width of a line, in columns.
    package var width = 80
    package var detail = TextReport.Detail.normal
    /// The spelling of files in annotations.
    package var paths = RepositoryPaths.asGiven

    package init(version: String) {
        self.version = version
    }
}

/// A format for the results of a command.
package struct ReportFormat<Facts>: Sendable {
    /// Its name for `--format` and `--report`, or its own option.
    package let name: String
    /// The help of its own option, which takes a file; `nil` for a format of `--format` and
    /// `--report`.
    package let ownOption: String?
    private let write: @Sendable (Facts, ReportLayout) -> String

    init(
        _ name: String,
        ownOption: String? = nil,
        _ write: @escaping @Sendable (Facts, ReportLayout) -> String
    ) {
        self.name = name
        self.ownOption = ownOption
        self.write = write
    }

    /// The whole report.
    package func text(of facts: Facts, _ layout: ReportLayout) -> String { write(facts, layout) }
}

/// Every format of every kind of result: add a new one as a file with its writer and a line here.
package enum ReportFormats {
    /// Of `assay verify`.
    package static let verification: [ReportFormat<VerifyFacts>] = [
        .init("text") { TextReport(style: $1.style, detail: $1.detail).text(of: $0) },
        .init("json") { JSONReport(version: $1.version).text(of: $0) },
        .init("junit") { facts, _ in JUnitReport().text(of: facts) },
        .init("tap") { facts, _ in TAPReport().text(of: facts) },
        .init("ctrf") { CTRFReport(version: $1.version).text(of: $0) },
        .init("markdown") { facts, _ in MarkdownReport().text(of: facts) },
        .init("html") { facts, layout in
            let version = layout.version
            return HTMLReport(version: version)
                .text(ofFile: JSONReport(version: version).text(of: facts))
        },
        .init("github") { GitHubReport(paths: $1.paths).text(of: $0) },
        .init(
            "har",
            ownOption: "Also write the requests and responses of all cases, in order, to an HTTP "
                + "Archive (HAR 1.2), which browsers and proxies can show. It has the last attempt "
                + "of steps and cases that were repeated."
        ) { HARReport(version: $1.version).text(of: $0) },
    ]

    /// Of `assay verify --compare-with`.
    package static let targetComparison: [ReportFormat<ResponseComparisonResult>] = [
        .init("text") { TargetComparisonText(style: $1.style, detail: $1.detail).text(of: $0) },
        .init("json") { TargetComparisonJSON(version: $1.version).text(of: $0) },
    ]

    /// Of `assay verify --mutants`.
    package static let mutation: [ReportFormat<MutationFacts>] = [
        .init("text") { facts, layout in
            MutationText(style: layout.style, isVerbose: layout.detail == .verbose).text(of: facts)
        },
        .init("json") { MutationJSON(version: $1.version).text(of: $0) },
        .init("markdown") { facts, _ in MutationMarkdown().text(of: facts) },
        .init("html") { facts, layout in
            let json = MutationJSON(version: layout.version).text(of: facts)
            return HTMLReport(version: layout.version).text(ofFile: json)
        },
    ]

    /// Of `assay coverage`.
    package static let coverage: [ReportFormat<CoverageFacts>] = [
        .init("text") { facts, layout in
            let isVerbose = layout.detail == .verbose
            return CoverageMatrixText(style: layout.style, isVerbose: isVerbose)
                .text(of: facts.matrix, facts.table)
        },
        .init("json") { facts, layout in
            CoverageMatrixJSON(version: layout.version).text(of: facts.matrix, facts.json)
        },
        .init("markdown") { facts, _ in
            CoverageMatrixMarkdown().text(of: facts.matrix, facts.table)
        },
    ]

    /// Of `assay trace`.
    package static let trace: [ReportFormat<TraceFacts>] = [
        .init("text") { TraceText(style: $1.style).text(of: $0) },
        .init("json") { TraceJSON(version: $1.version).text(of: $0) },
        .init("markdown") { facts, _ in TraceMarkdown().text(of: facts) },
    ]

    /// Of `assay diff`.
    package static let contractChange: [ReportFormat<ContractComparison>] = [
        .init("text") {
            ContractChangeText(style: $1.style, isVerbose: $1.detail == .verbose).text(of: $0)
        },
        .init("json") { ContractChangeJSON(version: $1.version).text(of: $0) },
        .init("markdown") { changes, _ in ContractChangeMarkdown().text(of: changes) },
    ]

    /// Of `assay load` and `assay merge`.
    package static let load: [ReportFormat<LoadFacts>] = [
        .init("text") { facts, layout in
            let detail: LoadTextReport.Detail =
                switch layout.detail {
                case .quiet: .quiet
                case .normal: .normal
                case .verbose: .verbose
                }
            return LoadTextReport(style: layout.style, width: layout.width, detail: detail)
                .text(of: facts)
        },
        .init("json") { facts, _ in facts.result.fileText },
        .init("markdown") { facts, _ in LoadMarkdown().text(of: facts) },
        .init("junit") { facts, _ in LoadJUnit().text(of: facts) },
        .init("html") { page(.load($0.result), $1) },
        .init(
            "csv",
            ownOption:
                "Write the time series as a table with one line for each second or slice of "
                + "seconds."
        ) { facts, _ in LoadCSV().text(of: facts.result) },
        .init(
            "hdr",
            ownOption:
                "Write the histograms of the time series as a log for the HdrHistogram tools."
        ) { facts, _ in LoadIntervalLog().text(of: facts.result) },
        .init(
            "prometheus",
            ownOption:
                "Write the metrics in the text format of Prometheus, for its textfile collector."
        ) { facts, _ in PrometheusText().text(of: facts) },
    ]

    /// Of `assay capacity`.
    package static let capacity: [ReportFormat<CapacityRecord>] = [
        .init("text") { record, layout in
            CapacityTextReport(
                style: layout.style,
                width: layout.width,
                isQuiet: layout.detail == .quiet
            ).text(of: record)
        },
        .init("json") { record, _ in record.fileText },
        .init("markdown") { record, _ in CapacityMarkdown().text(of: record) },
        .init("junit") { record, _ in CapacityJUnit().text(of: record) },
        .init("html") { page(.capacity($0), $1) },
    ]

    /// Of `assay compare`.
    package static let comparison: [ReportFormat<ComparisonSummary>] = [
        .init("text") { $0.text(style: $1.style, isQuiet: $1.detail == .quiet) },
        .init("json") { summary, _ in summary.jsonText },
        .init("junit") { summary, _ in summary.jUnit },
        .init("markdown") { summary, _ in summary.markdown },
        .init("github") { $0.gitHub(paths: $1.paths) },
        .init("html") { HTMLReport(version: $1.version).text(ofFile: $0.jsonText) },
    ]

    /// The page of one result, as `assay report` makes it.
    private static func page(
        _ content: ReportDocument.Content,
        _ layout: ReportLayout
    ) -> String {
        let document = ReportDocument(file: "result.json", content: content)
        return HTMLReport(version: layout.version).text(of: [document])
    }
}
