import Base
import Contract
import HTTP
import Reports

/// Writes which defects were noticed to wherever it was asked for, and says how the run ends.
struct MutationReports {
    let plan: VerificationPlan
    let console: Console

    /// Writes all reports.
    ///
    /// - Parameter outcome: What was found.
    /// - Returns: The status to end with, when no report fails to be written.
    func publish(_ outcome: MutantVerification.Outcome) -> ExitStatus {
        let redactor = VerificationReports.redactor(outcome.secrets)
        var statuses = Self.statuses(of: outcome.result)
        for report in plan.reports {
            let style = TextStyle(isColored: false)
            let text = redactor.redact(text(of: outcome.result, as: report.format, style))
            if let reason = report.write(text) {
                console.printError("assay verify: cannot write \(report.path): \(reason)")
                statuses.append(.defect)
            }
        }
        let style = TextStyle(isColored: console.terminal.wantsColor(plan.color))
        console.write(redactor.redact(text(of: outcome.result, as: plan.format, style)))
        return .gravest(of: statuses)
    }

    private func text(
        of result: MutationResult,
        as format: ReportFormat,
        _ style: TextStyle
    ) -> String {
        switch format {
        case .json: MutationJSON(version: Version.number).text(of: result)
        case .markdown: MutationMarkdown().text(of: result)
        default: MutationText(style: style).text(of: result)
        }
    }

    private static func statuses(of result: MutationResult) -> [ExitStatus] {
        var statuses: [ExitStatus] = []
        if result.isInterrupted { statuses.append(.interrupted) }
        if !result.survivors.isEmpty { statuses.append(.contractBroken) }
        for failure in result.failuresWithoutDefect {
            statuses.append(failure.verdict == .failed ? .contractBroken : .couldNotRun)
        }
        return statuses
    }
}
