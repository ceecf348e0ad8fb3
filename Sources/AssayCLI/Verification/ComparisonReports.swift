import Contract
import ContractDiff
import HTTP
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
        let redactor: Redactor
        do {
            redactor = try Redactor(secrets: outcome.secrets)
        } catch {
            preconditionFailure("a secret that is too short was let through: \(error)")
        }
        var statuses = Self.statuses(of: outcome.result)
        for report in plan.reports {
            let style = TextStyle(isColored: false)
            let text = text(of: outcome.result, as: report.format, style, redactor)
            if let reason = report.write(text) {
                console.printError("assay verify: cannot write \(report.path): \(reason)")
                statuses.append(.defect)
            }
        }
        let style = TextStyle(isColored: console.terminal.wantsColor(plan.color))
        console.write(text(of: outcome.result, as: plan.format, style, redactor))
        return .gravest(of: statuses)
    }

    private func text(
        of result: AnswerComparisonResult,
        as format: ReportFormat,
        _ style: TextStyle,
        _ redactor: Redactor
    ) -> String {
        guard format != .json else {
            return TargetComparisonJSON(version: Version.number, redactor: redactor)
                .text(of: result)
        }
        let detail: TextReport.Detail =
            plan.isVerbose ? .verbose : plan.isQuiet ? .quiet : .normal
        return TargetComparisonText(style: style, detail: detail, redactor: redactor)
            .text(of: result)
    }

    private static func statuses(of result: AnswerComparisonResult) -> [ExitStatus] {
        var statuses: [ExitStatus] = []
        if [result.first, result.second].contains(where: { $0.ending == .interrupted }) {
            statuses.append(.interrupted)
        }
        if result.comparison.differing > 0 { statuses.append(.contractBroken) }
        if result.comparison.undetermined > 0 { statuses.append(.couldNotRun) }
        return statuses
    }
}
