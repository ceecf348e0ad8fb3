import Reports

/// Where a comparison is written to.
struct ComparisonReportFiles {
    /// The forms that a comparison can be written in.
    static let formats: [ReportFormat] = [.text, .json, .junit, .markdown, .github]

    let format: ReportFormat
    let reports: [ReportFile]
    let color: ColorChoice

    init(_ arguments: ParsedArguments) throws {
        format = arguments.string("format").flatMap(ReportFormat.init) ?? .text
        reports = try ReportFile.reports(arguments, among: Self.formats)
        color = arguments.string("color").flatMap(ColorChoice.init) ?? .auto
    }

    /// Why a report cannot be written, as a sentence; `nil` when all can.
    var obstacle: String? {
        for report in reports {
            guard let obstacle = report.obstacle else { continue }
            let name = report.format.rawValue
            return "cannot write the \(name) report to \(report.path): \(obstacle)"
        }
        return nil
    }

    /// Writes all reports.
    ///
    /// - Returns: The status to end with.
    func publish(_ outcome: ComparisonOutcome, _ console: Console) -> ExitStatus {
        var statuses = [outcome.status]
        for report in reports {
            let text = text(of: outcome.summary, as: report.format, TextStyle(isColored: false))
            if let reason = report.write(text) {
                console.printError("assay compare: cannot write \(report.path): \(reason)")
                statuses.append(.defect)
            }
        }
        let style = TextStyle(isColored: console.terminal.wantsColor(color))
        console.write(text(of: outcome.summary, as: format, style))
        return .gravest(of: statuses)
    }

    private func text(
        of summary: ComparisonSummary,
        as format: ReportFormat,
        _ style: TextStyle
    ) -> String {
        switch format {
        case .json: summary.jsonText
        case .junit: summary.jUnit
        case .markdown: summary.markdown
        case .github: summary.gitHub
        case .text, .tap, .ctrf, .har: summary.text(style: style)
        }
    }
}
