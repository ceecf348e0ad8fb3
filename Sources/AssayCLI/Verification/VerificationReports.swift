import Contract
import HTTP
import JSON
import Reports

/// Writes what a verification found to wherever it was asked for, and says how the run ends.
struct VerificationReports {
    let plan: VerificationPlan
    let console: Console

    /// Writes all reports.
    ///
    /// Secrets are taken out of the result once, for all of them, and looked for once more in each
    /// text: whatever puts two pieces together may spell one.
    ///
    /// - Parameter outcome: What was found.
    /// - Returns: The status to end with, when no report fails to be written.
    func publish(_ outcome: Verification.Outcome) -> ExitStatus {
        let redactor = Self.redactor(outcome.secrets)
        let result = outcome.result.redacted(by: redactor)
        var statuses = statuses(of: result)
        for report in plan.reports {
            let style = TextStyle(isColored: false)
            let text = text(of: result, as: report.format, style)
            if let reason = report.write(redactor.redact(text)) {
                console.printError("assay verify: cannot write \(report.path): \(reason)")
                statuses.append(.defect)
            }
        }
        let style = TextStyle(isColored: console.terminal.wantsColor(plan.color))
        let text = text(of: result, as: plan.format, style)
        console.write(redactor.redact(text))
        if let reason = keep(result, redactor, .gravest(of: statuses)) {
            console.printError("assay verify: \(reason)")
            statuses.append(.defect)
        }
        return .gravest(of: statuses)
    }

    /// Adds the result to the history that was named; returns why that failed.
    private func keep(
        _ result: VerificationResult,
        _ redactor: Redactor,
        _ status: ExitStatus
    ) -> String? {
        guard let history = plan.history else { return nil }
        let report = JSONReport(version: Version.number, redactor: nothing).text(of: result)
        let document = redactor.redact(report)
        do {
            let record = try VerificationRecord(try JSONValue(parsing: document), name: "result")
            return history.add(KeptResult(record, document: document), status: status)
        } catch {
            return "\(history.path): the result cannot be kept: \(error)"
        }
    }

    /// Values too short to be found reliably are left out rather than punching holes everywhere.
    static func redactor(_ secrets: [String]) -> Redactor {
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
        _ style: TextStyle
    ) -> String {
        switch format {
        case .text:
            let detail: TextReport.Detail =
                plan.isVerbose ? .verbose : plan.isQuiet ? .quiet : .normal
            return TextReport(style: style, detail: detail, redactor: nothing).text(of: result)
        case .json: return JSONReport(version: Version.number, redactor: nothing).text(of: result)
        case .junit: return JUnitReport(redactor: nothing).text(of: result)
        case .tap: return TAPReport(redactor: nothing).text(of: result)
        case .ctrf:
            return CTRFReport(version: Version.number, redactor: nothing).text(of: result)
        case .markdown: return MarkdownReport(redactor: nothing, gates: gates).text(of: result)
        case .github: return GitHubReport(redactor: nothing, gates: gates).text(of: result)
        case .har: return HARReport(version: Version.number, redactor: nothing).text(of: result)
        }
    }

    /// There is nothing left to take out.
    private var nothing: Redactor { Redactor() }

    private var gates: RunGates {
        RunGates(
            failsOnFlaky: plan.failsOnFlaky,
            requiredCoverage: plan.requiredCoverage,
            requiredClientCoverage: plan.requiredClientCoverage
        )
    }

    private func statuses(of result: VerificationResult) -> [ExitStatus] {
        var statuses: [ExitStatus] = []
        if result.ending == .interrupted { statuses.append(.interrupted) }
        if result.count(.failed) > 0 { statuses.append(.contractBroken) }
        if plan.failsOnFlaky, result.count(.flaky) > 0 { statuses.append(.contractBroken) }
        if result.count(.undetermined) > 0 { statuses.append(.couldNotRun) }
        let gates = [
            ("coverage", result.promises, plan.requiredCoverage),
            ("client coverage", result.clientPromises, plan.requiredClientCoverage),
        ]
        for (name, promises, required) in gates {
            guard let required else { continue }
            let coverage = CoverageSummary(promises).counts(upTo: result.level).fraction
            guard coverage * 100 < required else { continue }
            let reached = CoverageSummary.percentage(coverage)
            console.printError(
                "assay verify: \(name) is \(reached), and \(required) % were required"
            )
            statuses.append(.coverageMissed)
        }
        return statuses
    }
}
