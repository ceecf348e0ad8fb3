import Contract
import JSON
import Reports

/// Writes what a verification found to wherever it was asked for, and says how the run ends.
struct VerificationReports {
    let plan: VerificationPlan
    let console: Console

    /// Writes all reports.
    ///
    /// - Parameter outcome: What was found.
    /// - Returns: The status to end with, when no report fails to be written.
    func publish(_ outcome: Verification.Outcome) -> ExitStatus {
        let redactor = Self.redactor(outcome.secrets)
        var statuses = statuses(of: outcome.result)
        for report in plan.reports {
            let style = TextStyle(isColored: false)
            let text = text(of: outcome.result, as: report.format, style, redactor)
            if let reason = report.write(redactor.redact(text)) {
                console.printError("assay verify: cannot write \(report.path): \(reason)")
                statuses.append(.defect)
            }
        }
        let style = TextStyle(isColored: console.terminal.wantsColor(plan.colour))
        let text = text(of: outcome.result, as: plan.format, style, redactor)
        console.write(redactor.redact(text))
        return .gravest(of: statuses)
    }

    /// Values too short to be found reliably are left out rather than punching holes everywhere.
    private static func redactor(_ secrets: [String]) -> Redactor {
        let long = secrets.filter { $0.unicodeScalars.count >= Redactor.minimumLength }
        do {
            return try Redactor(secrets: long)
        } catch {
            preconditionFailure("a secret of \(error) was let through")
        }
    }

    private func text(
        of result: VerificationResult,
        as format: ReportFormat,
        _ style: TextStyle,
        _ redactor: Redactor
    ) -> String {
        switch format {
        case .text:
            let detail: TextReport.Detail =
                plan.isVerbose ? .verbose : plan.isQuiet ? .quiet : .normal
            return TextReport(style: style, detail: detail, redactor: redactor).text(of: result)
        case .json: return JSONReport(version: Version.number, redactor: redactor).text(of: result)
        case .junit: return JUnitReport(redactor: redactor).text(of: result)
        case .tap: return TAPReport(redactor: redactor).text(of: result)
        case .ctrf:
            return CTRFReport(version: Version.number, redactor: redactor).text(of: result)
        case .markdown: return MarkdownReport(redactor: redactor, gates: gates).text(of: result)
        case .github: return GitHubReport(redactor: redactor, gates: gates).text(of: result)
        case .har: return HARReport(version: Version.number, redactor: redactor).text(of: result)
        }
    }

    private var gates: RunGates {
        RunGates(failsOnFlaky: plan.failsOnFlaky, requiredCoverage: plan.requiredCoverage)
    }

    private func statuses(of result: VerificationResult) -> [ExitStatus] {
        var statuses: [ExitStatus] = []
        if result.ending == .interrupted { statuses.append(.interrupted) }
        if result.count(.failed) > 0 { statuses.append(.contractBroken) }
        if plan.failsOnFlaky, result.count(.flaky) > 0 { statuses.append(.contractBroken) }
        if result.count(.undetermined) > 0 { statuses.append(.couldNotRun) }
        if let required = plan.requiredCoverage {
            let coverage = CoverageSummary(result.promises).counts(upTo: result.level).fraction
            if coverage * 100 < required {
                let reached = CoverageSummary.percentage(coverage)
                console.printError(
                    "assay verify: coverage is \(reached), and \(required) % were required"
                )
                statuses.append(.coverageMissed)
            }
        }
        return statuses
    }
}
