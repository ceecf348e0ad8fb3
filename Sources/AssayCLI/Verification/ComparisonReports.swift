import Contract
import Reports

/// Writes how two servers differ to wherever it was asked for, and says how the run ends.
struct ComparisonReports {
    let plan: VerificationPlan
    let console: Console

    /// Writes all reports.
    ///
    /// - Parameter outcome: What was found.
    /// - Returns: The status to end with, when no report fails to be written.
    func publish(_ outcome: ComparedVerification.Outcome) -> ExitStatus {
        let redactor = VerificationReports.redactor(outcome.secrets)
        let result = outcome.result.redacted(by: redactor)
        var statuses = Self.statuses(of: result)
        if statuses.contains(.nothingJudged) {
            console.printError("assay verify: no case was compared")
        }
        for report in plan.reports {
            let style = TextStyle(isColored: false)
            let text = text(of: result, as: report.format, style)
            if let reason = report.write(redactor.redact(text)) {
                console.printError("assay verify: cannot write \(report.path): \(reason)")
                statuses.append(.defect)
            }
        }
        let style = TextStyle(isColored: console.terminal.wantsColor(plan.color))
        console.write(redactor.redact(text(of: result, as: plan.format, style)))
        return .gravest(of: statuses)
    }

    private func text(
        of result: TargetComparisonResult,
        as format: ReportFormat,
        _ style: TextStyle
    ) -> String {
        guard format != .json else {
            return TargetComparisonJSON(version: Version.number).text(of: result)
        }
        let detail: TextReport.Detail =
            plan.isVerbose ? .verbose : plan.isQuiet ? .quiet : .normal
        return TargetComparisonText(style: style, detail: detail).text(of: result)
    }

    private static func statuses(of result: TargetComparisonResult) -> [ExitStatus] {
        var statuses: [ExitStatus] = []
        if [result.first, result.second].contains(where: { $0.ending == .interrupted }) {
            statuses.append(.interrupted)
        }
        if result.comparison.differing > 0 { statuses.append(.contractBroken) }
        if result.comparison.undetermined > 0 { statuses.append(.couldNotRun) }
        if statuses.isEmpty, result.comparison.compared == 0 { statuses.append(.nothingJudged) }
        return statuses
    }
}
