import Contract
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
        let facts = VerifyFacts(outcome.result, gates: plan.gates, redactor: redactor)
        for finding in facts.conclusion.findings {
            if let message = finding.message(facts) { console.printError("assay verify: \(message)") }
        }
        var statuses = facts.conclusion.findings.map(\.status)
        for report in plan.reports {
            let style = TextStyle(isColored: false)
            let text = text(of: facts, as: report.format, style)
            if let reason = report.write(redactor.redact(text)) {
                console.printError("assay verify: cannot write \(report.path): \(reason)")
                statuses.append(.defect)
            }
        }
        let style = TextStyle(isColored: console.terminal.wantsColor(plan.color))
        let text = text(of: facts, as: plan.format, style)
        console.write(redactor.redact(text))
        if let reason = keep(facts, redactor, .gravest(of: statuses)) {
            console.printError("assay verify: \(reason)")
            statuses.append(.defect)
        }
        return .gravest(of: statuses)
    }

    /// Adds the result to the history that was named; returns why that failed.
    private func keep(
        _ facts: VerifyFacts,
        _ redactor: Redactor,
        _ status: ExitStatus
    ) -> String? {
        guard let history = plan.history else { return nil }
        let document = redactor.redact(JSONReport(version: Version.number).text(of: facts))
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
        of facts: VerifyFacts,
        as format: ReportFormat,
        _ style: TextStyle
    ) -> String {
        switch format {
        case .text:
            let detail: TextReport.Detail =
                plan.isVerbose ? .verbose : plan.isQuiet ? .quiet : .normal
            return TextReport(style: style, detail: detail).text(of: facts)
        case .json: return JSONReport(version: Version.number).text(of: facts)
        case .junit: return JUnitReport().text(of: facts)
        case .tap: return TAPReport().text(of: facts)
        case .ctrf: return CTRFReport(version: Version.number).text(of: facts)
        case .markdown: return MarkdownReport().text(of: facts)
        case .github: return GitHubReport().text(of: facts)
        case .har: return HARReport(version: Version.number).text(of: facts)
        }
    }
}

extension RunConclusion.Finding {
    /// How a run with it ends, unless something graver was found.
    fileprivate var status: ExitStatus {
        switch self {
        case .interrupted: .interrupted
        case .broken, .flaky: .contractBroken
        case .undetermined: .couldNotRun
        case .missed: .coverageMissed
        case .nothingJudged: .nothingJudged
        }
    }

    /// For those who see no report; `nil` when the cases say it themselves.
    fileprivate func message(_ facts: VerifyFacts) -> String? {
        switch self {
        case .missed(let name, let reached, let required):
            "\(name) is \(CoverageSummary.percentage(reached)), and \(required) % were required"
        case .nothingJudged: "\(sentence): \(facts.verdicts)"
        case .interrupted, .broken, .flaky, .undetermined: nil
        }
    }
}
